#include <trav/path/path_tree.hpp>

#include <trav/graph/from.hpp>
#include <trav/graph/sized.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"
#include "support/random_graph.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Objects of three types and of different sizes.
struct Typed : test::ShapeGraph {
    std::size_t size(int n) const { return static_cast<std::size_t>(10 + n); }
    std::string label(int n) const { return std::string(1, static_cast<char>('A' + n % 3)); }
};

using Steps = std::vector<std::string>;

/// The amount that each sequence of steps leads to, from the objects' individual paths.
std::map<Steps, trav::Amount> merged(Typed const& graph, std::set<int> const& wanted) {
    std::map<Steps, trav::Amount> all;
    for (int const n : wanted) {
        auto const path = trav::ShortestPaths<Typed>(graph, graph.shape->roots).to(n);
        Steps steps;
        std::set<Steps> on_path;
        for (auto const& step : path) {
            std::string const text = step.name.empty() ? step.label : "[] -> " + step.label;
            if (steps.empty() || steps.back() != text) steps.push_back(text);
            on_path.insert(steps);
        }
        for (auto const& each : on_path) all[each] += trav::Amount{graph.size(n), 1};
    }
    return all;
}

}  // namespace

TEST_CASE("path tree: merges the paths of all objects", "[property]") {
    test::RandomGraphs random(3);
    for (int i = 0; i != 8 * test::RandomGraphs::kinds; ++i) {
        test::Shape const shape = random.graph(i % test::RandomGraphs::kinds, 25);
        INFO(shape.name);
        Typed const graph{{&shape}};
        std::vector<int> nodes{-1};
        for (int k = random.below(10); k >= 0; --k) nodes.push_back(random.below(shape.size()));
        auto const tree = trav::path_tree(graph, shape.roots, nodes);
        auto const expected = merged(graph, {nodes.begin() + 1, nodes.end()});

        std::map<Steps, trav::Amount> found;
        Steps steps;
        for (auto const& line : tree) {
            REQUIRE(line.depth <= steps.size());
            steps.resize(line.depth);
            steps.push_back(line.text);
            CHECK(found.emplace(steps, line.amount).second);
        }
        CHECK((found == expected));
        trav::Amount all = tree.unreached;
        for (auto const& line : tree)
            if (line.depth == 0) all += line.amount;
        CHECK(all.objects == std::set<int>(nodes.begin() + 1, nodes.end()).size());
    }
}

namespace {

struct Session {
    char note[40 - sizeof(void*)] = {};
    std::unique_ptr<Session> previous;
};
struct Room {
    std::map<std::string, std::shared_ptr<Session>> guests;
};
struct Inn {
    Room room;
};
struct Hotel {
    std::vector<Room> rooms;
    std::vector<std::unique_ptr<Room>> more;
    std::unique_ptr<Session> last;
};

}  // namespace

template <>
struct trav::Described<Session> : trav::Members<&Session::previous> {};
template <>
struct trav::Described<Room> : trav::Members<&Room::guests> {};
template <>
struct trav::Described<Inn> : trav::Members<&Inn::room> {};
template <>
struct trav::Described<Hotel> : trav::Members<&Hotel::rooms, &Hotel::more, &Hotel::last> {};

