// trav/ghc/layout/row.hpp: the common closures at a glance: those that a traversal visits as they are, and whose children are just a row
// of pointers. All others ask for a closer look (graph.hpp, children.hpp).
//
// Costs a few shifts, where children.hpp has a switch: on a large heap the processor guesses wrong which case comes next.
#pragma once

#include "info_table.hpp"

#include <array>
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

/// What there is to know of a closure type for a row of its children.
struct RowKind {
    std::int16_t most = -1;   ///< so many pointers are in a row; of other types none ever
    std::uint16_t first = 0;  ///< words between the header and the first pointer
    std::uint32_t srt = 0;    ///< the bits of its table's `srt` that tell of an SRT
};
inline constexpr auto row_kinds = [] {
    std::array<RowKind, closure_types> kinds{};
    for (std::uint32_t number = 0; number != closure_types; ++number) {
        auto const type = static_cast<ClosureType>(number);
        bool const thunk = is_thunk(type) && type != ClosureType::THUNK_SELECTOR;
        if (is_static_type(type) || !(is_constructor(type) || is_function(type) || thunk)) continue;
        kinds[number] = {readable_words, thunk, is_constructor(type) ? 0 : ~std::uint32_t{0}};
    }
    return kinds;
}();

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
    InfoTable const& table = info(c);
    detail::RowKind const kind = detail::row_kinds[static_cast<std::uint32_t>(table.type) % closure_types];
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
