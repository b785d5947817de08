// Catch2, version 2.13 or 3, under one name.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>

#include <string>

using Catch::Approx;  // version 2 has it in the global namespace
namespace Catch {     // as version 2 calls it
inline auto Contains(std::string const& text) { return Matchers::ContainsSubstring(text); }
}  // namespace Catch
#else
#include <catch2/catch.hpp>
#endif
