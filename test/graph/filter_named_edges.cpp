#include <trav/graph/filter_named_edges.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/strategies.hpp"

#include <trav/graph/filter_edges.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using trav::NamedEdge;
using trav::Object;
using trav::object;

namespace {

struct Reached {
    std::vector<Object> nodes{};
    void visit(auto& here) {
        if (here.first) nodes.push_back(here.node);
    }
    bool contains(Object const& o) const { return std::find(nodes.begin(), nodes.end(), o) != nodes.end(); }
};

}  // namespace

TEST_CASE("filter_edges of Objects selects edges by name and kind", "[unit]") {
    game::World const world;
    // the tail is reached only by drops, and the look only by the tail and by items in bags
    auto const no_drops =
        trav::filter_edges(game::Heap(), [](NamedEdge const& edge) { return edge.member() != "drops"; });
    auto const neither = trav::filter_edges(
        no_drops, [](NamedEdge const& edge) { return edge.label() != "bag[\"left hand\"]"; });
    static_assert(trav::ScansBack<decltype(neither)> && trav::HeapGraph<decltype(neither)>);
    std::size_t const all = world.objects().size();
    test::for_each_strategy<decltype(no_drops), Reached>([&]<class Strategy>(char const* name) {
        INFO(name);
        Reached without;
        trav::traverse<Strategy>(no_drops, trav::roots(world.server), without);
        CHECK(!without.contains(object(*world.tail)));
        CHECK(without.contains(object(*world.look)));
        CHECK(without.nodes.size() == all - 2);  // also without the control block of the tail
        Reached none;
        trav::traverse<Strategy>(neither, trav::roots(world.server), none);
        CHECK(!none.contains(object(*world.look)));
        CHECK(!none.contains(object(world.sword)));
        CHECK(none.contains(object(world.apple)));
    });
    auto const owners = trav::filter_edges(
        game::Heap(), [](NamedEdge const& edge) { return edge.kind == trav::EdgeKind::owns; });
    Reached a, b;
    trav::traverse(owners, trav::roots(world.server), a);
    trav::traverse(game::Heap(trav::EdgeKind::owns), trav::roots(world.server), b);
    CHECK(a.nodes == b.nodes);

    std::vector<Object> children;
    for (Object const& child : no_drops.children(object(world.rat))) children.push_back(child);
    CHECK(children.empty());
}

TEST_CASE("filter_edges of Objects accepts a predicate of nodes, too", "[unit]") {
    game::World const world;
    auto const no_rat = trav::filter_edges(
        game::Heap(), [&](Object const&, Object const& to) { return !(to == object(world.rat)); });
    Reached reached;
    trav::traverse(no_rat, trav::roots(world.server), reached);
    CHECK(reached.nodes.size() == world.objects().size() - 1);
}
