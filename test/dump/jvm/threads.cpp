// The only thread to keep an object alive, in random heaps, beside a model: the reach of each thread.
#include "catch.hpp"
#include "dump/jvm/filled_heap.hpp"

#include <trav/dump/jvm/threads.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

using trav::dump::JavaThreads;
using trav::dump::jvm_null;
using trav::dump::Node;

namespace {

constexpr std::uint32_t plain = 0, thread = 1, weak = 2;

/// A heap of objects with two fields; a weak one holds the second field weakly.
struct Heap : FilledHeap {
    Heap() {
        shapes = {{.fields = {0, 0}, .references = 2},
                  {.group = threads, .fields = {0, 0}, .references = 2},
                  {.fields = {0, 0}, .references = 2, .weak_field = 1}};
    }
    void add(std::uint32_t shape, Node first = jvm_null, Node second = jvm_null) {
        FilledHeap::add(shape, {first, second});
    }
    void add_root(Node node, std::string const& name, std::uint32_t number = 0) {
        roots.push_back({node, texts(name), number});
    }
    std::string_view name_of(Root const& root) const { return strings[root.name]; }
};

std::vector<std::string> holders(Heap const& heap, JavaThreads const& threads) {
    std::vector<std::string> names;
    for (Node n = 0; n != heap.node_count(); ++n) names.push_back(threads.name(threads(n)));
    return names;
}

/// The definition. A name like "thread 3" is short, one like "thread 3: f()" also names a function.
std::vector<std::string> model(Heap const& heap) {
    std::map<std::uint32_t, std::string> names;
    for (auto const& root : heap.roots) {
        if (root.thread == 0) continue;
        std::string& name = names.try_emplace(root.thread, heap.name_of(root)).first->second;
        if (heap.name_of(root).size() < name.size()) name = heap.name_of(root);
    }
    auto const is_object_of_thread = [&](Heap::Root const& root) {
        return root.thread != 0 && names[root.thread] == heap.strings[root.name] &&
               heap.shape_of[root.node] == thread;
    };
    std::vector<bool> is_thread(heap.node_count());
    for (auto const& root : heap.roots)
        if (is_object_of_thread(root)) is_thread[root.node] = true;
    auto const reached = [&](std::uint32_t number) {
        std::vector<bool> result(heap.node_count());
        for (auto const& root : heap.roots)
            if (root.thread == number && (is_object_of_thread(root) || !is_thread[root.node]))
                result[root.node] = true;
        heap.spread(result, [&](Node to) { return !is_thread[to]; });
        return result;
    };
    std::vector<std::string> result(heap.node_count(), "UNREACHED");
    for (auto const& [number, name] : names) {
        auto const its = reached(number);
        for (Node n = 0; n != heap.node_count(); ++n)
            if (its[n]) result[n] = result[n] == "UNREACHED" ? name : "(several threads)";
    }
    auto const others = reached(0);
    for (Node n = 0; n != heap.node_count(); ++n)
        if (others[n]) result[n] = "(other)";
    return result;
}

}  // namespace

TEST_CASE("jvm threads: the only thread to reach an object, in random heaps", "[unit]") {
    std::map<std::string, int> found;
    for (std::uint32_t seed = 0; seed != 400; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        Heap heap;
        Node const count = 1 + static_cast<Node>(random() % 25);
        auto const any = [&] { return static_cast<Node>(random() % count); };
        auto const one = [&] { return random() % 3 == 0 ? jvm_null : any(); };
        for (Node n = 0; n != count; ++n) {
            std::uint32_t const shape = random() % 4 == 0 ? thread : random() % 4 == 0 ? weak : plain;
            Node const first = one();
            heap.add(shape, first, one());
        }
        for (std::size_t roots = random() % 9; roots != 0; --roots) {
            auto const number = static_cast<std::uint32_t>(random() % 4);
            std::string const name = "thread " + std::to_string(number);
            bool const of_function = random() % 2 == 0;
            if (number == 0) heap.add_root(any(), "JNI global");
            else heap.add_root(any(), of_function ? name + ": f()" : name, number);
        }
        auto const names = holders(heap, JavaThreads(heap));
        CHECK(names == model(heap));
        for (std::string const& name : names) ++found[name.substr(0, 8)];
    }
    // all kinds
    for (char const* kind : {"UNREACHE", "(other)", "(several", "thread 1", "thread 3"})
        CHECK(found[kind] > 100);
}

TEST_CASE("jvm threads: numbers of holders, and the shortest name of each", "[unit]") {
    Heap heap;
    for (int i = 0; i != 3; ++i) heap.add(thread);
    heap.add(plain);
    heap.add_root(1, "thread worker: run()", 9);
    heap.add_root(1, "thread worker", 9);
    heap.add_root(3, "thread worker: stop()", 9);
    heap.add_root(0, "thread main", 4);
    heap.add_root(2, "thread loose: f()", 7);  // its only root
    JavaThreads const threads(heap);
    std::vector<std::uint32_t> const numbers{threads.holder(4), threads.holder(7), threads.holder(9)};
    CHECK(numbers == std::vector<std::uint32_t>{3, 4, 5});
    for (std::uint32_t const none : {0u, 1u, 3u, 5u, 8u, 10u})
        CHECK(threads.holder(none) == JavaThreads::nobody);
    CHECK(threads.name(3) == "thread main");
    CHECK(threads.name(4) == "thread loose: f()");
    CHECK(threads.name(5) == "thread worker");
    CHECK(threads.name(JavaThreads::nobody) == "UNREACHED");
    CHECK(threads.name(JavaThreads::other) == "(other)");
    CHECK(threads.name(JavaThreads::several) == "(several threads)");
    CHECK(threads(0) == 3);
    CHECK(threads(1) == 5);
    CHECK(threads(2) == 4);
    CHECK(threads(3) == 5);
}

TEST_CASE("jvm threads: nothing goes through the object of another thread", "[unit]") {
    Heap heap;
    heap.add(thread, 1, 2);
    heap.add(thread, 0, 3);
    heap.add(plain);
    heap.add(plain);
    heap.add(plain, 0, 1);  // a list of all threads
    heap.add_root(0, "thread a", 1);
    heap.add_root(1, "thread b", 2);
    heap.add_root(1, "thread a: f()", 1);  // b in a variable of a
    heap.add_root(4, "JNI global");
    heap.add_root(0, "JNI global");
    CHECK(holders(heap, JavaThreads(heap)) ==
          std::vector<std::string>{"thread a", "thread b", "thread a", "thread b", "(other)"});
}
