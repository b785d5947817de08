// trav/check/bytes.hpp: amounts of memory as literals.
//
//     using namespace trav::literals;
//     CHECK(trav::exclusive(trav::in(server), server.cache) < 10_MiB);
#pragma once

#include "../version.hpp"

#include <cstdint>

namespace trav::literals {

/// 2^10 bytes.
constexpr std::uint64_t operator""_KiB(unsigned long long n) { return n << 10; }
/// 2^20 bytes.
constexpr std::uint64_t operator""_MiB(unsigned long long n) { return n << 20; }
/// 2^30 bytes.
constexpr std::uint64_t operator""_GiB(unsigned long long n) { return n << 30; }

}  // namespace trav::literals
