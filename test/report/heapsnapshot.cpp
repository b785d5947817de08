// test/report/heapsnapshot.cpp: read_v8 reads back the objects, sizes, types, named edges and roots of a
// written heap snapshot.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/dump/v8/dump.hpp>
#include <trav/dump/v8/reader.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/report/heapsnapshot.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace {

using Roots = std::vector<std::pair<std::string, int>>;
using Edge = std::tuple<std::string, std::string, std::string>;  // from, name, to

struct Numbers {
    using node = int;
    test::Shape const* shape;
    auto const& children(node n) const { return shape->children[static_cast<std::size_t>(n)]; }
    bool null(node n) const { return n < 0; }
    std::size_t size(node n) const { return static_cast<std::size_t>(n) * 8 + 16; }
    std::string label(node n) const { return "n" + std::to_string(n); }
};

trav::dump::V8Snapshot read(std::string const& text) {
    std::istringstream in(text);
    trav::dump::Input input(in, "written");
    return trav::dump::read_v8(input);
}
std::set<Edge> edges_of(trav::dump::V8Snapshot const& snapshot) {
    std::set<Edge> edges;
    for (std::uint32_t n = 0; n != snapshot.node_count(); ++n)
        snapshot.for_each_edge(n, [&](trav::dump::V8Edge const& edge) {
            std::string const name = edge.named() ? std::string(snapshot.strings[edge.name_or_index])
                                                  : std::to_string(edge.name_or_index);
            edges.emplace(snapshot.name(edge.from), name, snapshot.name(edge.to));
        });
    return edges;
}

