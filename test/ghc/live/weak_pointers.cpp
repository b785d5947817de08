// test/ghc/live/weak_pointers.cpp: a weak pointer's value and finalizer are its key's.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/weak_pointers.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <vector>

using namespace trav::ghc;

namespace {

struct Seen {
    std::vector<Closure*> closures{};
    void visit(auto& here) {
        if (here.first) closures.push_back(here.node);
    }
};
/// Without NO_FINALIZER, which is static.
std::vector<Closure*> reached(LiveGraph const& graph, Closure* root) {
    Seen seen;
    trav::traverse(graph, std::vector{root}, seen);
    std::erase_if(seen.closures, [](Closure* c) {
        return is_constructor(type(c)) && constructor_name(c).ends_with("NO_FINALIZER");
    });
    std::ranges::sort(seen.closures);
    return seen.closures;
}
std::vector<Closure*> sorted(std::vector<Closure*> closures) {
    std::ranges::sort(closures);
    return closures;
}
constexpr AddressRange everything{0, ~Word{0}};

}  // namespace

TEST_CASE("a key reaches its weak pointers, their values and finalizers; a weak pointer reaches nothing",
          "[unit]") {
    Heap heap;
    Closure *const key = heap.con("Key", {}, {1}), *const value = heap.con("Value", {}, {2}),
                   *const finalizer = heap.con("Finalizer", {}, {3}),
                   *const other = heap.con("Other", {}, {4});
    Closure *const weak = heap.weak(key, value, finalizer), *const second = heap.weak(key, other, nullptr),
                   *const unlisted = heap.weak(key, value, finalizer);
    std::vector const listed{second, weak};
    LiveGraph const graph(everything, false, nullptr, false, listed);
    CHECK(reached(graph, key) == sorted({key, weak, value, finalizer, second, other}));
    CHECK(reached(graph, weak) == std::vector{weak});
    CHECK(reached(graph, value) == std::vector{value});
    CHECK(reached(graph, unlisted) == sorted({unlisted, key, weak, value, finalizer, second, other}));
    CHECK(reached(LiveGraph(everything, false), weak) == sorted({weak, key, value, finalizer}));
    CHECK(graph.row(key).data() == nullptr);
    CHECK(graph.at_once(key));
    CHECK(graph.at_once(weak));
    CHECK_FALSE(graph.at_once(value));
}

TEST_CASE("a static key never dies: its weak pointer leads to the value", "[unit]") {
    Heap heap;
    Closure *const key = heap.con("Key", {}, {1}), *const value = heap.con("Value", {}, {2});
    Closure* const weak = heap.weak(key, value, nullptr);
    AddressRange const without_key{address(value), ~Word{0}};
    REQUIRE_FALSE(without_key.contains(key));
    LiveGraph const graph(without_key, false, nullptr, false, std::vector{weak});
    CHECK(reached(graph, weak) == sorted({weak, key, value}));
    CHECK(reached(graph, key) == std::vector{key});
}

TEST_CASE("a pointer to a key may be tagged, or lead through an indirection or into a region", "[unit]") {
    Heap heap;
    Closure *const key = heap.con("Key", {}, {1}), *const value = heap.con("Value", {}, {2});
    std::vector const weaks{heap.weak(with_tag(key, 1), value, nullptr)};
    LiveGraph const graph(everything, false, nullptr, false, weaks);
    CHECK(reached(graph, key) == sorted({key, weaks[0], value}));
    CHECK(reached(graph, weaks[0]) == weaks);
}

TEST_CASE("each of many keys reaches its own weak pointers only", "[property]") {
    for (std::size_t const count : {1u, 2u, 63u, 1000u}) {
        Heap heap;
        std::vector<Closure*> keys, values, weaks;
        for (std::size_t i = 0; i != count; ++i) {
            keys.push_back(heap.con("Key", {}, {i}));
            values.push_back(heap.con("Value", {}, {i}));
            weaks.push_back(heap.weak(keys[i], values[i], nullptr));
        }
        LiveGraph const graph(everything, false, nullptr, false, weaks);
        for (std::size_t i = 0; i != count; ++i) {
            REQUIRE(reached(graph, keys[i]) == sorted({keys[i], weaks[i], values[i]}));
            REQUIRE(reached(graph, values[i]) == std::vector{values[i]});
        }
    }
}
