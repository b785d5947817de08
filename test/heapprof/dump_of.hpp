// Makes dumps from text.
#pragma once

#include <trav/dump/graph/reader.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <memory>
#include <sstream>
#include <string>

// The dump for a text in the format .graph.
inline trav::dump::EdgeList dump_of(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "test.graph");
    return trav::dump::read_edge_list(input);
}

// The same as a dump of any format, as heapprof's questions take it.
inline std::unique_ptr<trav::dump::AnyDump const> any_dump_of(std::string const& text) {
    return trav::dump::any_dump(dump_of(text));
}

// The dump for lines of JSON.
inline std::unique_ptr<trav::dump::AnyDump const> any_dump_of_json(std::string const& lines,
                                                                   std::string const& file = "test.jsonl") {
    std::istringstream stream(lines);
    trav::dump::Input input(stream, file);
    return trav::dump::any_dump(trav::dump::read_json_lines(input));
}
