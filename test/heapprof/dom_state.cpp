#include "catch.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/dom_state.hpp>

#include <string>
#include <vector>

TEST_CASE("heapprof dom state: what only detached nodes lead to is detached", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("native", 0, {{element, 1}, {element, 7}, {element, 2}}, "<body>");  // attached
    v8.node("native", 0, {}, "<p>");
    v8.node("native", 0, {{element, 3}, {element, 1}, {weak, 5}, {element, 6}},
            "<div class=\"row\">");  // detached
    v8.node("native", 0, {{element, 4}}, "<span>");
    v8.node("native", 0, {}, "Text");
    v8.node("native", 0, {}, "<i>");
    v8.node("object", 0, {{property, 5}}, "Widget");  // of the program
    v8.node("native", 0, {}, "blink::Node");
    v8.snapshot.attached = {true, false, false, false, false, false, false, false};
    v8.snapshot.detached = {false, false, true, false, false, false, false, false};
    auto const dump = any_dump_of(v8);
    using Nodes = std::vector<trav::dump::Node>;
    CHECK(heapprof::dom_state(*dump, Nodes{2, 3, 4}) == "(detached)");
    CHECK(heapprof::dom_state(*dump, Nodes{0, 1}) == "(attached)");
    CHECK(heapprof::dom_state(*dump, Nodes{1, 2}) == "(some detached)");
    CHECK(heapprof::dom_state(*dump, Nodes{5}) == "(detached or not: Chrome did not write it)");
    CHECK(heapprof::dom_state(*dump, Nodes{2, 6}).empty());
    CHECK(heapprof::dom_state(*dump, Nodes{7}).empty());
    CHECK(heapprof::dom_state(*dump, {}).empty());
}
