// The titles of the findings of `leaks`, and the class and path of their objects.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/explained.hpp"
#include "heapprof/rows_text.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using enum trav::dump::V8EdgeKind;

std::string const base = "ROOT base\nNODE base Base 1000000\n";

// A root for each of the first rows.
std::string roots_of_rows(std::string const& type, int count) {
    std::string text;
    for (int i = 0; i != count; ++i) {
        std::string const n = std::to_string(i), holder = type + n;
        text += "ROOT " + holder + '\n' + node(holder, type, 1) + edge(holder, 'r' + n, "row");
    }
    return text;
}
// One root with the first rows: as elements, or in fields of their own.
std::string root(std::string const& name, std::string const& type_and_bytes, int count,
                 std::string const& field = "") {
    return "ROOT " + name + "\nNODE " + name + ' ' + type_and_bytes + '\n' + to_rows(name, 0, count, field);
}

Finding of_rows(std::string const& text, std::string const& type = "Row") {
    return explained(*any_dump_of(base + text), "shared: Row", type);
}

}  // namespace

TEST_CASE("heapprof finding titles: shared objects of one holder", "[unit]") {
    auto const in_list = [](int count) {
        return of_rows(rows(30) + roots_of_rows("Request", 30) + roots_of_rows("Other", 30) +
                       root("all", "List 1", count));
    };
    Finding const one = in_list(24);
    CHECK(one.title == "Row in all[]");
    CHECK(one.copies == 30);
    CHECK_FALSE(one.together);
    CHECK(one.examined == 30);
    Finding const many = in_list(23);
    CHECK(many.title == "shared: Row, by Other, Request and 1 other");
    CHECK(many.together);
    CHECK(held(many.holders) == "Other 30, Request 30, List 23");
    CHECK(many.freed == trav::Amount{3000, 30});
    // the largest of the held rows, not of all
    Finding const in =
        of_rows(rows(28) + "NODE r28 Row 120\nNODE r29 Row 110\n" + roots_of_rows("Request", 30) +
                roots_of_rows("Other", 30) + root("all", "List 1", 28) + "all r29 29\n");
    CHECK(in.title == "Row in all[]");
    CHECK(in.object.id == "r29");
    // of unknown type
    CHECK(explained(*any_dump_of(base + rows(9) + roots_of_rows("A", 9) + root("all", "List 1", 9)),
                    "shared: Row")
              .title == "shared: Row, by A and List");
}

TEST_CASE("heapprof finding titles: the holders of a group, by their number of objects", "[unit]") {
    auto const by = [](std::string const& text) {
        Finding const found = of_rows(rows(12) + text);
        CHECK(found.title.starts_with("shared: Row, by "));
        CHECK(found.examined == 12);
        return found.title.substr(16) + " | " + held(found.holders);
    };
    std::string const a = roots_of_rows("A", 12), b = roots_of_rows("B", 12), c = roots_of_rows("C", 11),
                      d = roots_of_rows("D", 10), e = roots_of_rows("E", 9), f = roots_of_rows("F", 12);
    CHECK(by(a + b) == "A and B | A 12, B 12");
    CHECK(by(a + c + b) == "A, B and 1 other | A 12, B 12, C 11");
    CHECK(by(c + d + b + f) == "B, F and 2 others | B 12, F 12, C 11, D 10");
    CHECK(by(a + b + c + d + e) == "A, B and 3 others | A 12, B 12, C 11, D 10");
    CHECK(by(a + b + "ROOT r0\nROOT r1\n") == "A, B and 1 other | A 12, B 12, roots 2");
    // neither weak references, nor references in the group
    CHECK(by(a + b + "WEAK C0 r0 x\nROOT C0\nNODE C0 C 1\nr0 r1 next\n") == "A and B | A 12, B 12");
    CHECK(by(a + b + root("big", "Big 100000", 11, "f")) == "A, B and 1 other | A 12, B 12, big 11");
    Finding const few = of_rows(rows(9) + roots_of_rows("A", 9) + roots_of_rows("B", 9), "");
    CHECK(few.title == "shared: Row, by A and B");
    CHECK(few.held_type == "Row");
    CHECK(few.field_of.empty());
    // more than are examined for the holders of their elements
    CHECK(of_rows(rows(40) + roots_of_rows("A", 40) + roots_of_rows("B", 40)).examined == 40);
    CHECK(by(a + b + node("lost", "Lost", 1) + edge("lost", "r0")) == "A and B | A 12, B 12");
    CHECK(explained(*any_dump_of(root("x", "X 1", 12) + "ROOT y\n" + node("y", "Y", 1) + rows(12) +
                                 to_rows("y", 0, 11, "f") + base),
                    "shared: Row", "")
              .title == "Row in x[]");
    std::string all;
    for (char type = 'T'; type >= 'A'; --type) all += roots_of_rows(std::string(1, type), 12);
    CHECK(by(all) == "A, B and 18 others | A 12, B 12, C 12, D 12");
}

