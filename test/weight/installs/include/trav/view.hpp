#pragma once

#include <range/v3/range/access.hpp>
