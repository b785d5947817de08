// trav/ghc/layout/closure_type.hpp: GHC's closure types and what is true of each.
//
// Offers ClosureType, with GHC's numbers, and properties(type), a look-up in the table closure_types.def. The
// functions below it, such as name(type), each answer one column.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstdint>
#include <string_view>

namespace trav::ghc {

/// The closure types, numbered as in GHC 9.0.2; CONTINUATION is of GHC 9.6.
enum class ClosureType : std::uint32_t {
#define X(name, ...) name,
#include "closure_types.def"
};

/// How a closure of the type lies in memory: as this struct.
enum class Shape : std::uint8_t {
#define S(name) name,
#include "closure_types.def"
};

/// GHC's flags of closure types, as bits of a set.
namespace flag {
inline constexpr std::uint8_t hnf = 1,  ///< in head normal form
    thunk = 2,                          ///< an expression not yet evaluated
    mut = 4,                            ///< its fields may change
    srt = 8,                            ///< its info table may have a static reference table
    indirection = 16,
                              frame = 32;  ///< a stack frame, never a heap object
}  // namespace flag

/// How a traversal takes the children of a closure.
enum class Taking : std::uint8_t {
    never,       ///< no closure of this type is ever reached as a heap object
    counted,     ///< one by one; a null pointer ends them
    fixed,       ///< one by one, as many as the type says, null or not
    last_known,  ///< likewise, and GHC knows which is the last before it is done with it
    at_once      ///< all together, so that they are visited last to first
};

/// Whether a traversal visits a closure of this type.
enum class Visited : std::uint8_t {
    never,  ///< it is an error to reach one
    always,
    follow,         ///< what it points to is visited in its place
    unless_done,    ///< not a thread that is complete or was killed
    unless_static,  ///< only on the heap, and never if the traversal is to be GHC's
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
    Answer retainer;  ///< whether -hr takes it for a retainer; error: for what is no heap object
    Answer used;      ///< whether -hb counts it as in use for as long as it lives
};

namespace detail::closure_type_table {
using namespace flag;
inline constexpr TypeProperties rows[] = {
#define X(name, shape, flags, children, visited, retainer, used)                                             \
    {#name, flags, Shape::shape, Taking::children, Visited::visited, Answer::retainer, Answer::used},
#include "closure_types.def"
    {"?", 0, Shape::NoObject, Taking::never, Visited::never, Answer::error, Answer::no}};
}  // namespace detail::closure_type_table

/// How many closure types there are.
inline constexpr std::uint32_t closure_types = std::size(detail::closure_type_table::rows) - 1;

/// Whether there is a type of this number.
constexpr bool is_known(ClosureType type) { return static_cast<std::uint32_t>(type) < closure_types; }

/// What is true of the type. An unknown number is called `?` and is no heap object.
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

/// Whether the type is one of the constructors'.
constexpr bool is_constructor(ClosureType type) {
    return type >= ClosureType::CONSTR && type <= ClosureType::CONSTR_NOCAF;
}
/// Whether the type is one of the functions', the static one included.
constexpr bool is_function(ClosureType type) {
    return type >= ClosureType::FUN && type <= ClosureType::FUN_STATIC;
}
/// Whether the type is one of the thunks' with code of their own, the static one included.
constexpr bool is_thunk(ClosureType type) {
    return type >= ClosureType::THUNK && type <= ClosureType::THUNK_STATIC;
}
/// Whether the type is one of the arrays of boxed elements with a card table.
constexpr bool is_array(ClosureType type) { return properties(type).shape == Shape::MutArrPtrs; }
/// Whether the type is one of the small arrays, those without a card table.
constexpr bool is_small_array(ClosureType type) { return properties(type).shape == Shape::SmallMutArrPtrs; }

}  // namespace trav::ghc
