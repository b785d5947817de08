// Conditions on truncated texts, large sizes, fields and referrers.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/where.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::Node;
using heapprof::remarks;

// The ids of the objects of a condition, and then the remarks without the name of the file.
std::string found(AnyDump const& dump, std::string const& condition) {
    remarks.clear();
    std::string text;
    std::vector<bool> const marks = heapprof::Where(condition).find(dump);
    for (Node n = 0; n != marks.size(); ++n)
        if (marks[n]) text += (text.empty() ? "" : " ") + dump.id(n);
    for (std::string const& each : std::exchange(remarks, {})) text += each.substr(each.find(": "));
    return text;
}

}  // namespace

TEST_CASE("where terms: texts truncated in the dump", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    // V8 writes 1,024 characters of longer texts; two objects have the long text as a field
    Written v8;
    v8.node("synthetic", 0, {{element, 1}, {element, 2}});
    v8.node("object", 8, {{property, 3, "text"}, {property, 4, "other"}});
    v8.node("object", 8, {{property, 3, "text"}, {property, 4, "text"}});
    v8.node("string", 2000, {}, std::string(1024, 'x'));
    v8.node("string", 16, {}, "xy");
    auto const dump = any_dump_of(v8);
    auto const counted = [](std::size_t count, std::string const& pattern) {
        return ": " + std::to_string(count) + " texts may match \"" + pattern +
               "\", but are not known whole: they count as different";
    };
    auto const is = [&](std::string const& pattern) { return found(*dump, "name=\"" + pattern + '"'); };
    std::string const most(1023, 'x'), all = most + 'x';
    CHECK(is("x*") == "13 14");
    CHECK(is("x**") == "13 14");
    CHECK(is(most + '*') == "13");
    CHECK(is(all + '*') == "13");
    CHECK(is(all + "x*") == counted(1, all + "x*"));
    CHECK(is(all + "x") == counted(1, all + "x"));
    CHECK(is(most).empty());  // it is longer
    CHECK(is(most + 'y').empty());
    CHECK(is(most + "y*").empty());
    CHECK(is("y*x").empty());
    CHECK(is("x*y") == "14" + counted(1, "x*y"));
    CHECK(is("*y") == "14" + counted(1, "*y"));
    CHECK(is("x?").starts_with("14"));
    CHECK(found(*dump, ".text=\"x*\"") == "11 12");
    CHECK(found(*dump, ".text=\"*y\"") == "12" + counted(2, "*y"));
    CHECK(found(*dump, ".other=\"*y\"") == "11");
    CHECK(found(*dump, ".text=\"*y\" and name=\"*z\"") == counted(1, "*z") + counted(2, "*y"));
}

TEST_CASE("where terms: sizes beyond the largest signed number", "[unit]") {
    auto const dump = any_dump_of("NODE a A 9223372036854775806\nNODE b B 9223372036854775808\nROOT a\n");
    CHECK(found(*dump, "size>9223372036854775806") == "b");
    CHECK(found(*dump, "size>=9223372036854775806") == "a b");
    CHECK(found(*dump, "size<9223372036854775807") == "a");
    CHECK(found(*dump, "size<0").empty());
}

TEST_CASE("where terms: a field with several values or references holds if one of them does", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "a", "type": "A", "size": 1, "fields": {"n": 1}, "refs": [{"id": "two", "name": "n"}]}
{"id": "b", "type": "A", "size": 1, "refs": [{"id": "one", "name": "n"}, {"id": "two", "name": "n"}]}
{"id": "c", "type": "A", "size": 1, "refs": [{"id": "two", "name": "n"}, {"id": "one", "name": "n"}]}
{"id": "d", "type": "A", "size": 1, "refs": [{"id": "one", "name": "n", "weak": true}]}
{"id": "e", "type": "A", "size": 1, "refs": [{"id": "one", "name": "n", "runtime": true}]}
{"id": "f", "type": "A", "size": 1, "refs": [{"id": "one", "name": "m"}]}
{"id": "g", "type": "A", "size": 1, "refs": [{"id": "text", "name": "n"}, {"id": "no", "name": "n"}]}
{"id": "one", "type": "int", "size": 1, "value": 1}
{"id": "two", "type": "int", "size": 1, "value": 2}
{"id": "no", "type": "bool", "size": 1, "value": false}
{"id": "text", "type": "str", "size": 1, "name": "one"}
{"objects": 11}
)"));
    CHECK(found(*dump, ".n=1") == "a b c");
    CHECK(found(*dump, ".n=2") == "a b c");
    CHECK(found(*dump, ".n>1") == "a b c");
    CHECK(found(*dump, ".m=1") == "f");
    CHECK(found(*dump, ".m=2").empty());
    CHECK(found(*dump, ".n=\"o*\"") == "g");
    CHECK(found(*dump, ".n=false") == "g");
    CHECK(found(*dump, ".n=true").empty());
    CHECK(found(*dump, ".n=false and .n=\"o*\" or .m=1") == "f g");
    CHECK(found(*dump, ".x=1") == ": nothing has a field x");
}

TEST_CASE("where terms: a referrer is a type, a field or a root", "[unit]") {
    auto const dump = any_dump_of("NODE a x.A 1\nNODE b B 1\nNODE c C 1\nNODE d D 1\nROOT a start\n"
                                  "a b first\nb c A\nWEAK b d weak\n");
    CHECK(found(*dump, "held by=A") == "b c");
    CHECK(found(*dump, "held by=x.A") == "b");
    CHECK(found(*dump, "held by=start") == "a");
    CHECK(found(*dump, "held by=first") == "b");
    CHECK(found(*dump, "held by=*") == "a b c");
    CHECK(found(*dump, "held by=weak") == ": no type, field or root called weak holds anything");
    CHECK(found(*dump, "type=A or type=Q") == "a: nothing is of type Q");
    CHECK(found(*dump, "type=D or count=1") == "a b d");
}
