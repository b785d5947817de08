// Breakdowns chosen at run time: a list of them finds the same as the same breakdowns passed directly, and as
// the definitions; a flow along its own edges is solved independently of other flows.
#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/flow/solve.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using test::Node;
using Any = trav::AnyBreakdown<Node>;

namespace {

bool is_retainer(int n) { return n % 3 == 1; }
std::string identity(int n) { return std::string(1, static_cast<char>('a' + n % 5)); }
std::string type_of(int n) { return "T" + std::to_string(n % 4); }

auto by_type() {
    return trav::by("type", [](Node n) { return type_of(n->id); });
}
auto by_retainer() {
    return trav::by_retainer<Node>([](Node n) { return is_retainer(n->id); },
                                   [](Node n) { return identity(n->id); }, trav::InternedSets::no_cap);
}
std::vector<trav::RootSets<Node>::Root> roots_of(test::Heap<>& heap, std::vector<int> const& named) {
    std::vector<trav::RootSets<Node>::Root> roots;
    for (std::size_t r = 0; r < named.size(); ++r)
        roots.emplace_back("r" + std::to_string(r), heap.at(named[r]));
    return roots;
}

/// Edges to these nodes are machinery.
bool is_machinery(int to) { return to % 4 == 2; }

/// A breakdown along the edges that are not machinery.
template <class B>
struct Data : B {
    test::SizedObjects heap;
    Data(B breakdown, test::SizedObjects graph) : B(std::move(breakdown)), heap(graph) {}
    auto edges() const {
        return trav::filter_edges(heap, [](Node, Node to) { return !is_machinery(to->id); });
    }
};

/// The same shape without edges to machinery.
test::Shape without_machinery(test::Shape shape) {
    for (auto& children : shape.children)
        std::erase_if(children, [](int to) { return to >= 0 && is_machinery(to); });
    return shape;
}

/// For each object, the named roots that reach it.
std::vector<std::string> root_sets(test::Shape const& shape, std::vector<int> const& named) {
    std::vector<std::pair<std::string, std::vector<int>>> roots;
    for (std::size_t r = 0; r < named.size(); ++r) roots.push_back({"r" + std::to_string(r), {named[r]}});
    std::vector<std::string> all;
    for (auto const& set : test::root_sets(shape, roots))
        all.push_back(set.empty() ? "NOROOT" : test::joined(set));
    return all;
}
std::vector<std::string> retainers(test::Shape const& shape) {
    std::vector<std::string> all;
    for (auto const& set : test::retainer_sets(shape, is_retainer, identity))
        all.push_back(set.empty() ? "UNREACHED" : test::joined(set));
    return all;
}

}  // namespace

TEST_CASE("any breakdown: a list finds the same as breakdowns passed directly", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(7, 4, 40, [&](test::Shape shape) {
        test::RandomGraphs random(++seed);
        std::vector<int> named;
        for (int i = random.below(4); i > 0; --i) named.push_back(random.below(shape.size()));
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};

        trav::RootSets<Node> roots(roots_of(heap, named)), chosen_roots(roots_of(heap, named));
        trav::OtherRoots other_roots{roots}, chosen_other_roots{chosen_roots};
        auto type = by_type(), chosen_type = by_type();
        auto retainer = by_retainer(), chosen_retainer = by_retainer();
        trav::Biography<Node> life, chosen_life;
        trav::Profiler with_life{graph, type, roots, life, retainer, other_roots};
        trav::Profiler list_with_life{graph, std::vector<Any>{chosen_type, chosen_roots, chosen_life,
                                                              chosen_retainer, chosen_other_roots}};
        trav::Profiler without{graph, other_roots, retainer, roots, type};
        std::vector<Any> const chosen{chosen_other_roots, chosen_retainer, chosen_roots, chosen_type};
        trav::Profiler list_without{graph, chosen};
        for (int t = 0; t < 4; ++t) {
            Node const n = heap.at(random.below(shape.size())), m = heap.at(random.below(shape.size()));
            with_life.used(n), list_with_life.used(n);
            with_life.created(m), list_with_life.created(m);
            if (t % 2 == 0) {
                with_life.sample(heap.roots, t), list_with_life.sample(heap.roots, t);
                without.sample_heap(heap.roots, t), list_without.sample_heap(heap.roots, t);
            } else {
                with_life.sample_heap(heap.roots, t), list_with_life.sample_heap(heap.roots, t);
                without.sample(heap.roots, t), list_without.sample(heap.roots, t);
            }
            CHECK(list_without.statistics().visits == without.statistics().visits);
            auto& children = heap.at(random.below(shape.size()))->fields;
            if (children.empty()) children.push_back(m);
            else children.pop_back();
        }
        INFO(shape.name);
        CHECK(test::text(list_with_life.profile()) == test::text(with_life.profile()));
        CHECK(test::text(list_without.profile()) == test::text(without.profile()));
    });
}

