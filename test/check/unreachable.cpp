#include <trav/check/unreachable.hpp>

#include <trav/graph/csr.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using trav::from;
using trav::unreachable;

namespace {

std::string why(trav::Answer const& answer) {
    CHECK(!answer);
    std::ostringstream text;
    text << answer;
    CHECK(text.str() == answer.why);
    return answer.why;
}

}  // namespace

TEST_CASE("unreachable: holds without a path, otherwise prints one", "[unit]") {
    game::World const world;
    game::Heap const heap;
    CHECK(unreachable(world.ann, from(heap, world.cat)));
    CHECK(unreachable(world.cat, from(heap, world.rat, world.apple)));
    CHECK(unreachable(world.ann, from(trav::Objects<>(trav::EdgeKind::owns), world.guild)));
    CHECK(why(unreachable(world.ann, from(heap, world.server))) ==
          "game::Player is reachable:\n"
          "game::Server.zones[0].entities[0] -> game::Player\n");
    CHECK(why(unreachable(world.rat, from(heap, world.cat, world.rat))) == "game::Monster is reachable:\n"
                                                                           "game::Monster is a root\n");
    CHECK(why(unreachable(*world.tail, from(heap, world.guild))) ==
          "game::Item is reachable:\n"
          "game::Guild.members[0] -> game::Player\n"
          "game::Player.target -> game::Monster\n"
          "game::Monster.drops[1].item -> game::Item\n");
}

TEST_CASE("unreachable: a pointer stands for its target", "[unit]") {
    game::World const world;
    game::Heap const heap;
    game::Player const* const ann = &world.ann;
    auto const expected = unreachable(*world.tail, from(heap, world.rat)).why;
    CHECK(!expected.empty());
    CHECK(why(unreachable(world.tail, from(heap, world.rat))) == expected);
    CHECK(why(unreachable(world.tail.get(), from(heap, &world.rat))) == expected);
    CHECK(why(unreachable(trav::object(*world.tail), from(heap, trav::object(world.rat)))) == expected);
    CHECK(why(unreachable(world.tail, from(heap, trav::roots(world.cat, world.rat)))) == expected);
    CHECK(unreachable(ann, from(heap, world.cat)));
    std::unique_ptr<game::Item> const nothing;
    CHECK(why(unreachable(nothing, from(heap, world.cat))) ==
          "a null pointer points to nothing that could be reached");
    CHECK(unreachable(ann, from(heap, nothing)));
}

TEST_CASE("unreachable: a unique_ptr<T[]> stands for its array", "[unit]") {
    game::World const world;
    game::Heap const heap;
    CHECK(unreachable(world.look->pixels, from(heap, world.cat)));
    CHECK(why(unreachable(world.look->pixels, from(heap, world.sword))) == "char[] is reachable:\n"
                                                                           "game::Item.look -> game::Look\n"
                                                                           "game::Look.pixels -> char[]\n");
    CHECK(!unreachable(std::unique_ptr<char[]>(), from(heap, world.sword)));
}

TEST_CASE("unreachable: finds an object through a base class", "[unit]") {
    game::World const world;
    game::Zone zone;
    zone.ruler = const_cast<game::Boss*>(&world.dragon);
    CHECK(why(unreachable(world.dragon, from(zone))) == "game::Boss is reachable:\n"
                                                        "game::Zone.ruler -> game::Boss\n");
    CHECK(why(unreachable(world.ann, from(world.guild))) == "game::Player is reachable:\n"
                                                            "game::Guild.members[0] -> game::Player\n");
    // through one base class, queried by another that shares no byte with it
    game::Entity const& entity = world.dragon;
    CHECK(!unreachable(entity, from(zone)));
    // the Boss hates the player, who aims at the rat
    CHECK(!unreachable(world.rat, from(zone)));
}

TEST_CASE("unreachable: a part is reached with its object", "[unit]") {
    game::World world;
    world.cave.doors.clear();
    world.ann.zone = world.bob.zone = nullptr;
    game::Heap const heap;
    CHECK(why(unreachable(world.town, from(heap, world.server))) == "game::Zone is reachable:\n"
                                                                    "game::Server.zones[0] -> game::Zone\n");
    // the type is not described
    CHECK(!unreachable(world.server.settings, from(heap, world.server)));
    CHECK(!unreachable(world.town.doors, from(heap, world.server)));
    CHECK(unreachable(world.town.doors, from(heap, world.ann)));
    // a reference to a part reaches the whole object
    game::Guild guild;
    std::vector<game::Entity*> const* const inside = &guild.members;
    CHECK(!unreachable(guild, from(heap, inside)));
    CHECK(!unreachable(world.look->pixels[4999], from(heap, world.look)));
    CHECK(unreachable(world.look->pixels[4999], from(heap, world.cat)));
}

TEST_CASE("unreachable: works for a graph of numbers", "[unit]") {
    std::vector<std::uint32_t> const offsets{0, 1, 2, 2}, targets{1, 0};
    trav::Csr const graph(offsets, targets);
    CHECK(unreachable(2, from(graph, 0)));
    CHECK(why(unreachable(1, from(graph, std::array{2u, 0u}))) == "1 is reachable:\n0[0] -> 1\n");
}