TEST_CASE("path tree: prints a program of many types", "[unit]") {
    Hotel hotel;
    trav::Objects<> const heap;
    std::vector<trav::Object> wanted;
    hotel.rooms.resize(2);
    for (auto* room :
         {&hotel.rooms[0], &hotel.rooms[1], hotel.more.emplace_back(std::make_unique<Room>()).get()})
        for (char const* name : {"ann", "bob"})
            wanted.push_back(trav::object(*(room->guests[name] = std::make_shared<Session>())));
    auto* last = &hotel.last;
    for (int i = 0; i != 4; ++i) {
        *last = std::make_unique<Session>();
        wanted.push_back(trav::object(**last));
        last = &(*last)->previous;
    }
    Session const nobody;
    wanted.push_back(trav::object(nobody));

    auto const tree = trav::path_tree(heap, trav::roots(hotel), wanted);
    CHECK(trav::text(tree) == R"(path                            bytes      %  objects
Hotel                           400 B  90.9%       10
  .last -> Session              160 B  36.4%        4
    .previous -> Session ...    120 B  27.3%        3
  .rooms[].guests[] -> Session  160 B  36.4%        4
  .more[] -> Room                80 B  18.2%        2
    .guests[] -> Session         80 B  18.2%        2
(not reached)                    40 B   9.1%        1
)");
    CHECK(trav::text(tree, {.top = 1}) == R"(path                          bytes      %  objects
Hotel                         400 B  90.9%       10
  .last -> Session            160 B  36.4%        4
    .previous -> Session ...  120 B  27.3%        3
  ... 2 more                  240 B  54.5%        6
(not reached)                  40 B   9.1%        1
)");
    CHECK(trav::text(tree, {.depth = 1}) == R"(path           bytes      %  objects
Hotel          400 B  90.9%       10
(not reached)   40 B   9.1%        1
)");

    // by-value parts: rooms
    auto const rooms = trav::path_tree(heap, trav::roots(hotel),
                                       std::vector{trav::object(hotel.rooms[0]), trav::object(hotel.rooms[1]),
                                                   trav::object(*hotel.more[0])});
    CHECK(rooms.unreached.objects == 0);
    REQUIRE(rooms.lines.size() == 3);
    CHECK(rooms.lines[1].text == ".rooms[] -> Room");
    CHECK(rooms.lines[1].amount.objects == 2);
    CHECK(rooms.lines[2].text == ".more[] -> Room");
    CHECK(rooms.lines[2].amount.objects == 1);
}

TEST_CASE("path tree: may have only parts", "[unit]") {
    Hotel hotel;
    hotel.rooms.resize(2);
    auto const tree = trav::path_tree(trav::Objects<>(), trav::roots(hotel), {trav::object(hotel.rooms[1])});
    CHECK(tree.unreached.objects == 0);
    REQUIRE(tree.lines.size() == 2);
    CHECK(tree.lines[0].amount == trav::Amount{sizeof(Room), 1});
    CHECK(tree.lines[1].text == ".rooms[] -> Room");
    CHECK(tree.lines[1].amount == trav::Amount{sizeof(Room), 1});
}

TEST_CASE("path tree: parts are counted with the objects that they are in", "[unit]") {
    Hotel hotel;
    hotel.rooms.resize(2);
    Inn inn;
    auto const tree = trav::path_tree(trav::Objects<>(), trav::roots(hotel, inn),
                                      {trav::object(hotel.rooms[1]), trav::object(inn.room)});
    CHECK(tree.unreached.objects == 0);
    std::vector<std::string> texts;
    for (auto const& line : tree) {
        texts.push_back(line.text);
        CHECK(line.amount == trav::Amount{sizeof(Room), 1});
    }
    CHECK(texts == std::vector<std::string>{"Hotel", ".rooms[] -> Room", "Inn", ".room -> Room"});
}

namespace {

// 0 has no label. The edges a and b lead from 1 to 2; c, d and e to 3, 4 and 5. 5 has 5 bytes, the others 10.
struct Labels {
    using node = int;
    std::vector<int> all{2, 2, 3, 4, 5}, none{};
    std::vector<int> const& children(int n) const { return n == 1 ? all : none; }
    void each_edge(int n, auto&& f) const {
        std::string name = "a";
        for (int const child : children(n)) f(child, trav::detail::MemberEdge{name}), ++name[0];
    }
    std::string label(int n) const { return n == 0 ? "" : std::to_string(n); }
    std::size_t size(int n) const { return n == 5 ? 5 : 10; }
};

}  // namespace

