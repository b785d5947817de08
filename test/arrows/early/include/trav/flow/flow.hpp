#pragma once

#include <vector>

#include "../detail/compiler.hpp"
