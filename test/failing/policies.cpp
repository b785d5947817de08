// Fused policies, counted strategies and Boost graphs: after any failure, the next pass is correct.
#include "support/failing.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include "catch.hpp"

#include <trav/graph/bgl.hpp>
#include <trav/policy/fuse.hpp>
#include <trav/traverse_heap.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/filtered_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using Node = test::Obj<>*;

struct Throwing : test::Objects<> {
    auto const& children(Node n) const {
        test::may_throw();
        return n->fields;
    }
};

/// The distances from the roots of all nodes that are reachable through nodes for which `passes` holds.
using Found = std::map<int, int>;
Found distances(test::Shape const& shape, auto passes) {
    Found found;
    std::vector<int> now = shape.roots;
    for (int distance = 0; !now.empty(); ++distance) {
        std::vector<int> next;
        for (int const id : now) {
            if (id < 0 || !found.try_emplace(id, distance).second || !passes(id)) continue;
            auto const& children = shape.children[static_cast<std::size_t>(id)];
            next.insert(next.end(), children.begin(), children.end());
        }
        now = std::move(next);
    }
    return found;
}
Found once_each(Found found) {
    for (auto& [id, times] : found) times = 1;
    return found;
}
constexpr auto always = [](int) { return true; };

// --- policies that descend differently, and their expected results ---

/// Collects the nodes that are reached.
struct Reached {
    Found found{};
    void visit(auto& here) {
        test::may_throw();
        if (here.first) ++found[here.node->id];
    }
    Reached split() const { return {}; }
    void merge(Reached&& more) { found.merge(more.found); }
    static Found wanted(test::Shape const& shape) { return once_each(distances(shape, always)); }
};
/// Collects the nodes that are reached if some nodes cannot be passed.
struct Pruned {
    Found found{};
    static bool passes(int id) { return id % 4 != 1; }
    bool visit(auto& here) {
        test::may_throw();
        if (here.first) ++found[here.node->id];
        return here.first && passes(here.node->id);
    }
    Pruned split() const { return {}; }
    void merge(Pruned&& more) { found.merge(more.found); }
    static Found wanted(test::Shape const& shape) { return once_each(distances(shape, passes)); }
};
/// Computes distances; may visit nodes repeatedly.
struct Distances {
    using node_data = int;
    using inherited = int;
    Found found{};
    bool visit(auto& here) {
        test::may_throw();
        bool const closer = here.first || here.inherited < here.data;
        if (closer) here.data = found[here.node->id] = here.inherited;
        here.to_children = here.data + 1;
        return closer;
    }
    Distances split() const { return {}; }
    void merge(Distances&& more) {
        for (auto const& [id, distance] : more.found) {
            int& mine = found.try_emplace(id, distance).first->second;
            mine = std::min(mine, distance);
        }
    }
    static Found wanted(test::Shape const& shape) { return distances(shape, always); }
};
/// Counts how often each node is left.
struct Left {
    Found found{};
    void leave(auto& here) {
        test::may_throw();
        ++found[here.node->id];
    }
    static Found wanted(test::Shape const& shape) { return once_each(distances(shape, always)); }
};

/// Runs passes with the same policy, traversal and store. Some of the passes fail; each of these is followed
/// by one that does not.
template <class Strategy>
std::size_t check_passes(test::Failing& failing, auto const& graph, auto const& roots, auto& policy,
                         auto forget, auto check) {
    auto traversal = trav::traversal<Strategy>(graph, policy);
    auto const pass = [&] {
        for (auto const root : roots) traversal.push_root(root);
        traversal.run();
    };
    return test::for_every_failure(failing, [&](auto attempt) {
        forget();
        traversal.begin_pass();
        if (attempt(pass)) {
            forget();
            traversal.begin_pass();
            pass();
        }
        check(traversal);
    });
}

template <class... Parts>
void check_fused(int kind) {
    test::Shape const shape = test::RandomGraphs(11).graph(kind, 20);
    test::Heap<> const heap(shape);
    Throwing const graph{{&heap}};
    [&](Parts... parts) {
        auto fusion = trav::fuse<Node>(parts...);
        auto const forget = [&] { (parts.found.clear(), ...); };
        auto const check = [&](auto&) {
            auto const is_right = [&](auto const& part) { return part.found == part.wanted(shape); };
            CHECK((is_right(parts) && ...));
        };
        test::for_each_strategy<Throwing, decltype(fusion)>([&]<class Strategy>(char const* name) {
            INFO(name);
            for (auto* const failing : {&test::calls, &test::allocations})
                CHECK(check_passes<Strategy>(*failing, graph, heap.roots, fusion, forget, check) > 3);
        });
    }(Parts{}...);
}

}  // namespace

