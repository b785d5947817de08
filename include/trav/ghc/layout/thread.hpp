// trav/ghc/layout/thread.hpp: the memory layout of GHC's threads, and of other closures that hold stack
// frames.
//
// Offers the structs of TSO, STACK, AP_STACK and CONTINUATION (see closure.hpp).
#pragma once

#include "stack_frame.hpp"

namespace trav::ghc {

/// Grows down: the live words are from `sp` to the end of the following `stack_size` words.
struct Stack : Closure {
    std::uint32_t stack_size;
    std::uint8_t dirty, marking;
    Word* sp;
};
inline std::size_t words_in(Stack const& c) { return words_of<Stack> + c.stack_size; }
template <class F>
void each_field(Stack& c, F&& f) {
    scan_stack(c.sp, words_after(&c) + c.stack_size, f);
}

/// A computation stopped by an exception: a function and the frames above the handler's frame.
struct ApStack : Thunk {
    Word size;
    Closure* fun;
};
inline std::size_t words_in(ApStack const& c) { return words_of<ApStack> + c.size; }
template <class F>
void each_field(ApStack& c, F&& f) {
    f(c.fun);
    scan_stack(words_after(&c), words_after(&c) + c.size, f);
}

/// A delimited continuation (GHC 9.6); the captured frames follow.
struct Continuation : Closure {
    Entry const* apply_mask_frame;
    Word mask_frame_offset, stack_size;
};
inline std::size_t words_in(Continuation const& c) { return words_of<Continuation> + c.stack_size; }
template <class F>
void each_field(Continuation& c, F&& f) {
    scan_stack(words_after(&c), words_after(&c) + c.stack_size, f);
}

enum class WhatNext : std::uint16_t { RunGHC = 1, Interpret, Killed, Complete };

enum class WhyBlocked : std::uint16_t {
    NotBlocked,
    MVar,
    BlackHole,
    Read,
    Write,
    Delay,
    STM,
    DoProc,
    CCall = 10,
    CCallInterruptible,
    MsgThrowTo,
    ThreadMigrating,
    MVarRead,
    IOCompletion
};

/// Bits of a thread's flags: it stays on its capability; it masks asynchronous exceptions; but not while it
/// is blocked.
namespace tso_flag {
inline constexpr std::uint32_t locked = 2, blockex = 4, interruptible = 8;
}

struct Tso : Closure {
    Closure *next, *global_link, *stackobj;
    WhatNext what_next;
    WhyBlocked why_blocked;
    std::uint32_t flags;
    Closure* block_info;
    Word id;
    std::uint32_t saved_errno, dirty;
    Word bound, cap;
    Closure *trec, *blocked_exceptions, *bq;
    Word alloc_limit, tot_stack_size;
#if TRAV_GHC_PROFILING
    CostCentreStack* cccs;
#endif
};
inline std::size_t words_in(Tso const&) { return words_of<Tso>; }
template <class F>
void each_field(Tso& c, F&& f) {
    // not global_link: in GHC, its list of all threads does not keep them alive
    for (Closure** field : {&c.next, &c.stackobj, &c.block_info, &c.trec, &c.blocked_exceptions, &c.bq})
        f(*field);
}
template <class F>
void each_child(Tso& c, F&& f) {
    for (Closure** field : {&c.stackobj, &c.blocked_exceptions, &c.bq, &c.trec}) f(*field);
    using enum WhyBlocked;
    for (WhyBlocked why : {WhyBlocked::MVar, MVarRead, BlackHole, MsgThrowTo})
        if (c.why_blocked == why) f(c.block_info);
}

static_assert(words_of<Stack> == header_words + 2 && words_of<ApStack> == header_words + 3);
static_assert(words_of<Continuation> == header_words + 3);
static_assert(words_of<Tso> == header_words + 14 + TRAV_GHC_PROFILING);

}  // namespace trav::ghc
