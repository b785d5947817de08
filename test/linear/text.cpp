// Hostile .jsonl and .graph files.
#include "catch.hpp"
#include "linear/hostile.hpp"

#include <trav/dump/graph/reader.hpp>
#include <trav/dump/jsonl/reader.hpp>

#include <cstddef>
#include <sstream>
#include <string>

TEST_CASE("jsonl: many roots that are one object with a long name", "[unit]") {
    auto const read_all = [](std::string const& text) {
        std::istringstream stream(text);
        trav::dump::Input input(stream, "x.jsonl");
        look_at(trav::dump::read_json_lines(input));
    };
    check_linear(read_all, [](std::size_t n) {
        std::string text = "{\"id\":1, \"type\":\"T\", \"size\":8, \"name\":\"" + std::string(100 * n, 'N') +
                           "\", \"roots\":[\"\"";
        for (std::size_t i = 0; i != 30 * n; ++i) text += ",\"\"";
        return text + "]}\n";
    });
}

TEST_CASE("graph: many roots that are one object with a long name, or with a long id", "[unit]") {
    auto const read_all = [](std::string const& text) {
        std::istringstream stream(text);
        trav::dump::Input input(stream, "x.graph");
        look_at(trav::dump::read_edge_list(input));
    };
    check_linear(read_all, [](std::size_t n) {
        std::string text = "NODE 1 T 8 " + std::string(100 * n, 'N') + '\n';
        for (std::size_t i = 0; i != 10 * n; ++i) text += "ROOT 1\n";
        return text;
    });
}
