// Merged candidates of leaks: the distance from their common object, and the number of parts.
#include "catch.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/small_heap.hpp"

#include <heapprof/question/merged_candidates.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using Texts = std::vector<std::string>;

// A candidate: its name, its objects, and its bytes in the first dump.
struct Part {
    std::string name;
    Texts objects;
    std::uint64_t first = 0;
};
// A line for each candidate after the merge; they have 1, 2, 3 ... bytes in the last dump.
std::string merged(std::string const& text, std::vector<Part> const& parts) {
    auto const dump = any_dump_of("ROOT app\n" + node("app", "App", 10) + text);
    NamedHeap named(*dump);
    heapprof::Rules rules;
    rules.add("type Object\nkind general\n\ntype Map\nkind collection\n", "x");
    std::vector<heapprof::Candidates::Candidate> all;
    std::map<std::string, heapprof::Node> nodes;
    for (auto const& [name, objects, first] : parts) {
        all.push_back({name, {}, {{first, 0}, {all.size() + 1, 1}}});
        for (std::string const& id : objects) {
            std::string const owner = objects.size() == 1 ? name : id;
            all.back().owners.insert(owner);
            nodes.emplace(owner, test::node_of(*dump, id));
        }
        if (objects.empty()) all.back().owners.insert(name);
    }
    heapprof::merge_siblings(all, nodes, named.heap, named.names, rules);
    std::string found;
    for (auto const& each : all) {
        found += each.name + ' ' + std::to_string(each.amounts[1].bytes) + '/' +
                 std::to_string(each.owners.size());
        for (auto const& member : each.members) found += ", " + member.name;
        found += '\n';
    }
    return found;
}
// A Map with twelve parts, and an edge to it.
std::string map(std::string const& of, std::string const& id, int count = 12) {
    return node(id, "Map", 10) + edge(of, id, id) + parts(id, "Part", 0, count, 10);
}

}  // namespace

TEST_CASE("heapprof merged parts: parts are up to four steps below the whole", "[unit]") {
    // the tables `a` and `b` are below chains of these lengths
    auto const below = [](int of_a, int of_b) {
        std::string text = node("box", "Box", 10) + edge("app", "box", "box");
        for (auto const& [table, steps] : {std::pair{'a', of_a}, std::pair{'b', of_b}}) {
            std::string at = "box";
            for (int i = 0; i != steps; ++i) {
                std::string const next = std::string("to_") + table + std::to_string(i);
                text += node(next, "Object", 10) + edge(at, next, "x");
                at = next;
            }
            text += map(at, std::string(1, table));
        }
        return merged(text, {{"a", {"a"}}, {"b", {"b"}}});
    };
    std::string const one = "app.box: Box 3/2, a, b\n", two = "a 1/1\nb 2/1\n";
    CHECK(below(0, 0) == one);
    CHECK(below(3, 0) == one);
    CHECK(below(0, 3) == one);
    CHECK(below(3, 3) == one);
    CHECK(below(4, 0) == two);
    CHECK(below(0, 4) == two);
    // a candidate inside the other: an object of the program, or a collection
    std::string const inner = map("app", "a") + map("a", "b", 11);
    CHECK(merged(inner, {{"a", {"a"}}, {"b", {"b"}}}) == two);
    CHECK(merged(inner, {{"b", {"b"}}, {"a", {"a"}}}) == "b 1/1\na 2/1\n");
    std::string const boxes =
        node("a", "Box", 10) + edge("app", "a", "a") + parts("a", "Part", 0, 12, 10) + map("a", "b");
    CHECK(merged(boxes, {{"a", {"a"}}, {"b", {"b"}}}) == two);
    CHECK(merged(boxes, {{"b", {"b"}}, {"a", {"a"}}}) == "b 1/1\na 2/1\n");
    CHECK(merged("ROOT other\n" + node("other", "Box", 10) + map("app", "a") + map("other", "b"),
                 {{"a", {"a"}}, {"b", {"b"}}}) == two);
}

TEST_CASE("heapprof merged parts: any number of parts, of several objects", "[unit]") {
    std::string text;
    for (std::string const box : {"box", "bag"}) text += node(box, "Box", 10) + edge("app", box, box);
    for (std::string const id : {"a", "b", "c"}) text += map("box", id);
    for (std::string const id : {"d", "e"}) text += map("bag", id);
    CHECK(merged(text, {{"a", {"a"}}, {"d", {"d"}}, {"b", {"b"}}, {"e", {"e"}}, {"c", {"c"}}}) ==
          "app.box: Box 9/3, a, b, c\napp.bag: Box 6/2, d, e\n");
    // the whole has the place of its first part
    CHECK(merged(text, {{"a: Map (x.js:1)", {"a"}}, {"b: Map (x.js:2)", {"b"}}}) ==
          "app.box: Box (x.js:1) 3/2, a: Map (x.js:1), b: Map (x.js:2)\n");
    // a part of another whole stays
    CHECK(merged(text + map("app", "f"), {{"a", {"a"}}, {"b", {"b"}}, {"f", {"f"}}}) ==
          "app.box: Box 3/2, a, b\nf 3/1\n");
    // candidates stay if they have several owners, are groups, or do not grow
    CHECK(merged(text, {{"a", {"a", "c"}}, {"b", {"b"}}}) == "a 1/2\nb 2/1\n");
    CHECK(merged(text, {{"a", {"a"}}, {"b", {"b", "c"}}}) == "a 1/1\nb 2/2\n");
    CHECK(merged(text, {{"a", {}}, {"b", {"b"}}}) == "a 1/1\nb 2/1\n");
    CHECK(merged(text, {{"a", {"a"}, 1}, {"b", {"b"}}}) == "a 1/1\nb 2/1\n");
    CHECK(merged(text, {{"a", {"a"}}, {"b", {"b"}, 2}}) == "a 1/1\nb 2/1\n");
}

TEST_CASE("heapprof merged parts: the first twenty are compared", "[unit]") {
    std::string const text =
        node("box", "Box", 10) + edge("app", "box", "box") + map("box", "a") + map("box", "b");
    // the number of candidates, if `a` and `b` are at these places
    auto const left = [&](std::size_t a, std::size_t b) {
        std::vector<Part> parts(30, {"other", {}});
        parts[a] = {"a", {"a"}};
        parts[b] = {"b", {"b"}};
        std::string const found = merged(text, parts);
        return std::count(found.begin(), found.end(), '\n');
    };
    CHECK(left(0, 19) == 29);
    CHECK(left(18, 19) == 29);
    CHECK(left(0, 20) == 30);
    CHECK(left(20, 21) == 30);
}
