// Dumps that tests write as text.
#pragma once

#include <trav/dump/graph/reader.hpp>

#include <sstream>
#include <string>

// The dump that a text is, in the format .graph.
inline trav::dump::EdgeList dump_of(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "test.graph");
    return trav::dump::read_edge_list(input);
}