/// The heap of test/data/devtools/written.heapsnapshot: 300 objects; most edges lead a bit further.
struct Known {
    using node = std::uint32_t;
    struct Edge {
        node to;
        trav::EdgeKind kind;
        std::string label() const { return "f" + std::to_string(to); }
    };
    static constexpr node count = 300;
    std::vector<std::vector<Edge>> all = std::vector<std::vector<Edge>>(count);
    std::vector<std::vector<node>> followed = std::vector<std::vector<node>>(count);
    std::vector<std::size_t> bytes;
    Known() {
        std::mt19937 random(12);
        auto const below = [&](unsigned limit) { return static_cast<node>(random() % limit); };
        for (node n = 0; n != count; ++n) {
            bytes.push_back(below(7) ? below(1000) : 0);
            for (node left = 1 + below(3); left != 0; --left) {
                node const to = below(3) ? std::min(count - 1, n + 1 + below(10)) : below(count);
                bool const weak = below(6) == 0;
                all[n].push_back({to, weak ? trav::EdgeKind::weak : trav::EdgeKind::owns});
                if (!weak) followed[n].push_back(to);
            }
        }
    }
    auto const& children(node n) const { return followed[n]; }
    std::size_t size(node n) const { return bytes[n]; }
    std::string label(node n) const { return "n" + std::to_string(n); }
    void edges(node n, auto f) const {
        for (Edge const& edge : all[n]) f(edge);
    }
};
std::string contents(std::string const& name) {
    std::ifstream file("test/data/devtools/" + name);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Item {
    int weight = 0;
};
struct Player {
    std::vector<std::unique_ptr<Item>> inventory;
    std::map<std::string, Item*> worn;
    std::weak_ptr<Item> seen;
    Player* target = nullptr;
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<> {};
template <>
struct trav::Described<Player>
    : trav::Members<&Player::inventory, &Player::worn, &Player::seen, &Player::target> {};

TEST_CASE("heapsnapshot: random graphs are read back", "[property]") {
    test::RandomGraphs random(41);
    for (int run = 0; run != 50; ++run) {
        test::Shape const shape = random.graph(1 + run % 30, 60);
        Numbers const graph{&shape};
        Roots roots;
        std::vector<bool> reached(shape.children.size());
        std::vector<int> waiting;
        std::set<Edge> expected{{"", "1", "(GC roots)"}, {"", "roots", "(roots)"}};
        for (int const root : shape.roots) {
            roots.emplace_back("root " + std::to_string(root), root);
            if (root < 0) continue;
            expected.emplace("(roots)", roots.back().first, graph.label(root));
            waiting.push_back(root);
        }
        std::uint64_t bytes = 0;
        std::uint32_t nodes = 3;
        while (!waiting.empty()) {
            int const n = waiting.back();
            waiting.pop_back();
            if (reached[static_cast<std::size_t>(n)]) continue;
            reached[static_cast<std::size_t>(n)] = true;
            ++nodes;
            bytes += graph.size(n);
            int index = 0;
            for (int const child : graph.children(n)) {
                if (child >= 0) {
                    expected.emplace(graph.label(n), std::to_string(index), graph.label(child));
                    waiting.push_back(child);
                }
                ++index;
            }
        }
        std::ostringstream out;
        trav::write_heapsnapshot(out, graph, roots);
        auto const snapshot = read(out.str());
        REQUIRE(snapshot.node_count() == nodes);
        std::uint64_t read_bytes = 0;
        for (std::uint32_t n = 0; n != nodes; ++n) read_bytes += snapshot.size(n);
        CHECK(read_bytes == bytes);
        CHECK(edges_of(snapshot) == expected);
    }
}

TEST_CASE("heapsnapshot: members of objects name edges, types are classes, roots are globals", "[unit]") {
    Player ann, bob;
    auto const lamp = std::make_shared<Item>();
    ann.inventory.push_back(std::make_unique<Item>());
    ann.worn["hat"] = ann.inventory[0].get();
    ann.seen = lamp;
    ann.target = &bob;
    bob.target = &ann;
    trav::Objects<> const heap;
    std::ostringstream out;
    trav::write_heapsnapshot(out, heap, {{"ann", trav::object(ann)}, {"la\"mp\n", trav::object(*lamp)}});
    auto const snapshot = read(out.str());
    CHECK(snapshot.node_count() == 8);  // the writer's three, two players, two items, a control block
    std::string const player = heap.label(trav::object(ann)), item = heap.label(trav::object(*lamp));
    CHECK(edges_of(snapshot) == std::set<Edge>{{"", "1", "(GC roots)"},
                                               {"", "roots", "(roots)"},
                                               {"(roots)", "ann", player},
                                               {"(roots)", "la\"mp\\n", item},
                                               {player, "inventory[0]", item},
                                               {player, "worn[\"hat\"]", item},
                                               {player, "seen", item},
                                               {player, "seen", "shared_ptr block"},
                                               {player, "target", player}});
    auto const globals = snapshot.globals();
    REQUIRE(globals.size() == 1);
    CHECK(snapshot.name(globals[0]) == "(roots)");
    bool weak = false;
    for (std::uint32_t n = 0; n != snapshot.node_count(); ++n)
        snapshot.for_each_edge(n, [&](trav::dump::V8Edge const& edge) {
            if (edge.kind == trav::dump::V8EdgeKind::weak) weak = snapshot.name(edge.to) == item;
        });
    CHECK(weak);
    CHECK(snapshot.type_name(snapshot.type(3)) == player);
}

TEST_CASE("heapsnapshot: DevTools computes the same from a snapshot as dominators()", "[conformance]") {
    Known const heap;
    std::vector<std::pair<std::string, Known::node>> const roots{{"a", 0}, {"b", 150}, {"again", 0}};
    std::ostringstream out;
    trav::write_heapsnapshot(out, heap, roots);
    CHECK(out.str() == contents("written.heapsnapshot"));  // DevTools has read this file: see its README

    auto const tree = trav::dominators(heap, std::vector<Known::node>{0, 150});
    auto const snapshot = read(out.str());
    auto const object = [&](std::uint32_t place) {
        return static_cast<Known::node>(std::stoul(std::string(snapshot.name(place)).substr(1)));
    };
    std::istringstream said(contents("written.txt"));
    std::uint64_t own = 0, retained = 0;
    std::uint32_t dominator = 0, dominated = 0, place = 0;
    for (; said >> own >> retained >> dominator; ++place) {
        if (place < 3) continue;  // the writer's own nodes
        Known::node const n = object(place);
        INFO(heap.label(n));
        CHECK(heap.size(n) == own);
        CHECK(tree.retained(n).bytes == retained);
        if (dominator == 2) CHECK(!tree.idom(n));  // the object with the roots as fields
        else CHECK(tree.idom(n) == object(dominator));
        dominated += dominator != 2;
    }
    CHECK(place == snapshot.node_count());
    CHECK(dominated > 50);
}
