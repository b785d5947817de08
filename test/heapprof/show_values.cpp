// The values in the answer of `show`: of an object and of its fields.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/question/show.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <cstddef>
#include <string>

namespace {

using heapprof::AnyDump;
using heapprof::remarks;
using heapprof::show;
using heapprof::ShowAnswer;

}  // namespace

TEST_CASE("heapprof show: the values of an object and of its fields", "[unit]") {
    auto const any = any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "App", "size": 1, "name": "main", "roots": ["app"],
    "fields": {"capacity": 52428800, "open": true, "title": "T"},
    "refs": [{"id": "class", "name": "class", "runtime": true}, {"id": "five", "name": "count"},
    {"id": "map", "name": "map"}, {"id": "off", "name": "off"}]}
{"id": "five", "type": "int", "size": 4, "value": 5}
{"id": "map", "type": "Map", "size": 8, "fields": {"size": 17}}
{"id": "off", "type": "bool", "size": 4, "value": false}
{"id": "class", "type": "type", "size": 8}
{"objects": 5}
)"));
    AnyDump const& dump = *any;
    using trav::dump::ValueKind;
    auto const text = [](auto const& value) {
        std::string const kind = value.kind == ValueKind::number  ? "number "
                                 : value.kind == ValueKind::truth ? "truth "
                                 : value.kind == ValueKind::text  ? "text "
                                                                  : "null ";
        return value.field + ' ' + kind + value.text;
    };
    auto const shown = [&](char const* id, std::size_t top) {
        ShowAnswer const answer = show(dump, test::node_of(dump, id), top);
        std::string all =
            answer.object.type + ' ' + answer.object.name + ' ' + answer.object.id + ' ' + answer.name;
        if (answer.value) all += " =" + text(*answer.value);
        for (auto const& each : answer.values) all += '\n' + text(each);
        for (auto const& each : answer.fields)
            all += '\n' + each.field + ": " + each.object.id + (each.value ? " =" + text(*each.value) : "");
        return all + "\n+" + std::to_string(answer.more_values) + " +" + std::to_string(answer.more_fields);
    };
    std::string const values = "App main app main\n.capacity number 52428800\n.open truth true",
                      title = "\n.title text T", fields = "\n.count: five = number 5\n.map: map",
                      off = "\n.off: off = truth false", of_runtime = "\n.class: class";
    CHECK(shown("app", 0) == values + title + fields + off + of_runtime + "\n+0 +0");
    CHECK(shown("app", 2) == values + fields + "\n+1 +2");
    CHECK(shown("app", 3) == values + title + fields + off + "\n+0 +1");
    CHECK(shown("app", 4) == values + title + fields + off + of_runtime + "\n+0 +0");
    CHECK(shown("five", 0) == "int 5 five 5 = number 5\n+0 +0");
    CHECK(shown("map", 0) == "Map  map \n.size number 17\n+0 +0");
}

TEST_CASE("heapprof show: a dump without values is no remark", "[unit]") {
    remarks.clear();
    auto const dump = any_dump_of("NODE a App 1\nROOT a\n");
    CHECK(show(*dump, 0, 0).values.empty());
    CHECK(remarks.empty());
}
