// by_thread: splits the objects of a Java heap by the only thread that keeps them alive, through its thread
// object or through the local variables of its functions: the objects that would be freed if the thread
// ended. Objects that other roots keep alive as well are "(other)". Objects that only threads keep alive, but
// several of them, are "(several threads)".
//
// A thread keeps nothing alive through the object of another thread: all threads know each other through
// their groups. Costs two passes over the edges.
#pragma once

#include "../grouping.hpp"
#include "heap.hpp"

#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Determines the holder of each object.
class JavaThreads {
  public:
    /// Values of 3 and more are threads, in the order of their numbers.
    enum Holder : std::uint32_t { nobody, other, several };

    explicit JavaThreads(JvmHeap const& heap)
        : heap_(heap), holder_(heap.node_count()), is_thread_(heap.node_count()) {
        for (JvmHeap::Root const& root : heap.roots) {
            if (root.thread == 0) continue;
            // The shortest name; longer ones also name a function.
            auto const [name, fresh] = names_.try_emplace(root.thread, root.name);
            if (!fresh && heap.strings[root.name].size() < heap.strings[name->second].size())
                name->second = root.name;
        }
        for (JvmHeap::Root const& root : heap.roots)
            if (is_thread(root)) is_thread_[root.node] = true;
        for (JvmHeap::Root const& root : heap.roots)
            if (root.thread == 0 && !is_thread_[root.node]) reach(root.node, other);
        spread();
        for (JvmHeap::Root const& root : heap.roots)
            if (root.thread != 0 && (is_thread(root) || !is_thread_[root.node]))
                reach(root.node, holder_of(root.thread));
        spread();
    }
    std::uint32_t operator()(Node n) const { return holder_[n]; }
    std::string name(std::uint32_t holder) const {
        if (holder == nobody) return "NOROOT";
        if (holder == other) return "(other)";
        if (holder == several) return "(several threads)";
        return std::string(heap_.strings[std::next(names_.begin(), holder - 3)->second]);
    }

  private:
    /// Whether a root is the thread object of its thread.
    bool is_thread(JvmHeap::Root const& root) const {
        auto const its = names_.find(root.thread);
        return its != names_.end() && its->second == root.name &&
               heap_.group_name(heap_.group(root.node)) == "thread";
    }
    std::uint32_t holder_of(std::uint32_t thread) const {
        return 3 + static_cast<std::uint32_t>(std::distance(names_.begin(), names_.find(thread)));
    }
    void reach(Node n, std::uint32_t holder) {
        std::uint32_t& its = holder_[n];
        if (its == holder || its == other || its == several) return;
        its = its == nobody ? holder : std::uint32_t{several};
        waiting_.push_back(n);
    }
    void spread() {
        while (!waiting_.empty()) {
            Node const n = waiting_.back();
            waiting_.pop_back();
            heap_.for_each_edge(n, [&](JvmHeap::Edge const& edge) {
                if (strong(heap_, edge) && !is_thread_[edge.to]) reach(edge.to, holder_[n]);
            });
        }
    }

    JvmHeap const& heap_;
    std::vector<std::uint32_t> holder_;
    std::vector<bool> is_thread_;
    std::map<std::uint32_t, std::uint32_t> names_;  // by thread: string number
    std::vector<Node> waiting_;
};

}  // namespace detail

/// The breakdown "thread" of JvmDump.
inline Grouping by_thread(JvmHeap const& heap) {
    detail::JavaThreads const threads(heap);
    return grouping_by(
        heap, [&](Node n) { return threads(n); }, [&](std::uint32_t holder) { return threads.name(holder); });
}

}  // namespace trav::dump
