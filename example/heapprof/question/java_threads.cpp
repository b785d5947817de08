#include "java.hpp"

#include <trav/dump/jvm/threads.hpp>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace heapprof {

namespace {

using trav::dump::JvmHeap;
using trav::dump::JvmStacks;
using Answer = JavaThreadsAnswer;

// "shop.Shop.run(Shop.java:41)", as Java prints a stack.
std::string function(JvmHeap const& java, JvmStacks::Frame const& frame) {
    std::string const of_class(java.strings[frame.class_name]), source(java.strings[frame.source]);
    std::string text = of_class.empty() ? "" : of_class + '.';
    text += frame.method == 0 ? std::string("(unknown function)") : std::string(java.strings[frame.method]);
    if (frame.line == -3) return text + "(Native Method)";
    if (source.empty()) return text + "(Unknown Source)";
    return text + '(' + source + (frame.line > 0 ? ':' + std::to_string(frame.line) : "") + ')';
}

// When HotSpot runs out of memory, it writes a call of this constructor as the innermost function.
bool ran_out_of_memory(JvmHeap const& java, std::span<JvmStacks::Frame const> frames) {
    return std::ranges::any_of(frames, [&](JvmStacks::Frame const& frame) {
        return java.strings[frame.class_name] == "java.lang.OutOfMemoryError" &&
               java.strings[frame.method] == "<init>";
    });
}

// The variables of each frame, those first that retain most.
std::map<std::size_t, std::vector<Node>> locals_by_depth(JvmStacks const& stacks, RetainedHeap const& heap,
                                                         JvmStacks::Thread const& thread) {
    std::size_t const depth = stacks.frames_of(thread).size();
    std::map<std::size_t, std::vector<Node>> found;
    for (JvmStacks::Local const& local : stacks.locals_of(thread))
        found[local.frame < depth ? local.frame : Answer::no_frame].push_back(local.node);
    for (auto& [at, nodes] : found)
        std::ranges::sort(nodes, [&](Node a, Node b) {
            auto const of_a = heap.tree.retained(a).bytes, of_b = heap.tree.retained(b).bytes;
            return of_a != of_b ? of_a > of_b : a < b;
        });
    return found;
}

// The innermost `top` functions, and those with a variable that retains a hundredth of the heap.
std::vector<Answer::Frame> frames(JvmHeap const& java, RetainedHeap const& heap,
                                  JvmStacks::Thread const& thread, std::size_t top) {
    auto const stack = java.stacks.frames_of(thread);
    auto locals = locals_by_depth(java.stacks, heap, thread);
    std::vector<Answer::Frame> shown;
    auto const add = [&](std::size_t depth, std::string text) {
        std::vector<Node> const& its = locals[depth];
        bool const large = !its.empty() && heap.tree.retained(its.front()).bytes >=
                                               std::max<std::uint64_t>(heap.total.bytes / 100, 1);
        if (top != 0 && depth >= top && depth != Answer::no_frame && !large) return;
        Answer::Frame frame{depth, std::move(text)};
        std::size_t const count = top == 0 ? its.size() : std::min(top, its.size());
        for (std::size_t i = 0; i != count; ++i)
            frame.locals.push_back({object_name(heap.dump, its[i]), heap.tree.retained(its[i]).bytes});
        frame.more_locals = its.size() - count;
        shown.push_back(std::move(frame));
    };
    for (std::size_t i = 0; i != stack.size(); ++i) add(i, function(java, stack[i]));
    if (locals.contains(Answer::no_frame)) add(Answer::no_frame, "(unknown function)");
    return shown;
}

}  // namespace

JavaThreadsAnswer java_threads(JvmHeap const& java, RetainedHeap const& heap, std::size_t top) {
    trav::dump::JavaThreads const holders(java);
    std::map<std::uint32_t, trav::Amount> alone;
    for (Node n = 0; n != java.node_count(); ++n) alone[holders(n)] += {java.size(n), 1};

    struct Ranked {
        JvmStacks::Thread const* thread;
        trav::Amount alone;
        bool out_of_memory;
    };
    std::map<std::uint32_t, bool> by_stack;  // whether it ran out of memory; threads may share a stack
    std::vector<Ranked> ranked;
    for (JvmStacks::Thread const& thread : java.stacks.threads) {
        Ranked its{&thread, alone[holders.holder(thread.number)], false};
        if (auto const stack = java.stacks.frames_of(thread); !stack.empty()) {
            auto const [known, fresh] = by_stack.try_emplace(thread.first);
            if (fresh) known->second = ran_out_of_memory(java, stack);
            its.out_of_memory = known->second;
        }
        ranked.push_back(its);
    }
    std::ranges::sort(ranked, [](Ranked const& a, Ranked const& b) {
        if (a.out_of_memory != b.out_of_memory) return a.out_of_memory;
        if (a.alone.bytes != b.alone.bytes) return a.alone.bytes > b.alone.bytes;
        return a.thread->number < b.thread->number;
    });
    std::size_t const shown = top == 0 ? ranked.size() : std::min(top, ranked.size());
    Answer answer{.more = ranked.size() - shown,
                  .has_frames = !java.stacks.frames.empty(),
                  .has_locals = !java.stacks.locals.empty()};
    for (auto const& [thread, amount, out_of_memory] : std::span(ranked).first(shown))
        answer.threads.push_back({std::string(java.strings[thread->name]),
                                  object_name(heap.dump, thread->node), amount, out_of_memory,
                                  java.stacks.frames_of(*thread).size(), frames(java, heap, *thread, top)});
    return answer;
}

}  // namespace heapprof
