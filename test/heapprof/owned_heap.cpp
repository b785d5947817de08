// OwnedHeap: the elements, holders, titles and sizes of findings, parts of others, and entries of caches.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/explained.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/rows_text.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace {

using Texts = std::vector<std::string>;

// Rows are too small to be owners, and so are the lists of them.
std::string const app = "ROOT app\nNODE app App 10000\nNODE base Base 1000000\napp base base\n";

// Rows, each also in a field of the app.
std::string shared_rows(int count) { return rows(count) + to_rows("app", 0, count, "f"); }
// A list in a field of the app, with the rows `first` to `last` - 1.
std::string list(std::string const& name, int first, int last) {
    return node(name, "List", 10) + edge("app", name, name) + to_rows(name, first, last);
}
// A set of requests q0, q1 ... with a row each; the last request has all rows up to `last` - 1.
std::string owners_of(int count, int last) {
    std::string text = "NODE all Set 1\napp all all\n";
    for (int i = 0; i != last; ++i) {
        std::string const q = 'q' + std::to_string(std::min(i, count - 1));
        if (i < count) text += "NODE " + q + " Request 1\nall " + q + ' ' + std::to_string(i) + '\n';
        text += q + " r" + std::to_string(i) + " row\n";
    }
    return text;
}

Finding of_app(std::string const& text, std::string const& type = "Row") {
    return explained(*any_dump_of(app + text), "app: App", type);
}

}  // namespace

TEST_CASE("heapprof owned heap: ten elements or more, else the objects of a given type", "[unit]") {
    Finding const ten = of_app(rows(10) + list("rows", 0, 10), "");
    CHECK(ten.elements == 10);
    CHECK(ten.held_type == "Row");
    CHECK(ten.examined == 10);
    CHECK(held(ten.holders) == "app.rows[] 10");
    CHECK(ten.object.id == "app");
    Finding const nine = of_app(rows(9) + list("rows", 0, 9));
    CHECK(nine.elements == 0);
    CHECK(nine.held_type == "Row");
    CHECK(nine.examined == 9);
    Finding const none = of_app(rows(9) + list("rows", 0, 9), "");
    CHECK(none.held_type.empty());
    CHECK(none.examined == 1);  // the app
    CHECK(held(none.holders) == "app 1");
    CHECK(of_app(rows(9) + list("rows", 0, 9), "Cell").held_type.empty());
    // ten in different holders
    std::string apart = rows(10);
    for (int i = 0; i != 10; ++i) {
        std::string const n = std::to_string(i);
        apart += "NODE h" + n + " H" + n + " 1\napp h" + n + " h" + n + "\nh" + n + " r" + n + " row\n";
    }
    CHECK(of_app(apart).elements == 10);
    CHECK(of_app(apart).examined == 10);
}

TEST_CASE("heapprof owned heap: the fields of elements of a general type, or of collections", "[unit]") {
    auto const fields = [](std::string const& type) {
        std::string text = rows(10, type) + list("rows", 0, 10) + "NODE tag Tag 1\n";
        for (int i = 0; i != 10; ++i) text += 'r' + std::to_string(i) + " tag tag\n";
        return of_app(text).fields;
    };
    CHECK(fields("Object") == "{tag}");
    CHECK(fields("Map") == "{tag}");
    CHECK(fields("Row").empty());
}

TEST_CASE("heapprof owned heap: at most four holders, each of a tenth or more, by their number of elements",
          "[unit]") {
    std::string const all = shared_rows(30) + list("rows", 0, 30);
    CHECK(held(of_app(all + list("few", 0, 3)).holders) == "app.rows[] 30, app.few[] 3");
    CHECK(held(of_app(all + list("few", 0, 2)).holders) == "app.rows[] 30");
    CHECK(held(of_app(all + list("d", 0, 5) + list("c", 0, 5) + list("b", 0, 4) + list("a", 0, 6)).holders) ==
          "app.rows[] 30, app.a[] 6, app.c[] 5, app.d[] 5");
    CHECK(held(of_app(shared_rows(21) + list("rows", 0, 21) + list("few", 0, 2)).holders) == "app.rows[] 21");
    std::string many;
    for (char name = 't'; name >= 'a'; --name) many += list(std::string(1, name), 0, 30);
    CHECK(held(of_app(rows(30) + many).holders) == "app.a[] 30, app.b[] 30, app.c[] 30, app.d[] 30");
    // one object before several with as many
    CHECK(held(of_app(rows(30) + list("rows", 0, 30) + owners_of(8, 30)).holders) ==
          "app.rows[] 30, app.all[].row 30");
    CHECK(held(of_app(all + owners_of(8, 30)).holders) == "app.rows[] 30, app.all[].row 30");
}

