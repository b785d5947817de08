// test/ghc/heap/memory_order.cpp: slots of the mock GHC heap's closures, compared with a linear walk.
#include "catch.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/heap/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace ghc = trav::ghc;
using ghc::Closure;

namespace {

/// The static closures that a traversal would visit, then the closures of a linear walk.
std::vector<Closure*> visited_or_listed(ghc::Graph const& graph) {
    std::vector<Closure*> all;
    for (Closure* const c : graph.heap().program().statics())
        if (graph.resolve(c) == c) all.push_back(c);
    for (Closure* const c : graph.objects()) {
        all.push_back(c);
        if (ghc::type(c) != ghc::ClosureType::COMPACT_NFDATA) continue;
        for (ghc::Block const* group = ghc::Block::of(c); group; group = group->link)
            ghc::each_in_group(*group, [&](Closure* part) { all.push_back(part); });
    }
    return all;
}

void check(ghc::Graph const& graph) {
    auto const order = graph.memory_order();
    std::vector<Closure*> found;
    std::size_t before = 0, listed = 0;
    for (std::size_t block = 0; block != order.blocks(); ++block) {
        CHECK(order.begin(block) <= order.begin(block + 1));
        order.each(block, block + 1, [&](Closure* c, std::size_t slot) {
            listed += std::size_t{order.lists(c, slot)};
            found.push_back(c);
            if (graph.resolve(c) == nullptr) {
                CHECK(slot == order.slots());
                return;
            }
            CHECK(slot >= order.begin(block));
            CHECK(slot < order.begin(block + 1));
            CHECK((found.size() == 1 || slot > before));
            CHECK(order.slot(c) == slot);
            CHECK(order.slot(ghc::tagged(c)) == slot);
            CHECK(order.lists(c, slot) == (!graph.heap().is_static(c) && !ghc::is_in_region(c)));
            before = slot;
        });
    }
    CHECK(order.begin(order.blocks()) == order.slots());
    CHECK(found == visited_or_listed(graph));
    auto const objects = graph.objects();
    CHECK(listed == static_cast<std::size_t>(std::ranges::distance(objects.begin(), objects.end())));
}

}  // namespace

TEST_CASE("GHC's heap: slots ascend in the order of a linear walk, static closures first", "[property]") {
    for (unsigned seed = 0; seed != 20; ++seed) {
        test::RandomHeap random(seed, 600);
        for (bool const compatible : {false, true}) check(ghc::Graph(random.heap, compatible));
        random.heap.collect();
        random.heap.collect();
        check(ghc::Graph(random.heap));
    }
}

TEST_CASE("GHC's heap: an empty heap, large objects and the smallest objects have slots", "[unit]") {
    ghc::Heap heap;
    check(ghc::Graph(heap));
    for (int i = 0; i != 400; ++i) heap.allocate(heap.fun_info("f", 0, 0), ghc::header_words);
    heap.bytes(5000);
    heap.con("X");
    heap.bytes(2'000'000);
    check(ghc::Graph(heap));
}

TEST_CASE("GHC's heap: a static indirection has the slot of its target, a skipped closure has none",
          "[unit]") {
    ghc::Heap heap;
    Closure* const x = heap.con("X");
    Closure* const caf = heap.ind_static(x, "caf");
    Closure* const skipped = heap.static_con("Three", {}, {1, 2, 3});
    auto const order = ghc::Graph(heap).memory_order();
    CHECK(order.slot(caf) == order.slot(x));
    CHECK(order.slot(x) < order.slots());
    CHECK(order.slot(skipped) == order.slots());
    CHECK(order.slot(nullptr) == order.slots());
    ghc::Heap other;
    CHECK(order.slot(other.con("Y")) > order.slots());
}

#if defined(__GLIBC__)
TEST_CASE("GHC's heap: slots work if parts of it follow the program's data and parts are from mmap()",
          "[unit]") {
    ghc::Heap heap;
    for (int const threshold : {1 << 30, 1 << 16, 128 << 10}) {
        mallopt(M_MMAP_THRESHOLD, threshold);
        for (int i = 0; i != 3000; ++i) heap.bytes(3000);
    }
    CHECK(ghc::Graph(heap).memory_order().slots() != 0);
    check(ghc::Graph(heap));
}
#endif
