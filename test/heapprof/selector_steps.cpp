// The steps and beginnings of paths to objects, and selectors of one object.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/heap/heap_paths.hpp>
#include <heapprof/heap/retained_heap.hpp>
#include <heapprof/heap/starts.hpp>
#include <heapprof/question/selector_paths.hpp>

#include <trav/dump/selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using heapprof::SelectorPaths;
using test::node_of;
using trav::dump::AnyDump;
using trav::dump::Node;

// Shortest paths along the program's references.
SelectorPaths paths_to(AnyDump const& dump, std::vector<Node> objects, std::vector<Node> const& more = {}) {
    auto const holds = without(dump.strong(), dump.machinery());
    heapprof::HeapPaths const shortest(heapprof::HeapGraph(dump, holds), heapprof::path_starts(dump));
    auto const before = [&](Node n) { return shortest.before(n); };
    return {dump, heapprof::SelectorRoots(dump), holds, before, std::move(objects), more};
}

// The last step of a path: an index as "#3", an id as "@", or its text.
std::string last_step(SelectorPaths const& paths, std::size_t path) {
    std::uint32_t const step = paths.all().at(path).step;
    if (step % 2 == 1) return '#' + std::to_string(step / 2);
    return step == 0 ? "@" : paths.texts().at(step / 2);
}

struct Case {
    std::string id, step;
};

}  // namespace

TEST_CASE("selector steps: indices, names and ids after the first two objects of a path", "[unit]") {
    std::string const longest(200, 'x'), too_long(201, 'x');
    std::string text = "NODE app App 1\nROOT app app\napp list list\n";
    std::map<std::string, std::string> const names{{"a", "0"},          {"b", "12"},      {"c", "999999999"},
                                                   {"d", "1000000000"}, {"e", "007"},     {"f", "3x"},
                                                   {"g", "\"-1\""},     {"h", "own"},     {"i", longest},
                                                   {"j", too_long},     {"k", "\"x y\""}, {"l", "twin"}};
    for (auto const& [id, name] : names) text += "list " + id + ' ' + name + '\n';
    text += "list twin twin\nlist 17\nh o own\nh p other\n";
    auto const dump = any_dump_of(text);
    auto const cases = [&](std::string const& id, std::string const& twin) {
        return std::vector<Case>{{"a", "#0"},          {"b", "#12"},
                                 {"c", "#999999999"},  {"d", "[1000000000]"},
                                 {"e", "[007]"},       {"f", ".3x"},
                                 {"g", "[\"-1\"]"},    {"h", ".own"},
                                 {"i", '.' + longest}, {"j", id == "@" ? "@" : "[@j]"},
                                 {"k", "[\"x y\"]"},   {"l", ".twin"},
                                 {"twin", twin},       {"17", id},
                                 {"o", ".own"},        {"p", ".other"}};
    };
    for (bool const given : {true, false}) {
        // The first of `more` comes right after the given objects.
        for (auto const& [id, step] : given ? cases("@", "@") : cases("[@17]", "[@twin]")) {
            INFO(id);
            Node const n = node_of(*dump, id);
            auto const paths = given ? paths_to(*dump, {SelectorPaths::none, n})
                                     : paths_to(*dump, {SelectorPaths::none}, {n});
            CHECK(last_step(paths, 1) == step);
            bool const deep = id == "o" || id == "p";
            REQUIRE(paths.all().size() == (deep ? 4 : 3));  // its own path, and those before, but the root's
            CHECK(paths.all()[1].before == 2);
            CHECK(last_step(paths, 2) == (deep ? ".own" : "app.list"));
            CHECK(paths.all()[2].before == (deep ? 3 : 0));
            std::string const last = step == "@"             ? "[@" + id + ']'
                                     : step.starts_with('#') ? '[' + step.substr(1) + ']'
                                                             : step;
            CHECK(paths.to(n) == (deep ? "app.list.own" : "app.list") + last);
            CHECK(trav::dump::Selector(paths.to(n)).find(*dump) == std::vector{n});
        }
    }
    std::vector<Node> all{SelectorPaths::none};
    for (auto const& each : cases("@", "@")) all.push_back(node_of(*dump, each.id));
    auto const paths = paths_to(*dump, all);
    CHECK(paths.all().size() == all.size() + 1);  // and the list
    CHECK(std::set<std::string>(paths.texts().begin(), paths.texts().end()).size() == paths.texts().size());
}

TEST_CASE("selector steps: references that hold nothing name no step", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "A", "size": 1, "roots": ["app"], "refs": [{"id": "list", "name": "list"}]}
{"id": "list", "type": "A", "size": 1, "refs": [{"id": "a", "name": "class", "runtime": true},
    {"id": "a", "name": "weak", "weak": true}, {"id": "a", "name": "own"}, {"id": "a", "name": "again"},
    {"id": "b", "name": "base", "runtime": true}, {"id": "b"}]}
{"id": "a", "type": "A", "size": 1}
{"id": "b", "type": "A", "size": 1}
{"objects": 4}
)"));
    CHECK(paths_to(*dump, {SelectorPaths::none, node_of(*dump, "a")}).to(node_of(*dump, "a")) ==
          "app.list.own");
    CHECK(paths_to(*dump, {SelectorPaths::none, node_of(*dump, "b")}).to(node_of(*dump, "b")) ==
          "app.list[@b]");
}