TEST_CASE("heapprof owned heap: two to four holders of nearly all are the title", "[unit]") {
    auto const title = [](int count, std::string const& more, std::string const& type = "Row") {
        return of_app(shared_rows(count) + list("rows", 0, count) + more, type).title;
    };
    CHECK(title(30, list("byId", 0, 24)) == "Row in app.rows[] and app.byId[]");
    CHECK(title(30, list("byId", 0, 23)) == "app: App, in .rows[]");
    CHECK(title(30, list("a", 0, 30) + list("b", 0, 24) + list("c", 0, 24)) ==
          "Row in app.a[], app.rows[], app.b[] and app.c[]");
    // four elements for each holder
    CHECK(title(8, list("byId", 0, 8)) == "Row in app.byId[] and app.rows[]");
    CHECK(title(7, list("byId", 0, 7)) == "app: App, in .byId[]");
    CHECK(title(8, list("byId", 0, 8), "") == "app: App");
    CHECK(title(30, owners_of(5, 30)) == "Row in app.rows[] and app.all[].row");
    CHECK(title(30, owners_of(8, 30)) == "app: App, in .rows[]");
    CHECK(title(30, list("byId", 0, 30) + owners_of(5, 30)) ==
          "Row in app.byId[], app.rows[] and app.all[].row");
    CHECK(title(30, list("byId", 0, 30) + owners_of(8, 30)) == "Row in app.byId[] and app.rows[]");
    Finding const both = of_app(shared_rows(30) + list("rows", 0, 30) + list("byId", 0, 24));
    CHECK(both.all_holders == Texts{"app.rows[]", "app.byId[]"});
    CHECK(both.freed == trav::Amount{20, 2});
    CHECK(both.object.type == "Row");
    CHECK(both.field_of.empty());
    CHECK_FALSE(both.together);
}

TEST_CASE("heapprof owned heap: the collection with half of the elements follows the owner", "[unit]") {
    auto const title = [](std::string const& text) { return of_app(shared_rows(30) + text).title; };
    CHECK(title(list("rows", 0, 15) + list("more", 15, 29)) == "app: App, in .rows[]");
    CHECK(title(list("rows", 0, 14) + list("more", 14, 24) + list("rest", 20, 30)) == "app: App");
}

