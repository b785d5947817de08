#pragma once

#include "../../detail/compiler.hpp"
