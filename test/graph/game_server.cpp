// Objects of many types, walked by every strategy.
#include "support/game_server.hpp"

#include "catch.hpp"
#include "support/strategies.hpp"

#include <trav/graph/filter_edges.hpp>
#include <trav/graph/reverse.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using trav::object;
using trav::Object;

std::vector<Object> sorted(std::vector<Object> nodes) {
    std::sort(nodes.begin(), nodes.end(), [](Object const& a, Object const& b) {
        return std::pair(a.address, a.type) < std::pair(b.address, b.type);
    });
    return nodes;
}

/// The reached objects, each once.
struct Reached {
    std::vector<Object> nodes{};
    void visit(auto& here) {
        if (here.first) nodes.push_back(here.node);
    }
    Reached split() const { return {}; }
    void merge(Reached&& found) { nodes.insert(nodes.end(), found.nodes.begin(), found.nodes.end()); }
};

/// Every arrival and every return, in order.
struct Events {
    std::vector<std::pair<char, Object>> all{};
    void visit(auto& here) { all.emplace_back(here.first ? '(' : '.', here.node); }
    void leave(auto& here) { all.emplace_back(')', here.node); }
};

/// The same, written as a recursion over the edges that the test lists.
void expect(game::World const& world, Object const& n, std::vector<Object>& seen, Events& events) {
    bool const first = std::find(seen.begin(), seen.end(), n) == seen.end();
    events.all.emplace_back(first ? '(' : '.', n);
    if (!first) return;
    seen.push_back(n);
    for (auto const& edge : world.edges())
        if (edge.from == n && (edge.kind == trav::EdgeKind::owns || edge.kind == trav::EdgeKind::refers))
            expect(world, edge.to, seen, events);
    events.all.emplace_back(')', n);
}

}  // namespace

TEST_CASE("a program of many types: every edge has its name and its kind", "[unit]") {
    game::World const world;
    game::Heap const heap;
    std::vector<game::Expected> found;
    for (Object const& o : world.objects())
        heap.edges(o, [&](trav::NamedEdge const& edge) {
            // an array of unknown size: some sanitizers replace operator new, so malloc is not asked
            if (edge.kind == trav::EdgeKind::opaque && edge.from == edge.to) return;
            found.push_back({edge.from, edge.label(), edge.to, edge.kind});
        });
    auto const by_label = [](std::vector<game::Expected> edges) {
        std::sort(edges.begin(), edges.end(), [](auto const& a, auto const& b) {
            return std::tuple(a.from.address, a.label, a.to.type) <
                   std::tuple(b.from.address, b.label, b.to.type);
        });
        return edges;
    };
    auto const a = by_label(found), b = by_label(world.edges());
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i != a.size(); ++i) {
        INFO(b[i].label << " expected, " << a[i].label << " found");
        CHECK(a[i].label == b[i].label);
        CHECK(a[i] == b[i]);
    }
}

TEST_CASE("a pattern names a member, but not its elements", "[unit]") {
    game::World const world;
    auto const patterns = [](trav::Object const& o) {
        std::vector<std::string> all;
        game::Heap().edges(o, [&](trav::NamedEdge const& edge) { all.push_back(edge.pattern()); });
        return all;
    };
    using Patterns = std::vector<std::string>;
    CHECK(patterns(object(world.ann)) ==
          Patterns{"zone", "target", "bag[]", "bag[]", "quest.giver", "quest.on_done", "bond"});
    CHECK(patterns(object(world.dragon)) ==
          Patterns{"drops[].item", "drops[].item", "hate[].second", "hate[].second"});
}

TEST_CASE("described structs by value are parts, with their names", "[unit]") {
    game::World const world;
    game::Heap const heap;
    std::vector<game::Expected> found;
    for (Object const& o : {object(world.server), object(world.ann), object(world.rat), object(world.apple)})
        heap.parts(o, [&](trav::NamedEdge const& part) {
            found.push_back({part.from, part.label(), part.to, part.kind});
        });
    using enum trav::EdgeKind;
    std::vector<game::Expected> const expected{
        {object(world.server), "zones[0]", object(world.town), owns},
        {object(world.server), "zones[1]", object(world.cave), owns},
        {object(world.server), "guilds[\"wolves\"]", object(world.guild), owns},
        {object(world.ann), "quest", object(*world.ann.quest), owns},
        {object(world.rat), "drops[0]", object(world.rat.drops[0]), owns},
        {object(world.rat), "drops[1]", object(world.rat.drops[1]), owns},
    };
    CHECK(found == expected);
}

TEST_CASE("every strategy walks all types", "[unit]") {
    game::World const world;
    test::for_each_strategy<game::Heap, Reached>([&]<class Strategy>(char const* name) {
        INFO(name);
        Reached reached;
        trav::traverse<Strategy>(game::Heap(), trav::roots(world.server), reached);
        CHECK(sorted(reached.nodes) == sorted(world.objects()));
    });
}

