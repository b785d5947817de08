#include "map_key.hpp"

#include "object_text.hpp"

#include <trav/dump/named_path.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/text/one_line.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace heapprof {

namespace {

// Whether `table` is the table of a collection of V8's. Its elements are the key and the value of each
// entry, and a number for which there is no reference.
bool is_table_of_v8(AnyDump const& dump, std::optional<Node> owner, Node table) {
    auto const* const v8 = dump.get_if<trav::dump::V8Dump>();
    if (v8 == nullptr || !owner || v8->node_type_name(table) != "array") return false;
    bool found = false;
    v8->for_each_edge(*owner, [&](trav::dump::V8Edge const& edge) {
        found = found || (edge.to == table && edge.kind == trav::dump::V8EdgeKind::internal &&
                          v8->strings[edge.name_or_index] == "table");
    });
    return found;
}

}  // namespace

std::optional<Node> map_key(AnyDump const& dump, std::optional<Node> before, Node from, Node to) {
    bool const table = is_table_of_v8(dump, before, from);
    std::optional<Node> key;
    std::optional<std::uint64_t> of_value;
    std::unordered_map<std::uint64_t, Node> elements;
    bool is_value = false;
    dump.for_each_edge(from, [&](AnyDump::Edge const& edge) {
        if (!edge.strong) return;
        std::string const name = dump.name(edge);
        if (!table) {
            if (name == "key") key = edge.to;
            if ((name == "value" || name == "val") && edge.to == to) is_value = true;
            return;
        }
        auto const number = trav::dump::as_number(name);
        if (!number) return;
        elements.emplace(*number, edge.to);
        if (edge.to == to && !of_value) of_value = number;
    });
    if (!table) return is_value ? key : std::nullopt;
    if (!of_value || *of_value == 0) return {};
    auto const found = elements.find(*of_value - 1);
    return found == elements.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> key_texts(AnyDump const& dump, std::vector<Node> const& keys) {
    constexpr std::array<std::string_view, 4> strings{"(string)", "java.lang.String", "String", "str"};
    std::vector<std::string> texts;
    std::vector<bool> wanted(dump.node_count());
    bool any = false;
    for (Node const key : keys) {
        bool const is_text = std::ranges::find(strings, type_name(dump, key)) != strings.end();
        any = any || !is_text;
        if (!is_text) wanted[key] = true;
        texts.push_back(is_text ? '"' + shortened(trav::one_line(dump.name(key)), 60) + '"'
                                : object_text(dump, key));
    }
    if (!any || !dump.no_values().empty()) return texts;
    std::unordered_map<Node, std::string> values;
    dump.for_each_value(wanted, [&](trav::dump::DumpValue const& value) {
        if (value.field.empty()) values.emplace(value.node, value.text);
    });
    for (std::size_t i = 0; i != keys.size(); ++i)
        if (auto const found = values.find(keys[i]); found != values.end()) texts[i] = found->second;
    return texts;
}

}  // namespace heapprof
