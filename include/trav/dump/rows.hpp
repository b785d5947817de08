// trav/dump/rows.hpp: Rows, the targets of all edges of a dump, one row per object, in one array; and
// OwnRows, which has such an array.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/large_vector.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::dump {

/// Refers to the array, and to the position of each row in it: one per object, and the end.
struct Rows {
    std::uint32_t const* targets = nullptr;        ///< null: there is no array
    std::uint32_t const* narrow_begins = nullptr;  ///< either these positions
    std::uint64_t const* wide_begins = nullptr;    ///< or these
    bool in_dump = true;                           ///< the array is a part of the dump itself

    /// The position of an object's row.
    TRAV_ALWAYS_INLINE std::uint64_t begin(std::uint32_t n) const {
        return narrow_begins != nullptr ? narrow_begins[n] : wide_begins[n];
    }
    /// The address that begin(n) reads.
    TRAV_ALWAYS_INLINE void const* address(std::uint32_t n) const {
        if (narrow_begins != nullptr) return narrow_begins + n;
        return wide_begins + n;
    }
    /// The rows from object `first` on.
    Rows from(std::uint32_t first) const {
        return {targets, narrow_begins == nullptr ? nullptr : narrow_begins + first,
                wide_begins == nullptr ? nullptr : wide_begins + first, in_dump};
    }
};

/// An array of rows that grows row by row: push the targets, then call end_row().
struct OwnRows {
    trav::detail::LargeVector<std::uint32_t> begins{0}, targets{};

    OwnRows(std::size_t nodes, std::size_t most_targets) {
        begins.reserve(nodes + 1);
        targets.reserve(most_targets);  // memory that is not written to costs nothing
    }
    void end_row() { begins.push_back(static_cast<std::uint32_t>(targets.size())); }
    operator Rows() const { return {targets.data(), begins.data(), nullptr, false}; }
};

}  // namespace trav::dump
