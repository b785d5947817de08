#include <trav/profile/unseen.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/sanitized.hpp"

#include <any>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using Unseen = std::vector<std::pair<std::string, trav::Amount>>;

namespace {

/// trav::unseen in the game. Under a sanitizer the sizes of arrays are unknown, and listed.
Unseen unseen_in_game(auto const& heap, auto const& roots) {
    Unseen lines = trav::unseen(heap, roots);
    if (test::sanitized)
        std::erase_if(lines, [](auto const& line) { return line.first == "char[]: of unknown size"; });
    return lines;
}

}  // namespace

TEST_CASE("unseen: lists members that cannot be inspected", "[unit]") {
    game::World world;
    CHECK(unseen_in_game(game::Heap(), trav::roots(world.server)) ==
          Unseen{{"game::Player.quest.on_done: std::function<void()>", {sizeof(std::function<void()>), 1}},
                 {"game::Server.settings: std::any", {sizeof(std::any), 1}}});
    world.bob.quest.emplace();
    CHECK(unseen_in_game(game::Heap(), trav::roots(world.server))[0].second.objects ==
          1);  // nothing in bob's
    world.bob.quest->on_done = [] {};
    auto const more = unseen_in_game(game::Heap(), trav::roots(world.server));
    REQUIRE(more.size() == 2);
    CHECK(more[0].second == trav::Amount{2 * sizeof(std::function<void()>), 2});
}

namespace {

struct Wolf : game::Monster {};  // described, but listed in no trav::Objects

}  // namespace

template <>
struct trav::Described<Wolf> : trav::Extends<game::Monster> {};

TEST_CASE("unseen: lists an unlisted class", "[unit]") {
    game::World world;
    world.server.settings = {};
    world.ann.quest.reset();
    Wolf& wolf = world.add<Wolf>(world.cave);
    // the cave is part of the server, and also the target of a door of ann's town: it is seen once
    CHECK(unseen_in_game(game::Heap(), trav::roots(world.server)) ==
          Unseen{{"game::Server.zones[].entities[]: Wolf, seen as game::Entity", {sizeof(game::Entity), 1}}});
    world.ann.target = &wolf;
    CHECK(unseen_in_game(game::Heap(), trav::roots(world.ann)).size() == 2);
}

TEST_CASE("unseen: a class that any trav::Objects lists is found", "[unit]") {
    game::World world;
    world.ann.quest.reset();
    world.ann.target = &world.add<game::Ghost>(world.cave);
    [[maybe_unused]] trav::Objects<game::Ghost> const lists_it;
    CHECK(unseen_in_game(trav::Objects<>(), trav::roots(world.ann)).empty());
}

namespace {

struct Driver {
    int handle = 0;
};
struct Remote;
struct Server {
    Driver* driver = nullptr;
    Remote* remote = nullptr;
};

}  // namespace

template <>
struct trav::Described<Server> : trav::Members<&Server::driver, &Server::remote> {};

TEST_CASE("unseen: lists objects without a description", "[unit]") {
    Driver driver, other;
    Server server{&driver, reinterpret_cast<Remote*>(&other)};
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(server)) ==
          Unseen{{"Server.driver: Driver", {sizeof(Driver), 1}},
                 {"Server.remote: Remote, only declared", {0, 1}}});
}

namespace {

/// A table of slots, some of them taken. Its memory is unknown, since its allocator has a member.
struct Table {
    struct allocator_type {
        int arena;
    };
    struct Iterator {
        std::string const* at;
        std::string const& operator*() const { return *at; }
        Iterator& operator++() { return at += 2, *this; }
        bool operator==(Iterator const&) const = default;
    };
    std::string* slots = new std::string[8];
    ~Table() { delete[] slots; }
    Iterator begin() const { return {slots}; }
    Iterator end() const { return {slots + taken}; }
    std::size_t capacity() const { return 4; }
    int taken = 8;
};
struct Tables {
    Table full, empty;
    std::array<std::string, 2> names;
    std::vector<std::array<std::string, 2>> lines;
};

}  // namespace

template <>
struct trav::Described<Tables>
    : trav::Members<&Tables::full, &Tables::empty, &Tables::names, &Tables::lines> {};

TEST_CASE("unseen: lists containers with unknown memory, whose elements are seen", "[unit]") {
    Tables tables;
    tables.empty.taken = 0;
    tables.full.slots[2].assign(99, 'x');
    tables.lines.resize(3);
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(tables)) ==
          Unseen{{"Tables.full: Table", {sizeof(Table), 1}}});
    CHECK(trav::owned_bytes(tables) == 100 + 3 * 2 * sizeof(std::string));
}

namespace {

/// An array that is freed by hand.
struct Numbers {
    float* first = nullptr;
    std::size_t count = 0;
    float const* begin() const { return first; }
    float const* end() const { return first + count; }
};
struct Curve {
    std::vector<float> values;
    Numbers all;
    float* best = nullptr;
    float* end = nullptr;
    char const* name = nullptr;
    std::string text;
};

}  // namespace

template <>
struct trav::Described<Curve>
    : trav::Members<&Curve::values, &Curve::all, &Curve::best, &Curve::end, &Curve::name, &Curve::text> {};

TEST_CASE("unseen: lists pointers to numbers, and views, that lead to memory of no object", "[unit]") {
    Curve curve;
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(curve)).empty());
    curve.values.resize(100);
    curve.text.assign(100, 'x');
    curve.all = {curve.values.data() + 10, 5};
    curve.best = &curve.values[7];
    curve.end = curve.values.data() + curve.values.size();  // one past the end
    curve.name = curve.text.c_str() + 1;
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(curve)).empty());
    std::unique_ptr<float[]> const numbers(new float[50]);
    curve.all = {numbers.get(), 50};
    curve.best = numbers.get();
    curve.name = "a literal";
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(curve)) ==
          Unseen{{"Curve.all: Numbers", {sizeof(Numbers), 1}},
                 {"Curve.best: float*", {sizeof(float*), 1}},
                 {"Curve.name: const char*", {sizeof(char*), 1}}});
    curve.all.count = 0;
    curve.best = nullptr;
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(curve)).size() == 1);
}
