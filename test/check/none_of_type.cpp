#include <trav/check/none_of_type.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"

using trav::in;
using trav::none_of_type;

TEST_CASE("none of type: finds objects and by-value parts", "[unit]") {
    game::World world;
    game::Heap const heap;
    CHECK(none_of_type<game::Pet>(in(heap, world.rat)));
    CHECK(none_of_type<game::Pet>(in(heap, world.cat)).why ==
          "1 of type game::Pet is reachable:\ngame::Pet is a root\n");
    CHECK(none_of_type<game::Item>(in(heap, world.dragon, world.sword)).why ==
          "3 of type game::Item are reachable, one of them so:\ngame::Item is a root\n");
    CHECK(none_of_type<game::Quest>(in(heap, world.guild)).why == "1 of type game::Quest is reachable:\n"
                                                                  "game::Guild.members[0] -> game::Player\n"
                                                                  "game::Player.quest -> game::Quest\n");
    CHECK(none_of_type<game::Quest>(in(heap, world.rat)));
    world.ann.quest.reset();
    CHECK(none_of_type<game::Quest>(in(heap, world.server)));
    // each once: the cave is part of the server, and the town has a door to it
    CHECK(none_of_type<game::Zone>(in(heap, world.server)).why.find("2 of type") == 0);
}

TEST_CASE("none of type: finds a class that no Objects<...> lists", "[unit]") {
    game::World world;
    game::World::add<game::Ghost>(world.cave);
    CHECK(none_of_type<game::Ghost>(in(game::Heap(), world.rat)));
    CHECK(none_of_type<game::Ghost>(in(world.cave)).why == "1 of type game::Ghost is reachable:\n"
                                                           "game::Zone.entities[2] -> game::Ghost\n");
    CHECK(none_of_type<game::Boss>(in(world.cave)).why.find("1 of type game::Boss is reachable") == 0);
    // a Boss is a Monster, but not exactly
    CHECK(none_of_type<game::Monster>(in(world.cave)).why.find("1 of type") == 0);
}