TEST_CASE("depth first goes from left to right, and returns", "[unit]") {
    game::World const world;
    Events events, expected;
    trav::traverse(game::Heap(), trav::roots(world.server, world.cave), events);
    std::vector<Object> seen;
    expect(world, object(world.server), seen, expected);
    expect(world, object(world.cave), seen, expected);
    CHECK(events.all == expected.all);
}

TEST_CASE("Objects can follow only owning edges, or only weak ones", "[unit]") {
    game::World const world;
    Reached reached;
    trav::traverse(game::Heap(trav::EdgeKind::owns), trav::roots(world.server), reached);
    std::vector<Object> owned;
    for (Object const& o : world.objects())
        if (!(o == object(world.town)) && !(o == object(world.cave)) && !(o == object(world.guild)))
            owned.push_back(o);
    CHECK(sorted(reached.nodes) == sorted(owned));

    Reached weak;
    trav::traverse(game::Heap(trav::EdgeKind::weak), trav::roots(world.cat), weak);
    CHECK(weak.nodes == std::vector{object(world.cat), object(*world.look)});
}

TEST_CASE("Objects can be filtered and reversed", "[unit]") {
    game::World const world;
    auto const no_targets = trav::filter_edges(
        game::Heap(), [&](Object const&, Object const& to) { return !(to == object(world.rat)); });
    Reached reached;
    trav::traverse(no_targets, trav::roots(world.server), reached);
    CHECK(reached.nodes.size() == world.objects().size() - 1);

    auto const referrers = trav::reverse(game::Heap(), trav::roots(world.server));
    std::vector<Object> found;
    for (Object const& o : referrers.children(object(*world.tail))) found.push_back(o);
    CHECK(sorted(found) == sorted({object(world.rat), object(world.dragon)}));
}

TEST_CASE("a base-class pointer leads to the complete object", "[unit]") {
    game::World world;
    game::Heap const heap;
    game::Entity const& entity = world.dragon;
    game::Named const& named = world.dragon;
    CHECK(trav::resolve(heap, object(entity)) == object(world.dragon));
    CHECK(trav::resolve(heap, object(named)) == object(world.dragon));
    CHECK(!(object(named) == object(world.dragon)));
    CHECK(trav::as<game::Boss>(trav::resolve(heap, object(named))) == &world.dragon);
    CHECK(trav::as<game::Monster>(object(world.dragon)) == nullptr);

    // an object of an unlisted class has the type of the pointer
    game::Ghost const ghost;
    game::Entity const& seen = ghost;
    CHECK(trav::resolve(heap, object(seen)) == object(seen));
    game::Monster const& closer = ghost;
    CHECK(trav::resolve(heap, object(closer)) == object(closer));
}

namespace {

struct Even;
struct Odd {
    Even* next = nullptr;
    std::string text;
};
struct Even {
    std::vector<Odd*> next;
};
struct Count {
    std::size_t visits = 0, returns = 0;
    void visit(auto&) { ++visits; }
    void leave(auto&) { ++returns; }
};
/// A tree by value.
struct Tree {
    std::vector<Tree> below;
    Odd* leaf = nullptr;
};

}  // namespace

template <>
struct trav::Described<Odd> : trav::Members<&Odd::next, &Odd::text> {};
template <>
struct trav::Described<Even> : trav::Members<&Even::next> {};
template <>
struct trav::Described<Tree> : trav::Members<&Tree::below, &Tree::leaf> {};

TEST_CASE("a long list of objects is walked without recursion", "[unit]") {
    std::size_t const half = 100'000;
    std::vector<Odd> odd(half);
    std::vector<Even> even(half);
    for (std::size_t i = 0; i != half; ++i) {
        odd[i].next = &even[i];
        if (i + 1 != half) even[i].next = {&odd[i + 1]};
    }
    Count count;
    trav::traverse(trav::Objects<>(), trav::roots(odd[0]), count);
    CHECK(count.visits == 2 * half);
    CHECK(count.returns == 2 * half);
    test::for_each_strategy<trav::Objects<>, Reached>([&]<class Strategy>(char const* name) {
        INFO(name);
        Reached reached;
        trav::traverse<Strategy>(trav::Objects<>(), trav::roots(odd[0]), reached);
        CHECK(reached.nodes.size() == 2 * half);
    });
}

TEST_CASE("deeply nested structs by value do not exhaust the stack", "[unit]") {
    Odd leaf;
    std::size_t const depth = 100'000;
    Tree tree;
    for (std::size_t i = 0; i != depth; ++i) {
        Tree above;
        if (i == 0) above.leaf = &leaf;
        above.below.push_back(std::move(tree));
        tree = std::move(above);
    }
    Reached reached;
    trav::traverse(trav::Objects<>(), trav::roots(tree), reached);
    CHECK(std::count(reached.nodes.begin(), reached.nodes.end(), object(leaf)) == 1);
    CHECK(reached.nodes.size() < depth / 50);
    while (!tree.below.empty()) {  // the destructor would recurse
        Tree below = std::move(tree.below[0]);
        tree = std::move(below);
    }
}
