#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/retained_by_band.hpp>

#include <map>
#include <string>
#include <vector>

using test::Node;

TEST_CASE("retained by band: a list retains its nodes once", "[unit]") {
    // a list a, b, c with items d, e; c's item e is shared with f, a node of another list
    test::Heap<> heap(test::shape("a:bd b:c c:e d: e: f:e", "af"));
    test::SizedObjects const graph{&heap};
    auto const tree = trav::dominators(graph, heap.roots);
    auto const kind = trav::by(
        "kind", [](Node n) { return n->id < 3 || n->id == 5; },
        [](bool node) { return node ? "node" : "item"; });
    auto const lines = trav::retained_by_band(tree, kind);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].text == "node");
    CHECK(lines[0].own == trav::Amount{8 + 16 + 24 + 48, 4});
    CHECK(lines[0].retained ==
          trav::Amount{8 + 16 + 24 + 48 + 32, 5});  // e is held by both, and by neither alone
    CHECK(lines[1].text == "item");
    CHECK(lines[1].own == trav::Amount{32 + 40, 2});
    CHECK(lines[1].retained == trav::Amount{32 + 40, 2});
}

TEST_CASE("retained by band: keys that look the same are one band, and equal bands are sorted by label",
          "[unit]") {
    test::Heap<> heap(test::shape("a:bc b: c: d: h:", "abc"));
    struct Even : test::SizedObjects {
        std::size_t size(Node) const { return 8; }
    } const graph{{&heap}};
    auto const tree = trav::dominators(graph, heap.roots);
    auto const text = trav::by(
        "text", [](Node n) { return n->id; }, [](int id) { return id == 0   ? "z"
                                                                  : id == 1 ? "y"
                                                                            : "z"; });
    auto const lines = trav::retained_by_band(tree, text);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].text == "z");
    CHECK(lines[0].retained == trav::Amount{16, 2});
    CHECK(lines[1].text == "y");
    auto const number = trav::by("number", [](Node n) { return n->id; });
    auto const numbers = trav::retained_by_band(tree, number);
    REQUIRE(numbers.size() == 3);
    CHECK(numbers[0].text == "0");
    CHECK(numbers[2].text == "2");
}

TEST_CASE("retained by band: each band retains all objects that its objects dominate", "[property]") {
    test::for_random_graphs(6, 8, 60, [](test::Shape const& shape) {
        INFO(shape.name);
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        auto const tree = trav::dominators(graph, heap.roots);
        auto const dominates = test::dominated(shape);
        auto const kind_of = [](Node n) { return n->id * 7 % 10 / 3; };
        std::map<std::string, std::pair<trav::Amount, trav::Amount>> expected;
        for (int kind = 0; kind != 4; ++kind) {
            trav::Amount own, retained;
            for (auto& object : heap.objects) {
                auto const n = static_cast<std::size_t>(object.id);
                if (!dominates[n][n]) continue;  // it is not reached
                if (kind_of(&object) == kind) own += {test::bytes_of(object.id), 1};
                bool held = false;
                for (auto& other : heap.objects)
                    held =
                        held || (kind_of(&other) == kind && dominates[static_cast<std::size_t>(other.id)][n]);
                if (held) retained += {test::bytes_of(object.id), 1};
            }
            if (own.objects != 0) expected[std::to_string(kind)] = {own, retained};
        }
        auto const kind = trav::by("kind", kind_of);
        std::map<std::string, std::pair<trav::Amount, trav::Amount>> found;
        for (auto const& line : trav::retained_by_band(tree, kind))
            found[line.text] = {line.own, line.retained};
        CHECK(found == expected);
    });
}
