#include "catch.hpp"

#include <trav/check/catch.hpp>

#include "support/game_server.hpp"

#include <string>
#include <vector>

namespace {

/// The text that CHECK_THAT prints after the value.
std::string said(auto const& matcher, auto const& value) {
    CHECK(!matcher.match(value));
    return matcher.toString();
}

}  // namespace

TEST_CASE("matchers match if the assertion holds", "[unit]") {
    game::World const world;
    game::Heap const heap;
    CHECK_THAT(world.ann, trav::Unreachable(trav::from(heap, world.cat)));
    CHECK_THAT(world.tail, trav::RetainedBy({"game::Monster", "game::Boss"}, trav::in(heap, world.server)));
    CHECK_THAT(trav::in(heap, world.rat), trav::NoneOfType<game::Pet>());
}

TEST_CASE("matchers that do not match say why", "[unit]") {
    game::World const world;
    game::Heap const heap;
    CHECK(said(trav::Unreachable(trav::from(heap, world.server)), world.ann) ==
          "is unreachable, but\n" + trav::unreachable(world.ann, trav::from(heap, world.server)).why);
    auto const everything = trav::in(heap, world.server);
    CHECK(said(trav::RetainedBy({"game::Monster", "a"}, everything), world.tail) ==
          "is retained by game::Monster a, but\n" +
              trav::retained_by(world.tail, {"game::Monster", "a"}, everything).why);
    CHECK(said(trav::NoneOfType<game::Pet>(), everything) ==
          "has none of type game::Pet, but\n" + trav::none_of_type<game::Pet>(everything).why);
}

TEST_CASE("a failed CHECK prints the answer's reason", "[unit]") {
    game::World const world;
    auto const answer = trav::unreachable(world.ann, trav::from(game::Heap(), world.server));
    CHECK(Catch::Detail::stringify(answer) == answer.why);
    CHECK(Catch::Detail::stringify(trav::Answer{}) == "it holds");
}
