// trav/ghc/layout/row.hpp: quick access to the most common closures: a traversal always visits them, and
// their children are a few adjacent pointers. For all others use graph.hpp and children.hpp.
//
// Costs a table lookup and a few shifts. The switch in children.hpp costs more: on a large heap the processor
// cannot predict the next case.
#pragma once

#include "info_table.hpp"

#include <array>
#include <bit>
#include <span>

namespace trav::ghc {

/// The maximum length of a row: this many words after the header of any closure are readable.
inline constexpr std::size_t readable_words = readable_bytes / sizeof(Word);

namespace detail {

/// The types that are always visited, as bits of a word; types with greater numbers are tested separately.
inline constexpr Word always_visited = [] {
    Word bits = 0;
    for (std::uint32_t number = 0; number != closure_types && number != word_bits; ++number)
        if (properties(ClosureType{number}).visited == Visited::always) bits |= Word{1} << number;
    return bits;
}();

/// Properties of a closure type for row().
struct RowKind {
    std::int16_t most = -1;  ///< maximum number of pointers in a row; -1: never a row
    std::uint8_t head = 0;   ///< words before the payload; 0 without a payload
    std::uint8_t first = 0;  ///< words between the header and the payload
    std::uint32_t srt = 0;   ///< the bits of the info table's `srt` that are set only if there is an SRT
};
inline constexpr auto row_kinds = [] {
    std::array<RowKind, std::bit_ceil(closure_types)> kinds{};
    for (std::uint32_t number = 0; number != closure_types; ++number) {
        auto const type = ClosureType{number};
        TypeProperties const& has = properties(type);
        bool const thunk = has.shape == Shape::Thunk;
        if (!(thunk || has.shape == Shape::Payload)) continue;
        RowKind& kind = kinds[number];
        if (has.children != Taking::never) kind.most = readable_words;
        kind.head = static_cast<std::uint8_t>(words_of<Closure> + thunk);
        kind.first = thunk;
        if (!is_constructor(type)) kind.srt = ~std::uint32_t{0};
    }
    return kinds;
}();
TRAV_ALWAYS_INLINE inline RowKind row_kind(InfoTable const& table) {
    return row_kinds[static_cast<std::uint32_t>(table.type) % row_kinds.size()];
}

}  // namespace detail

/// Whether closures with this table are always visited.
inline bool is_visited(InfoTable const& table) {
    auto const number = static_cast<std::uint32_t>(table.type);
    return number < word_bits && (detail::always_visited >> number & 1) != 0;
}

/// The size in words of a closure of a type that row() handles, with any number of pointers; otherwise 0.
inline std::size_t row_words(Closure const* c) {
    InfoTable const& table = info(c);
    detail::RowKind const kind = detail::row_kind(table);
    PayloadLayout const fields = table.layout.payload;
    return kind.most < 0 ? 0 : kind.head + std::size_t{fields.ptrs} + fields.nptrs;
}

/// The children of a closure (untagged), if they are at most four adjacent pointers; otherwise null.
TRAV_ALWAYS_INLINE inline std::span<Closure* const> row(Closure* c) {
    InfoTable const& table = info(c);
    detail::RowKind const kind = detail::row_kind(table);
    std::uint32_t const ptrs = table.layout.payload.ptrs;
    auto* const first = pointers_after(c) + kind.first;
    static_assert(readable_words == 4);
    std::uint32_t nulls = 0;
    for (std::size_t i = readable_words; i-- != 0;) nulls = 2 * nulls + (first[i] == nullptr);
    std::uint32_t const among_pointers = (1u << ptrs % 32) - 1;
    bool const too_many = std::int64_t{ptrs} > kind.most;
    if (too_many | (((nulls & among_pointers) | (static_cast<std::uint32_t>(table.srt) & kind.srt)) != 0))
        [[unlikely]]  // one branch for all
        return {};
    return {first, ptrs};
}

}  // namespace trav::ghc
