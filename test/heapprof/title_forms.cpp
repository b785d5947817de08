// The forms of a title: whole or short, with keys, numbers and additions.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/json_objects.hpp"

#include <heapprof/question/titles.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using enum JavaProgram::Id;
using heapprof::Titles;
using test::json_object;
using trav::dump::AnyDump;
using trav::dump::Node;
using Ids = std::vector<std::string>;

Ids ids(AnyDump const& dump, Titles& titles, std::string const& title) {
    Ids found;
    for (Node const n : titles.find(title)) found.push_back(dump.id(n));
    return found;
}

struct Case {
    std::string title;
    Ids found;
};

void check(AnyDump const& dump, std::vector<Case> const& cases) {
    Titles titles(dump);
    for (Case const& each : cases) {
        INFO(each.title);
        CHECK(ids(dump, titles, each.title) == each.found);
    }
}

}  // namespace

TEST_CASE("heapprof title forms: the first object, roots, and texts that are no titles", "[unit]") {
    auto const dump = any_dump_of(node("lost", "Lost", 5) + node("app", "App", 1) + node("all", "Array", 1) +
                                  node("recent", "Array", 1) + node("s", "Session", 100) +
                                  node("t", "Session", 100) + "ROOT app\napp all all\napp recent recent\n" +
                                  edge("all", "s", "0") + edge("all", "t", "1") + edge("recent", "t", "0"));
    check(*dump, {{"UNREACHED", {"lost"}},
                  {"roots", {"app"}},
                  {"app", {"app"}},
                  {"app: App", {"app"}},
                  {": App (3)", {}},
                  {" (3)", {}},
                  {", of App", {}},
                  {"@lost", {}},
                  {"Session in app.all[], app.recent[]", {"t"}},
                  {"Session in app.all[], made in a.js:3", {"s", "t"}},
                  {"Session in app.all[]; app.recent[]", {}},
                  {"Session in app.all[]x", {}},
                  {"Array in app.all[]", {}},
                  {"Nobody in app.all[]", {}}});
}

TEST_CASE("heapprof title forms: names of roots", "[unit]") {
    check(*any_dump_of("ROOT a roots\nROOT b\nROOT c \"b: B\"\nROOT s top\nROOT t \"top and left\"\n" +
                       node("a", "A", 1) + node("b", "B", 1) + node("c", "C", 1) + node("s", "Session", 1) +
                       node("t", "Session", 1)),
          {{"roots", {"a"}},
           {"b", {"b"}},
           {"b: B", {"b"}},  // an owner rather than a root
           {"Session in top", {"s"}},
           {"Session in top and left", {"t"}}});
}

