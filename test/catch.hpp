// Catch2, version 2.13 or 3, under one name.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // version 2 has it in the global namespace
#else
#include <catch2/catch.hpp>
#endif
