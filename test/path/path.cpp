#include <trav/path/path.hpp>

#include <trav/graph/filter_edges.hpp>
#include <trav/graph/filter_named_edges.hpp>
#include <trav/graph/from.hpp>
#include <trav/graph/reflect.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/random_graph.hpp"

#include <boost/hana/define_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string printed(auto const& path) {
    std::ostringstream text;
    text << path;
    return text.str();
}

}  // namespace

TEST_CASE("path: begins at the nearest root, and has the names of members", "[unit]") {
    game::World const world;
    game::Heap const heap;
    CHECK(printed(trav::path(heap, trav::roots(world.server), trav::object(*world.tail))) ==
          "game::Server.zones[1].entities[0] -> game::Monster\n"
          "game::Monster.drops[1].item -> game::Item\n");
    CHECK(printed(trav::path(heap, trav::roots(world.server, world.dragon), trav::object(*world.tail))) ==
          "game::Boss.drops[0].item -> game::Item\n");
    // a base-class reference stands for the complete object
    game::Entity const& rat = world.rat;
    CHECK(printed(trav::path(heap, trav::roots(rat), trav::object(rat))) == "game::Monster is a root\n");
    CHECK(printed(trav::path(heap, trav::roots(world.cat), trav::object(rat))) ==
          "no path leads to game::Monster\n");
    CHECK(printed(trav::path(game::Heap(trav::EdgeKind::owns), trav::roots(world.ann), trav::object(rat))) ==
          "no path leads to game::Monster\n");
}

TEST_CASE("path: has names in other graphs", "[unit]") {
    game::World const world;
    auto const no_entities = trav::filter_edges(
        game::Heap(), [](trav::NamedEdge const& edge) { return edge.member() != "zones"; });
    CHECK(trav::text(trav::path(no_entities, trav::roots(world.server), trav::object(*world.tail))) ==
          "game::Server.guilds[\"wolves\"].members[0].target.drops[1].item");
    auto const not_to_ann =
        trav::filter_edges(game::Heap(), [&](trav::Object const&, trav::Object const& to) {
            return !(to == trav::object(world.ann));
        });
    CHECK(trav::text(trav::path(not_to_ann, trav::roots(world.guild), trav::object(world.cave))) ==
          "game::Guild.members[2].zone.doors[7]");
    CHECK(!trav::path(not_to_ann, trav::roots(world.guild), trav::object(world.apple)));

    auto const csr = trav::graph<int>([](int n, auto&& sink) {
        if (n < 3) sink(n + 2), sink(n + 1);
    });
    CHECK(printed(trav::path(csr, {0}, 3)) == "0[0] -> 2\n2[1] -> 3\n");
}

namespace {

struct Node {
    BOOST_HANA_DEFINE_STRUCT(Node, (Node*, left), (std::vector<Node*>, others));
};

}  // namespace

TEST_CASE("path: a graph described by Boost.Hana has the names of members", "[unit]") {
    Node a{}, b{}, c{};
    a.others = {nullptr, &b};
    b.left = &c;
    CHECK(printed(trav::path(trav::Reflect<Node>(), {&a}, &c)) ==
          "object.others -> object\nobject.left -> object\n");
}

TEST_CASE("path: reads nothing beyond the object", "[unit]") {
    int asked = 0;
    auto const endless = trav::graph<int>([&](int n, auto&& sink) {
        ++asked;
        sink(n + 1);
    });
    CHECK(trav::path(endless, {0}, 10).size() == 11);
    CHECK(asked <= 30);  // ten by the pass, and ten for names
}

TEST_CASE("paths: one per root that reaches the object, as short as from that root alone", "[property]") {
    test::RandomGraphs random(11);
    for (int i = 0; i != 5 * test::RandomGraphs::kinds; ++i) {
        test::Shape shape = random.graph(i % test::RandomGraphs::kinds, 20);
        INFO(shape.name);
        shape.roots = {-1, random.below(shape.size()), random.below(shape.size()),
                       random.below(shape.size())};
        test::ShapeGraph const graph{&shape};
        int const wanted = random.below(shape.size());
        std::vector<std::size_t> expected;
        std::vector<int> seen;
        for (int const root : shape.roots) {
            if (root < 0 || std::count(seen.begin(), seen.end(), root) != 0) continue;
            seen.push_back(root);
            if (auto const alone = trav::path(graph, {root}, wanted)) expected.push_back(alone.size());
        }
        std::vector<std::size_t> found;
        for (auto const& path : trav::paths(graph, shape.roots, wanted)) {
            found.push_back(path.size());
            CHECK(path.back().node == wanted);
            for (std::size_t k = 1; k != path.size(); ++k) {
                auto const& children = graph.children(path[k - 1].node);
                CHECK(std::count(children.begin(), children.end(), path[k].node) != 0);
            }
        }
        CHECK(found == expected);
    }
}

TEST_CASE("paths: may lead to a part of an object, and are empty if there are none", "[unit]") {
    game::World world;
    world.cave.doors.clear();
    game::Heap const heap;
    auto const to_quest =
        trav::paths(heap, trav::roots(world.server, world.guild, world.cat), trav::object(*world.ann.quest));
    REQUIRE(to_quest.size() == 2);
    CHECK(trav::text(to_quest[0]) == "game::Server.zones[0].entities[0].quest");
    CHECK(trav::text(to_quest[1]) == "game::Guild.members[0].quest");
    CHECK(trav::paths(heap, trav::roots(world.cat), trav::object(world.ann)).empty());
    CHECK(trav::paths(heap, trav::roots(world.cat), trav::Object{}).empty());
}

TEST_CASE("path: may have 300,000 steps", "[unit]") {
    auto const list = trav::graph<int>([](int n, auto&& sink) {
        if (n != 300'000) sink(n + 1);
    });
    CHECK(trav::path(list, {0}, 300'000).size() == 300'001);
    CHECK(trav::paths(list, {0}, 300'000).at(0).size() == 300'001);
}
