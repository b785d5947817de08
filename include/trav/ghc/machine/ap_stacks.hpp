// trav/ghc/machine/ap_stacks.hpp: suspends evaluations on asynchronous exceptions, to be resumed later.
//
// Offers functions: freeze moves the frames of an evaluation into an AP_STACK; thaw moves them back onto the
// stack of the thread that enters it. Meanwhile the suspended entry code of these frames is kept in the
// capability. Costs O(frames); if there are AP_STACKs, also O(AP_STACKs) for each collection.
#pragma once

#include "exceptions.hpp"

#include <cstring>
#include <utility>
#include <vector>

namespace trav::ghc::rts {

/// Whether an evaluation ends at this frame; lower frames belong to another evaluation.
inline bool ends_evaluation(Word const* frame) {
    using enum ClosureType;
    ClosureType const t = info(*reinterpret_cast<Entry const* const*>(frame)).type;
    return t == UPDATE_FRAME || t == CATCH_FRAME || t == ATOMICALLY_FRAME || t == UNDERFLOW_FRAME ||
           t == STOP_FRAME;
}

inline bool catches(Word const* frame) {
    return info(*reinterpret_cast<Entry const* const*>(frame)).type == ClosureType::CATCH_FRAME;
}

/// Removes the frames above `end` from the current thread's stack and returns an AP_STACK, which resumes them
/// with the value of `fun`. `entry` says whether the AP_STACK is updated.
inline Closure* freeze(Capability& cap, Entry const* entry, Closure* fun, Word const* end) {
    Word* const sp = cap.frames.sp();
    auto const words = static_cast<std::size_t>(end - sp);
    Closure* const c = cap.heap.allocate(entry, words_of<ApStack> + words);
    auto* const ap = as<ApStack>(c);
    ap->size = words;
    ap->fun = fun;
    std::memcpy(words_after(ap), sp, words * word_bytes);
    std::ptrdiff_t runs = 0;
    for (Word* at = sp; at < end; at += Frames::words(at))
        runs += RtsCode::runs_code(*reinterpret_cast<Entry const**>(at));
    auto& all = cap.thread->suspended;
    std::vector<Eval> stopped;
    for (auto at = all.end() - runs; at != all.end(); ++at) stopped.push_back(std::move(*at));
    cap.stopped.try_emplace(c, std::move(stopped));
    for (; runs > 0; --runs) all.pop_back();
    cap.frames.pop(words);
    return c;
}

/// Resumes the current thread: evaluates `fun`, or returns `()` to its topmost frame if `fun` is dummy_ret.
inline void go_on(Capability& cap, Closure* fun) {
    if (untag(fun) == untag(cap.code.dummy_ret())) cap.registers.give_back(cap.code.unit());
    else cap.registers.enter(fun);
}

/// Enters the AP_STACK again on a new chunk if the stack is too small; GHC's code wants 1024 words more than
/// the frames. Returns whether it does.
inline bool needs_chunk(Capability& cap, Closure* c) {
    constexpr std::size_t more = 1024;
    std::size_t const update = c->info == cap.code.ap_stack_noupd ? 0 : words_of<UpdateFrame>;
    if (cap.frames.has_room(as<ApStack>(c)->size + update + more)) return false;
    push_frame(cap, Return::enter_again, c);
    cap.frames.overflow();
    cap.registers.give_back(cap.code.unit());
    return true;
}

/// The current thread enters an AP_STACK.
inline void thaw(Capability& cap, Closure* c) {
    auto* const ap = as<ApStack>(c);
    Closure* const fun = ap->fun;
    std::vector<Word> const frames(words_after(ap), words_after(ap) + ap->size);
    if (auto const code = cap.stopped.extract(c))
        for (Eval& eval : code.mapped()) cap.thread->suspended.push_back(std::move(eval));
    if (c->info == cap.code.ap_stack_noupd) cap.heap.set_ccs(c->ccs);
    else blackhole(cap, c);
    if (!frames.empty()) {
        Word* const to =
            cap.frames.push(*reinterpret_cast<Entry const* const*>(frames.data()), frames.size());
        std::memcpy(to, frames.data(), frames.size() * word_bytes);
    }
    go_on(cap, fun);
}

/// Updates the AP_STACKs at the end of a collection; destroys the entry code of dead ones.
inline void follow_ap_stacks(Capability& cap, Collector& collector) {
    for (auto before = std::exchange(cap.stopped, {}); !before.empty();) {
        auto node = before.extract(before.begin());
        collector.weakly(node.key());
        if (node.key()) cap.stopped.insert(std::move(node));
    }
}

}  // namespace trav::ghc::rts
