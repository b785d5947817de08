#include <trav/check/scope.hpp>

#include <trav/graph/via.hpp>
#include <trav/profile/band.hpp>
#include <trav/profile/by.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"

#include <array>
#include <list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

using Nodes = std::vector<trav::Object>;

TEST_CASE("scope: variables, pointers and nodes are roots", "[unit]") {
    game::World const world;
    game::Heap const heap;
    trav::Object const ann = trav::object(world.ann), tail = trav::object(*world.tail);
    CHECK(trav::in(world.ann, *world.tail).roots == Nodes{ann, tail});
    CHECK(trav::in(heap, &world.ann, world.tail).roots == Nodes{ann, tail});
    CHECK(trav::from(ann, trav::roots(world.ann, *world.tail)).roots == Nodes{ann, ann, tail});
    CHECK(trav::from(heap, Nodes{}, std::array{tail}).roots == Nodes{tail});
    CHECK(trav::from(std::unique_ptr<int>()).roots == Nodes{{}});
    // a container is an object unless its elements are nodes
    std::vector<int> const numbers{1, 2};
    CHECK(trav::in(numbers).roots == Nodes{trav::object(numbers)});

    static_assert(std::is_same_v<decltype(trav::in(world.ann)), trav::Scope<trav::Objects<>>>);
    static_assert(std::is_same_v<decltype(trav::from(heap, ann)), trav::Scope<game::Heap>>);
}

TEST_CASE("scope: roots may have names", "[unit]") {
    game::World const world;
    game::Heap const heap;
    auto const scope = trav::in(heap, {{"ann", trav::object(world.ann)}, {"bob", trav::object(world.bob)}});
    CHECK(scope.roots == Nodes{trav::object(world.ann), trav::object(world.bob)});
    CHECK(scope.names == std::vector<std::string>{"ann", "bob"});
    CHECK(trav::from(heap, {{"ann", trav::object(world.ann)}}).names == std::vector<std::string>{"ann"});
    CHECK(trav::in(world.ann).names.empty());
}

TEST_CASE("scope: other graphs take nodes and ranges of nodes", "[unit]") {
    struct Obj {
        std::vector<Obj*> fields;
    };
    Obj a, b;
    trav::Via<&Obj::fields> const graph;
    CHECK(trav::in(graph, &a, std::list{&b, &a}).roots == std::vector<Obj*>{&a, &b, &a});
}

TEST_CASE("in() of a breakdown makes a restriction", "[unit]") {
    auto const type = trav::by("type", [](int n) { return n; });
    std::vector<std::string> const bands{"1"};
    static_assert(std::is_same_v<decltype(trav::in(type, bands)), trav::Restriction>);
    static_assert(std::is_same_v<decltype(trav::in("type", {"1"})), trav::Restriction>);
}
