#include <trav/check/retained_by.hpp>

#include <trav/graph/csr.hpp>
#include <trav/profile/retained_by_band.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/random_graph.hpp"

#include <memory>
#include <string>
#include <vector>

using trav::in;
using trav::retained_by;

TEST_CASE("retained by: every path leads through one of the names", "[unit]") {
    game::World const world;
    game::Heap const heap;
    auto const everything = in(heap, world.server);
    CHECK(retained_by(world.sword, {"game::Player"}, everything));
    CHECK(retained_by(world.tail, {"game::Monster", "game::Boss"}, everything));
    CHECK(retained_by(world.look, {"game::Item"}, everything));
    CHECK(retained_by(*world.ann.quest, {"game::Player"}, everything));
    CHECK(retained_by(world.tail, {"game::Monster"}, everything).why ==
          "game::Item is reachable past game::Monster:\n"
          "game::Server.zones[1].entities[1] -> game::Boss\n"
          "game::Boss.drops[0].item -> game::Item\n");
    CHECK(retained_by(world.rat, {"game::Player", "game::Guild"}, everything).why ==
          "game::Monster is reachable past game::Player and game::Guild:\n"
          "game::Server.zones[1].entities[0] -> game::Monster\n");
    // an object does not retain itself
    CHECK(retained_by(world.server, {"game::Server"}, everything).why ==
          "game::Server is reachable past game::Server:\n"
          "game::Server is a root\n");
}

TEST_CASE("retained by: does not hold for an unreachable object", "[unit]") {
    game::World const world;
    game::Heap const heap;
    CHECK(retained_by(world.ann, {"game::Pet"}, in(heap, world.cat)).why ==
          "game::Player is not reachable, so it is not retained by game::Pet\n");
    std::unique_ptr<game::Item> const nothing;
    CHECK(retained_by(nothing, {"a"}, in(heap, world.cat)).why ==
          "null is not reachable, so it is not retained by a\n");
}

TEST_CASE("retained by: a name may be that of a root", "[unit]") {
    game::World const world;
    game::Heap const heap;
    auto const scope = in(heap, {{"guild", trav::object(world.guild)}, {"bob", trav::object(world.bob)}});
    CHECK(retained_by(world.sword, {"guild"}, in(heap, {{"guild", trav::object(world.guild)}})));
    CHECK(retained_by(world.cat, {"bob"}, scope));
    CHECK(retained_by(world.sword, {"guild", "bob"}, scope));
    CHECK(retained_by(world.sword, {"guild"}, scope).why.find("game::Player.zone -> game::Zone") !=
          std::string::npos);
}

namespace {

struct Numbers : test::ShapeGraph {
    std::size_t size(int) const { return 1; }
};

}  // namespace

TEST_CASE("retained by: a graph without the edges of some nodes has the children of the others", "[unit]") {
    test::Shape const shape = test::shape("a:bcb b:ac c:", "a");
    Numbers const graph{{&shape}};
    auto const is_cut = [](int n) { return n == 1; };
    trav::detail::Cut const cut(graph, is_cut);
    auto const children = [&](int n) {
        std::vector<int> all;
        for (int const child : cut.children(n)) all.push_back(child);
        return all;
    };
    CHECK(children(0) == std::vector{1, 2, 1});
    CHECK(children(1).empty());
    CHECK(children(2).empty());
}

TEST_CASE("retained by: one object as in the dominator tree", "[property]") {
    test::RandomGraphs random(5);
    for (int i = 0; i != 4 * test::RandomGraphs::kinds; ++i) {
        test::Shape const shape = random.graph(i % test::RandomGraphs::kinds, 15);
        INFO(shape.name);
        Numbers const graph{{&shape}};
        auto const tree = trav::dominators(graph, shape.roots);
        auto const scope = in(graph, shape.roots);
        for (int a = 0; a != shape.size(); ++a)
            for (int b = 0; b != shape.size(); ++b)
                CHECK(retained_by(b, {std::to_string(a)}, scope).holds == (a != b && tree.dominates(a, b)));
    }
}
