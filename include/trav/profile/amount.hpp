// trav/profile/amount.hpp: Amount, the unit of profiles: bytes and objects.
#pragma once

#include "../detail/compiler.hpp"

#include <cstdint>

namespace trav {

/// A number of objects, and their total bytes. Arithmetic is unsigned: modulo 2^64.
struct Amount {
    std::uint64_t bytes = 0;
    std::uint64_t objects = 0;

    constexpr Amount& operator+=(Amount const& other) {
        bytes += other.bytes;
        objects += other.objects;
        return *this;
    }
    constexpr Amount& operator-=(Amount const& other) {
        bytes -= other.bytes;
        objects -= other.objects;
        return *this;
    }
    friend constexpr Amount operator+(Amount a, Amount const& b) { return a += b; }
    friend constexpr Amount operator-(Amount a, Amount const& b) { return a -= b; }
    friend constexpr bool operator==(Amount const&, Amount const&) = default;
};

}  // namespace trav
