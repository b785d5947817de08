// Heaps as lines of JSON (.jsonl). Every heap that can be read is sound, and is unchanged after it is written
// and read back.
#include "dump.hpp"

#include <trav/dump/jsonl/reader.hpp>

#include <set>
#include <string>
#include <string_view>

using namespace trav::dump;

namespace {

EdgeList read(std::string_view text) {
    return fuzz::read_linear(text, "x.jsonl", [](Input& input) { return read_json_lines(input); });
}

/// Quotes a text. Bytes that are not UTF-8 stay as they are, because the reader passes them on.
std::string in_quotes(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string quoted = "\"";
    for (char const c : text) {
        auto const code = static_cast<unsigned char>(c);
        if (code < 0x20) (quoted += "\\u00") += {hex[code / 16], hex[code % 16]};
        else if (c == '"' || c == '\\') (quoted += '\\') += c;
        else quoted += c;
    }
    return quoted + '"';
}

/// A line for each object, sorted, because an object mentioned before its own line may get another number.
std::multiset<std::string> written(EdgeList const& list) {
    std::multiset<std::string> lines;
    for (Node n = 0; n != list.node_count(); ++n) {
        std::string text = "{\"id\":" + in_quotes(list.id(n)) + ",\"type\":" + in_quotes(type_name(list, n)) +
                           ",\"size\":" + std::to_string(list.size(n)) +
                           ",\"name\":" + in_quotes(list.name(n)) + ",\"roots\":[";
        std::string separator;
        for (auto const& root : list.roots) {
            if (root.node != n) continue;
            text += separator + in_quotes(list.strings[root.name]);
            separator = ",";
        }
        text += "],\"refs\":[";
        separator.clear();
        list.for_each_edge(n, [&](EdgeList::Edge const& edge) {
            text += separator + "{\"id\":" + in_quotes(list.id(edge.to)) +
                    ",\"name\":" + in_quotes(list.name(edge)) +
                    ",\"weak\":" + (edge.weak ? "true" : "false") +
                    ",\"runtime\":" + (edge.runtime ? "true}" : "false}");
            separator = ",";
        });
        lines.insert(text + "]}\n");
    }
    return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    try {
        EdgeList const list = read(fuzz::text(data, size));
        fuzz::must_be_sound(list);
        std::multiset<std::string> const lines = written(list);
        std::string text;
        for (std::string const& line : lines) text += line;
        try {
            fuzz::must(written(read(text)) == lines, "objects, references and roots are kept");
        } catch (Error const&) { fuzz::must(false, "what was read can be read again"); }
    } catch (Error const& error) { fuzz::must_be_one_line(error.what()); }
    return 0;
}
