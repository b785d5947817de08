// trav/ghc/row.hpp: the common closures at a glance: those that a traversal visits as they are, and whose children are just a row
// of pointers. All others ask for a closer look (graph.hpp, children.hpp).
//
// Costs a table of 64 entries, where children.hpp has a switch: on a large heap the processor guesses wrong which case comes next.
#pragma once

#include "info_table.hpp"

#include <array>
#include <span>

namespace trav::ghc {

/// The longest row: so many words may be read of any closure, whatever it has.
inline constexpr std::size_t readable_words = readable_bytes / sizeof(Word);

namespace detail {

struct AtAGlance {
    bool visited = false;    // whatever the closure holds
    bool bears_srt = false;  // perhaps
    std::uint8_t row = 0;    // words before the pointers; 0: there is more to the children than a row
};

consteval std::array<AtAGlance, closure_types> glances() {
    std::array<AtAGlance, closure_types> table{};
    for (std::uint32_t number = 1; number != closure_types; ++number) {
        auto const type = static_cast<ClosureType>(number);
        AtAGlance& entry = table[number];
        using enum ClosureType;
        bool const is_static = type == FUN_STATIC || type == THUNK_STATIC || type == IND_STATIC;
        entry.visited = !is_static && !is_stack_frame(type) && type != CONSTR_NOCAF && type != TSO &&
                        type != IND && type != WHITEHOLE;
        if (is_static || type == THUNK_SELECTOR) continue;
        entry.bears_srt = is_function(type) || is_thunk(type);
        if (is_constructor(type) || is_function(type)) entry.row = words_of<Closure>;
        if (is_thunk(type)) entry.row = words_of<Thunk>;
    }
    return table;
}
inline constexpr auto at_a_glance = glances();

}  // namespace detail

/// Whether a closure of this table is visited whatever it holds.
inline bool is_visited(InfoTable const& table) {
    return is_known(table.type) && detail::at_a_glance[static_cast<std::uint32_t>(table.type)].visited;
}

/// The children of a closure (untagged), if they are no more than a few pointers in a row; otherwise null.
inline std::span<Closure* const> row(Closure* c) {
    InfoTable const& table = info(c);
    auto const glance = detail::at_a_glance[static_cast<std::uint32_t>(table.type) % closure_types];
    std::uint32_t const ptrs = table.layout.payload.ptrs;
    if (glance.row == 0 || ptrs > readable_words || (glance.bears_srt && table.srt != 0)) [[unlikely]]
        return {};
    auto* const first = reinterpret_cast<Closure* const*>(c) + glance.row;
    unsigned nulls = 0;  // a null pointer may end the row early
    for (unsigned i = 0; i != readable_words; ++i) nulls |= unsigned{first[i] == nullptr} << i;
    if ((nulls & ((1u << ptrs) - 1)) != 0) [[unlikely]]
        return {};
    return {first, ptrs};
}

}  // namespace trav::ghc
