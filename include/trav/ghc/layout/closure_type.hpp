// trav/ghc/layout/closure_type.hpp: the closure types of GHC 9.0.2: numbers, names and the properties that generic
// code asks for.
//
// Offers ClosureType, name(type), the flags of a type and is_stack_frame(type). Costs a table of 64 entries.
#pragma once

#include <cstdint>
#include <string_view>

namespace trav::ghc {

// name, flags: h = head normal form, t = thunk, m = mutable, s = may bear an SRT, i = indirection, f = stack
// frame
#define TRAV_GHC_CLOSURE_TYPES(X)                                                                            \
    X(INVALID_OBJECT, 0)                                                                                     \
    X(CONSTR, h)                                                                                             \
    X(CONSTR_1_0, h)                                                                                         \
    X(CONSTR_0_1, h)                                                                                         \
    X(CONSTR_2_0, h) X(CONSTR_1_1, h) X(CONSTR_0_2, h) X(CONSTR_NOCAF, h) X(FUN, h | s) X(FUN_1_0, h | s)    \
        X(FUN_0_1, h | s) X(FUN_2_0, h | s) X(FUN_1_1, h | s) X(FUN_0_2, h | s) X(FUN_STATIC, h | s)         \
            X(THUNK, t | s) X(THUNK_1_0, t | s) X(THUNK_0_1, t | s) X(THUNK_2_0, t | s) X(THUNK_1_1, t | s)  \
                X(THUNK_0_2, t | s) X(THUNK_STATIC, t | s) X(THUNK_SELECTOR, t | s) X(BCO, h) X(AP, t)       \
                    X(PAP, h) X(AP_STACK, t) X(IND, i) X(IND_STATIC, i) X(RET_BCO, f) X(RET_SMALL, f | s)    \
                        X(RET_BIG, f | s) X(RET_FUN, f) X(UPDATE_FRAME, f) X(CATCH_FRAME, f)                 \
                            X(UNDERFLOW_FRAME, f) X(STOP_FRAME, f) X(BLOCKING_QUEUE, m) X(BLACKHOLE, 0)      \
                                X(MVAR_CLEAN, h | m) X(MVAR_DIRTY, h | m) X(TVAR, h | m) X(ARR_WORDS, h)     \
                                    X(MUT_ARR_PTRS_CLEAN, h | m) X(MUT_ARR_PTRS_DIRTY, h | m)                \
                                        X(MUT_ARR_PTRS_FROZEN_DIRTY, h | m) X(MUT_ARR_PTRS_FROZEN_CLEAN, h)  \
                                            X(MUT_VAR_CLEAN, h | m) X(MUT_VAR_DIRTY, h | m) X(WEAK, h)       \
                                                X(PRIM, h) X(MUT_PRIM, h | m) X(TSO, h | m) X(STACK, h | m)  \
                                                    X(TREC_CHUNK, m) X(ATOMICALLY_FRAME, f)                  \
                                                        X(CATCH_RETRY_FRAME, f) X(CATCH_STM_FRAME, f) X(     \
                                                            WHITEHOLE, 0) X(SMALL_MUT_ARR_PTRS_CLEAN, h | m) \
                                                            X(SMALL_MUT_ARR_PTRS_DIRTY, h | m)               \
                                                                X(SMALL_MUT_ARR_PTRS_FROZEN_DIRTY, h | m)    \
                                                                    X(SMALL_MUT_ARR_PTRS_FROZEN_CLEAN, h)    \
                                                                        X(COMPACT_NFDATA, h)

/// The kinds of closure, numbered as in GHC 9.0.2.
enum class ClosureType : std::uint32_t {
#define X(name, flags) name,
    TRAV_GHC_CLOSURE_TYPES(X)
#undef X
};

/// How many closure types there are.
inline constexpr std::uint32_t closure_types = 64;

/// Properties of a closure type; a set of these bits.
namespace flag {
inline constexpr std::uint8_t hnf = 1, thunk = 2, mutable_ = 4, srt = 8, indirection = 16, frame = 32;
}

namespace detail {
struct TypeEntry {
    std::string_view name;
    std::uint8_t flags;
};
inline constexpr std::uint8_t h = flag::hnf, t = flag::thunk, m = flag::mutable_, s = flag::srt,
                              i = flag::indirection, f = flag::frame;
inline constexpr TypeEntry type_table[] = {
#define X(name, flags) {#name, flags},
    TRAV_GHC_CLOSURE_TYPES(X)
#undef X
};
static_assert(sizeof type_table / sizeof *type_table == closure_types);
}  // namespace detail
#undef TRAV_GHC_CLOSURE_TYPES

/// Whether the number is one of GHC 9.0.2's.
constexpr bool is_known(ClosureType type) { return static_cast<std::uint32_t>(type) < closure_types; }

/// GHC's name of the type, the label that -hT prints; `?` for an unknown number.
constexpr std::string_view name(ClosureType type) {
    return is_known(type) ? detail::type_table[static_cast<std::uint32_t>(type)].name : "?";
}

/// The properties of the type; none for an unknown number.
constexpr std::uint8_t flags(ClosureType type) {
    return is_known(type) ? detail::type_table[static_cast<std::uint32_t>(type)].flags : std::uint8_t{0};
}

/// Whether the type is a stack frame's; such a thing is never a heap object.
constexpr bool is_stack_frame(ClosureType type) { return (flags(type) & flag::frame) != 0; }

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
constexpr bool is_array(ClosureType type) {
    return type >= ClosureType::MUT_ARR_PTRS_CLEAN && type <= ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN;
}

/// Whether the type is one of the small arrays, those without a card table.
constexpr bool is_small_array(ClosureType type) {
    return type >= ClosureType::SMALL_MUT_ARR_PTRS_CLEAN &&
           type <= ClosureType::SMALL_MUT_ARR_PTRS_FROZEN_CLEAN;
}

}  // namespace trav::ghc
