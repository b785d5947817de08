// trav/ghc/layout/closure_type.hpp: GHC's closure types and their properties.
//
// Offers ClosureType, with GHC's numbers, and properties(type), a lookup in the table closure_types.def. The
// functions after it, such as name(type), each return one column.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstdint>
#include <string_view>

namespace trav::ghc {

/// The closure types, numbered as in GHC 9.0.2; CONTINUATION is from GHC 9.6.
enum class ClosureType : std::uint32_t {
#define X(name, ...) name,
#include "closure_types.def"
};

/// The struct that describes the memory layout of a type.
enum class Shape : std::uint8_t {
#define S(name) name,
#include "closure_types.def"
};

/// GHC's flags of closure types, as bits of a set.
namespace flag {
inline constexpr std::uint8_t hnf = 1,  ///< in head normal form
    thunk = 2,                          ///< an unevaluated expression
    mut = 4,                            ///< its fields may change
    srt = 8,                            ///< its info table may have a static reference table
    indirection = 16,
                              frame = 32;  ///< a stack frame, never a heap object
}  // namespace flag

/// How a traversal takes the children of a closure.
enum class Taking : std::uint8_t {
    never,       ///< closures of this type are never heap objects
    counted,     ///< one by one; a null pointer ends them
    fixed,       ///< one by one, in the number that the type implies, null or not
    last_known,  ///< likewise; GHC knows the last child before it has visited the closure's children
    at_once      ///< all together, so that they are visited last to first
};

/// Whether a traversal visits a closure of this type.
enum class Visited : std::uint8_t {
    never,  ///< reaching one is an error
    always,
    follow,         ///< visits its indirectee instead
    unless_done,    ///< except threads that are complete or killed
    unless_static,  ///< only on the heap, and not if the traversal must match GHC's
    if_refers       ///< if it has pointers or a static reference table
};

enum class Answer : std::uint8_t { no, yes, error };

/// A row of the table.
struct TypeProperties {
    std::string_view name;  ///< GHC's name, the label of -hT
    std::uint8_t flags;     ///< a set of flag::...
    Shape shape;
    Taking children;
    Visited visited;
    Answer retainer;  ///< whether -hr considers it a retainer; error: not a heap object
    Answer used;      ///< whether -hb considers it in use for its entire life
};

namespace detail::closure_type_table {
using namespace flag;
inline constexpr TypeProperties rows[] = {
#define X(name, shape, flags, children, visited, retainer, used)                                             \
    {#name, flags, Shape::shape, Taking::children, Visited::visited, Answer::retainer, Answer::used},
#include "closure_types.def"
    {"?", 0, Shape::NoObject, Taking::never, Visited::never, Answer::error, Answer::no}};
}  // namespace detail::closure_type_table

/// The number of closure types.
inline constexpr std::uint32_t closure_types = std::size(detail::closure_type_table::rows) - 1;

/// Whether a type has this number.
constexpr bool is_known(ClosureType type) { return static_cast<std::uint32_t>(type) < closure_types; }

/// The properties of the type. An unknown number has the name `?` and is not a heap object.
constexpr TypeProperties const& properties(ClosureType type) {
    return detail::closure_type_table::rows[is_known(type) ? static_cast<std::uint32_t>(type)
                                                           : closure_types];
}

constexpr std::string_view name(ClosureType type) { return properties(type).name; }
constexpr std::uint8_t flags(ClosureType type) { return properties(type).flags; }
constexpr bool is_stack_frame(ClosureType type) { return (flags(type) & flag::frame) != 0; }
constexpr bool takes_all_at_once(ClosureType type) { return properties(type).children == Taking::at_once; }
constexpr bool knows_last(ClosureType type) { return properties(type).children == Taking::last_known; }
constexpr bool inherently_used(ClosureType type) { return properties(type).used == Answer::yes; }

/// Whether the type is a constructor.
constexpr bool is_constructor(ClosureType type) {
    return type >= ClosureType::CONSTR && type <= ClosureType::CONSTR_NOCAF;
}
/// Whether the type is a function, static or not.
constexpr bool is_function(ClosureType type) {
    return type >= ClosureType::FUN && type <= ClosureType::FUN_STATIC;
}
/// Whether the type is a thunk with its own code, static or not.
constexpr bool is_thunk(ClosureType type) {
    return type >= ClosureType::THUNK && type <= ClosureType::THUNK_STATIC;
}
/// Whether the type is an array of boxed elements with a card table.
constexpr bool is_array(ClosureType type) { return properties(type).shape == Shape::MutArrPtrs; }
/// Whether the type is a small array, which has no card table.
constexpr bool is_small_array(ClosureType type) { return properties(type).shape == Shape::SmallMutArrPtrs; }

}  // namespace trav::ghc
