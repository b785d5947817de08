#include "catch.hpp"

#include <trav/dump/v8/detail/head.hpp>

#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using trav::dump::V8EdgeKind;
using trav::dump::V8Head;

namespace {

/// The members of a section, with blanks around it; those of `meta` have other names.
struct Section {
    std::map<std::string, std::string> meta{
        {"node_fields", R"(["edge_count","self_size","id","name","type"])"},
        {"node_types", R"(["number","number","number","string",["hidden","object"]])"},
        {"edge_fields", R"(["to_node","name_or_index","type","more"])"},
        {"edge_types", R"(["node","string_or_number",["weak","context","element","new","hidden"]])"}};
    std::map<std::string, std::string> counts{{"node_count", "3"}, {"edge_count", "4"}};

    std::string text() const {
        std::string result = R"(  {"later":[1,{}],"meta":{"later":{})";
        for (auto const& [name, value] : meta) result += ",\"" + name + "\":" + value;
        result += "}";
        for (auto const& [name, value] : counts) result += ",\"" + name + "\":" + value;
        return result + "}  ";
    }
    V8Head read() const {
        std::istringstream stream(text());
        trav::dump::Input input(stream, "test");
        trav::dump::JsonScanner json(input);
        json.peek();
        return trav::dump::read_v8_head(json);
    }
    std::string error() const {
        try {
            read();
        } catch (trav::dump::Error const& e) { return e.what(); }
        return "none";
    }
    /// The same, but with one member set.
    Section with(std::string const& name, std::string const& value) const {
        Section result = *this;
        (meta.contains(name) || name.ends_with("fields") ? result.meta : result.counts)[name] = value;
        return result;
    }
    Section without(std::string const& name) const {
        Section result = *this;
        result.meta.erase(name), result.counts.erase(name);
        return result;
    }
};

/// With allocations, samples and locations. Their fields have another order than V8's.
Section full() {
    return Section()
        .with("node_fields",
              R"(["trace_node_id","edge_count","detachedness","self_size","id","name","type"])")
        .with("node_types", R"(["","","","","","",["a"]])")
        .with("trace_function_info_fields", R"(["more","line","script_name","name"])")
        .with("trace_node_fields", R"(["count","function_info_index","id","children"])")
        .with("sample_fields", R"(["last_assigned_id","more","timestamp_us"])")
        .with("location_fields", R"(["more","column","line","script_id","object_index"])")
        .with("trace_function_count", "2")
        .with("root_index", "14");
}

std::string const begins = "test: byte 2: section 'snapshot' ";

}  // namespace

TEST_CASE("v8 head: fields are found by their names", "[unit]") {
    V8Head const head = Section().read();
    CHECK(head.node_width == 5);
    CHECK(head.edge_width == 4);
    CHECK(head.node.type == 4);
    CHECK(head.node.name == 3);
    CHECK(head.node.id == 2);
    CHECK(head.node.self_size == 1);
    CHECK(head.node.edge_count == 0);
    CHECK(head.node.detachedness == 5);  // there is none
    CHECK(head.node.trace == 5);
    CHECK(head.edge.type == 2);
    CHECK(head.edge.name == 1);
    CHECK(head.edge.to == 0);
    CHECK(head.node_types == std::vector<std::string>{"hidden", "object"});
    using enum V8EdgeKind;
    CHECK(head.edge_kinds == std::vector{weak, context, element, other, hidden});
    CHECK(head.node_count == 3);
    CHECK(head.edge_count == 4);
    CHECK(head.root == 0);
}

TEST_CASE("v8 head: without optional sections", "[unit]") {
    V8Head const head = Section().read();
    CHECK_FALSE(head.traces);
    CHECK_FALSE(head.locations);
    CHECK(head.function_width == 0);
    CHECK(head.trace_width == 0);
    CHECK(head.sample_width == 0);
    CHECK(head.location_width == 0);
}

TEST_CASE("v8 head: allocations, samples and locations", "[unit]") {
    V8Head const head = full().read();
    CHECK(head.node.detachedness == 2);
    CHECK(head.node.trace == 0);
    CHECK(head.root == 2);
    CHECK(head.traces);
    CHECK(head.function_width == 4);
    CHECK(head.function.name == 3);
    CHECK(head.function.script == 2);
    CHECK(head.function.line == 1);
    CHECK(head.trace_width == 3);
    CHECK(head.trace.id == 2);
    CHECK(head.trace.function == 1);
    CHECK(head.sample_width == 3);
    CHECK(head.sample.time == 2);
    CHECK(head.sample.last_id == 0);
    CHECK(head.locations);
    CHECK(head.location_width == 5);
    CHECK(head.location.object == 4);
    CHECK(head.location.script == 3);
    CHECK(head.location.line == 2);
    CHECK(head.location.column == 1);
    CHECK(full().with("location_fields", R"(["object_index","script_id","line"])").read().location.column ==
          3);
}

