// trav/ghc/layout/row.hpp: the common closures at a glance: those that a traversal visits as they are, and
// whose children are a few pointers side by side. All others need a closer look (graph.hpp, children.hpp).
//
// Costs two look-ups and a few shifts. The switch of children.hpp costs more: on a large heap the processor
// cannot predict which case comes next.
#pragma once

#include "info_table.hpp"

#include <array>
#include <bit>
#include <span>

namespace trav::ghc {

/// The longest row: this many words may be read behind the header of any closure, whatever it has.
inline constexpr std::size_t readable_words = readable_bytes / sizeof(Word);

namespace detail {

/// A column of the table of closure types by itself, which stays in the processor's cache: f(number) for each
/// number that an index may have.
template <class F>
consteval auto type_column(F f) {
    std::array<decltype(f(0u)), std::bit_ceil(closure_types)> column{};
    for (std::uint32_t number = 0; number != column.size(); ++number) column[number] = f(number);
    return column;
}
template <class T, std::size_t n>
constexpr T const& of_type(std::array<T, n> const& column, ClosureType type) {
    return column[static_cast<std::uint32_t>(type) % n];
}

inline constexpr auto always_visited = type_column(
    [](std::uint32_t number) { return properties(ClosureType{number}).visited == Visited::always; });

/// What there is to know of a closure type for a row of its children.
struct RowKind {
    std::int16_t most = -1;   ///< the most pointers that are answered as a row; -1: never a row
    std::uint16_t first = 0;  ///< words between the header and the first pointer
    std::uint32_t srt = 0;    ///< the bits of the info table's `srt` that are set only if there is an SRT
};
inline constexpr auto row_kinds = type_column([](std::uint32_t number) {
    auto const type = ClosureType{number};
    TypeProperties const& has = properties(type);
    bool const thunk = has.shape == Shape::Thunk;
    if (!(thunk || has.shape == Shape::Payload) || has.children == Taking::never) return RowKind{};
    return RowKind{readable_words, thunk, is_constructor(type) ? 0 : ~std::uint32_t{0}};
});

}  // namespace detail

/// Whether a closure of this table is visited whatever it holds.
inline bool is_visited(InfoTable const& table) {
    return is_known(table.type) && detail::of_type(detail::always_visited, table.type);
}

/// The children of a closure (untagged), if they are at most four pointers side by side; otherwise null.
inline std::span<Closure* const> row(Closure* c) {
    InfoTable const& table = info(c);
    detail::RowKind const kind = detail::of_type(detail::row_kinds, table.type);
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
