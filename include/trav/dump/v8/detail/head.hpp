// V8Head: `snapshot`, the first section of a V8 heap snapshot. It describes the numbers in the other
// sections, and says how many there are.
//
// Fields are found by their names, and types by the positions of their names, so nothing here depends on the
// version of V8 that wrote the file.
#pragma once

#include "../../detail/json_scanner.hpp"
#include "../snapshot.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// The contents of the first section.
struct V8Head {
    struct NodeFields {
        std::size_t type, name, id, self_size, edge_count;
        std::size_t detachedness;  // node_width: there is none
        std::size_t trace;         // likewise
    };
    struct EdgeFields {
        std::size_t type, name, to;
    };
    struct LocationFields {
        std::size_t object, script, line;
        std::size_t column;  // location_width: there is none
    };
    struct FunctionFields {  // of trace_function_infos
        std::size_t name, script, line;
    };
    struct TraceFields {  // of trace_tree; its last field is the children
        std::size_t id, function;
    };
    struct SampleFields {
        std::size_t time, last_id;
    };
    std::size_t node_width, edge_width, location_width;  ///< numbers in a row
    std::size_t function_width, trace_width;             ///< likewise; 0: allocations were not tracked
    std::size_t sample_width;                            ///< likewise; 0: no samples are announced
    NodeFields node;                                     ///< positions in a node's row
    EdgeFields edge;                                     ///< positions in an edge's row
    LocationFields location;                             ///< positions in a location's row, if there are any
    FunctionFields function;                             ///< positions in a function's row
    TraceFields trace;                                   ///< positions in a trace's row
    SampleFields sample;                                 ///< positions in a sample's row
    std::vector<std::string> node_types;
    std::vector<V8EdgeKind> edge_kinds;
    std::uint32_t node_count, edge_count;
    std::uint32_t root;      ///< ordinal
    bool traces, locations;  ///< which optional sections are announced
};

namespace detail {

/// Reads the section that begins at the scanner's next token.
class V8HeadReader {
  public:
    explicit V8HeadReader(JsonScanner& json) : json_(json), at_(json.offset()) {}

    V8Head read() {
        members({{"meta", [&] { meta(); }},
                 {"node_count", [&] { node_count_ = json_.number(); }},
                 {"edge_count", [&] { edge_count_ = json_.number(); }},
                 {"root_index", [&] { root_index_ = json_.number(); }},
                 {"trace_function_count", [&] { traces_ = json_.number() != 0; }}});
        V8Head head{};
        auto const node = [&](char const* name) { return place(node_fields_, name, "node_fields"); };
        auto const edge = [&](char const* name) { return place(edge_fields_, name, "edge_fields"); };
        head.node = {node("type"),
                     node("name"),
                     node("id"),
                     node("self_size"),
                     node("edge_count"),
                     place(node_fields_, "detachedness"),
                     place(node_fields_, "trace_node_id")};
        head.edge = {edge("type"), edge("name_or_index"), edge("to_node")};
        head.node_width = node_fields_.size();
        head.edge_width = edge_fields_.size();
        head.node_types = named(node_types_, head.node.type, "node_types");
        if (head.node_types.size() > 0x10000) fail("names more than 65536 node types");
        for (std::string const& name : named(edge_types_, head.edge.type, "edge_types"))
            head.edge_kinds.push_back(kind(name));
        head.node_count = count(node_count_, "node_count");
        head.edge_count = count(edge_count_, "edge_count");
        if (head.node_count == 0) fail("has a 'node_count' of 0: there is no root");
        std::uint64_t const root = root_index_ / head.node_width;
        if (root_index_ % head.node_width != 0 || root >= head.node_count)
            fail("has a 'root_index' that is no node");
        head.root = static_cast<std::uint32_t>(root);
        head.traces = traces_;
        head.sample_width = sample_fields_.size();
        if (head.sample_width != 0) {
            head.sample = {place(sample_fields_, "timestamp_us", "sample_fields"),
                           place(sample_fields_, "last_assigned_id", "sample_fields")};
        }
        head.locations = !location_fields_.empty();
        head.location_width = location_fields_.size();
        auto const location = [&](char const* name) {
            return head.locations ? place(location_fields_, name, "location_fields") : 0;
        };
        head.location = {location("object_index"), location("script_id"), location("line"),
                         place(location_fields_, "column")};
        if (head.traces && !function_fields_.empty() && !trace_fields_.empty()) {
            auto const function = [&](char const* name) {
                return place(function_fields_, name, "trace_function_info_fields");
            };
            auto const trace = [&](char const* name) {
                return place(trace_fields_, name, "trace_node_fields");
            };
            head.function = {function("name"), function("script_name"), function("line")};
            head.trace = {trace("id"), trace("function_info_index")};
            head.function_width = function_fields_.size();
            head.trace_width = trace("children");
            if (head.trace_width + 1 != trace_fields_.size())
                fail("does not end its 'trace_node_fields' with 'children'");
        }
        return head;
    }

