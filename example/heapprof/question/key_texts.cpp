#include "key_texts.hpp"

#include "object_text.hpp"

#include <trav/dump/map_entries.hpp>
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

}  // namespace heapprof