TEST_CASE("v8 head: allocations without functions, or without their fields, are not described", "[unit]") {
    for (Section const& section :
         {full().without("trace_node_fields"), full().with("trace_node_fields", "[]"),
          full().without("trace_function_info_fields")}) {
        V8Head const head = section.read();
        CHECK(head.traces);
        CHECK(head.trace_width == 0);
        CHECK(head.function_width == 0);
    }
    V8Head const none = full().with("trace_function_count", "0").read();
    CHECK_FALSE(none.traces);
    CHECK(none.trace_width == 0);
}

TEST_CASE("v8 head: counts and the root have limits", "[unit]") {
    Section const section;
    CHECK(section.with("node_count", "4294967294").read().node_count == 4294967294);
    CHECK(section.with("node_count", "4294967295").error() == begins + "has a 'node_count' beyond 2^32 - 2");
    CHECK(section.with("edge_count", "4294967294").read().edge_count == 4294967294);
    CHECK(section.with("edge_count", "4294967295").error() == begins + "has a 'edge_count' beyond 2^32 - 2");
    CHECK(section.with("edge_count", "0").read().edge_count == 0);
    CHECK(section.with("node_count", "0").error() == begins + "has a 'node_count' of 0: there is no root");
    CHECK(section.without("node_count").error() == begins + "has no 'node_count'");
    CHECK(section.without("edge_count").error() == begins + "has no 'edge_count'");
    CHECK(section.with("root_index", "10").read().root == 2);
    for (std::string const index : {"1", "9", "11", "15", "16"})
        CHECK(section.with("root_index", index).error() == begins + "has a 'root_index' that is no node");
    auto const types = [](std::size_t count) {
        std::string names;
        for (std::size_t i = 0; i != count; ++i) names += "\"\",";
        return Section().with("node_types", R"(["","","","",[)" + names.substr(0, names.size() - 1) + "]]");
    };
    CHECK(types(65536).read().node_types.size() == 65536);
    CHECK(types(65537).error() == begins + "names more than 65536 node types");
}

TEST_CASE("v8 head: each field that is needed must be there", "[unit]") {
    auto const lacks = [](std::string const& list, std::string const& name) {
        Section section = full();
        std::string& fields = section.meta.at(list);
        fields.replace(fields.find('"' + name + '"'), name.size() + 2, R"("x")");
        std::string const expected = begins + "has no '" + name + "' in its '" + list + "'";
        CAPTURE(list, name);
        CHECK(section.error() == expected);
    };
    for (auto const* name : {"type", "name", "id", "self_size", "edge_count"}) lacks("node_fields", name);
    for (auto const* name : {"type", "name_or_index", "to_node"}) lacks("edge_fields", name);
    for (auto const* name : {"timestamp_us", "last_assigned_id"}) lacks("sample_fields", name);
    for (auto const* name : {"object_index", "script_id", "line"}) lacks("location_fields", name);
    for (auto const* name : {"name", "script_name", "line"}) lacks("trace_function_info_fields", name);
    for (auto const* name : {"id", "function_info_index", "children"}) lacks("trace_node_fields", name);
}

TEST_CASE("v8 head: the children are the last field of a trace", "[unit]") {
    for (std::string const fields :
         {R"(["children","id","function_info_index"])", R"(["id","children","function_info_index"])",
          R"(["function_info_index","children","id"])", R"(["id","function_info_index","children","count"])"})
        CHECK(full().with("trace_node_fields", fields).error() ==
              begins + "does not end its 'trace_node_fields' with 'children'");
}

TEST_CASE("v8 head: types must have names", "[unit]") {
    for (std::string const list : {"node_types", "edge_types"})
        for (std::string const types : {R"(["","",[],"",[]])", R"([])", R"(["","","","",""])", R"([["a"]])"})
            CHECK(Section().with(list, types).error() == begins + "names no types in its '" + list + "'");
    CHECK(Section().without("edge_types").error() == begins + "names no types in its 'edge_types'");
}
