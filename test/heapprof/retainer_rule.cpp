#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/in_memory.hpp>
#include <heapprof/breakdown/retainer_rule.hpp>

#include <trav/dump/error.hpp>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using heapprof::split_list;
using heapprof::split_rule;
using enum trav::dump::V8EdgeKind;
using Texts = std::vector<std::string>;

namespace {

// A root; closures 1, 2 and 3 without a name, and one called `named`; an Order, and a Line.
std::unique_ptr<trav::dump::AnyDump const> dump_of_closures() {
    Written v8;
    v8.node("synthetic", 0, {{property, 5, "orders"}, {property, 4, "list"}, {property, 6, "first"}}, "");
    v8.node("closure", 10, {}, "");
    v8.node("closure", 20, {}, "");
    v8.node("closure", 30, {}, "");
    v8.node("closure", 40, {{context, 2, "later"}, {weak, 3, "gone"}}, "named");
    v8.node("object", 50, {{property, 1, "total"}, {context, 1, "again"}, {property, 4, "run"}}, "Order");
    v8.node("object", 60, {{element, 3, "e"}}, "Line");
    return any_dump_of(v8);
}

// The names of the retainers by a rule, by node; empty for the others.
Texts names_in(trav::dump::AnyDump const& dump, std::vector<std::string> const& rule) {
    auto const found = heapprof::apply_rule(rule, heapprof::InMemory(dump));
    CHECK(std::set(found.names.begin(), found.names.end()).size() == found.names.size());
    Texts all;
    for (trav::dump::Node n = 0; n != dump.node_count(); ++n) {
        CHECK((found.number(n) != 0) == found.is_retainer[n]);
        all.push_back(found.names[found.number(n)]);
    }
    return all;
}
Texts names(std::vector<std::string> const& rule) { return names_in(*dump_of_closures(), rule); }

}  // namespace

TEST_CASE("heapprof --retainer: the parts of a list, with braces", "[unit]") {
    CHECK(split_list("a,b") == Texts{"a", "b"});
    CHECK(split_list("") == Texts{""});
    CHECK(split_list(",a,") == Texts{"", "a", ""});
    CHECK(split_list("{a, b},c") == Texts{"{a, b}", "c"});
    CHECK(split_list("x{a, b}{c,d}y,e{") == Texts{"x{a, b}{c,d}y", "e{"});
    CHECK(split_list("e{a,b") == Texts{"e{a", "b"});
}

TEST_CASE("heapprof --retainer: the terms of a rule, with selectors in brackets", "[unit]") {
    CHECK(split_rule("") == Texts{""});
    CHECK(split_rule("a,b,") == Texts{"a", "b", ""});
    CHECK(split_rule(R"(a["x,y"],b[1,2])") == Texts{R"(a["x,y"])", "b[1,2]"});
    CHECK(split_rule(R"(a['x],'],b)") == Texts{R"(a['x],'])", "b"});
    CHECK(split_rule(R"(a["x\"],"],b)") == Texts{R"(a["x\"],"])", "b"});
    CHECK(split_rule(R"(a["xy\\"],b)") == Texts{R"(a["xy\\"])", "b"});
    CHECK(split_rule(R"(a[@"x],"],b)") == Texts{R"(a[@"x],"])", "b"});
    CHECK(split_rule(R"(a"x,y")") == Texts{R"(a"x)", R"(y")"});   // no brackets
    CHECK(split_rule(R"(@"x,y")") == Texts{R"(@"x)", R"(y")"});   // the same
    CHECK(split_rule(R"(a[x"y],b)") == Texts{R"(a[x"y])", "b"});  // a quote inside a word
    CHECK(split_rule(R"(a["x\)") == Texts{R"(a["x\)"});           // cut off
}

TEST_CASE("heapprof --retainer: an object without a name has that of a field or a variable", "[unit]") {
    // The first strong field or variable names it; elements and weak edges do not.
    CHECK(names({"closure"}) == Texts{"", "Order.total", "later", "(closure)", "named", "", ""});
    CHECK(names({"closure:l*"}) == Texts{"", "", "later", "", "", "", ""});
    CHECK(names({"closure:?*.total", "Order"}) == Texts{"", "Order.total", "", "", "", "Order", ""});
    CHECK(names({"object"}) == Texts{"", "", "", "", "", "Order", "Line"});
    CHECK(names({"closure:named", "object", "closure"}) ==
          Texts{"", "Order.total", "later", "(closure)", "named", "Order", "Line"});
    // V8's closures, objects of Node's C++, and lists of roots
    CHECK(names({"default"}) == Texts{"(root)", "Order.total", "later", "(closure)", "named", "", ""});
    CHECK(names({"object:L*", "default"}) ==
          Texts{"(root)", "Order.total", "later", "(closure)", "named", "", "Line"});
    CHECK_THROWS_AS(names({"closure:none"}), trav::dump::Error);
    CHECK_THROWS_AS(names({"class:None"}), trav::dump::Error);
}

TEST_CASE("heapprof --retainer: roots by their first name, objects of a selector by its text", "[unit]") {
    auto const dump = any_dump_of("ROOT a main\nROOT a other\nROOT b\nNODE a App 1\nNODE b App 1\n"
                                  "NODE c Row 1\nNODE d Row 1\nNODE e Col 1\n"
                                  "a c x\na d \"p,q\"\nb e y\n");
    auto const of = [&](std::vector<std::string> const& rule) { return names_in(*dump, rule); };
    CHECK(of({"roots"}) == Texts{"main", "b", "", "", ""});
    CHECK(of({"@c", "roots"}) == Texts{"main", "b", "@c", "", ""});
    CHECK(of({"roots", R"(main["p,q"])"}) == Texts{"main", "b", "", R"(main["p;q"])", ""});
    // selectors first, then the terms in order
    CHECK(of({"roots", "@a"}) == Texts{"@a", "b", "", "", ""});
    CHECK(of({"@a", "class:Row"}) == Texts{"@a", "", "class:Row", "class:Row", ""});
    CHECK(of({"@c", "class:Row"}) == Texts{"", "", "@c", "class:Row", ""});
    CHECK_THROWS_AS(of({"@z"}), trav::dump::Error);
    CHECK_THROWS_AS(of({"main.z"}), trav::dump::Error);
}

TEST_CASE("heapprof --retainer: a weak field names nothing, and a field no root", "[unit]") {
    auto const dump = any_dump_of("ROOT a main\nROOT b\nNODE a App 1\nNODE b roots 1\nNODE c Row 1\n"
                                  "WEAK a c gone\nb c kept\nb a app\n");
    CHECK(names_in(*dump, {"Row"}) == Texts{"", "", "roots.kept"});
    CHECK(names_in(*dump, {"App"}) == Texts{"main", "", ""});
    CHECK(names_in(*dump, {"roots"}) == Texts{"main", "b", ""});  // not the type
}
