// by_thread: the objects of a Java heap that one thread alone keeps alive, by its object or by the variables
// of the functions that it runs: what would be freed if it ended. What other roots keep as well is "(other)",
// what several threads do and nothing else "(several threads)".
//
// A thread holds nothing through the object of another: all of them know each other, by their groups. Costs
// two passes over the edges.
#pragma once

#include "../split.hpp"
#include "heap.hpp"

#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Says of each object which thread holds it alone.
class JavaThreads {
  public:
    /// Else it is 3 and more: the place of a thread in the order of their numbers.
    enum Holder : std::uint32_t { nobody, other, several };

    explicit JavaThreads(JvmHeap const& heap)
        : heap_(heap), holder_(heap.node_count()), is_thread_(heap.node_count()) {
        for (JvmHeap::Root const& root : heap.roots) {
            if (root.thread == 0) continue;
            std::string& name = names_[root.thread];  // the shortest: others have a function as well
            if (name.empty() || root.name.size() < name.size()) name = root.name;
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
        return std::next(names_.begin(), holder - 3)->second;
    }

  private:
    /// Whether a root is the object of its thread.
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
    std::map<std::uint32_t, std::string> names_;
    std::vector<Node> waiting_;
};

}  // namespace detail

/// A breakdown of JvmDump: "thread".
inline Split by_thread(JvmHeap const& heap) {
    detail::JavaThreads const threads(heap);
    return split_by(
        heap, [&](Node n) { return threads(n); }, [&](std::uint32_t holder) { return threads.name(holder); });
}

}  // namespace trav::dump
