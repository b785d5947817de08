// The places and numbers in the titles of findings.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/explained.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/rows_text.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::json_object;

constexpr int row = 100, count = 30;  // rows from this id on

// Lists with their fields and places.
using Lists = std::vector<std::pair<std::string, std::string>>;

std::string place_of(std::string const& site) { return site.empty() ? "" : test::json_text("site", site); }

// The title for rows of an app in each of the lists, and in fields of the app.
std::string title(Lists const& lists, std::string const& more = "", std::string const& more_refs = "") {
    std::string refs = test::json_ref(9, "base") + more_refs, text = json_object(9, "Base", 1'000'000) + more;
    for (int i = 0; i != count; ++i) {
        refs += ", " + test::json_ref(row + i, "f" + std::to_string(i));
        text += json_object(row + i, "Row", 100);
    }
    int id = 10;
    for (auto const& [field, site] : lists) {
        refs += ", " + test::json_ref(id, field);
        text += json_object(id++, "List", 10, place_of(site) + test::json_refs(row, row + count));
    }
    auto const dump = any_dump_of_json(
        json_object(1, "App", 10'000, R"(, "roots": ["app"], "refs": [)" + refs + ']') + text);
    return explained(*dump, "app: App", "Row").title;
}

}  // namespace

TEST_CASE("heapprof finding places: one place of neighbouring holders is told once", "[unit]") {
    std::string const x = "x.py:1", y = "y.py:2";
    CHECK(title({{"a", ""}, {"b", ""}}) == "Row in app.a[] and app.b[]");
    CHECK(title({{"a", x}, {"b", x}}) == "Row in app.a[] and app.b[] (x.py:1)");
    CHECK(title({{"a", x}, {"b", y}}) == "Row in app.a[] (x.py:1) and app.b[] (y.py:2)");
    CHECK(title({{"a", x}, {"b", ""}}) == "Row in app.a[] (x.py:1) and app.b[]");
    CHECK(title({{"a", ""}, {"b", x}}) == "Row in app.a[] and app.b[] (x.py:1)");
    CHECK(title({{"a", x}, {"b", x}, {"c", y}}) == "Row in app.a[], app.b[] (x.py:1) and app.c[] (y.py:2)");
    CHECK(title({{"a", x}, {"b", y}, {"c", y}}) == "Row in app.a[] (x.py:1), app.b[] and app.c[] (y.py:2)");
    CHECK(title({{"a", x}, {"b", y}, {"c", x}}) ==
          "Row in app.a[] (x.py:1), app.b[] (y.py:2) and app.c[] (x.py:1)");
}

TEST_CASE("heapprof finding places: holders of one name in two places have none", "[unit]") {
    auto const sets = [](std::string const& first, std::string const& second) {
        std::string text = json_object(
            50, "Set", 1, R"(, "refs": [)" + test::json_ref(51, "0") + ", " + test::json_ref(52, "1") + ']');
        for (int const i : {0, 1})
            text += json_object(51 + i, "Request", 1,
                                place_of(i == 0 ? first : second) +
                                    test::json_refs(row + count / 2 * i, row + count / 2 * (i + 1)));
        return title({{"rows", ""}}, text, ", " + test::json_ref(50, "all"));
    };
    CHECK(sets("x.py:1", "x.py:1") == "Row in app.rows[] and app.all[] (x.py:1)");
    CHECK(sets("x.py:1", "y.py:2") == "Row in app.rows[] and app.all[]");
}

TEST_CASE("heapprof finding places: the one holder of shared objects", "[unit]") {
    std::string refs, text = json_object(9, "Base", 1'000'000, R"(, "roots": true)");
    for (int i = 0; i != count; ++i) text += json_object(row + i, "Row", 100, R"(, "roots": true)");
    text += json_object(10, "List", 10,
                        R"(, "roots": ["all"])" + place_of("x.py:1") + test::json_refs(row, row + count));
    CHECK(explained(*any_dump_of_json(text), "shared: Row", "Row").title == "Row in all[] (x.py:1)");
}

TEST_CASE("heapprof finding places: a group of threads with their number", "[unit]") {
    auto const title_with = [](std::vector<std::string> const& threads) {
        JavaProgram file;
        std::uint64_t id = 0x30000;
        std::uint32_t number = 1;
        for (std::string const& name : threads) {
            file.thread(id, name, number, 0);
            file.bytes_of(id + 0x80, 100);
            file.local(id + 0x80, number++, 0xFFFFFFFF);
            id += 0x1000;
        }
        file.bytes_of(0x1000000, 1'000'000);
        file.heap.u(1, 0x07).id(0x1000000);
        auto const dump = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
        return explained(*dump, "shared: threads job-*").title;
    };
    CHECK(title_with({"job-1"}) == "threads job-* (1)");
    CHECK(title_with({"job-1", "job-22", "job-333"}) == "threads job-* (3)");
    CHECK(title_with({"job-1", "main", "job-x", "a job-2", "job-7"}) == "threads job-* (2)");
    // a type of this name
    CHECK(explained(*any_dump_of("ROOT base\nNODE base Base 1000000\nROOT a\nROOT b\n" +
                                 node("a", "threads job-*", 8) + node("b", "threads job-*", 8)),
                    "shared: threads job-*")
              .title == "shared: threads job-*, by roots");
}

TEST_CASE("heapprof finding places: global variables with their number", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    constexpr std::uint32_t variables = 1200;
    std::vector<Written::Edge> fields;
    for (std::uint32_t i = 0; i != variables; ++i)
        fields.push_back({property, 3 + i, "v" + std::to_string(i)});
    v8.node("synthetic", 0, {{shortcut, 1}, {element, 2}});
    v8.node("object", 10, fields, "global");
    v8.node("object", 20'000'000, {}, "Base");
    for (std::uint32_t i = 0; i != variables; ++i) v8.node("object", 10, {}, "Row");
    CHECK(explained(*any_dump_of(v8), "shared: global variables").title == "global variables (1,200)");
}

TEST_CASE("heapprof finding places: classes of Java without their packages", "[unit]") {
    enum : std::uint64_t {
        array = JavaProgram::more,
        cache = array + 0x100,
        all = 0x20000,
        recent = 0x30000
    };
    JavaProgram file;
    std::vector<std::uint64_t> pairs;
    for (std::uint64_t i = 0; i != count; ++i) file.pair(pairs.emplace_back(0x40000 + 0x40 * i), 0, 0);
    file.class_(array, "[Ljava/lang/Object;", JavaProgram::object, {});
    file.class_(cache, "shop/Cache", JavaProgram::object, {},
                {{"all", all}, {"recent", recent}, {"base", 0x1000000}});
    file.heap.u(1, 0x05).id(array).u(1, 0x05).id(cache);
    for (std::uint64_t const each : {all, recent}) file.objects(each, array, pairs);
    file.bytes_of(0x1000000, 10'000);
    file.bytes_of(0x2000000, 1'000'000);
    file.heap.u(1, 0x07).id(0x2000000);
    auto const dump = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
    Finding const found = explained(*dump, "shared: package shop", "shop.Pair");
    CHECK(found.title == "Pair in Cache.all[] and Cache.recent[]");
    CHECK(held(found.holders) == "Cache.all[] 30, Cache.recent[] 30");
    CHECK(found.all_holders == std::vector<std::string>{"Cache.all[]", "Cache.recent[]"});
}
