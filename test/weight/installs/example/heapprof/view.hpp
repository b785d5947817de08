#pragma once

#include <trav/view.hpp>
