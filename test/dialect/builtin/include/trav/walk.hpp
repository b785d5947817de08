#pragma once

#include "detail/compiler.hpp"

inline void near(void* p) { __builtin_prefetch(p); }
