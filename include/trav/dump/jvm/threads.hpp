// trav/dump/jvm/threads.hpp: JavaThreads, the only thread that keeps each object of a Java heap alive,
// through its thread object or through the local variables of its functions.
//
//     trav::dump::JavaThreads const threads(heap);
//     threads(n) == threads.holder(3)           // whether only thread 3 keeps the object alive
//     threads.name(threads(n))                  // "thread main"
//
// A thread keeps nothing alive through the object of another thread: all threads know each other through
// their groups. Costs two passes over the edges.
#pragma once

#include "heap.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav::dump {

class JavaThreads {
  public:
    /// Values of 3 and more are threads, in the order of their numbers.
    enum Holder : std::uint32_t { nobody, other, several };

    /// Determines the holder of each object. The heap must outlive this object.
    explicit JavaThreads(JvmHeap const& heap)
        : heap_(heap), holder_(heap.node_count()), is_thread_(heap.node_count()) {
        for (JvmHeap::Root const& root : heap.roots) {
            if (root.thread == 0) continue;
            // The shortest name; longer ones also name a function.
            auto const [thread, fresh] = threads_.try_emplace(root.thread, Thread{root.name, 0});
            std::uint32_t& name = thread->second.name;
            if (!fresh && heap.strings[root.name].size() < heap.strings[name].size()) name = root.name;
        }
        for (auto& [number, thread] : threads_) {
            thread.holder = several + 1 + static_cast<std::uint32_t>(names_.size());
            names_.push_back(thread.name);
        }
        for (JvmHeap::Root const& root : heap.roots)
            if (is_thread(root)) is_thread_[root.node] = true;
        for (JvmHeap::Root const& root : heap.roots)
            if (root.thread == 0 && !is_thread_[root.node]) reach(root.node, other);
        spread();
        for (JvmHeap::Root const& root : heap.roots)
            if (root.thread != 0 && (is_thread(root) || !is_thread_[root.node]))
                reach(root.node, threads_.at(root.thread).holder);
        spread();
    }
    std::uint32_t operator()(Node n) const { return holder_[n]; }
    /// The holder that is the thread with this number; `nobody` if there is none.
    std::uint32_t holder(std::uint32_t thread) const {
        auto const its = threads_.find(thread);
        return its == threads_.end() ? std::uint32_t{nobody} : its->second.holder;
    }
    std::string name(std::uint32_t holder) const {
        if (holder == nobody) return "UNREACHED";
        if (holder == other) return "(other)";
        if (holder == several) return "(several threads)";
        return std::string(heap_.strings[names_[holder - several - 1]]);
    }

  private:
    struct Thread {
        std::uint32_t name, holder;  ///< string number
    };

    /// Whether a root is the thread object of its thread.
    bool is_thread(JvmHeap::Root const& root) const {
        auto const its = threads_.find(root.thread);
        return its != threads_.end() && its->second.name == root.name &&
               heap_.group_name(heap_.group(root.node)) == "thread";
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
    std::map<std::uint32_t, Thread> threads_;  // by number
    std::vector<std::uint32_t> names_;         // of the threads, in the order of their numbers
    std::vector<Node> waiting_;
};

}  // namespace trav::dump
