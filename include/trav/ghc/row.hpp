// trav/ghc/row.hpp: the common closures at a glance: those that a traversal visits as they are, and whose children are just a row
// of pointers. All others ask for a closer look (graph.hpp, children.hpp).
//
// Costs a few shifts, where children.hpp has a switch: on a large heap the processor guesses wrong which case comes next.
#pragma once

#include "info_table.hpp"

#include <span>

namespace trav::ghc {

/// The longest row: so many words may be read of any closure, whatever it has.
inline constexpr std::size_t readable_words = readable_bytes / sizeof(Word);

namespace detail {

/// Closure types as bits of a word.
consteval Word types_that(auto have_property) {
    static_assert(closure_types <= 64);
    Word bits = 0;
    for (std::uint32_t number = 0; number != closure_types; ++number)
        if (have_property(static_cast<ClosureType>(number))) bits |= Word{1} << number;
    return bits;
}
constexpr bool is_static_type(ClosureType type) {
    using enum ClosureType;
    return type == FUN_STATIC || type == THUNK_STATIC || type == IND_STATIC;
}
inline constexpr Word visited = types_that([](ClosureType type) {
    using enum ClosureType;
    for (ClosureType other : {INVALID_OBJECT, CONSTR_NOCAF, TSO, IND, WHITEHOLE})
        if (type == other) return false;
    return !is_static_type(type) && !is_stack_frame(type);
});
inline constexpr Word thunks = types_that([](ClosureType type) {
    return is_thunk(type) && !is_static_type(type) && type != ClosureType::THUNK_SELECTOR;
});
inline constexpr Word functions =
    types_that([](ClosureType type) { return is_function(type) && !is_static_type(type); });
inline constexpr Word constructors = types_that([](ClosureType type) { return is_constructor(type); });

constexpr bool among(Word types, ClosureType type) {
    return (types >> (static_cast<std::uint32_t>(type) % 64) & 1) != 0;
}

}  // namespace detail

/// Whether a closure of this table is visited whatever it holds.
inline bool is_visited(InfoTable const& table) {
    return is_known(table.type) && detail::among(detail::visited, table.type);
}

/// The children of a closure (untagged), if they are no more than a few pointers in a row; otherwise null.
inline std::span<Closure* const> row(Closure* c) {
    using namespace detail;
    InfoTable const& table = info(c);
    std::uint32_t const ptrs = table.layout.payload.ptrs;
    auto* const first = pointers_after(c) + among(thunks, table.type);  // a thunk has one word more
    static_assert(readable_words == 4);
    unsigned const nulls = unsigned{first[0] == nullptr} | unsigned{first[1] == nullptr} << 1 |
                           unsigned{first[2] == nullptr} << 2 | unsigned{first[3] == nullptr} << 3;
    bool const other_type = !among(constructors | functions | thunks, table.type);
    bool const srt_too = among(functions | thunks, table.type) & (table.srt != 0);
    bool const ends_early = (nulls & ((1u << ptrs % 32) - 1)) != 0;
    if (other_type | (ptrs > readable_words) | srt_too | ends_early) [[unlikely]]  // one branch for all
        return {};
    return {first, ptrs};
}

}  // namespace trav::ghc
