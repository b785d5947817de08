// test/strategy/parallel.cpp: with any number of threads, each arrival is visited once, only one thread at a
// time visits a node, and nothing is lost if a visit stops or throws.
#include "catch.hpp"
#include "support/heap.hpp"

#include <trav/graph/csr.hpp>
#include <trav/policy/fuse.hpp>
#include <trav/store/in_node.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/parallel.hpp>
#include <trav/traverse_heap.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <new>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

using namespace test;

namespace {

/// A random graph of numbers in many blocks. Most nodes are reachable.
struct Numbers {
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> targets;
    explicit Numbers(std::uint32_t count, std::uint32_t seed = 1) {
        std::mt19937 random(seed);
        for (std::uint32_t i = 0; i < count; ++i) {
            for (auto k = random() % 4; k > 0; --k)
                targets.push_back(static_cast<std::uint32_t>(random() % count));
            offsets.push_back(targets.size());
        }
    }
    trav::Csr<std::uint64_t> graph() const { return {offsets, targets}; }
};
std::vector<std::uint32_t> const roots{0, 17, 5000, 9999, 17, 30000};

/// The arrivals at each node and the number of first arrivals, computed by a simple loop.
struct Found {
    std::vector<int> arrivals;
    int objects = 0;
    Found(Numbers const& numbers, std::vector<std::uint32_t> const& from)
        : arrivals(numbers.offsets.size() - 1) {
        std::vector<std::uint32_t> waiting = from;
        while (!waiting.empty()) {
            auto const n = waiting.back();
            waiting.pop_back();
            if (arrivals[n]++ != 0) continue;
            ++objects;
            for (auto i = static_cast<std::size_t>(numbers.offsets[n]); i < numbers.offsets[n + 1]; ++i)
                waiting.push_back(numbers.targets[i]);
        }
    }
};

/// Counts arrivals, each thread in its own array.
struct Arrivals {
    std::vector<int> at;
    int objects = 0;
    explicit Arrivals(std::size_t count) : at(count) {}
    Arrivals split() const { return Arrivals(at.size()); }
    void visit(auto& here) {
        ++at[here.node];
        objects += here.first;
    }
    void merge(Arrivals&& found) {
        for (std::size_t i = 0; i < at.size(); ++i) at[i] += found.at[i];
        objects += found.objects;
    }
};

template <unsigned Threads>
void same_arrivals(Numbers const& numbers, Found const& expected) {
    Arrivals policy(expected.arrivals.size());
    CHECK_FALSE(trav::traverse<trav::Parallel<Threads>>(numbers.graph(), roots, policy).stopped);
    CHECK(policy.objects == expected.objects);
    CHECK(policy.at == expected.arrivals);
}

/// The least number of edges from a root. It does not depend on the order of visits.
struct Distance {
    using node_data = std::uint32_t;
    using inherited = std::uint32_t;
    std::uint64_t visits = 0;
    Distance split() const { return {}; }
    void merge(Distance&& found) { visits += found.visits; }
    bool visit(auto& here) {
        ++visits;
        if (!here.first && here.data <= here.inherited) return false;
        here.data = here.inherited;
        here.to_children = here.inherited + 1;
        return true;
    }
};

struct First {
    static constexpr bool once = true;
    int objects = 0;
    First split() const { return {}; }
    void merge(First&& found) { objects += found.objects; }
    void visit(auto&) { ++objects; }
};
struct Edges {
    static constexpr bool wants_parent = true;
    std::uint64_t visits = 0, sum = 0;
    Edges split() const { return {}; }
    void merge(Edges&& found) { visits += found.visits, sum += found.sum; }
    void visit(auto& here) { ++visits, sum += here.parent * std::uint64_t{3} + here.node; }
};

}  // namespace