TEST_CASE("heapprof finding titles: shared objects of two or three owners", "[unit]") {
    auto const title = [](std::string const& more, std::string const& name) {
        return explained(*any_dump_of(base + rows(60) + more), name, "Row").title;
    };
    std::string const x = "X 100000", y = "Y 100000", z = "Z 100000", two = "shared: x: X and y: Y";
    CHECK(title(root("x", x, 60, "f") + root("y", y, 60, "g"), two) == two + ", of Row");
    CHECK(title(root("x", x, 60) + root("y", y, 60), two) == "Row in x[] and y[]");
    Finding const lists =
        explained(*any_dump_of(base + rows(60) + root("x", x, 60) + root("y", y, 60)), two, "Row");
    CHECK(lists.copies == 60);
    CHECK_FALSE(lists.together);
    CHECK(lists.field_of.empty());
    std::string large;
    for (int i = 0; i != 9; ++i) large += node('r' + std::to_string(i), "Row", 1000);
    CHECK(explained(*any_dump_of(base + large + root("x", x, 9, "f") + root("y", y, 9, "g")), two).title ==
          two);
    std::string const three = "shared: x: X, y: Y and z: Z";
    CHECK(title(root("x", x, 60) + root("y", y, 60) + root("z", z, 60, "f"), three) == three + ", of Row");
}

TEST_CASE("heapprof finding titles: a group's references from global variables and V8's lists", "[unit]") {
    // Twelve rows in two lists of roots; with `variables`, in two global objects; with `other`, in one more.
    auto const title = [](bool variables, bool other) {
        constexpr std::uint32_t first = 6, count = 12;
        Written v8;
        std::vector<Written::Edge> fields, rows, more;
        for (std::uint32_t i = first; i != first + count; ++i) {
            fields.push_back({property, i, "v" + std::to_string(i)});
            if (i != first) rows.push_back({element, i, "1"});
            if (i < first + 5) more.push_back({property, i, "f" + std::to_string(i)});
        }
        if (!variables) fields.clear();
        if (!other) more.clear();
        v8.node("synthetic", 0,
                {{shortcut, 1},
                 {shortcut, 2},
                 {element, 3},
                 {element, 4},
                 {element, 5},
                 {element, first + count}});
        v8.node("object", 10, fields, "global");
        v8.node("object", 10, fields, "global");
        v8.node("synthetic", 0, rows, "(List a)");
        rows.push_back({element, first, "1"});
        v8.node("synthetic", 0, rows, "(List b)");
        v8.node("object", 10, more, "Other");
        for (std::uint32_t i = 0; i != count; ++i) v8.node("object", 1000, {}, "Row");
        v8.node("object", 20'000'000, {}, "Base");
        return explained(*any_dump_of(v8), "shared: Row", "Row").title;
    };
    CHECK(title(false, false) == "shared: Row, by (List b) and (List a)");
    CHECK(title(false, true) == "shared: Row, by Other");
    CHECK(title(true, false) == "shared: Row, by global variables");
    CHECK(title(true, true) == "shared: Row, by global variables and Other");
}

TEST_CASE("heapprof finding titles: functions in an owner of the runtime, and places of allocation",
          "[unit]") {
    auto const lines = [](std::string const& root, std::string const& type, std::string const& more) {
        std::string text, refs;
        for (int i = 0; i != 12; ++i) {
            std::string const id = '"' + std::to_string(i) + '"';
            refs += (i == 0 ? "" : ",") + id;
            text += "{\"id\": " + id + ", \"type\": \"" + type + "\", \"size\": 50" + more + "}\n";
        }
        return any_dump_of_json(R"({"id": "x", "type": "Sys", "size": 100000, "roots": [")" + root +
                                R"("], "refs": [)" + refs + "]}\n" + text);
    };
    std::string const site = R"(, "site": "lib/a.py:7")", named = R"(, "name": "f")" + site;
    CHECK(explained(*lines("sys", "function", named), "sys: Sys").title == "sys: Sys, of f (lib/a.py:7)");
    CHECK(explained(*lines("sys", "function", site), "sys: Sys").title ==
          "sys: Sys, of a function (lib/a.py:7)");
    CHECK(explained(*lines("sys", "Row", named), "sys: Sys").title == "sys: Sys");
    CHECK(explained(*lines("app", "function", named), "app: Sys").title == "app: Sys");
    CHECK(explained(*lines("[3]", "function", named), "[3]: Sys").title == "[3]: Sys, of f (lib/a.py:7)");
    CHECK(explained(*lines("(x)", "function", named), "(x): Sys").title == "(x): Sys, of f (lib/a.py:7)");
    CHECK(explained(*lines("globalThis[3]", "function", named), "globalThis[3]: Sys").title ==
          "globalThis[3]: Sys, of f (lib/a.py:7)");

    std::string rows, refs;
    for (int i = 0; i != 12; ++i) {
        std::string const n = std::to_string(i);
        refs += (i == 0 ? "" : ",") + n;
        rows += R"({"id": )" + n + R"(, "type": "Row", "size": 50, "roots": true)" + site + "}\n";
    }
    auto const made =
        any_dump_of_json(R"({"id": "all", "type": "list", "size": 1, "roots": true, "refs": [)" + refs +
                         "]}\n" + rows + R"({"id": "base", "type": "Base", "size": 1000000, "roots": true})");
    CHECK(explained(*made, "shared: made in lib").title == "Row in all[], made in lib");
}

