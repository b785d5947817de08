// RootTable: the roots of an hprof file and their names.
//
// A system class has the name of the class, and a thread a name like "thread worker". A local variable of a
// running function has a name like "thread worker: main()". Other roots are named by their kind.
#pragma once

#include "../../detail/ids.hpp"
#include "../../detail/interned.hpp"
#include "../../detail/part_of_name.hpp"
#include "../../detail/sort_runs.hpp"
#include "../heap.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class RootTable {
  public:
    /// `thread`: the serial number of the thread that the root belongs to; 0 if there is none. `what`: a
    /// string number, or 0.
    void add(std::uint64_t id, std::uint32_t thread, std::uint32_t what) {
        roots_.push_back({id, thread, what});
    }
    /// Adds a local variable of a function. `frame`: the index of the function in the stack.
    void add_local(std::uint64_t id, std::uint32_t thread, std::uint32_t frame, std::uint32_t what) {
        locals_.push_back({id, thread, frame});
        add(id, thread, what);
    }
    /// Adds a thread object.
    void add_thread(std::uint64_t id, std::uint32_t serial) {
        threads_.try_emplace(serial, id);
        add(id, serial, 0);
    }
    /// Adds the roots to the heap. The heap must already have the names of strings and classes.
    void finish(JvmHeap& heap, Interned& texts, Ids const& numbers) const {
        auto const threads = name_threads(heap, texts, numbers);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
            names;  // by a thread's name, and what
        for (FileRoot const& root : roots_) {
            auto const node = numbers.find(root.id);
            if (!node) continue;
            auto const thread = root.thread == 0 ? threads.end() : threads.find(root.thread);
            std::uint32_t const of_thread = thread == threads.end() ? 0 : thread->second;
            std::uint32_t const what = root.what != 0 || of_thread != 0 ? root.what : heap.name_number(*node);
            auto const [name, fresh] = names.try_emplace({of_thread, what}, of_thread);
            if (fresh && what != 0) name->second = texts(joined(heap.strings[of_thread], heap.strings[what]));
            heap.roots.push_back({*node, name->second, root.thread});
        }
        auto const less = [&](JvmHeap::Root const& a, JvmHeap::Root const& b) {
            if (a.node != b.node) return a.node < b.node;
            if (a.name != b.name) return heap.strings[a.name] < heap.strings[b.name];
            return a.thread < b.thread;
        };
        std::ranges::sort(heap.roots, less);
        auto const same = [&](auto const& a, auto const& b) { return !less(a, b); };  // they are sorted
        heap.roots.erase(std::unique(heap.roots.begin(), heap.roots.end(), same), heap.roots.end());
        add_stacks(heap.stacks, threads, numbers);
    }

  private:
    struct FileRoot {
        std::uint64_t id;
        std::uint32_t thread, what;
    };
    struct FileLocal {
        std::uint64_t id;
        std::uint32_t thread, frame;
    };

    /// Adds the threads, by number, and their variables. `names`: by number.
    void add_stacks(JvmStacks& stacks, std::unordered_map<std::uint32_t, std::uint32_t> const& names,
                    Ids const& numbers) const {
        for (auto const& [number, id] : threads_)
            if (auto const node = numbers.find(id))
                stacks.threads.push_back({*node, number, names.at(number)});
        std::ranges::sort(stacks.threads, {}, &JvmStacks::Thread::number);
        for (auto const& [id, thread, frame] : locals_)
            if (auto const node = numbers.find(id)) stacks.locals.push_back({thread, frame, *node});
        std::ranges::sort(stacks.locals);
        stacks.locals.erase(std::unique(stacks.locals.begin(), stacks.locals.end()), stacks.locals.end());
    }
    static std::string joined(std::string_view thread, std::string_view what) {
        return std::string(thread) + (thread.empty() ? "" : ": ") + std::string(what);
    }
    /// The names of the threads in roots, by serial number. Also names the thread objects in the heap.
    std::unordered_map<std::uint32_t, std::uint32_t> name_threads(JvmHeap& heap, Interned& texts,
                                                                  Ids const& numbers) const {
        std::unordered_map<Node, std::uint32_t> own;  // by thread object: its own name, or 0
        std::unordered_map<std::uint32_t, std::uint32_t> called;
        for (auto const& [serial, id] : threads_) {
            auto const node = numbers.find(id);
            std::uint32_t const text = node ? own_name(heap, *node, own) : 0;
            called[serial] =
                texts("thread " + (text == 0 ? std::to_string(serial) : part_of_name(heap.strings[text])));
        }
        for (auto const& [thread, text] : own)
            if (text != 0) heap.names.emplace_back(thread, text);
        sort_runs(heap.names);
        return called;
    }
    /// The number of the text in the last field `name` of a thread object that has one; 0 if there is none.
    static std::uint32_t own_name(JvmHeap const& heap, Node thread,
                                  std::unordered_map<Node, std::uint32_t>& own) {
        auto const known = own.find(thread);
        if (known != own.end()) return known->second;
        std::uint32_t text = 0;
        heap.for_each_edge(thread, [&](JvmHeap::Edge const& edge) {
            std::uint32_t const its = heap.name(edge) == "name" ? heap.name_number(edge.to) : 0;
            if (its != 0) text = its;
        });
        return own[thread] = text;
    }

    std::unordered_map<std::uint32_t, std::uint64_t> threads_;  // by serial number
    std::vector<FileRoot> roots_;
    std::vector<FileLocal> locals_;
};

}  // namespace trav::dump::detail