TEST_CASE("any breakdown: two flows along their own edges equal counts by hand", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(8, 4, 60, [&](test::Shape const& shape) {
        test::RandomGraphs random(++seed);
        std::vector<int> named;
        for (int i = random.below(4); i > 0; --i) named.push_back(random.below(shape.size()));
        test::Shape const data = without_machinery(shape);
        auto const all_roots = root_sets(shape, named), data_roots = root_sets(data, named);
        auto const all_retainers = retainers(shape), data_retainers = retainers(data);
        auto from = shape.roots;
        from.insert(from.end(), named.begin(), named.end());
        auto const reached = test::reached_from(shape, from);
        test::Expected expected, live;
        for (std::size_t n = 0; n < reached.size(); ++n) {
            std::vector<std::string> const labels{data_roots[n], all_retainers[n], all_roots[n],
                                                  data_retainers[n], type_of(static_cast<int>(n))};
            test::add(expected, labels, 0, 1, test::bytes_of(static_cast<int>(n)));
            if (reached[n]) test::add(live, labels, 0, 1, test::bytes_of(static_cast<int>(n)));
        }

        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        trav::RootSets<Node> const roots(roots_of(heap, named));
        std::vector<Any> const chosen{Data(roots, graph), by_retainer(), trav::RootSets<Node>(roots),
                                      Data(by_retainer(), graph), by_type()};
        std::vector<std::size_t> const columns{0, 1, 2, 3, 4};
        trav::Profiler of_all{graph, chosen}, of_live{graph, chosen};
        for (int t = 0; t < 2; ++t) of_all.sample_heap(heap.roots, t), of_live.sample(heap.roots, t);
        INFO(shape.name);
        for (auto& [labels, amounts] : expected) amounts.push_back(amounts[0]);  // nothing changes
        for (auto& [labels, amounts] : live) amounts.push_back(amounts[0]);
        CHECK(test::lines_of(of_all.profile().by_columns(columns)) == expected);
        CHECK(test::lines_of(of_live.profile().by_columns(columns)) == live);

        // the same, passed directly
        Data by_data_root(roots, graph);
        Data by_data_retainer(by_retainer(), graph);
        auto type = by_type();
        trav::Profiler named_ones{graph, by_data_root, by_data_retainer, type};
        named_ones.sample_heap(heap.roots, 0), named_ones.sample_heap(heap.roots, 1);
        CHECK(test::lines_of(named_ones.profile().by(by_data_root, by_data_retainer, type)) ==
              test::lines_of(of_all.profile().by_columns({0, 3, 4})));
    });
}

TEST_CASE("any breakdown: sample_heap() does not traverse edges that no flow follows", "[unit]") {
    struct Counting : test::SizedObjects {
        int* asked;
        auto const& children(Node n) const {
            ++*asked;
            return test::SizedObjects::children(n);
        }
    };
    test::Heap<> heap(test::shape("a:bc b:d c: d:", "a"));
    int asked = 0;
    Counting const graph{{&heap}, &asked};
    trav::Profiler profiler{graph,
                            std::vector<Any>{by_type(), Data(by_retainer(), test::SizedObjects{&heap})}};
    profiler.sample_heap(heap.roots, 0);
    CHECK(asked == 0);
    CHECK(profiler.profile().by().total(0).objects == 4);
    CHECK(profiler.statistics().objects == 3);  // c is machinery
    CHECK(profiler.statistics().visits_per_object() == 2);
}

TEST_CASE("any breakdown: owned if unnamed, otherwise used by reference", "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:", "a"));
    auto named = by_type();
    std::vector<Any> chosen;
    chosen.emplace_back(named);
    chosen.push_back(trav::by("id", [](Node n) { return n->id; }));
    trav::Profiler first{test::SizedObjects{&heap}, chosen}, second{test::SizedObjects{&heap}, chosen};
    chosen.clear();  // profilers keep the parts that they need
    first.sample(heap.roots, 0);
    second.sample_heap(heap.roots, 0);
    CHECK(first.profile().by(named).lines.size() == 2);
    CHECK(second.profile().by(named).lines.size() == 3);
    CHECK(second.profile().by_names({"id", "type"}).at({"2", "T2"}).objects == 1);
    auto const other = by_type();
    CHECK_THROWS_AS(first.profile().by(other), trav::NotProfiled);
}

TEST_CASE("any breakdown: a list may be empty, and has at most one Biography", "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:", "a"));
    trav::Profiler none{test::SizedObjects{&heap}, std::vector<Any>{}};
    none.used(heap.at(0));  // ignored
    none.sample(heap.roots, 0);
    CHECK(none.profile().by().total(0).objects == 2);
    STATIC_REQUIRE(std::is_same_v<decltype(none), trav::Profiler<test::SizedObjects>>);

    trav::Biography<Node> life, other;
    std::vector<Any> const two{life, other};
    CHECK_THROWS_WITH(trav::Profiler(test::SizedObjects{&heap}, two), "trav: a profiler takes one Biography");
}