TEST_CASE("heapprof finding titles: a store of Node with its possible variables", "[unit]") {
    auto const title = [](std::string const& field, std::string const& storages) {
        return explained(*any_dump_of("ROOT app\nNODE app App 1\nNODE store Store 1000\napp store " + field +
                                      "\nNODE free AsyncLocalStorage 1\n" + storages),
                         "app." + field + ": Store")
            .title;
    };
    std::string const a = "NODE a AsyncLocalStorage 1\napp a users\n",
                      b = "NODE b AsyncLocalStorage 1\napp b spans\n";
    CHECK(title("kResourceStore", "") == "app.kResourceStore: Store");
    CHECK(title("kResourceStore", a) == "app.kResourceStore: Store, a store of app.users");
    CHECK(title("kResourceStore", a + b) == "app.kResourceStore: Store, a store of app.users or app.spans");
    CHECK(title("store", a) == "app.store: Store");
    // the first object of the dump, in a large heap
    CHECK(explained(*any_dump_of(node("a", "AsyncLocalStorage", 1) + base + "ROOT app\n" +
                                 node("app", "App", 1) + edge("app", "a", "users") +
                                 node("store", "Store", 10'000) + edge("app", "store", "kResourceStore")),
                    "app.kResourceStore: Store")
              .title == "app.kResourceStore: Store, a store of app.users");
}

TEST_CASE("heapprof finding titles: the class with the field", "[unit]") {
    auto const field_of = [](std::string const& text, std::string const& name) {
        return explained(*any_dump_of("ROOT app\nNODE app App 1\n" + text + "NODE big Blob 500000\n"),
                         name + ": Blob")
            .field_of;
    };
    auto const in = [&](std::string const& type) {
        return field_of("NODE shop " + type + " 1\napp shop shop\nshop big it\n", "app.shop.it");
    };
    CHECK(in("Shop") == "Shop");
    CHECK(in("Object").empty());
    CHECK(in("List").empty());
    CHECK(field_of("app big it\n", "app.it") == "App");
    CHECK(field_of("app big 3\n", "app[]").empty());
    CHECK(field_of("app big \"a b\"\n", "app[\"a b\"]") == "App");
    CHECK(
        field_of("app a first\na b next\nb c next\nc big next\nNODE c Link 1\n", "app.first.next*").empty());
    CHECK(field_of("ROOT big\n", "big").empty());
}

TEST_CASE("heapprof finding titles: no collection beyond a collection, without one, or of another owner",
          "[unit]") {
    auto const title = [](std::string const& type, std::string const& more) {
        return explained(*any_dump_of(base + "ROOT app\n" + node("app", type, 10'000) + rows(30) + more),
                         "app: " + type, "Row")
            .title;
    };
    std::string const table = node("t", "Table", 10) + edge("app", "t", "table") + to_rows("t", 0, 30);
    CHECK(title("App", table) == "app: App, in .table[]");
    CHECK(title("Map", table) == "app: Map");
    std::string one = node("t", "Table", 10) + edge("app", "t", "table");
    for (int i = 0; i != 30; ++i) one += edge("t", 'r' + std::to_string(i), "row");
    CHECK(title("App", one) == "app: App");
    std::string apart;
    for (int i = 0; i != 30; ++i) {
        std::string const h = 'h' + std::to_string(i);
        apart += node(h, 'H' + std::to_string(i), 1) + edge("app", h, h) + edge(h, 'r' + std::to_string(i));
    }
    CHECK(title("App", apart + node("lost", "Garbage", 10) + to_rows("lost", 0, 30)) == "app: App");
}

TEST_CASE("heapprof finding titles: a path of more than 100 bytes is an id", "[unit]") {
    auto const selector = [](std::size_t bytes) {
        std::string const name(bytes, 'n');
        return explained(*any_dump_of("ROOT a " + name + "\nNODE a App 1\n"), name + ": App").selector;
    };
    CHECK(selector(100) == std::string(100, 'n'));
    CHECK(selector(101) == "@a");
}
