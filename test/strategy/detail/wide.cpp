// test/strategy/detail/wide.cpp: nodes with very many children: the calls are the same, and the frontier is
// bounded.
#include "catch.hpp"
#include "support/ghc.hpp"
#include "support/worklist_model.hpp"

#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using namespace test;

namespace {

constexpr int k = static_cast<int>(trav::detail::slice);

/// The first node and some others have `width` children. Some children are null, and some are these wide
/// nodes.
Shape wide_shape(int width, int null_of_4, RandomGraphs& random) {
    Shape s{
        "width " + std::to_string(width) + ", null " + std::to_string(null_of_4) + " of 4", {}, {0, -1, 0}};
    int const n = 2 * k;
    s.children.resize(static_cast<std::size_t>(n));
    for (int from = 0; from < n; from += from < 4 ? 1 : 1 + random.below(40)) {
        int const count = from < 4 ? width : random.below(3);
        for (int i = 0; i != count; ++i)
            s.children[static_cast<std::size_t>(from)].push_back(
                random.below(4) < null_of_4 ? -1 : random.below(n));
    }
    return s;
}

template <class F>
void for_wide_shapes(F f) {
    RandomGraphs random(70);
    for (int const width : {0, 1, k - 1, k, k + 1, 2 * k, 2 * k + 1, 3 * k})
        for (int const null_of_4 : {0, 1, 3, 4}) f(wide_shape(width, null_of_4, random));
}

}  // namespace

TEST_CASE("wide nodes: a mark stack and a queue make the expected calls", "[property]") {
    Rule rule{.most = 2};
    for_wide_shapes([&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0
                              ? 4u * k
                              : 50'000;  // descending twice into cycles of wide nodes would never end
        equals_model<trav::MarkStack, void>(shape, rule);
        equals_model<trav::BreadthFirst, void>(shape, rule);
        equals_model<trav::MarkStack, trav::go>(shape, rule);
        equals_model<trav::BreadthFirst, trav::go>(shape, rule);
    });
}

TEST_CASE("wide nodes: depth first makes the calls of GHC's loop", "[property]") {
    for_wide_shapes([&](Shape const& shape) {
        INFO(shape.name);
        GhcLoop model(shape, std::nullopt, true);
        model.run(7);
        Heap<std::uint32_t> heap(shape);
        LeavingRecorder<void> policy;
        auto traversal = trav::traversal<trav::DepthFirst>(Objects<std::uint32_t>{&heap}, policy);
        for (auto* root : heap.roots) traversal.push_root(root, 7);
        CHECK(traversal.run());
        CHECK(policy.log == model.log());
    });
}

TEST_CASE("wide nodes: steps make the same calls as run()") {
    for_wide_shapes([&](Shape const& shape) {
        INFO(shape.name);
        Heap<std::uint32_t> heap(shape);
        auto const log = [&]<class Strategy>() {
            Recorder<void> ran, stepped;
            trav::traverse<Strategy>(Objects<std::uint32_t>{&heap}, heap.roots, ran);
            auto traversal = trav::traversal<Strategy>(Objects<std::uint32_t>{&heap}, stepped);
            for (auto root = heap.roots.rbegin(); root != heap.roots.rend(); ++root)
                traversal.push_root(*root);
            while (!traversal.idle()) traversal.step();
            CHECK(stepped.log == ran.log);
        };
        log.template operator()<trav::MarkStack>();
        log.template operator()<trav::BreadthFirst>();  // both roots are the same
        log.template operator()<trav::DepthFirst>();
    });
}

namespace {

/// The last `inner` nodes have all nodes as their children.
struct Dense {
    using node = std::uint32_t;
    std::vector<node> all;
    std::size_t inner;
    std::span<node const> children(node n) const {
        return std::span(all).first(n < all.size() - inner ? 0 : all.size());
    }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return all.size(); }
};
/// The same, with children that have no random access.
struct Scanned : Dense {
    struct Iterator {
        node const* at;
        node operator*() const { return *at; }
        Iterator& operator++() { return ++at, *this; }
        bool operator==(Iterator const&) const = default;
    };
    struct Range {
        Iterator first, last;
        Iterator begin() const { return first; }
        Iterator end() const { return last; }
    };
    Range children(node n) const {
        auto const all_of = Dense::children(n);
        return {{all_of.data()}, {all_of.data() + all_of.size()}};
    }
};
struct Count {
    std::size_t visits = 0;
    void visit(auto&) { ++visits; }
};

template <class Strategy, class G>
std::size_t most_waiting(G const& graph) {
    Count count;
    auto traversal = trav::traversal<trav::Counted<Strategy>>(graph, count);
    traversal.push_root(graph.all.back());
    traversal.run();
    CHECK(count.visits == 1 + graph.inner * graph.all.size());
    return traversal.statistics().max_frontier;
}

}  // namespace

TEST_CASE("wide nodes: the frontier is bounded by the nodes, not by the edges") {
    Dense graph{std::vector<std::uint32_t>(10'000), 100};
    for (std::uint32_t n = 0; n != graph.all.size(); ++n) graph.all[n] = n;
    CHECK(most_waiting<trav::MarkStack>(graph) <= 100 * (trav::detail::slice + 1));
    CHECK(most_waiting<trav::BreadthFirst>(graph) <= 101);
    CHECK(most_waiting<trav::DepthFirst>(graph) <= 101);
    CHECK(most_waiting<trav::BreadthFirst>(Scanned{graph}) <= 101);
    CHECK(most_waiting<trav::MarkStack>(Scanned{graph}) > 900'000);  // cannot be cut into slices
}
