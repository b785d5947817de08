// The elements of collections: their type and number.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/question/elements.hpp>

#include <numeric>
#include <string>
#include <vector>

namespace {

// The elements in the first `top` objects, such as "15 Session".
std::string found(std::string const& text, std::string const& wanted = "", trav::dump::Node top = 1) {
    auto const dump = any_dump_of("ROOT top\n" + text);
    heapprof::RetainedHeap const heap(*dump);
    heapprof::Rules rules;
    rules.add(
        "type String\nkind plain\n\ntype Object\nkind general\n\ntype Map\ntype List\nkind collection\n\n"
        "type Link*\nkind inside\n",
        "x");
    std::vector<trav::dump::Node> all(top);
    std::iota(all.begin(), all.end(), trav::dump::Node{0});
    auto const elements = heapprof::elements_of(heap, all, wanted, rules, [](auto) { return true; });
    return elements.nodes.empty() ? "" : std::to_string(elements.nodes.size()) + ' ' + elements.type;
}

}  // namespace

TEST_CASE("heapprof elements: the objects of the program in a collection, without their parts", "[unit]") {
    // A map with a table of 15 sessions, with three notes each, and of larger texts as keys.
    std::string text = node("top", "Registry", 1) + node("map", "Map", 1) + edge("top", "map") +
                       node("table", "(array)", 1) + edge("map", "table") +
                       parts("table", "String", 15, 9000) + parts("table", "Session", 15, 1);
    for (int i = 0; i != 15; ++i) {
        std::string const session = "tableSession" + std::to_string(i);
        text += parts(session, "Note", 3, 500);
    }
    CHECK(found(text) == "15 Session");
    CHECK(found(text + parts("table", "User", 12, 1)) == "15 Session");
    CHECK(found(text + parts("table", "User", 12, 1), "User") == "12 User");
    CHECK(found(text + parts("table", "User", 12, 2000)) == "12 User");    // retain more
    CHECK(found(text + parts("table", "Entry", 90, 9000)) == "90 Entry");  // sessions are few
}

TEST_CASE("heapprof elements: all entries of a table, even in one place", "[unit]") {
    // 40 places with chains of one to three entries.
    std::string const entry = "java.util.HashMap$Node";
    std::string text =
        node("top", "java.util.HashMap", 1) + node("table", entry + "[]", 1) + edge("top", "table");
    int entries = 0;
    for (int place = 0; place != 40; ++place) {
        std::string before = "table";
        for (int i = 0; i <= place % 3; ++i, ++entries) {
            std::string const id = std::to_string(place) + '/' + std::to_string(i), session = "s" + id;
            text += node(id, entry, 1) + edge(before, id, i == 0 ? id : "next") +
                    node(session, "Session", 9) + edge(id, session, "value");
            before = id;
        }
    }
    CHECK(entries == 79);
    CHECK(found(text) == "79 Session");
}

TEST_CASE("heapprof elements: a library's links in a chain are no elements", "[unit]") {
    // 20 places with chains of two links, one price in each
    std::string text = node("top", "Cache", 1);
    for (int i = 0; i != 20; ++i) {
        std::string const n = std::to_string(i);
        text += node("a" + n, "LinkOfOne", 1) + edge("top", "a" + n) + node("b" + n, "LinkOfOne", 1) +
                edge("a" + n, "b" + n, "next");
        for (std::string const link : {"a", "b"})
            text += node("price" + link + n, "Price", 10) + edge(link + n, "price" + link + n, "value");
    }
    CHECK(found(text) == "40 Price");
}

TEST_CASE("heapprof elements: the parts of several arrays, not the arrays", "[unit]") {
    std::string text, steps;
    for (int i = 0; i != 12; ++i) {
        std::string const array = "array" + std::to_string(i);
        text += "ROOT " + array + '\n' + node(array, "java.lang.Object[]", 1);
        steps += parts(array, "Step", 3, 10);
    }
    CHECK(found(node("top", "java.lang.Object[]", 1) + text + steps, "", 13) == "36 Step");
}

TEST_CASE("heapprof elements: texts, if there is nothing else, but at least ten", "[unit]") {
    CHECK(found(node("top", "Map", 1) + parts("top", "String", 10, 5)) == "10 String");
    CHECK(found(node("top", "Map", 1) + parts("top", "Session", 9, 5)) == "");
    CHECK(found(node("top", "Map", 1)) == "");
}

