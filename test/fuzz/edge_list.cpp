// Lists of edges (.graph). Every list that can be read is sound, and is unchanged after it is written and
// read back.
#include "dump.hpp"

#include <trav/dump/graph/reader.hpp>

#include <string>
#include <string_view>

using namespace trav::dump;

namespace {

EdgeList read(std::string_view text) {
    return fuzz::read_linear(text, "x.graph", [](Input& input) { return read_edge_list(input); });
}

std::string in_quotes(std::string_view word) {
    std::string text = "\"";
    for (char const c : word) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + '"';
}

/// The list as text. All types are declared, in the order of the objects.
std::string written(EdgeList const& list) {
    std::string text;
    for (Node n = 0; n != list.node_count(); ++n)
        text += "NODE " + in_quotes(list.id(n)) + ' ' + in_quotes(type_name(list, n)) + ' ' +
                std::to_string(list.size(n)) + ' ' + in_quotes(list.name(n)) + '\n';
    for (auto const& root : list.roots)
        text += "ROOT " + in_quotes(list.id(root.node)) + ' ' + in_quotes(list.strings[root.name]) + '\n';
    for (Node n = 0; n != list.node_count(); ++n)
        list.for_each_edge(n, [&](EdgeList::Edge const& edge) {
            text += (edge.weak ? "WEAK " : "") + in_quotes(list.id(edge.from)) + ' ' +
                    in_quotes(list.id(edge.to)) + ' ' + in_quotes(list.name(edge)) + '\n';
        });
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    try {
        EdgeList const list = read(fuzz::text(data, size));
        fuzz::must_be_sound(list);
        std::string const text = written(list);
        try {
            EdgeList const again = read(text);
            fuzz::must(again.edge_to == list.edge_to && again.first_edge == list.first_edge &&
                           again.edge_weak == list.edge_weak && again.bytes == list.bytes,
                       "objects and edges are kept");
            fuzz::must(written(again) == text, "names are kept");
        } catch (Error const&) { fuzz::must(false, "what was read can be read again"); }
    } catch (Error const& error) { fuzz::must_be_one_line(error.what()); }
    return 0;
}