TEST_CASE("selector steps: texts as selectors of one object only", "[unit]") {
    std::string const longest(200, 'x');
    auto const dump = any_dump_of(
        "NODE a App 1\nNODE b Map 1\nNODE c Map 1\nROOT a app\nROOT b twin\nROOT c twin\nROOT c " + longest +
        "\nROOT b " + longest + "y\n");
    auto const only = [&](std::string const& text, char const* id) {
        return heapprof::selects_only(*dump, text, node_of(*dump, id));
    };
    CHECK(only("app", "a"));
    CHECK_FALSE(only("app", "b"));
    CHECK_FALSE(only("twin", "b"));
    CHECK_FALSE(only("", "a"));
    CHECK_FALSE(only("app[", "a"));
    CHECK_FALSE(only("nobody", "a"));
    CHECK(only(longest, "c"));
    CHECK(trav::dump::Selector(longest + 'y').find(*dump) == std::vector{node_of(*dump, "b")});
    CHECK_FALSE(only(longest + 'y', "b"));  // too long
}

TEST_CASE("selector steps: of references with one name, fields come before variables", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0,
            {{context, 2, "v"},
             {context, 3, "v"},
             {property, 4, "f"},
             {property, 5, "f"},
             {context, 2, "x"},
             {property, 3, "x"},
             {context, 6, "x"},
             {weak, 6, "w"},
             {internal, 6, "i"},
             {element, 5, "7"},
             {context, 6, "7"},
             {context, 6, "12"},
             {property, 3, "window"}},
            "global");
    for (int i = 0; i != 5; ++i) v8.node("object", 8, {});
    auto const dump = any_dump_of(v8);
    using Leads = std::map<std::string, Node>;
    auto const leads = [&](auto const& wanted) {
        auto const found = heapprof::leads(*dump, 1, wanted);
        return Leads(found.begin(), found.end());
    };
    auto const all = leads([](std::string const&) { return true; });
    // the first field, or else the last variable, as a selector finds them
    for (auto const& [name, to] : all) {
        INFO(name);
        CHECK(trav::dump::follow(*dump, 1, {name}) == to);
    }
    CHECK(all.at("v") == 3);
    CHECK(all.at("f") == 4);
    CHECK(all.at("x") == 3);
    CHECK(all.at("12") == 5);  // an element has the number of its text, the thirteenth, as its index here
    CHECK(all.at("i") == 6);
    CHECK(all.count("w") == 0);
    CHECK(leads([](std::string const& name) { return name == "v"; }) == Leads{{"v", 3}});
    CHECK(leads([](std::string const&) { return false; }).empty());
    heapprof::SelectorRoots const roots(*dump);
    CHECK(trav::dump::text(roots.path(1, {"f"})) == "f");
    CHECK(trav::dump::text(roots.path(1, {"14", true})) == "[@14]");  // the global object needs no name
    CHECK(trav::dump::text(roots.path(2, {"f"})) == "[@12].f");
    CHECK(trav::dump::text(roots.path(1, {"window"})) == "[@11].window");  // `window` is the object itself
}

TEST_CASE("selector steps: the first id is left out if the rest selects the same object", "[unit]") {
    auto const dump =
        any_dump_of("NODE a App 1\nNODE b App 1\nNODE c C 1\nNODE d D 1\nROOT a app\nROOT b one\nROOT c own\n"
                    "ROOT d more\na c own\nb c own\na d own\nc d more\n");
    auto const without = [&](std::string const& selector, char const* id) {
        return heapprof::without_id(*dump, selector, node_of(*dump, id));
    };
    CHECK(without("[@a].own", "c") == "own");
    CHECK(without("[@a].own", "d") == "[@a].own");  // `own` is another object
    CHECK(without("[@c].more", "d") == "more");
    CHECK(without("[@a].own.more", "d") == "own.more");
    CHECK(without("[@a].nobody", "c") == "[@a].nobody");  // selects nothing
    CHECK(without("@a", "a") == "@a");
    CHECK(without("[@a][@c]", "c") == "[@a][@c]");
    CHECK(without("[@a][@c].more", "d") == "[@a][@c].more");
    CHECK(without("app.own", "c") == "app.own");
}

TEST_CASE("selector steps: the beginning of a path in a dump without global objects", "[unit]") {
    auto const dump = any_dump_of("NODE a App 1\nNODE b App 1\nNODE c App 1\nNODE d D 1\n"
                                  "ROOT a app\nROOT b twin\nROOT c twin\nROOT d\na d own\n");
    heapprof::SelectorRoots const roots(*dump);
    auto const path = [&](char const* from, trav::dump::NamedStep const& step) {
        return trav::dump::text(roots.path(node_of(*dump, from), step));
    };
    CHECK(roots.text(node_of(*dump, "a")) == "app");
    CHECK(roots.text(node_of(*dump, "b")) == "@b");
    CHECK(roots.text(node_of(*dump, "c")) == "@c");
    CHECK(roots.text(node_of(*dump, "d")) == "d");
    CHECK(path("a", {"own"}) == "app.own");
    CHECK(path("a", {"d", true}) == "app[@d]");
    CHECK(path("b", {"own"}) == "[@b].own");
    CHECK(path("b", {"d", true}) == "[@b][@d]");
    CHECK(path("d", {"app"}) == "d.app");
}