TEST_CASE("heapprof elements: of several types, a class of the program with enough bytes and objects",
          "[unit]") {
    auto const of = [](std::string const& types, int top = 1) {
        return found(node("top", "Registry", top) + types);
    };
    auto const in_top = [](std::string const& type, int count, int bytes) {
        return parts("top", type, count, bytes);
    };
    for (std::string const type : {"shop.Item$1", "java.util.Date", "system / JSArrayBufferData"})
        CHECK(of(in_top(type, 15, 10)) == "15 " + type);
    for (std::string const type :
         {"java.util.Map$X", "java.util.Map[]", "system / Context", "(array)", "LinkX"})
        CHECK(of(in_top(type, 15, 10)).empty());
    CHECK(of(in_top("Pear", 12, 10) + in_top("Apple", 12, 10)) == "12 Apple");
    CHECK(of(in_top("Pear", 12, 11) + in_top("Apple", 12, 10)) == "12 Pear");
    CHECK(of(in_top("String", 12, 90) + in_top("Object", 12, 10)) == "12 Object");
    CHECK(of(in_top("Object", 12, 10) + in_top("List", 12, 90)) == "12 List");
    for (std::string const general : {"Object", "List", "String"})
        CHECK(of(in_top(general, 12, 90) + in_top("Session", 12, 10)) == "12 Session");
    // a type with less than a quarter of the objects has too few
    CHECK(of(in_top("Session", 12, 900) + in_top("Entry", 48, 100)) == "12 Session");
    CHECK(of(in_top("Session", 12, 900) + in_top("Entry", 49, 100)) == "49 Entry");
    // 100 bytes are enough of 5,049, and too few of 5,050
    CHECK(of(in_top("Session", 10, 10) + in_top("Object", 10, 489), 59) == "10 Session");
    CHECK(of(in_top("Session", 10, 10) + in_top("Object", 10, 489), 60) == "10 Object");
    CHECK(found(node("top", "(array)", 60) + node("next", "(array)", 5000) + "ROOT next\n" +
                    in_top("Session", 10, 10) + in_top("Object", 10, 489),
                "", 2) == "10 Object");
}

TEST_CASE("heapprof elements: several owners are elements themselves", "[unit]") {
    std::string text, more;
    for (int i = 0; i != 12; ++i) {
        std::string const id = "s" + std::to_string(i);
        text += node(id, "Session", 1);
        more += "ROOT " + id + '\n' + parts(id, "Note", 3, 10);
    }
    CHECK(found(node("top", "Session", 1) + text + more, "", 13) == "13 Session");
}

TEST_CASE("heapprof elements: a list has at least a quarter of the objects in a chain", "[unit]") {
    auto const list = [](int nodes, int others, std::string const& top = "Registry") {
        std::string text = node("top", top, 1), before = "top";
        for (int i = 0; i != nodes + others; ++i) {
            std::string const n = std::to_string(i), id = 'n' + n;
            text += node(id, i < nodes ? "Node" : "Type" + n, 1) + edge(before, id);
            before = id;
        }
        return found(text);
    };
    CHECK(list(10, 30) == "10 Node");
    CHECK(list(10, 31).empty());
    CHECK(list(9, 0).empty());
    CHECK(list(10, 0) == "10 Node");
    CHECK(list(10, 0, "Node") == "11 Node");  // with its head
    // two lists, each with its head
    std::string text = node("top", "Node", 1) + node("next", "Node", 1) + "ROOT next\n";
    for (std::string const head : {"top", "next"})
        for (int i = 0; i != 14; ++i)
            text += node(head + std::to_string(i), "Node", 1) +
                    edge(i == 0 ? head : head + std::to_string(i - 1), head + std::to_string(i));
    CHECK(found(text, "", 2) == "30 Node");
}

TEST_CASE("heapprof elements: the parts of collections in a collection", "[unit]") {
    std::string text = node("top", "Map", 1) + parts("top", "List", 20, 1);
    for (int i = 0; i != 20; ++i) text += parts("topList" + std::to_string(i), "String", 5, 1);
    CHECK(found(text) == "20 List");
    for (int i = 0; i != 20; ++i) text += parts("topList" + std::to_string(i), "Job", 4, 1);
    CHECK(found(text) == "80 Job");

    std::string java = node("top", "Map", 1) + parts("top", "java.util.ArrayList", 20, 1);
    for (int i = 0; i != 20; ++i)
        java += parts("topjava.util.ArrayList" + std::to_string(i), "shop.Job", 2, 1);
    CHECK(found(java) == "40 shop.Job");
}

TEST_CASE("heapprof elements: the parts of a list, with its head", "[unit]") {
    std::string text = node("top", "Node", 1);
    for (int i = 0; i != 30; ++i) {
        std::string const id = 'n' + std::to_string(i), before = i == 0 ? "top" : 'n' + std::to_string(i - 1);
        text +=
            node(id, "Node", 1) + edge(before, id, "next") + node("v" + id, "Value", 1) + edge(id, "v" + id);
    }
    CHECK(found(text) == "31 Node");
    // 30 small parts of its first node
    CHECK(found(text + parts("n0", "Row", 30, 0)) == "31 Node");
}

TEST_CASE("heapprof elements: only parts of the owner", "[unit]") {
    auto const dump =
        any_dump_of("ROOT top\n" + node("top", "App", 1) + node("map", "Map", 1) + edge("top", "map") +
                    parts("map", "Session", 50, 9) + parts("top", "Row", 20, 1));
    heapprof::RetainedHeap const heap(*dump);
    auto const own = [&](trav::dump::Node n) { return dump->id(n) != "map"; };
    auto const elements = heapprof::elements_of(heap, {0}, "", heapprof::Rules(), own);
    CHECK(elements.type == "Row");
    CHECK(elements.nodes.size() == 20);
    auto const rows = [&](trav::dump::Node n) {
        return dump->type(n) == dump->type(test::node_of(*dump, "topRow0"));
    };
    CHECK(heapprof::elements_of(heap, {test::node_of(*dump, "map")}, "", heapprof::Rules(), rows)
              .nodes.empty());
}
