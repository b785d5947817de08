// trav/ghc/heap/build_stack.hpp: the part of the heap builder that makes stacks and threads.
//
// Offers StackBuilder: frames (each a list of words, innermost first), stack({frames...}), ap_stack, thread,
// schedule, blocking_queue.
#pragma once

#include "build.hpp"

#include <algorithm>

namespace trav::ghc {

/// A frame to be put on a stack: its info pointer and the words that follow.
struct Frame {
    Entry const* info;
    std::vector<Slot> words;
};

class StackBuilder : public ObjectBuilder {
  public:
    explicit StackBuilder(Options options = {}) : ObjectBuilder(options) {}

    // -- frames

    /// When the value is there, `updatee` becomes an indirection to it.
    Frame update_frame(Closure* updatee) { return profiled(ClosureType::UPDATE_FRAME, {updatee}); }
    Frame catch_frame(Closure* handler) { return profiled(ClosureType::CATCH_FRAME, {0, handler}); }
    Frame atomically_frame(Closure* code, Closure* result) {
        return profiled(ClosureType::ATOMICALLY_FRAME, {code, result});
    }
    Frame catch_stm_frame(Closure* code, Closure* handler) {
        return profiled(ClosureType::CATCH_STM_FRAME, {code, handler});
    }
    Frame catch_retry_frame(Closure* first, Closure* alternative) {
        return profiled(ClosureType::CATCH_RETRY_FRAME, {0, first, alternative});
    }
    /// The bottom of a thread's stack.
    Frame stop_frame() { return profiled(ClosureType::STOP_FRAME, {}); }
    /// The bottom of a chunk of a stack that goes on in another STACK.
    Frame underflow_frame(Closure* next_chunk) {
        return {program_.table(ClosureType::UNDERFLOW_FRAME, "UNDERFLOW_FRAME", small_bitmap("p")),
                {next_chunk}};
    }
    /// A return address with at most 58 words.
    Frame ret_small(Code const& code, List<Slot> words) {
        std::string const pattern = pattern_of(words);
        if (pattern.size() > small_bitmap_limit)
            throw std::length_error("ghc heap: a RET_SMALL frame has at most 58 words");
        return {program_.table(ClosureType::RET_SMALL, code, small_bitmap(pattern)),
                {words.begin(), words.end()}};
    }
    /// A return address with a large bitmap.
    Frame ret_big(Code const& code, List<Slot> words) {
        return {program_.table(ClosureType::RET_BIG, code, Word{0}, pattern_of(words)),
                {words.begin(), words.end()}};
    }
    /// A byte code object waiting for a result; the words are its own.
    Frame ret_bco(Closure* bco, List<Slot> words) {
        check_slots("the byte code object", words, argument_bitmap(bco));
        Frame frame{program_.table(ClosureType::RET_BCO, "RET_BCO", Word{0}), {bco}};
        frame.words.insert(frame.words.end(), words.begin(), words.end());
        return frame;
    }
    /// A function about to be entered with its arguments.
    Frame ret_fun(Closure* fun, List<Slot> arguments, Code const& code = "RET_FUN") {
        check_slots(description(untag(fun)), arguments, argument_bitmap(untag(fun)));
        Frame frame{program_.table(ClosureType::RET_FUN, code, Word{0}), {arguments.size(), fun}};
        frame.words.insert(frame.words.end(), arguments.begin(), arguments.end());
        return frame;
    }

    // -- what holds frames

    /// A STACK with these frames, innermost (lowest address) first, and that many unused words above them.
    Closure* stack(List<Frame> frames, std::size_t unused = 0) {
        std::size_t const live = words_in(frames);
        Closure* const c = allocate(rts_info(ClosureType::STACK), words_of<Stack> + unused + live);
        auto* const s = as<Stack>(c);
        s->stack_size = static_cast<std::uint32_t>(unused + live);
        s->sp = words_after(s) + unused;
        write_frames(s->sp, frames);
        return c;
    }
    /// A computation that an exception stopped: a function and the stack it was on.
    Closure* ap_stack(Closure* fun, List<Frame> frames) {
        std::size_t const live = words_in(frames);
        Closure* const c = allocate(rts_info(ClosureType::AP_STACK), words_of<ApStack> + live);
        as<ApStack>(c)->size = live;
        as<ApStack>(c)->fun = tagged(fun);
        write_frames(words_after(as<ApStack>(c)), frames);
        return c;
    }

