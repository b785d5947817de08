// trav/ghc/heap/build_stack.hpp: builds stacks and threads.
//
// Defines members of Heap, nothing else.
#pragma once

#include "build.hpp"

#include <stdexcept>
#include <string>

namespace trav::ghc {

namespace detail {
inline std::string pattern_of(List<Slot> words) {
    std::string pattern;
    for (Slot const& s : words) pattern += s.pointer ? 'p' : 'n';
    return pattern;
}
inline std::size_t words_in(List<Frame> frames) {
    std::size_t words = 0;
    for (Frame const& f : frames) words += 1 + f.words.size();
    return words;
}
inline void write_frames(Word* to, List<Frame> frames) {
    for (Frame const& f : frames) {
        *reinterpret_cast<Entry const**>(to) = f.info;
        write_slots(to + 1, f.words);
        to += 1 + f.words.size();
    }
}
}  // namespace detail

// a frame of the runtime system; its bitmap also covers the two profiling words of its header
inline Frame Heap::profiled(ClosureType type, List<Slot> words) {
    Frame frame{nullptr, {address(ccs_), 0}};
    for (Slot const& s : words) frame.words.push_back(s);
    frame.info = program_.table(type, name(type), small_bitmap(detail::pattern_of(frame.words)));
    return frame;
}
inline Frame Heap::update_frame(Closure* updatee) { return profiled(ClosureType::UPDATE_FRAME, {updatee}); }
inline Frame Heap::catch_frame(Closure* handler) { return profiled(ClosureType::CATCH_FRAME, {0, handler}); }
inline Frame Heap::atomically_frame(Closure* code, Closure* result) {
    return profiled(ClosureType::ATOMICALLY_FRAME, {code, result});
}
inline Frame Heap::catch_stm_frame(Closure* code, Closure* handler) {
    return profiled(ClosureType::CATCH_STM_FRAME, {code, handler});
}
inline Frame Heap::catch_retry_frame(Closure* first, Closure* alternative) {
    return profiled(ClosureType::CATCH_RETRY_FRAME, {0, first, alternative});
}
inline Frame Heap::stop_frame() { return profiled(ClosureType::STOP_FRAME, {}); }
inline Frame Heap::underflow_frame(Closure* next_chunk) {
    return {program_.table(ClosureType::UNDERFLOW_FRAME, "UNDERFLOW_FRAME", small_bitmap("p")), {next_chunk}};
}
inline Frame Heap::ret_small(Code const& code, List<Slot> words) {
    std::string const pattern = detail::pattern_of(words);
    if (pattern.size() > small_bitmap_limit)
        throw std::length_error("ghc heap: a RET_SMALL frame has at most 58 words");
    return {program_.table(ClosureType::RET_SMALL, code, small_bitmap(pattern)),
            {words.begin(), words.end()}};
}
inline Frame Heap::ret_big(Code const& code, List<Slot> words) {
    return {program_.table(ClosureType::RET_BIG, code, Word{0}, detail::pattern_of(words)),
            {words.begin(), words.end()}};
}
inline Frame Heap::ret_bco(Closure* bco, List<Slot> words) {
    check_slots("the byte code object", words, argument_bitmap(bco));
    Frame frame{program_.table(ClosureType::RET_BCO, "RET_BCO", Word{0}), {bco}};
    for (Slot const& s : words) frame.words.push_back(s);
    return frame;
}
inline Frame Heap::ret_fun(Closure* fun, List<Slot> arguments, Code const& code) {
    check_slots(description(untag(fun)), arguments, argument_bitmap(untag(fun)));
    Frame frame{program_.table(ClosureType::RET_FUN, code, Word{0}), {arguments.size(), fun}};
    for (Slot const& s : arguments) frame.words.push_back(s);
    return frame;
}

inline Closure* Heap::stack(List<Frame> frames, std::size_t unused) {
    std::size_t const live = detail::words_in(frames);
    Closure* const c = allocate(rts_info(ClosureType::STACK), words_of<Stack> + unused + live);
    auto* const s = as<Stack>(c);
    s->stack_size = static_cast<std::uint32_t>(unused + live);
    s->sp = words_after(s) + unused;
    detail::write_frames(s->sp, frames);
    return c;
}
inline Closure* Heap::ap_stack(Closure* fun, List<Frame> frames) {
    std::size_t const live = detail::words_in(frames);
    Closure* const c = allocate(rts_info(ClosureType::AP_STACK), words_of<ApStack> + live);
    as<ApStack>(c)->size = live;
    as<ApStack>(c)->fun = tagged(fun);
    detail::write_frames(words_after(as<ApStack>(c)), frames);
    return c;
}

inline Closure* Heap::continuation(List<Frame> frames) {
    std::size_t const live = detail::words_in(frames);
    Closure* const c = allocate(rts_info(ClosureType::CONTINUATION), words_of<Continuation> + live);
    as<Continuation>(c)->stack_size = live;
    detail::write_frames(words_after(as<Continuation>(c)), frames);
    return c;
}

inline Closure* Heap::thread(Closure* stack) {
    Closure* const c = allocate(rts_info(ClosureType::TSO), words_of<Tso>);
    auto* const tso = as<Tso>(c);
    tso->next = tso->blocked_exceptions = tso->bq = tagged(end_tso_queue());
    tso->trec = tagged(no_trec());
    tso->block_info = tso->next;
    tso->stackobj = tagged(stack);
    tso->what_next = WhatNext::RunGHC;
    tso->id = ++threads_;
    tso->cap = capability_;
    tso->tot_stack_size = as<Stack>(untag(stack))->stack_size;
    tso->cccs = ccs_;
    return c;
}
inline Closure* Heap::schedule(Closure* tso) {
    roots_.schedule(tso);
    return tso;
}
inline void Heap::unschedule(Closure* tso) {
    if (roots_.unschedule(tso)) as<Tso>(tso)->next = tagged(end_tso_queue());
}
inline Closure* Heap::unschedule() {
    Closure* const tso = roots_.run_queues()[capability_].front();
    unschedule(tso);
    return tso;
}
inline void Heap::promote(Closure* tso) {
    if (!roots_.unschedule(tso)) return;
    as<Tso>(tso)->next = tagged(end_tso_queue());
    roots_.schedule_first(tso);
}
inline void Heap::resume() {
    roots_.schedule_first(roots_.suspended().back());
    roots_.suspended().pop_back();
}
inline void Heap::migrate(Closure* tso, std::size_t capability) {
    bool const runs = roots_.unschedule(tso);
    as<Tso>(tso)->cap = capability;
    as<Tso>(tso)->next = tagged(end_tso_queue());
    if (runs) schedule(tso);
}
inline void Heap::block(Closure* tso, WhyBlocked why, Closure* on) {
    as<Tso>(tso)->why_blocked = why;
    as<Tso>(tso)->block_info = tagged(on);
}
inline Closure* Heap::blocking_queue(Closure* link, Closure* blackhole, Closure* owner, Closure* queue) {
    return make(rts_info(ClosureType::BLOCKING_QUEUE, 4), {link, blackhole, owner, queue});
}

}  // namespace trav::ghc
