// trav/ghc/layout/thread.hpp: the memory layout of GHC 9.0.2's threads: TSO, STACK and the frames on a stack.
//
// Offers one struct for each. Costs nothing: these are GHC's own bytes.
#pragma once

#include "closure.hpp"

namespace trav::ghc {

/// Grows down: live from `sp` to the end of the `stack_size` words that follow.
struct Stack : Closure {
    std::uint32_t stack_size;
    std::uint8_t dirty, marking;
    Word* sp;
};

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
    CostCentreStack* cccs;
};

// Stack frames. Those with a profiling header derive from Closure although they are no heap objects.

struct UpdateFrame : Closure {
    Closure* updatee;
};

struct CatchFrame : Closure {
    Word exceptions_blocked;
    Closure* handler;
};

struct AtomicallyFrame : Closure {
    Closure *code, *result;
};

struct CatchStmFrame : Closure {
    Closure *code, *handler;
};

struct CatchRetryFrame : Closure {
    Word running_alt_code;
    Closure *first_code, *alt_code;
};

struct StopFrame : Closure {};

struct UnderflowFrame {
    Entry const* info;
    Closure* next_chunk;
};

struct RetFun {
    Entry const* info;
    Word size;
    Closure* fun;
};

static_assert(words_of<Stack> == 5 && words_of<Tso> == 18 && words_of<UpdateFrame> == 4);
static_assert(words_of<CatchFrame> == 5 && words_of<AtomicallyFrame> == 5 && words_of<CatchStmFrame> == 5);
static_assert(words_of<CatchRetryFrame> == 6 && words_of<StopFrame> == 3 && words_of<UnderflowFrame> == 2);
static_assert(words_of<RetFun> == 3);

}  // namespace trav::ghc