    /// A delimited continuation that holds these frames. (GHC 9.6)
    Closure* continuation(List<Frame> frames) {
        std::size_t const live = words_in(frames);
        Closure* const c = allocate(rts_info(ClosureType::CONTINUATION), words_of<Continuation> + live);
        as<Continuation>(c)->stack_size = live;
        write_frames(words_after(as<Continuation>(c)), frames);
        return c;
    }

    /// A thread on this stack. It is nobody's root until it is scheduled.
    Closure* thread(Closure* stack) {
        Closure* const c = allocate(rts_info(ClosureType::TSO), words_of<Tso>);
        auto* const tso = as<Tso>(c);
        tso->next = tso->blocked_exceptions = tso->bq = tagged(end_tso_queue());
        tso->trec = tagged(no_trec());
        tso->block_info = tso->next;
        tso->stackobj = tagged(stack);
        tso->what_next = WhatNext::RunGHC;
        tso->id = ++threads_;
        tso->tot_stack_size = as<Stack>(untag(stack))->stack_size;
        tso->cccs = ccs_;
        return c;
    }
    /// Puts the thread at the end of the run queue: a root from now on.
    Closure* schedule(Closure* tso) {
        if (!run_queue_.empty()) as<Tso>(run_queue_.back())->next = tso;
        run_queue_.push_back(tso);
        return tso;
    }
    /// Takes the thread at the head of the run queue off it.
    Closure* unschedule() {
        Closure* const tso = run_queue_.front();
        run_queue_.erase(run_queue_.begin());
        as<Tso>(tso)->next = tagged(end_tso_queue());
        return tso;
    }
    /// Takes a thread off the run queue, wherever in it it is.
    void unschedule(Closure* tso) {
        auto const at = std::find(run_queue_.begin(), run_queue_.end(), tso);
        if (at == run_queue_.end()) return;
        if (at != run_queue_.begin()) as<Tso>(at[-1])->next = as<Tso>(tso)->next;
        run_queue_.erase(at);
        as<Tso>(tso)->next = tagged(end_tso_queue());
    }
    /// The thread waits for something (a why_blocked whose block_info is a closure).
    void block(Closure* tso, WhyBlocked why, Closure* on) {
        as<Tso>(tso)->why_blocked = why;
        as<Tso>(tso)->block_info = tagged(on);
    }
    /// The threads that wait for a blackhole.
    Closure* blocking_queue(Closure* link, Closure* blackhole, Closure* owner, Closure* queue) {
        return make(rts_info(ClosureType::BLOCKING_QUEUE, 4), {link, blackhole, owner, queue});
    }

  private:
    // a frame of the runtime system: the two profiling words of its header are part of what its bitmap
    // describes
    Frame profiled(ClosureType type, List<Slot> words) {
        Frame frame{nullptr, {address(ccs_), 0}};
        frame.words.insert(frame.words.end(), words.begin(), words.end());
        frame.info = program_.table(type, name(type), small_bitmap(pattern_of(frame.words)));
        return frame;
    }
    static std::string pattern_of(List<Slot> words) {
        std::string pattern;
        for (Slot const& s : words) pattern += s.pointer ? 'p' : 'n';
        return pattern;
    }
    static std::size_t words_in(List<Frame> frames) {
        std::size_t words = 0;
        for (Frame const& f : frames) words += 1 + f.words.size();
        return words;
    }
    static void write_frames(Word* to, List<Frame> frames) {
        for (Frame const& f : frames) {
            *reinterpret_cast<Entry const**>(to) = f.info;
            write_slots(to + 1, f.words);
            to += 1 + f.words.size();
        }
    }

    Word threads_ = 0;
};

}  // namespace trav::ghc