  private:
    using Texts = std::vector<std::string>;

    void meta() {
        members({{"node_fields", [&] { node_fields_ = texts(); }},
                 {"node_types", [&] { node_types_ = types(); }},
                 {"edge_fields", [&] { edge_fields_ = texts(); }},
                 {"edge_types", [&] { edge_types_ = types(); }},
                 {"sample_fields", [&] { sample_fields_ = texts(); }},
                 {"trace_function_info_fields", [&] { function_fields_ = texts(); }},
                 {"trace_node_fields", [&] { trace_fields_ = texts(); }},
                 {"location_fields", [&] { location_fields_ = texts(); }}});
    }

    // Reads an object: calls the functions of the known members and skips the others.
    void members(std::initializer_list<std::pair<std::string_view, std::function<void()>>> known) {
        for (bool more = json_.open('{', '}'); more; more = json_.more('}')) {
            std::string const name = json_.name();
            auto const member = std::ranges::find_if(known, [&](auto& m) { return m.first == name; });
            if (member == known.end()) json_.skip();
            else member->second();
        }
    }

    Texts texts() {
        Texts result;
        for (bool more = json_.open('[', ']'); more; more = json_.more(']'))
            json_.string(result.emplace_back());
        return result;
    }

    // Reads a list of lists of names. The item of a field without named values is not a list.
    std::vector<Texts> types() {
        std::vector<Texts> result;
        for (bool more = json_.open('[', ']'); more; more = json_.more(']')) {
            if (json_.peek() == '[') result.push_back(texts());
            else result.emplace_back(), json_.skip();
        }
        return result;
    }

    [[noreturn]] void fail(std::string const& what) const {
        json_.input().fail_at(at_, "section 'snapshot' " + what);
    }
    static std::size_t place(Texts const& fields, char const* name) {
        return static_cast<std::size_t>(std::ranges::find(fields, name) - fields.begin());
    }
    std::size_t place(Texts const& fields, char const* name, char const* list) const {
        std::size_t const found = place(fields, name);
        if (found == fields.size()) fail(std::string("has no '") + name + "' in its '" + list + "'");
        return found;
    }
    Texts const& named(std::vector<Texts> const& types, std::size_t field, char const* list) const {
        if (field >= types.size() || types[field].empty())
            fail(std::string("names no types in its '") + list + "'");
        return types[field];
    }
    std::uint32_t count(std::uint64_t number, char const* name) const {
        if (number == unsaid) fail(std::string("has no '") + name + "'");
        if (number >= V8Snapshot::none) fail(std::string("has a '") + name + "' beyond 2^32 - 2");
        return static_cast<std::uint32_t>(number);
    }
    static V8EdgeKind kind(std::string const& name) {
        constexpr std::array<std::string_view, 7> names{"context", "element",  "property", "internal",
                                                        "hidden",  "shortcut", "weak"};
        return static_cast<V8EdgeKind>(std::ranges::find(names, name) - names.begin());
    }

    static constexpr std::uint64_t unsaid = std::numeric_limits<std::uint64_t>::max();

    JsonScanner& json_;
    std::uint64_t at_;
    Texts node_fields_, edge_fields_, location_fields_, function_fields_, trace_fields_, sample_fields_;
    std::vector<Texts> node_types_, edge_types_;  // for each field the names of its values, if it has any
    std::uint64_t node_count_ = unsaid, edge_count_ = unsaid, root_index_ = 0;
    bool traces_ = false;
};

}  // namespace detail

/// Reads the section that begins at the scanner's next token. Throws Error if something in it is missing or
/// invalid.
inline V8Head read_v8_head(JsonScanner& json) { return detail::V8HeadReader(json).read(); }

}  // namespace trav::dump
