#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

using test::Node;

namespace {

/// The same heap with objects that have indices.
struct InOrder : test::SizedObjects {
    std::size_t index(Node n) const { return static_cast<std::size_t>(n->id); }
    std::size_t count() const { return heap->objects.size(); }
    Node node_at(std::size_t i) const { return &heap->objects[i]; }
};
static_assert(trav::EnumeratedGraph<InOrder>);

}  // namespace

TEST_CASE("other roots: ends at the named objects, and excludes them", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:e e: f:", "ad"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}, {"d", heap.at(3)}};
    trav::OtherRoots other_roots{roots};
    auto id = trav::by("id", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, id, other_roots};
    profiler.sample_heap(heap.roots, 0);
    auto const table = profiler.profile().by(id, other_roots);
    CHECK(table.at({"0", "other"}).objects == 1);
    CHECK(table.at({"1", "named"}).objects == 1);
    CHECK(table.at({"2", "named"}).objects == 1);
    CHECK(table.at({"3", "named"}).objects == 1);  // though it is also given to sample()
    CHECK(table.at({"4", "named"}).objects == 1);
    CHECK(table.at({"5", "unreached"}).objects == 1);
}

TEST_CASE("other roots: named objects are the resolved ones", "[unit]") {
    struct Tagged : test::SizedObjects {
        Node resolve(Node n) const { return n->id == 1 ? n->fields[0] : n; }  // b stands for c
    };
    test::Heap<> heap(test::shape("a:bc b:c c:d d:", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::OtherRoots other_roots{roots};
    trav::Profiler profiler{Tagged{{&heap}}, other_roots};
    profiler.sample(heap.roots, 0);
    CHECK(profiler.profile().by(other_roots).at("other").objects == 1);
    CHECK(profiler.profile().by(other_roots).at("named").objects == 2);
}

TEST_CASE("other roots: follows the paths without a named object, on random graphs", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(3, 10, 50, [&](test::Shape const& shape) {
        test::RandomGraphs random(++seed);
        test::Heap<> heap(shape);
        std::vector<trav::RootSets<Node>::Root> named;
        std::set<int> objects;
        for (int i = random.below(6); i > 0; --i) {
            int const object = random.below(shape.size());
            objects.insert(object);
            named.emplace_back(std::to_string(i), heap.at(object));
        }
        auto all_roots = shape.roots;
        all_roots.insert(all_roots.end(), objects.begin(), objects.end());
        auto const live = test::reached_from(shape, all_roots);
        auto const by_other_roots = test::reached_from(shape, shape.roots, objects);
        trav::Amount held, others;
        for (int n = 0; n < shape.size(); ++n) {
            bool const of_other_roots = by_other_roots[static_cast<std::size_t>(n)] && !objects.contains(n);
            if (live[static_cast<std::size_t>(n)])
                (of_other_roots ? held : others) += trav::Amount{test::bytes_of(n), 1};
        }
        auto const check = [&]<class Strategy>(auto const& graph) {
            trav::RootSets<Node> roots{named};
            trav::OtherRoots other_roots{roots};
            trav::Profiler profiler{graph, roots, other_roots};
            profiler.template sample<Strategy>(heap.roots, 0);
            auto const profile = profiler.profile();
            CHECK(profile.where(other_roots == "other").by().total(0) == held);
            CHECK(profile.where(other_roots == "named").by().total(0) == others);
        };
        test::for_each_strategy([&]<class Strategy>(char const*) {
            check.template operator()<Strategy>(test::SizedObjects{&heap});
        });
        check.template operator()<trav::DepthFirst>(InOrder{{&heap}});
    });
}