TEST_CASE("heapprof owned heap: an object in a collection has its index, and up to four references",
          "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 10, {{property, 2, "rows"}}, "global");
    v8.node("object", 10, {{element, 3}}, "Set");
    v8.snapshot.edge_name.back() = 3;
    v8.node("object", 500'000, {}, "Blob");
    Finding const one = explained(*any_dump_of(v8), "rows[]: Blob");
    CHECK(one.name == "rows[3]: Blob");
    CHECK(one.title == "rows[3]: Blob");
    CHECK(one.selector == "rows[3]");
    CHECK(held(one.references) == "rows[3] 1");
    CHECK(one.freed == trav::Amount{500'000, 1});
    CHECK_FALSE(one.together);

    std::string several = app + "NODE big Blob 500000\n";
    for (char const n : {'1', '2', '3', '4', '5'})
        several +=
            std::string("NODE h") + n + " H" + n + " 1\napp h" + n + " h" + n + "\nh" + n + " big it\n";
    CHECK(held(explained(*any_dump_of(several), "app.h1.it: Blob").references) ==
          "app.h1.it 1, app.h2.it 1, app.h3.it 1, app.h4.it 1");
}

TEST_CASE("heapprof owned heap: several objects, or the object around them", "[unit]") {
    auto const dump = any_dump_of(app + "NODE b3 Blob 500000\nNODE b4 Blob 500001\nNODE set Set 1\n"
                                        "app set rows\nset b3 3\nset b4 4\n");
    Finding const two = explained(*dump, "app.rows[]: Blob");
    CHECK(two.name == "app.rows[]: Blob");
    CHECK(two.title == "app.rows[]: Blob");
    CHECK(two.copies == 2);
    CHECK(two.together);
    CHECK(two.freed == trav::Amount{1'000'001, 2});
    CHECK(two.object.id == "b4");
    CHECK(two.selector == "app.rows[4]");
    CHECK(two.references.empty());
    Finding const whole = explained(*dump, "app.rows[]: Blob", "", test::node_of(*dump, "set"));
    CHECK(whole.name == "app.rows[]: Blob");
    CHECK(whole.copies == 1);
    CHECK_FALSE(whole.together);
    CHECK(whole.freed == trav::Amount{1'000'002, 3});
    CHECK(whole.object.id == "set");
}

// Java's arrays are tables, not elements.
TEST_CASE("heapprof owned heap: of many objects without elements, the largest 30 are examined", "[unit]") {
    std::string text = app + "NODE x X 1\napp x x\n";
    for (int i = 0; i != 40; ++i) {
        std::string const n = std::to_string(i);
        bool const large = i % 4 != 1;
        text += "NODE a" + n + " java.lang.Object[] " + (large ? "10000" : "5000") + "\napp a" + n + ' ' + n +
                '\n' + (large ? "x a" + n + ' ' + n + '\n' : "");
    }
    Finding const found = explained(*any_dump_of(text), "app[]: java.lang.Object[]");
    CHECK(found.copies == 40);
    CHECK(found.examined == 30);
    CHECK(found.held_type.empty());
    CHECK(held(found.holders) == "app.x[] 30, app[] 30");
    CHECK(found.title == "app[]: java.lang.Object[]");
}

TEST_CASE("heapprof owned heap: a part of a growing owner is no finding of its own", "[unit]") {
    // each entry in a table, and in a list from the head of the cache
    std::string text = app + rows(300) +
                       "NODE cache Cache 10\napp cache cache\nNODE table Table 30000\n"
                       "cache table table\ncache r0 head\n";
    for (int i = 0; i != 300; ++i) {
        std::string const n = std::to_string(i);
        text += "table r" + n + ' ' + n +
                (i == 299 ? "\n" : "\nr" + n + " r" + std::to_string(i + 1) + " next\n");
    }
    auto const dump = any_dump_of(text);
    Texts const names{"app.cache: Cache", "app.cache.table: Table"};
    CHECK(all_explained(*dump, names, Verdict::grew).size() == 1);
    CHECK(all_explained(*dump, names, Verdict::large).size() == 2);
}

TEST_CASE("heapprof owned heap: ids of owners, and the entries of caches", "[unit]") {
    std::string const more = "NODE cache List 10000\napp cache cache\nNODE pool List 10000\napp pool pool\n";
    auto const all = [&](int count) {
        std::string text = app + more + rows(2 * count);
        for (int i = 0; i != count; ++i) {
            std::string const n = std::to_string(i), other = std::to_string(i + count);
            text += "cache r" + n + ' ' + n + "\npool r" + other + ' ' + n + '\n';
        }
        return text;
    };
    heapprof::CacheEntries expected{{"cache", {}}};
    auto const nine = any_dump_of(all(9)), ten = any_dump_of(all(10));
    CHECK(heapprof::OwnedHeap(*nine).entries_of_caches(few_rules()) == expected);
    for (int i = 0; i != 10; ++i) expected["cache"].insert('r' + std::to_string(i));
    heapprof::OwnedHeap const heap(*ten);
    CHECK(heap.entries_of_caches(few_rules()) == expected);

    auto const ids = heap.ids();
    CHECK(std::set(ids.begin(), ids.end()) == std::set<std::string>{"", "app", "base", "cache", "pool"});
    std::string const line = R"({"id": 1, "type": "App", "size": 9, "roots": ["app"]})";
    CHECK(heapprof::OwnedHeap(*any_dump_of_json(line + '\n')).ids().back() == "1");
    CHECK(heapprof::OwnedHeap(*any_dump_of_json(line + "\n{\"objects\": 1, \"reused_ids\": true}\n"))
              .ids()
              .empty());
}