TEST_CASE("parallel: each arrival is visited once, with any number of threads", "[property]") {
    for (std::uint32_t seed = 1; seed < 4; ++seed) {
        Numbers const numbers(60'000, seed);
        Found const expected(numbers, roots);
        REQUIRE(expected.objects > 30'000);
        same_arrivals<1>(numbers, expected);
        same_arrivals<2>(numbers, expected);
        same_arrivals<3>(numbers, expected);
        same_arrivals<7>(numbers, expected);
        same_arrivals<0>(numbers, expected);
    }
}

TEST_CASE("parallel: it works on every kind of small graph, with every kind of store", "[property]") {
    for_random_graphs(80, 4, 100, [](Shape const& shape) {
        INFO(shape.name);
        Heap<std::uint32_t> heap(shape);
        Objects<std::uint32_t> const graph{&heap};
        Distance alone;
        trav::Hashed<Obj<std::uint32_t>*, std::uint32_t> expected;
        trav::traverse(graph, heap.roots, alone, expected);
        auto const agrees = [&](auto& store) {
            Distance policy;
            trav::traverse<trav::Parallel<2>>(graph, heap.roots, policy, store);
            bool same = true;
            for (auto& object : heap.objects) {
                auto const found = store.find(&object);
                auto const* wanted = expected.find(&object);
                if (static_cast<bool>(found) != (wanted != nullptr)) same = false;
                else if (wanted != nullptr && *found != *wanted) same = false;
            }
            CHECK(same);
        };
        for_each_store(heap, [&](auto& store, char const* name) {
            INFO(name);
            if constexpr (trav::ConcurrentStore<std::remove_reference_t<decltype(store)>>) agrees(store);
        });
        trav::Partitioned<trav::Hashed<Obj<std::uint32_t>*, std::uint32_t>> partitioned;
        agrees(partitioned);
        agrees(partitioned);  // a second pass
    });
}

TEST_CASE("parallel: a revisiting policy has the same result as in one thread", "[property]") {
    Numbers const numbers(30'000);
    std::vector<std::uint32_t> distance(30'000, std::numeric_limits<std::uint32_t>::max());
    std::deque<std::uint32_t> queue;
    for (auto const root : {0u, 17u, 5000u}) distance[root] = 0, queue.push_back(root);
    for (; !queue.empty(); queue.pop_front())
        for (auto i = static_cast<std::size_t>(numbers.offsets[queue.front()]);
             i < numbers.offsets[queue.front() + 1]; ++i)
            if (auto& d = distance[numbers.targets[i]]; d == std::numeric_limits<std::uint32_t>::max())
                d = distance[queue.front()] + 1, queue.push_back(numbers.targets[i]);

    Distance policy;
    trav::Dense<std::uint32_t> dense(30'000);
    trav::traverse<trav::Parallel<3>>(numbers.graph(), std::vector{0u, 17u, 5000u}, policy, dense);
    bool same = true;
    for (std::uint32_t i = 0; i < 30'000; ++i) {
        auto const* found = dense.find(i);
        if ((found == nullptr ? std::numeric_limits<std::uint32_t>::max() : *found) != distance[i])
            same = false;
    }
    CHECK(same);
}

TEST_CASE("parallel: policies may ask for parents, and parts of fused policies may prune", "[property]") {
    Numbers const numbers(40'000, 5);
    Edges edges, expected;
    First first;
    trav::traverse(numbers.graph(), roots, expected);
    auto both = trav::fuse(edges, first);
    trav::traverse<trav::Parallel<2>>(numbers.graph(), roots, both);
    CHECK(edges.visits == expected.visits);
    CHECK(edges.sum == expected.sum);
    CHECK(first.objects == Found(numbers, roots).objects);

    Edges alone;
    trav::traverse<trav::Parallel<4>>(numbers.graph(), roots, alone);
    CHECK(alone.sum == expected.sum);
}

namespace {

struct Bad : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Throws at one node, or says stop there; counts the others.
struct Trap {
    std::uint32_t at;
    bool throws;
    std::atomic<std::uint64_t>* visited = nullptr;  // by all threads
    std::uint64_t visits = 0;
    Trap split() const { return {at, throws, visited}; }
    void merge(Trap&& found) { visits += found.visits; }
    trav::go visit(auto& here) {
        if (here.node == at) {
            if (throws) throw Bad("here");
            return trav::go::stop;
        }
        ++visits;
        if (visited) ++*visited;
        return here.first ? trav::go::down : trav::go::skip;
    }
};
/// Throws the number of its thread after some visits: the first thread as soon as another one is about to.
struct Failing {
    struct Threads {
        unsigned split = 0;
        std::atomic<int> ready = 0;
        std::array<std::atomic<bool>, 3> threw{};
    };
    Threads* threads;
    unsigned number = 0;
    int visits = 0;
    Failing split() const { return {threads, threads->split++}; }
    void merge(Failing&&) {}
    trav::go visit(auto& here) {
        if (++visits >= 50 && (number != 0 || threads->ready != 0)) {
            ++threads->ready;
            for (int i = 0; i != 20 && threads->ready < 2; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            threads->threw[number] = true;
            throw number;
        }
        return here.first ? trav::go::down : trav::go::skip;
    }
};
/// Throws in its second merge.
struct Unmerged {
    int merges = 0;
    Unmerged split() const { return {}; }
    void merge(Unmerged&&) {
        if (++merges == 2) throw Bad("here");
    }
    trav::go visit(auto& here) { return here.first ? trav::go::down : trav::go::skip; }
};
/// Objects with a number, and handles that stand for other objects.
struct Indirect {
    using node = std::uint32_t;
    trav::Csr<std::uint64_t> graph;
    auto children(node n) const { return graph.children(n); }
    node resolve(node n) const { return n % 3 == 0 ? n : n * 7919u % static_cast<node>(count() / 3) * 3; }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return graph.count(); }
};

}  // namespace

TEST_CASE("parallel: an exception reaches the caller after all threads have ended, and nothing is lost") {
    Numbers const numbers(40'000);
    Found const found(numbers, roots);
    std::uint64_t all = 0;
    for (int const arrivals : found.arrivals) all += static_cast<std::uint64_t>(arrivals);
    for (std::uint32_t n = 0; n < 40'000; n += 1297) {
        if (found.arrivals[n] == 0) continue;
        std::atomic<std::uint64_t> visited = 0;
        Trap trap{n, true, &visited};
        CHECK_THROWS_AS(trav::traverse<trav::Parallel<3>>(numbers.graph(), roots, trap), Bad);
        CHECK(trap.visits < all);
        CHECK(trap.visits == visited);  // those of all threads
        Trap stop{n, false};
        CHECK(trav::traverse<trav::Parallel<3>>(numbers.graph(), roots, stop).stopped);
        CHECK(stop.visits < all);
    }
    Trap unreached{40'000, true};
    CHECK_FALSE(trav::traverse<trav::Parallel<3>>(numbers.graph(), roots, unreached).stopped);
    CHECK(unreached.visits == all);
    Trap root{roots.back(), true};
    CHECK_THROWS_AS(trav::traverse<trav::Parallel<1>>(numbers.graph(), roots, root), Bad);
}

TEST_CASE("parallel: of several exceptions, the first thread's reaches the caller") {
    Numbers const numbers(40'000);
    for (int round = 0; round != 40; ++round) {
        Failing::Threads threads;
        Failing failing{&threads};
        try {
            trav::traverse<trav::Parallel<3>>(numbers.graph(), roots, failing);
            CHECK(threads.ready == 0);
        } catch (unsigned const thrown) {
            unsigned first = 0;
            while (!threads.threw[first]) ++first;
            CHECK(thrown == first);
        }
    }
}

TEST_CASE("parallel: if merge() throws, the results of later threads are lost") {
    Numbers const numbers(40'000);
    Unmerged policy;
    CHECK_THROWS_AS(trav::traverse<trav::Parallel<3>>(numbers.graph(), roots, policy), Bad);
    CHECK(policy.merges == 2);
    CHECK_FALSE(trav::traverse<trav::Parallel<3>>(numbers.graph(), roots, policy).stopped);
    CHECK(policy.merges == 5);
}

TEST_CASE("parallel: a handle may stand for an object in the region of another thread") {
    Numbers const numbers(50'000);
    Indirect const graph{numbers.graph()};
    First alone, together;
    Edges expected, edges;
    trav::traverse<trav::MarkStack>(graph, roots, alone);
    trav::traverse<trav::MarkStack>(graph, roots, expected);
    trav::traverse<trav::Parallel<2>>(graph, roots, together);
    trav::traverse<trav::Parallel<2>>(graph, roots, edges);
    CHECK(alone.objects > 1000);
    CHECK(together.objects == alone.objects);
    CHECK(edges.sum == expected.sum);
}

TEST_CASE("parallel: a list is walked, although no two objects can be visited at the same time") {
    std::uint32_t const length = 40'000;
    Numbers list(0);
    for (std::uint32_t i = 0; i < length; ++i) {
        if (i != 0) list.targets.push_back(length - i);  // 0 -> n - 1 -> n - 2 ...
        list.offsets.push_back(list.targets.size());
    }
    list.targets[0] = length - 1;
    First first;
    trav::traverse<trav::Parallel<3>>(trav::Csr(list.offsets, list.targets), std::vector{length - 1}, first);
    CHECK(first.objects == Found(list, {length - 1}).objects);
}

TEST_CASE("parallel: a TraverseHeap can make several passes") {
    Numbers const numbers(20'000);
    auto const expected = Found(numbers, {0}).objects;
    First first;
    auto traversal = trav::traversal<trav::Parallel<2>>(numbers.graph(), first);
    for (int pass = 1; pass < 4; ++pass) {
        traversal.begin_pass();
        traversal.push_root(0);
        CHECK(traversal.run());
        CHECK(traversal.idle());
        CHECK(first.objects == pass * expected);
    }
    traversal.push_root(0);  // already reached
    CHECK(traversal.step() == trav::go::skip);
    CHECK(first.objects == 3 * expected);
    CHECK(traversal.run());  // without roots
}

namespace {

/// An object of a heap without gaps. After its children comes the mark of the next object, which another
/// thread may visit.
struct Packed {
    trav::Slot<> mark;
    std::uint32_t count;
    std::span<Packed* const> fields() const { return {reinterpret_cast<Packed* const*>(this + 1), count}; }
};
struct PackedHeap {
    using node = Packed*;
    static constexpr std::size_t readable_children = 4;
    std::span<Packed* const> children(node n) const { return n->fields(); }
};

}  // namespace

TEST_CASE("parallel: words after an object are read only if no other thread marks objects there") {
    Numbers const numbers(60'000);
    std::vector<std::uint64_t> words(60'000 + numbers.targets.size() + 4);
    auto const at = [&](std::uint32_t i) {
        return reinterpret_cast<Packed*>(words.data() + i + numbers.offsets[i]);
    };
    for (std::uint32_t i = 0; i < 60'000; ++i) {
        std::span const targets(numbers.targets.data() + numbers.offsets[i],
                                numbers.targets.data() + numbers.offsets[i + 1]);
        auto* const object = new (at(i)) Packed{{}, static_cast<std::uint32_t>(targets.size())};
        for (std::size_t k = 0; k < targets.size(); ++k)
            new (reinterpret_cast<Packed**>(object + 1) + k) Packed*(at(targets[k]));
    }
    std::vector<Packed*> from;
    for (auto const root : roots) from.push_back(at(root));

    trav::InNode<&Packed::mark> marks;
    First first;
    Found const expected(numbers, roots);
    trav::traverse<trav::Parallel<3>>(PackedHeap{}, from, first, marks);
    CHECK(first.objects == expected.objects);
    bool same = true;
    for (std::uint32_t i = 0; i < 60'000; ++i)
        same &= (marks.find(at(i)) != nullptr) == (expected.arrivals[i] != 0);
    CHECK(same);
}

TEST_CASE("partitioned: nodes of all regions are counted, and a new pass forgets them") {
    trav::Partitioned<trav::Hashed<std::uint64_t, int>> store;
    std::uint64_t const block = 4096;  // the numbers in a block, which is in one region
    for (std::uint64_t n = 0; n != 1000; ++n) store.touch(n * block).data() = 1;
    CHECK(store.size() == 1000);
    store.begin_pass();
    CHECK(store.size() == 0);
    for (std::uint64_t n = 0; n != 1000; ++n) CHECK(store.find(n * block) == nullptr);
    CHECK(store.touch(std::uint64_t{0}).fresh);
}