TEST_CASE("failing: after a pass that failed, the parts of a fusion find the same as alone", "[unit]") {
    int const kind = GENERATE(3, 9, 14, 16);
    check_fused<Reached, Pruned, Distances>(kind);  // these can be split among threads
    check_fused<Pruned, Left, Distances>(kind);
    check_fused<Reached, Reached>(kind);  // without overhead
    check_fused<Reached, Left>(kind);
}

TEST_CASE("failing: statistics are those of the pass that succeeded", "[unit]") {
    test::Shape const shape = test::RandomGraphs(11).graph(GENERATE(9, 16), 20);
    test::Heap<> const heap(shape);
    Throwing const graph{{&heap}};
    auto const reached = distances(shape, always);
    auto arrivals =
        static_cast<std::uint64_t>(std::ranges::count_if(shape.roots, [](int root) { return root >= 0; }));
    for (auto const& [id, distance] : reached)
        for (int const child : shape.children[static_cast<std::size_t>(id)]) arrivals += child >= 0;
    auto const check_each = [&]<class Strategy>(char const* name) {
        INFO(name);
        Reached policy;
        auto fresh = trav::traversal<Strategy>(graph, policy);
        for (Node const root : heap.roots) fresh.push_root(root);
        fresh.run();
        for (auto* const failing : {&test::calls, &test::allocations})
            CHECK(check_passes<Strategy>(
                      *failing, graph, heap.roots, policy, [&] { policy.found.clear(); },
                      [&](auto const& traversal) {
                          CHECK(policy.found == policy.wanted(shape));
                          auto const& statistics = traversal.statistics();
                          CHECK(statistics.objects == reached.size());
                          CHECK(statistics.visits == arrivals);
                          CHECK(statistics.max_frontier == fresh.statistics().max_frontier);
                      }) > 1);
    };
    check_each.operator()<trav::Counted<trav::DepthFirst>>("DepthFirst");
    check_each.operator()<trav::Counted<trav::MarkStack>>("MarkStack");
    check_each.operator()<trav::Counted<trav::BreadthFirst>>("BreadthFirst");
    check_each.operator()<trav::Counted<trav::Prefetch<4>>>("Prefetch<4>");
    check_each.operator()<trav::Counted<trav::PointerReversal>>("PointerReversal");
}

namespace {

using Net = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/// The predicate of a filtered graph. It is called while the children of a vertex are read one by one.
struct Shown {
    Net const* net = nullptr;
    bool operator()(boost::graph_traits<Net>::edge_descriptor e) const {
        test::may_throw();
        return target(e, *net) % 3 != 1;
    }
};
struct Vertices {
    Found found{};
    void visit(auto& here) {
        test::may_throw();
        if (here.first) ++found[static_cast<int>(here.node)];
    }
    Vertices split() const { return {}; }
    void merge(Vertices&& more) { found.merge(more.found); }
};

}  // namespace

TEST_CASE("failing: a Boost graph may throw while its edges are read", "[unit]") {
    test::Shape shape{"", std::vector<std::vector<int>>(20), {0, 7}};
    Net net(shape.children.size());
    for (int from = 0; from != shape.size(); ++from)
        for (int const to : {2 * from % 20, (3 * from + 1) % 20, (7 * from + 5) % 20}) {
            add_edge(static_cast<std::size_t>(from), static_cast<std::size_t>(to), net);
            if (to % 3 != 1) shape.children[static_cast<std::size_t>(from)].push_back(to);
        }
    Found const wanted = once_each(distances(shape, always));
    boost::filtered_graph<Net, Shown> const shown(net, Shown{&net});
    auto const graph = trav::bgl(shown);
    std::vector<std::size_t> const roots(shape.roots.begin(), shape.roots.end());
    test::for_each_strategy<std::remove_const_t<decltype(graph)>, Vertices>(
        [&]<class Strategy>(char const* name) {
            INFO(name);
            Vertices policy;
            for (auto* const failing : {&test::calls, &test::allocations})
                CHECK(check_passes<Strategy>(
                          *failing, graph, roots, policy, [&] { policy.found.clear(); },
                          [&](auto&) { CHECK(policy.found == wanted); }) > 3);
        });
}
