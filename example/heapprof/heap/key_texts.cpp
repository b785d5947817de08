#include "key_texts.hpp"

#include "object_text.hpp"

#include <trav/dump/map_entries.hpp>
#include <trav/dump/named_path.hpp>
#include <trav/text/in_quotes.hpp>

#include <unordered_map>

namespace heapprof {

std::vector<std::string> key_texts(AnyDump const& dump, std::vector<Node> const& keys) {
    std::vector<std::string> texts;
    std::vector<bool> wanted(dump.node_count());
    bool any = false;
    for (Node const key : keys) {
        bool const is_text = trav::dump::is_text(dump, key);
        any = any || !is_text;
        if (!is_text) wanted[key] = true;
        texts.push_back(is_text ? trav::in_quotes(shortened(std::string(dump.name(key)), 60))
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

std::string key_step(AnyDump const& dump, std::optional<Node> before, Node from, Node to) {
    auto const found = trav::dump::key_of(dump, before, from, to);
    if (!found || !trav::dump::is_text(dump, *found)) return "";
    std::string const called(name(dump, *found));
    constexpr std::size_t most = 60;
    if (called.size() > most) return "";
    std::string const text = trav::dump::text({{called}});
    return text.starts_with('[') ? text : "[\"" + text + "\"]";
}

}  // namespace heapprof