TEST_CASE("heapprof title forms: additions to the path of a small object", "[unit]") {
    check(*any_dump_of("ROOT app\n" + node("app", "App", 10'000) + node("base", "Base", 1'000'000) +
                       node("tag", "Tag", 1) + edge("app", "base", "base") + edge("app", "tag", "tag")),
          {{"app.tag: Tag", {"tag"}},
           {"app.tag: Tag, in .rows[]", {"tag"}},
           {"app.tag: Tag (cache)", {"tag"}},
           {"app.tag: Tags", {}}});
}

TEST_CASE("heapprof title forms: the place of a holder", "[unit]") {
    std::string text = json_object(1, "Row", 100) + json_object(2, "Row", 100);
    for (int const id : {3, 4})
        text += json_object(id, "List", 10,
                            R"(, "roots": ["all"])" + test::json_text("site", id == 3 ? "x.py:1" : "y.py:2") +
                                test::json_refs(id - 2, id - 1));
    check(*any_dump_of_json(text), {{"Row in all[]", {"1", "2"}},
                                    {"Row in all[] (x.py:1)", {"1"}},
                                    {"Row in all[] (y.py:2)", {"2"}},
                                    {"Row in all[] (z.py:3)", {}}});
}

TEST_CASE("heapprof title forms: a path with steps left out", "[unit]") {
    std::string text =
        "ROOT app\n" + node("app", "App", 1) + node("all", "Set", 1) + edge("app", "all", "all");
    for (std::string const row : {"3", "4"}) {
        std::string above = "all", field = row;
        for (int i = 0; i != 60; ++i) {
            std::string const step = "s" + std::to_string(i), below = row + step;
            text += node(below, "Step" + std::to_string(i), 1) + edge(above, below, field);
            above = below;
            field = step;
        }
        text += node("big" + row, "Blob", 100'000) + edge(above, "big" + row, "end");
    }
    std::string end;
    for (int i = 40; i != 59; ++i) end += ".s" + std::to_string(i);
    check(*any_dump_of(text), {{"app.all[].." + end + ".end: Blob", {"big3", "big4"}}});
}

TEST_CASE("heapprof title forms: the key of an entry", "[unit]") {
    std::string text =
        "ROOT cache\nNODE cache java.util.HashMap 1\nNODE t java.util.HashMap$Node[] 1\ncache t table\n";
    for (std::string const n : {"17", "18"})
        text += "NODE e" + n + " java.util.HashMap$Node 1\nNODE k" + n + " java.lang.String 1 user:" + n +
                "\nNODE v" + n + " Session 1000\nt e" + n + ' ' + n + "\ne" + n + " k" + n + " key\ne" + n +
                " v" + n + " value\n";
    check(*any_dump_of(text), {{"cache[]: Session", {"v17", "v18"}},
                               {"cache[\"user:17\"]: Session", {"v17"}},
                               {"cache[\"user:18\"]: Session (cache)", {"v18"}},
                               {"cache[\"user:19\"]: Session", {}},
                               {"cache[\"user:17\"]: Sess", {}}});
}

TEST_CASE("heapprof title forms: Java's names, whole and short", "[unit]") {
    JavaProgram file;
    std::uint64_t const row = more + 0x100, rows = more + 0x200, registry = more + 0x300;
    file.class_(row, "shop/Row", object, {{"data", java_object}});
    file.class_(rows, "[Lshop/Row;", object, {});
    file.class_(registry, "shop/Registry", object, {}, {{"rows2", 0x20000}, {"last3", 0x21000}});
    file.root_class = registry;
    file.objects(0x20000, rows, {0x22000, 0x23000});
    for (std::uint64_t const id : {0x21000UL, 0x22000UL, 0x23000UL}) {
        file.instance(id, row, file.data().id(id + 0x100));
        file.bytes_of(id + 0x100, 1000);
    }
    check(*trav::dump::any_dump(trav::dump::JvmDump(file.read())),
          {{"[\"shop.Registry\"].last3: shop.Row", {"0x21000"}},
           {"Registry.last3: Row", {"0x21000"}},
           {"Registry.last3: Row, a store of byte[]", {"0x21000"}},
           {"[\"shop.Registry\"].rows2[]: shop.Row", {"0x22000", "0x23000"}},
           {"Registry.rows2[]: Row", {"0x22000", "0x23000"}},
           {"Registry.rows2[]: Row (cache)", {"0x22000", "0x23000"}},
           {"Registry.rows*[]: Row", {"0x22000", "0x23000"}},
           {"[\"shop.Registry\"].rows*[]: shop.Row", {"0x22000", "0x23000"}},
           {"[\"shop.Registry\"].rows*[]: shop.Row (cache)", {"0x22000", "0x23000"}},
           {"Registry.rows2[]", {"0x22000", "0x23000"}},
           {"Row in Registry.rows2[]", {"0x22000", "0x23000"}},
           {"shop.Row in Registry.rows2[]", {"0x22000", "0x23000"}},
           {"Row in Registry.last3", {"0x21000"}},
           {"Registry.rows2[]: Pair", {}},
           {"Pair in Registry.rows2[]", {}}});
}

TEST_CASE("heapprof title forms: the number of a group", "[unit]") {
    JavaProgram file;
    for (std::uint32_t i = 0; i != 400; ++i) file.thread_with_bytes(0x100000 + 0x200 * i, i);
    auto const dump = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
    Titles titles(*dump);
    Ids const all = ids(*dump, titles, "threads export-* (400)");
    CHECK(all.size() == 800);  // each thread and its array
    CHECK(std::ranges::count_if(all, [](std::string const& id) { return id.ends_with("80"); }) == 400);
    for (char const* const title : {"threads export-*", "threads export-* (4,000)"})
        CHECK(ids(*dump, titles, title) == all);
    for (char const* const title :
         {"threads export-* (40x", "threads export-* (4x0)", "threads export-* 400)"}) {
        INFO(title);
        CHECK(ids(*dump, titles, title).empty());
    }
}
