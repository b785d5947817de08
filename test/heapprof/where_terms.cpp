// Conditions on truncated texts, large sizes, fields and referrers.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/where.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/error.hpp>

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
    CHECK(is(all).empty());
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

TEST_CASE("where terms: the last object of a dump, and objects out of the roots' reach", "[unit]") {
    auto const dump = any_dump_of("NODE a A 10\nNODE b B 20\nNODE c C 30\nNODE d D 40\nROOT a\na d x\nd b y\n"
                                  "d c z\n");
    CHECK(found(*dump, "retained=100") == "a");
    CHECK(found(*dump, "retained=90") == "d");
    CHECK(found(*dump, "retained=20 or retained=30") == "b c");
    CHECK(found(*dump, "count=2") == "d");
    CHECK(found(*dump, "size=40") == "d");
    auto const garbage = any_dump_of("NODE a A 10\nNODE b B 20\nNODE c C 30\nROOT a\nb c x\n");
    CHECK(found(*garbage, "retained=0") == "b c");
    CHECK(found(*garbage, "retained>0") == "a");
}

TEST_CASE("where terms: fields behind references without a name", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "two", "type": "A", "size": 1, "refs": [{"id": "one"}, {"id": "same"}]}
{"id": "three", "type": "A", "size": 1, "refs": [{"id": "one"}, {"id": "same"}, {"id": "one"},
    {"id": "last"}]}
{"id": "twice", "type": "A", "size": 1, "refs": [{"id": "one"}, {"id": "other"}, {"id": "one"}]}
{"id": "named", "type": "A", "size": 1, "refs": [{"id": "one", "name": "n"}]}
{"id": "both", "type": "A", "size": 1, "fields": {"n": 2}, "refs": [{"id": "one"}]}
{"id": "one", "type": "D", "size": 1, "fields": {"n": 1}}
{"id": "same", "type": "D", "size": 1, "fields": {"n": 1}}
{"id": "last", "type": "D", "size": 1, "fields": {"n": 1}}
{"id": "other", "type": "D", "size": 1, "fields": {"m": 1}}
{"id": "end", "type": "A", "size": 1, "refs": [{"id": "one"}]}
{"objects": 10}
)"));
    // In the order of the first mention. The object `one` has a field with the value, but is no such value
    // itself.
    CHECK(found(*dump, ".n=1") == "one same last twice end");
    CHECK(found(*dump, ".n=2") == "both");
    CHECK(found(*dump, ".m=1") == "twice other");
}

TEST_CASE("where terms: values that a dump does not have", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 1}});
    v8.node("object", 8, {{property, 2, "text"}});
    v8.node("string", 8, {}, "x");
    auto const snapshot = any_dump_of(v8);
    auto const json =
        any_dump_of_json("{\"id\": \"a\", \"type\": \"A\", \"size\": 1, \"fields\": {\"n\": \"x\"}}\n"
                         "{\"objects\": 1}\n");
    struct Case {
        AnyDump const& dump;
        std::string condition, message;
        bool advice;
    };
    for (Case const& each : std::vector<Case>{
             {*snapshot, ".n=1", "there is no number in it, so .n cannot be compared", true},
             {*snapshot, ".n=true", "there is no true or false in it, so .n cannot be compared", false},
             {*snapshot, ".n=null", "there is no null in it, so .n cannot be compared", false},
             {*json, ".n=1", "there is no number in it, so .n cannot be compared", false},
             {*json, ".n=false", "there is no true or false in it, so .n cannot be compared", false},
             {*json, ".n=null", "there is no null in it, so .n cannot be compared", false},
         }) {
        INFO(each.condition);
        std::string const text =
            test::message_of<trav::dump::Error>([&] { found(each.dump, each.condition); });
        CHECK(text.find(each.message) != std::string::npos);
        CHECK((text.find("; V8 writes numbers if asked to") != std::string::npos) == each.advice);
        CHECK((text.ends_with(each.message) || each.advice));
    }
    CHECK(found(*json, ".n=\"x\"") == "a");
}
