// The common fields of elements, and the objects fit to be elements.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/elements.hpp>

#include <string>
#include <vector>

TEST_CASE("heapprof element fields: at most four common fields", "[unit]") {
    auto const dump = any_dump_of(node("a", "Object", 1) + node("b", "Object", 1) + node("v", "V", 1) +
                                  edge("a", "v", "name") + edge("a", "v", "only") + edge("a", "v", "sum") +
                                  edge("b", "v", "sum") + edge("b", "v", "name") + edge("b", "v", "0") +
                                  edge("a", "v", "__proto__") + edge("b", "v", "__proto__") +
                                  "WEAK a v kept\nWEAK b v kept\n");
    CHECK(heapprof::common_fields(*dump, {0, 1}) == "{name, sum}");
    CHECK(heapprof::common_fields(*dump, {0, 1, 2}).empty());
    CHECK(heapprof::common_fields(*dump, {}).empty());
    auto const wide =
        any_dump_of(node("a", "Object", 1) + node("v", "V", 1) + edge("a", "v", "p") + edge("a", "v", "q") +
                    edge("a", "v", "r") + edge("a", "v", "s") + edge("a", "v", "t"));
    CHECK(heapprof::common_fields(*wide, {0}) == "{p, q, r, s, ..}");
    auto const four = any_dump_of(node("a", "Object", 1) + node("v", "V", 1) + edge("a", "v", "p") +
                                  edge("a", "v", "q") + edge("a", "v", "r") + edge("a", "v", "s"));
    CHECK(heapprof::common_fields(*four, {0}) == "{p, q, r, s}");

    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0,
            {{property, 2, "own"},
             {property, 2, "own"},
             {property, 2, ""},
             {weak, 2, "cached"},
             {internal, 2, "map"},
             {context, 2, "scope"},
             {element, 2, "0"}},
            "Object");
    v8.node("object", 0, {}, "Object");
    auto const of_v8 = any_dump_of(v8);
    CHECK(heapprof::common_fields(*of_v8, {1}) == "{own}");
    CHECK(heapprof::is_instance(*of_v8, 1, heapprof::Rules()));
    CHECK_FALSE(heapprof::is_instance(*of_v8, 0, heapprof::Rules()));  // lists roots
}

TEST_CASE("heapprof element fields: instances of the program's classes", "[unit]") {
    auto const is = [](std::string const& type, std::string const& more = "") {
        auto const dump = any_dump_of("NODE a \"" + type + "\" 1\n" + more);
        heapprof::Rules rules;
        rules.add("type String\nkind plain\n", "x");
        return heapprof::is_instance(*dump, 0, rules);
    };
    CHECK(is("Session"));
    CHECK_FALSE(is("(closure)"));
    CHECK_FALSE(is("Session[]"));
    CHECK_FALSE(is("system / Context"));
    CHECK_FALSE(is("String"));
}

TEST_CASE("heapprof element fields: some objects, evenly spread", "[unit]") {
    using Nodes = std::vector<trav::dump::Node>;
    Nodes const nine{0, 1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(heapprof::some_of(nine, 9) == nine);
    CHECK(heapprof::some_of(nine, 8) == Nodes{0, 2, 4, 6, 8});
    CHECK(heapprof::some_of(nine, 3) == Nodes{0, 3, 6});
    CHECK(heapprof::some_of(nine, 1) == Nodes{0});
    CHECK(heapprof::some_of(nine, 90) == nine);
    CHECK(heapprof::some_of({}, 3).empty());
}
