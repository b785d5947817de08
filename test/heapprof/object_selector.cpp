// Selectors, conditions and titles as arguments: their texts, names and errors.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/object_selector.hpp>

#include <trav/dump/error.hpp>

#include <string>

namespace {

using heapprof::ObjectSelector;

std::string error(auto const& action) { return test::message_of<trav::dump::Error>(action); }

}  // namespace

TEST_CASE("object selectors: the kind of a text", "[unit]") {
    for (char const* const text : {"app.users[3]", "class:Session", "class:a: *", "variable:x", "@7",
                                   "*Login", "[\"a: *\"]", "threads"}) {
        INFO(text);
        ObjectSelector const it(text);
        REQUIRE(it.selector() != nullptr);
        CHECK(it.text() == text);
        CHECK(it.name() == it.selector()->name());
    }
    for (char const* const text : {"UNREACHED", "app.s*: Map", "threads job-* (12)", "app.users: Map (a.js)",
                                   "byId[]", "app.a...b", "..next.end"}) {
        INFO(text);
        ObjectSelector const it(text);
        CHECK(it.selector() == nullptr);
        CHECK(it.text() == text);
        CHECK(it.name() == text);
    }
    ObjectSelector const where("where:size>1");
    CHECK(where.selector() == nullptr);
    CHECK(where.text() == "where:size>1");
    CHECK(where.name() == "size>1");
    CHECK(ObjectSelector(".users -> Map @7").text() == "@7");
}

TEST_CASE("object selectors: errors", "[unit]") {
    auto const dump = any_dump_of("NODE a App 1\nNODE b Map 2\nROOT a app\na b users\n");
    auto const of = [&](std::string const& text) {
        return error([&] { (void)ObjectSelector(text).find(*dump); });
    };
    CHECK(of("where:size>1").empty());
    CHECK(of("where:size>2") == "test.graph: selector 'where:size>2' matches nothing");
    CHECK(of("where:size") != "");
    CHECK(of("app.*: Set") == "test.graph: nothing has the title 'app.*: Set'");
    CHECK(of("UNREACHED") == "test.graph: nothing has the title 'UNREACHED'");
    CHECK(
        of("app.users[]: Set").starts_with("test.graph: nothing has the title 'app.users[]: Set'; selector"));
    CHECK(of("app.users @").starts_with("test.graph: nothing has the title 'app.users @'; selector"));
    CHECK(error([] { (void)ObjectSelector("app["); }) != "");
}

TEST_CASE("object selectors: the objects of conditions, titles, selectors and names of holders", "[unit]") {
    auto const dump = any_dump_of("NODE a App 1\nNODE b Map 2\nNODE lost Lost 1\nNODE in Item 1\nROOT a app\n"
                                  "a b users\nlost in inside\n");
    auto const ids = [&](std::string const& text) {
        std::string all;
        for (trav::dump::Node const n : ObjectSelector(text).find(*dump)) all += dump->id(n) + ' ';
        return all;
    };
    CHECK(ids("where:size=1") == "a lost in ");
    CHECK(ids("where:type=App") == "a ");
    CHECK(ids("app.users") == "b ");
    CHECK(ids("app.users: Map") == "b ");
    CHECK(ids("Lost.inside") == "in ");  // no selector finds it
    auto const of = [&](std::string const& text) { return error([&] { (void)ids(text); }); };
    CHECK(of("Lost.outside").starts_with("test.graph: selector 'Lost.outside' matches nothing"));
    for (char const* const text : {"class:Nobody", "variable:x", "@nobody", "[@nobody].x", "[@a].inside"}) {
        INFO(text);
        CHECK(of(text) != "");
    }
    CHECK(of("app.users: Set").starts_with("test.graph: nothing has the title 'app.users: Set'; selector"));
}
