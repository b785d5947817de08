// trav/dump/jvm/stacks.hpp: JvmStacks, the threads of a Java heap with their stacks and local variables.
//
//     for (trav::dump::JvmStacks::Thread const& thread : heap.stacks.threads)
//         for (trav::dump::JvmStacks::Frame const& frame : heap.stacks.frames_of(thread)) ...
//
// The first frame of a stack is the innermost function. Texts are string numbers of the heap. Several threads
// may have the same frames, as in a file that a test wrote.
#pragma once

#include "../dump.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace trav::dump {

struct JvmStacks {
    struct Frame {
        std::uint32_t class_name, method, source;
        std::int32_t line;  ///< 0 or -1: not known; -2: compiled; -3: native
    };
    struct Thread {
        Node node;             ///< its object
        std::uint32_t number;  ///< in the file; see JvmHeap::Root::thread
        std::uint32_t name;    ///< "thread main", as in roots
        std::uint32_t first = 0, last = 0;
    };
    /// A local variable. One object may be in several variables of a frame.
    struct Local {
        std::uint32_t thread;  ///< its number
        std::uint32_t frame;   ///< index in frames_of(); or a larger number: the frame is not known
        Node node;
        friend auto operator<=>(Local const&, Local const&) = default;
    };

    std::vector<Thread> threads;  ///< by number
    std::vector<Frame> frames;
    std::vector<Local> locals;  ///< in order, each once

    std::span<Frame const> frames_of(Thread const& thread) const {
        return std::span(frames).subspan(thread.first, thread.last - thread.first);
    }
    std::span<Local const> locals_of(Thread const& thread) const {
        return {std::ranges::lower_bound(locals, thread.number, {}, &Local::thread),
                std::ranges::upper_bound(locals, thread.number, {}, &Local::thread)};
    }
};

}  // namespace trav::dump
