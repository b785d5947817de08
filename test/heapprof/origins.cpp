// The origins of a finding: lines of the program with the most objects in it.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/json_objects.hpp"

#include <heapprof/question/origins.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using trav::dump::Node;

// Objects of one type, place and name.
struct Made {
    std::size_t count;
    std::string type, place;
    std::string name{};
    bool wanted = true;
};

// A line for each origin: the number of objects, `function` and its name, the place.
std::string origins(std::vector<Made> const& all, std::string const& held_type = "",
                    std::vector<Node> const& elements = {}) {
    std::string text;
    std::vector<Made const*> made;
    for (Made const& each : all)
        for (std::size_t i = 0; i != each.count; ++i) {
            made.push_back(&each);
            text += test::json_object(static_cast<int>(made.size()), each.type, 8,
                                      test::json_text("name", each.name));
        }
    auto const dump = any_dump_of_json(text);
    heapprof::Rules rules;
    rules.add("type function\ntype (closure)\ntype Proc\nkind function\n", "x");
    std::string found;
    for (auto const& each : heapprof::origins_of(
             *dump, [&](Node n) { return made[n]->place; }, [&](Node n) { return made[n]->wanted; },
             held_type, elements, rules))
        found += std::to_string(each.objects) + (each.function ? " function" : "") +
                 (each.what.empty() ? "" : ' ' + each.what) + ' ' + each.place + '\n';
    return found;
}

}  // namespace

TEST_CASE("heapprof origins: lines of the program, but not of Node or without a number", "[unit]") {
    CHECK(origins({{9, "Row", "a.js:1"},
                   {9, "Row", "node:fs:7"},
                   {9, "Row", "<frozen>:1"},
                   {9, "Row", "a.js"},
                   {9, "Row", ""}}) == "9 a.js:1\n");
    CHECK(origins({{5, "Row", "a.js:1", "", false}}).empty());
    CHECK(origins({{5, "Row", "a.js:1"}, {9, "Row", "b.js:1", "", false}}) == "5 a.js:1\n");  // not wanted
}

TEST_CASE("heapprof origins: three with at least a quarter of the most objects, and more than one",
          "[unit]") {
    CHECK(origins({{8, "Row", "a:1"}, {2, "Row", "b:1"}, {1, "Row", "c:1"}}) == "8 a:1\n2 b:1\n");
    CHECK(origins({{9, "Row", "a:1"}, {2, "Row", "b:1"}}) == "9 a:1\n");
    CHECK(origins({{1, "Row", "a:1"}}).empty());
    CHECK(origins({{1, "Row", "a:1"}, {2, "Row", "b:1"}}) == "2 b:1\n1 a:1\n");
    CHECK(origins({{4, "Row", "d:1"}, {5, "Row", "c:1"}, {4, "Row", "b:1"}, {4, "Row", "a:1"}}) ==
          "5 c:1\n4 a:1\n4 b:1\n");
}

TEST_CASE("heapprof origins: functions first, then objects of the held type", "[unit]") {
    std::vector<Made> const all{{6, "Row", "a:1"}, {8, "Cell", "b:1"}, {3, "Proc", "c:1"}, {3, "Row", "d:1"}};
    CHECK(origins(all) == "3 function c:1\n8 b:1\n6 a:1\n");
    CHECK(origins(all, "Row") == "3 function c:1\n6 a:1\n3 d:1\n");
    CHECK(origins(all, "Cell") == "3 function c:1\n8 b:1\n");
    CHECK(origins({{3, "Proc", "a:1"}, {5, "function", "b:1"}, {3, "Row", "a:1"}}) ==
          "6 function a:1\n5 function b:1\n");
    // of an element's type, only the elements: the first and the third
    CHECK(origins({{1, "Proc", "a:1"}, {1, "Proc", "b:1"}, {1, "Proc", "a:1", "", false}}, "Proc", {0, 2}) ==
          "2 function a:1\n");
    CHECK(origins({{2, "Row", "a:1"}, {4, "Row", "b:1"}}, "Row", {0, 1}) == "4 b:1\n2 a:1\n");
}

TEST_CASE("heapprof origins: functions of one line have their names", "[unit]") {
    for (std::string const type : {"(closure)", "function"})
        CHECK(origins({{4, type, "a:1", "on"}, {3, type, "a:1", "off"}, {2, type, "b:1", "on"}}) ==
              "4 function on a:1\n3 function off a:1\n2 function on b:1\n");
    CHECK(origins({{4, "Proc", "a:1", "on"}, {3, "Row", "b:1", "Ann"}}) == "4 function a:1\n3 b:1\n");
}

TEST_CASE("heapprof origins: of more than 20,000 objects, each second", "[unit]") {
    CHECK(origins({{20'000, "Row", "a:1"}}) == "20000 a:1\n");
    CHECK(origins({{20'001, "Row", "a:1"}}) == "10001 a:1\n");
}
