#include <trav/path/shortest_paths.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/random_graph.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace {

constexpr std::size_t far = 1'000'000;

/// The number of steps from the nearest root to each node, by relaxing every edge until nothing changes.
std::vector<std::size_t> distances(test::Shape const& shape) {
    std::vector<std::size_t> steps(shape.children.size(), far);
    for (int const root : shape.roots)
        if (root >= 0) steps[static_cast<std::size_t>(root)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t n = 0; n != steps.size(); ++n)
            for (int const child : shape.children[n])
                if (child >= 0 && steps[n] + 1 < steps[static_cast<std::size_t>(child)])
                    steps[static_cast<std::size_t>(child)] = steps[n] + 1, changed = true;
    }
    return steps;
}

}  // namespace

TEST_CASE("shortest paths: as long as the distance, and along edges", "[property]") {
    test::RandomGraphs random(7);
    for (int i = 0; i != 10 * test::RandomGraphs::kinds; ++i) {
        test::Shape const shape = random.graph(i % test::RandomGraphs::kinds, 25);
        INFO(shape.name);
        test::ShapeGraph const graph{&shape};
        trav::ShortestPaths<test::ShapeGraph> const paths(graph, shape.roots);
        auto const expected = distances(shape);
        for (int n = 0; n != shape.size(); ++n) {
            auto const path = paths.to(n);
            std::size_t const steps = expected[static_cast<std::size_t>(n)];
            REQUIRE(paths.reached(n) == (steps < far));
            REQUIRE(path.size() == (steps < far ? steps + 1 : 0));
            if (!path) CHECK(!paths.before(n));
            if (!path) continue;
            CHECK(path.back().node == n);
            CHECK(paths.before(n) ==
                  (steps == 0 ? std::optional<int>() : std::optional(path[steps - 1].node)));
            CHECK(path.back().label == std::to_string(n));
            CHECK(expected[static_cast<std::size_t>(path.front().node)] == 0);
            for (std::size_t k = 1; k != path.size(); ++k) {
                auto const& children = shape.children[static_cast<std::size_t>(path[k - 1].node)];
                std::size_t place = 0;
                while (children.at(place) != path[k].node) ++place;
                CHECK(path[k].name == '[' + std::to_string(place) + ']');
            }
        }
        std::size_t last = 0, reached = 0;
        for (auto const& entry : paths.list()) {
            std::size_t const steps = expected[static_cast<std::size_t>(entry.node)];
            CHECK(last <= steps);
            last = steps;
        }
        for (std::size_t const steps : expected) reached += steps < far;
        CHECK(paths.list().size() == reached);
    }
}

TEST_CASE("shortest paths: have the names of members in a program of many types", "[unit]") {
    game::World const world;
    game::Heap const heap;
    trav::ShortestPaths<game::Heap> const paths(heap, trav::roots(world.server));
    auto const edges = world.edges();
    for (auto const& object : world.objects()) {
        auto const path = paths.to(object);
        REQUIRE(path);
        CHECK(path.front() == trav::PathStep<trav::Object>{trav::object(world.server), "", "game::Server"});
        CHECK(path.back().node == object);
        for (std::size_t i = 1; i != path.size(); ++i) {
            INFO(path[i].name);
            bool found = false;
            for (auto const& edge : edges)
                found = found || (edge.from == path[i - 1].node && edge.to == path[i].node &&
                                  edge.label == path[i].name);
            CHECK(found);
        }
    }
    CHECK(trav::text(paths.to(world.pixels())) ==
          "game::Server.zones[0].entities[0].bag[\"left hand\"].look.pixels");
}

TEST_CASE("shortest paths: lead to by-value parts of objects", "[unit]") {
    game::World world;
    game::Heap const heap;
    world.ann.zone = world.bob.zone = nullptr;
    world.cave.doors.clear();
    trav::ShortestPaths<game::Heap> const paths(heap, trav::roots(world.server));
    trav::Object const town = trav::object(world.town);
    CHECK(!paths.reached(town));
    auto const path = paths.to(town);
    REQUIRE(path.size() == 2);
    CHECK(path[1] == trav::PathStep<trav::Object>{town, "zones[0]", "game::Zone"});
    CHECK(*paths.owner_of(town) == trav::object(world.server));

    game::Server alone;
    alone.zones.emplace_back();
    trav::Object const zone = trav::object(alone.zones.emplace_back());
    trav::ShortestPaths<game::Heap> const short_list(heap, trav::roots(alone));
    REQUIRE(short_list.owner_of(zone) != nullptr);
    CHECK(*short_list.owner_of(zone) == trav::object(alone));
    REQUIRE(short_list.to(zone).size() == 2);
    CHECK(short_list.to(zone)[1] == trav::PathStep<trav::Object>{zone, "zones[1]", "game::Zone"});

    // parts of reached objects, and parts of parts
    CHECK(trav::text(paths.to(trav::object(*world.ann.quest))) == "game::Server.zones[0].entities[0].quest");
    game::Quest const elsewhere;
    CHECK(!paths.to(trav::object(elsewhere)));
    CHECK(paths.owner_of(trav::object(elsewhere)) == nullptr);
}

TEST_CASE("shortest paths: a null root reaches nothing", "[unit]") {
    game::World const world;
    game::Heap const heap;
    trav::ShortestPaths<game::Heap> const none(heap, std::vector<trav::Object>{{}});
    CHECK(none.list().empty());
    CHECK(!none.reached({}));
    CHECK(none.nodes_to(trav::object(world.ann)).empty());
    CHECK(trav::text(none.to({})) == "no path leads to null");
    CHECK(trav::text(none.to(trav::object(world.ann))) == "no path leads to game::Player");
}
