// The roots and stacks of a heap filled by hand.
#include "catch.hpp"
#include "dump/jvm/filled_heap.hpp"

#include <trav/dump/jvm/detail/roots.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

using trav::dump::jvm_null;
using trav::dump::Node;
using trav::dump::detail::RootTable;

namespace {

constexpr std::uint64_t missing = 0x9999;

/// Threads are the first objects, with ids from 100 on; their names the last ones, with ids from 200 on.
struct Heap {
    explicit Heap(std::vector<std::string> const& threads, std::uint64_t others = 0) {
        heap.shapes.resize(3);
        heap.shapes[1].group = FilledHeap::threads;
        heap.shapes[1].fields = {texts("name"), texts("target")};
        heap.shapes[1].references = 2;
        auto const count = static_cast<Node>(threads.size());
        for (Node i = 0; i != count; ++i) {
            add(100 + i, 1, {threads[i].empty() ? jvm_null : count + i, count});  // the second: another text
        }
        for (Node i = 0; i != count; ++i) {
            add(200 + i, 2);
            if (!threads[i].empty()) heap.names.emplace_back(count + i, texts(threads[i]));
        }
        for (std::uint64_t i = 0; i != others; ++i) add(300 + i, 2);
    }
    void add(std::uint64_t id, std::uint32_t shape, std::vector<Node> const& references = {}) {
        heap.add(shape, references);
        heap.ids.back() = id;
    }
    void finish() { roots.finish(heap, texts, trav::dump::detail::Ids(heap.ids)); }

    using Root = std::tuple<std::uint64_t, std::string, std::uint32_t>;  // id, name, thread
    std::vector<Root> all() const {
        std::vector<Root> result;
        for (auto const& root : heap.roots)
            result.emplace_back(heap.ids[root.node], heap.strings[root.name], root.thread);
        return result;
    }

    FilledHeap heap{};
    trav::dump::detail::Interned& texts{heap.texts};
    RootTable roots{};
};
using Roots = std::vector<Heap::Root>;

}  // namespace

TEST_CASE("jvm roots: sorted by object, name and thread, each once", "[unit]") {
    Heap h({}, 3);
    std::uint32_t const z = h.texts("z"), a = h.texts("a"), m = h.texts("m");
    for (int twice = 0; twice != 2; ++twice) {
        h.roots.add(302, 0, a);
        h.roots.add(300, 0, z);
        h.roots.add(300, 7, m);
        h.roots.add(300, 0, a);
        h.roots.add(300, 5, m);
        h.roots.add(missing, 0, a);
        h.roots.add(300, 6, m);
    }
    h.finish();
    CHECK(h.all() ==
          Roots{{300, "a", 0}, {300, "m", 5}, {300, "m", 6}, {300, "m", 7}, {300, "z", 0}, {302, "a", 0}});
    CHECK(h.heap.stacks.threads.empty());
    CHECK(h.heap.stacks.locals.empty());
}

TEST_CASE("jvm roots: the names of threads, and of their objects", "[unit]") {
    std::vector<std::string> names;
    for (int i = 0; i != 20; ++i) names.push_back("worker " + std::to_string(i));
    names[3].clear();
    names[4] = std::string(201, 'w');
    Heap h(names, 1);
    for (std::uint32_t i = 20; i-- != 0;) h.roots.add_thread(100 + i, i + 1);
    h.roots.add_thread(missing, 50);  // is not in the file
    h.roots.add(300, 50, h.texts("block"));
    h.roots.add(300, 2, h.texts("block"));
    h.roots.add(300, 51, h.texts("block"));  // of a missing thread
    h.finish();
    Roots expected;
    for (std::uint32_t i = 0; i != 20; ++i)
        expected.emplace_back(100 + i,
                              "thread " + (i == 3   ? "4"
                                           : i == 4 ? std::string(200, 'w') + ".."
                                                    : names[i]),
                              i + 1);
    expected.emplace_back(300, "block", 51);
    expected.emplace_back(300, "thread 50: block", 50);
    expected.emplace_back(300, "thread worker 1: block", 2);
    CHECK(h.all() == expected);
    CHECK(std::ranges::is_sorted(h.heap.names));
    for (Node n = 0; n != 20; ++n) {
        CHECK(h.heap.name(n) == names[n]);
        CHECK(h.heap.name(n + 20) == names[n]);
    }
}

TEST_CASE("jvm roots: a number belongs to the first object with it, and zero to no thread", "[unit]") {
    Heap h({"first", "second", "zero"});
    h.roots.add_thread(100, 8);
    h.roots.add_thread(101, 8);
    h.roots.add_thread(102, 0);
    h.finish();
    CHECK(h.all() == Roots{{100, "thread first", 8}, {101, "thread first", 8}, {102, "zero", 0}});
}

TEST_CASE("jvm roots: an object without a kind of root has its own name, and in a thread the thread's",
          "[unit]") {
    Heap h({"main"});
    h.roots.add_thread(100, 1);
    h.roots.add(200, 0, 0);
    h.roots.add(200, 1, 0);
    h.roots.add(200, 9, 0);
    h.finish();
    CHECK(h.all() ==
          Roots{{100, "thread main", 1}, {200, "main", 0}, {200, "main", 9}, {200, "thread main", 1}});
}

TEST_CASE("jvm roots: threads by number, and local variables by thread, frame and object", "[unit]") {
    Heap h({"b", "a"}, 2);
    h.roots.add_thread(100, 9);
    h.roots.add_thread(101, 4);
    h.roots.add_thread(missing, 5);
    for (int twice = 0; twice != 2; ++twice) {
        h.roots.add_local(301, 9, 2, h.texts("f()"));
        h.roots.add_local(300, 9, 2, h.texts("f()"));
        h.roots.add_local(301, 9, 1, h.texts("g()"));
        h.roots.add_local(301, 4, 3, h.texts("h()"));
        h.roots.add_local(missing, 4, 3, h.texts("h()"));
    }
    h.finish();
    CHECK(h.all() == Roots{{100, "thread b", 9},
                           {101, "thread a", 4},
                           {300, "thread b: f()", 9},
                           {301, "thread a: h()", 4},
                           {301, "thread b: f()", 9},
                           {301, "thread b: g()", 9}});
    auto const& stacks = h.heap.stacks;
    REQUIRE(stacks.threads.size() == 2);
    CHECK(stacks.threads[0].number == 4);
    CHECK(stacks.threads[0].node == 1);
    CHECK(h.heap.strings[stacks.threads[0].name] == "thread a");
    CHECK(stacks.threads[1].number == 9);
    CHECK(stacks.threads[1].node == 0);
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> locals;
    for (auto const& local : stacks.locals)
        locals.emplace_back(local.thread, local.frame, h.heap.ids[local.node]);
    CHECK(locals == std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>>{
                        {4, 3, 301}, {9, 1, 301}, {9, 2, 300}, {9, 2, 301}});
}
