// RootTable: the roots of an hprof file and their names.
//
// A system class has the name of the class, and a thread a name like "thread worker". A local variable of a
// running function has a name like "thread worker: main()". Other roots are named by their kind.
#pragma once

#include "../../detail/ids.hpp"
#include "../../detail/sort_runs.hpp"
#include "../heap.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class RootTable {
  public:
    /// `thread`: the serial number of the thread that the root belongs to; 0 if there is none.
    void add(std::uint64_t id, std::uint32_t thread, std::string what) {
        roots_.push_back({id, thread, std::move(what)});
    }
    /// Adds a thread object.
    void add_thread(std::uint64_t id, std::uint32_t serial) {
        threads_.try_emplace(serial, id);
        add(id, serial, "");
    }
    /// Adds the roots to the heap. The heap must already have the names of strings and classes.
    void finish(JvmHeap& heap, Ids const& numbers) const {
        auto const called = name_threads(heap, numbers);
        for (FileRoot const& root : roots_) {
            auto const node = numbers.find(root.id);
            if (!node) continue;
            std::string name = root.what;
            if (auto const thread = called.find(root.thread); root.thread != 0 && thread != called.end())
                name = thread->second + (name.empty() ? "" : ": " + name);
            if (name.empty()) name = heap.name(*node);
            heap.roots.push_back({*node, std::move(name), root.thread});
        }
        auto const key = [](JvmHeap::Root const& r) {
            return std::tuple(r.node, std::string_view(r.name), r.thread);
        };
        std::ranges::sort(heap.roots, {}, key);
        auto const same = [&](auto const& a, auto const& b) { return key(a) == key(b); };
        heap.roots.erase(std::unique(heap.roots.begin(), heap.roots.end(), same), heap.roots.end());
    }

  private:
    struct FileRoot {
        std::uint64_t id;
        std::uint32_t thread;
        std::string what;
    };

    /// The names of the threads in roots, by serial number. Also names the thread objects in the heap.
    std::unordered_map<std::uint32_t, std::string> name_threads(JvmHeap& heap, Ids const& numbers) const {
        std::unordered_map<std::uint32_t, std::string> called;
        std::vector<std::pair<Node, std::uint32_t>> names;
        for (auto const& [serial, id] : threads_) {
            std::string& its = called[serial];
            its = "thread " + std::to_string(serial);
            auto const node = numbers.find(id);
            if (!node) continue;
            Node const thread = *node;
            heap.for_each_edge(thread, [&](JvmHeap::Edge const& edge) {
                auto const text = heap.name(edge) == "name" ? heap.name_number(edge.to) : 0;
                if (text == 0) return;
                its = "thread " + std::string(heap.strings[text]);
                names.emplace_back(thread, text);
            });
        }
        heap.names.insert(heap.names.end(), names.begin(), names.end());
        sort_runs(heap.names);
        return called;
    }

    std::unordered_map<std::uint32_t, std::uint64_t> threads_;  // by serial number
    std::vector<FileRoot> roots_;
};

}  // namespace trav::dump::detail
