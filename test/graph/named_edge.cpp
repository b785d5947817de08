// Kinds of edges as sets, and the labels and patterns of steps.
#include <trav/graph/named_edge.hpp>

#include "catch.hpp"

#include <string>
#include <vector>

using trav::EdgeKind;
using trav::EdgeKinds;
using trav::EdgeStep;
using trav::NamedEdge;
using To = EdgeStep::To;

namespace {

using Steps = std::vector<EdgeStep>;
EdgeStep member(char const* name) { return {To::member, name, 0}; }
EdgeStep element(long long index) { return {To::element, {}, index}; }
EdgeStep key(char const* name) { return {To::key, name, 0}; }

void check(Steps const& steps, std::string const& member, std::string const& label,
           std::string const& pattern) {
    NamedEdge const edge{{}, {}, EdgeKind::owns, steps};
    CHECK(edge.member() == member);
    CHECK(edge.label() == label);
    CHECK(edge.pattern() == pattern);
}

}  // namespace

TEST_CASE("named edge: kinds form sets", "[unit]") {
    using enum EdgeKind;
    EdgeKind const all[] = {owns, refers, weak, opaque};
    for (EdgeKind const kind : all) {
        CHECK_FALSE(EdgeKinds().contains(kind));
        for (EdgeKind const one : all) {
            CHECK(EdgeKinds(one).contains(kind) == (one == kind));
            for (EdgeKind const other : all) {
                CHECK((one | other).contains(kind) == (kind == one || kind == other));
                CHECK((EdgeKinds(one) | EdgeKinds(other) | EdgeKinds(weak)).contains(kind) ==
                      (kind == one || kind == other || kind == weak));
            }
        }
    }
    trav::detail::As const none, said{true, weak};
    for (EdgeKind const kind : all) CHECK((none.or_else(kind) == kind && said.or_else(kind) == weak));
}

TEST_CASE("named edge: a label has the steps, and a pattern no elements", "[unit]") {
    check({}, "", "", "");
    check({member("look")}, "look", "look", "look");
    check({member("quest"), member("giver")}, "quest", "quest.giver", "quest.giver");
    check({member("bag"), element(3), member("look")}, "bag", "bag[3].look", "bag[].look");
    check({member("scores"), key("ann")}, "scores", "scores[\"ann\"]", "scores[]");
    check({member("grid"), element(-1), element(0)}, "grid", "grid[-1][0]", "grid[][]");
    check({element(7), member("first")}, "", "[7].first", "[].first");
    check({key("x"), key("")}, "x", "[\"x\"][\"\"]", "[][]");
}

TEST_CASE("named edge: a member without a name is left out", "[unit]") {
    check({member("")}, "", "", "");
    check({member(""), member("part")}, "", "part", "part");
    check({member("part"), member(""), member("last")}, "part", "part.last", "part.last");
    check({member("part"), member(""), element(2)}, "part", "part[2]", "part[]");
}