TEST_CASE("path tree: the first of two edges names a child; equal lines are sorted by text", "[unit]") {
    auto const tree = trav::path_tree(Labels(), {0, 1}, {0, 5, 4, 3, 2});
    std::ostringstream out;
    trav::print(out, tree);
    CHECK(out.str() == R"(path       bytes      %  objects
1           35 B  77.8%        4
  .a -> 2   10 B  22.2%        1
  .c -> 3   10 B  22.2%        1
  .d -> 4   10 B  22.2%        1
  .e -> 5    5 B  11.1%        1
            10 B  22.2%        1
)");
}

TEST_CASE("path tree: of lines with equal bytes, the one with more objects comes first", "[unit]") {
    struct Pairs : Labels {
        std::vector<int> const& children(int) const { return none; }
        std::string label(int n) const { return n == 3 || n == 4 ? "b" : "a"; }
        std::size_t size(int n) const { return n == 1 ? 20 : 10; }
    };
    auto const tree = trav::path_tree(Pairs(), {1, 3, 4}, {1, 3, 4});
    REQUIRE(tree.lines.size() == 2);
    CHECK(tree.lines[0].text == "b");
    CHECK(tree.lines[1].text == "a");
}

TEST_CASE("path tree: without sizes shows only objects, and sorts equal lines by text", "[unit]") {
    auto const graph = trav::graph<int>([](int n, auto&& sink) {
        if (n < 2) sink(2), sink(3), sink(4);
    });
    CHECK(trav::text(trav::path_tree(graph, {0, 1}, {4, 2, 3, 3})) == R"(path       objects
0                3
  [] -> 2        1
  [] -> 3        1
  [] -> 4        1
)");
    CHECK(trav::text(trav::path_tree(graph, {0}, {})) == "path  objects\n");
    CHECK(trav::path_tree(graph, {0}, {2}).lines[1].amount == trav::Amount{0, 1});
}

TEST_CASE("path tree: a list of 300,000 cells is as short as its steps", "[unit]") {
    auto const list = trav::graph<int>([](int n, auto&& sink) {
        if (n != 300'000) sink(n + 1);
    });
    struct Cells : decltype(list) {
        char const* label(int) const { return "cell"; }
    };
    std::vector<int> all;
    for (int i = 0; i <= 300'000; ++i) all.push_back(i);
    auto const tree = trav::path_tree(Cells{list}, {0}, all);
    REQUIRE(tree.lines.size() == 2);
    CHECK(tree.lines[1].text == "[] -> cell");
    CHECK(tree.lines[1].repeated);
    CHECK(tree.lines[1].amount.objects == 300'000);
    CHECK(tree.lines[0].amount.objects == 300'001);
}

TEST_CASE("path tree: roots beyond the limit are summed up; percentages are of all objects", "[unit]") {
    trav::PathTree const tree{
        {{"a", 0, {60, 3}}, {".x -> X", 1, {20, 1}}, {"b", 0, {30, 2}}, {"c", 0, {10, 1}}}, {}, true};
    CHECK(trav::text(tree, {.top = 1}) == R"(path        bytes      %  objects
a            60 B  60.0%        3
  .x -> X    20 B  20.0%        1
... 2 more   40 B  40.0%        3
)");
    CHECK(trav::text(tree, {.top = 0}) == R"(path       bytes      %  objects
a           60 B  60.0%        3
  .x -> X   20 B  20.0%        1
b           30 B  30.0%        2
c           10 B  10.0%        1
)");
    trav::PathTree const inner{
        {{"a", 0, {60, 3}}, {".x", 1, {20, 1}}, {".y", 1, {10, 1}}, {"b", 0, {40, 2}}}, {}, true};
    CHECK(trav::text(inner, {.top = 1}) == R"(path          bytes      %  objects
a              60 B  60.0%        3
  .x           20 B  20.0%        1
  ... 1 more   10 B  10.0%        1
... 1 more     40 B  40.0%        2
)");
}
