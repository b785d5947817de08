#include <trav/profile/by_type.hpp>

#include "catch.hpp"
#include "support/bytes_once.hpp"
#include "support/game_server.hpp"

#include <trav/profile/biography.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

using trav::object;
using trav::Object;

TEST_CASE("by_type: a heap of many types is one table", "[unit]") {
    game::World const world;
    auto type = trav::by_type();
    trav::Profiler profiler{game::Heap(), type};
    profiler.sample(trav::roots(world.server), 0);
    auto const table = profiler.profile().by(type);
    CHECK(table.total().bytes == test::bytes_once(game::Heap(), trav::roots(world.server)));
    std::map<std::string, std::size_t> objects;
    for (auto const& line : table.lines) objects[line.texts[0]] = line.amounts[0].objects;
    // zones and guilds are parts of the server
    CHECK(objects == std::map<std::string, std::size_t>{{"char[]", 1},
                                                        {"game::Boss", 1},
                                                        {"game::Item", 3},
                                                        {"game::Look", 1},
                                                        {"game::Monster", 1},
                                                        {"game::Pet", 1},
                                                        {"game::Player", 2},
                                                        {"game::Server", 1},
                                                        {"shared_ptr block", 2}});
}

TEST_CASE("every breakdown takes objects of many types", "[unit]") {
    game::World world;
    auto type = trav::by_type();
    trav::RootSets<Object> roots{{"ann", object(world.ann)}, {"bob", object(world.bob)}};
    auto retainers =
        trav::by_retainer<Object>([](Object const& o) { return o.type == &trav::type_of<game::Monster>; },
                                  [](Object const& o) { return o.type->name(); });
    trav::Biography<Object> life;
    trav::Profiler profiler{game::Heap(), type, roots, retainers, life};
    auto const all = trav::roots(world.ann, world.bob);
    profiler.sample(all, 0);
    game::Entity const& used = world.rat;  // through its base class
    profiler.used(object(used));
    profiler.sample(all, 1);
    auto const profile = profiler.profile();

    // ann reaches everything except her server through her zone; so does bob
    CHECK(profile.samples.size() == 2);
    CHECK(profile.by(type).total(1).bytes == test::bytes_once(game::Heap(), all));
    CHECK(profile.by(roots).at("ann,bob").objects == 15);
    // the rat retains its drops, and so does the dragon; it is a Boss, not a Monster, and so not a retainer
    CHECK(profile.where(retainers == "SYSTEM,game::Monster").by(type).at("game::Item").objects == 1);
    CHECK(profile.where(life == trav::Phase::lag).by(type).at("game::Monster").objects == 1);
    CHECK(profile.where(life == trav::Phase::use).by(type).at("game::Monster", 1).objects == 1);
}

TEST_CASE("births, uses and deaths of objects of many types may be reported through base classes", "[unit]") {
    game::World world;
    auto type = trav::by_type();
    trav::RootSets<Object> roots{{"ann", object(world.ann)}};
    trav::OtherRoots<Object> other_roots{roots};
    trav::Biography<Object> life;
    trav::Profiler profiler{game::Heap(), type, roots, other_roots, life};
    auto const all = trav::roots(world.server);
    auto const tell = [&](auto member, game::Entity const& entity) { (profiler.*member)(object(entity)); };
    using Profiler = decltype(profiler);
    tell(&Profiler::used, world.rat);
    tell(&Profiler::used, world.dragon);
    profiler.sample(all, 0);
    tell(&Profiler::used, world.dragon);
    profiler.sample(all, 1);
    tell(&Profiler::died, world.rat);        // the last one used in the first era
    tell(&Profiler::created, world.dragon);  // another object at the same place
    profiler.sample(all, 2);
    auto const table = profiler.profile().by(type, life);
    CHECK(table.at({"game::Monster", "USE"}, 0).objects == 1);
    CHECK(table.at({"game::Monster", "DRAG"}, 1).objects == 1);
    CHECK(table.at({"game::Monster", "LAG"}, 2).objects == 1);  // it was not dead
    CHECK(table.at({"game::Boss", "USE"}, 1).objects == 1);
    CHECK(table.at({"game::Boss", "LAG"}, 2).objects == 1);
    CHECK(profiler.profile().where(other_roots == "named").by(type).at("game::Player").objects == 1);
}

TEST_CASE("objects of many types have dominators", "[unit]") {
    game::World const world;
    game::Heap const heap;
    auto const tree = trav::dominators(heap, trav::roots(world.server));
    CHECK(tree.total().bytes == test::bytes_once(heap, trav::roots(world.server)));
    CHECK(tree.idom(object(world.sword)) == object(world.ann));
    CHECK(tree.idom(object(world.cat)) == object(world.bob));
    CHECK(tree.idom(object(*world.look)) == object(world.server));  // shared by ann's sword and the tail
    CHECK(tree.idom(world.pixels()) == object(*world.look));
    CHECK(tree.retained(object(world.server)).objects == world.objects().size() - 3);  // without its parts
    CHECK(tree.retained(object(*world.look)).objects == 2);
}
