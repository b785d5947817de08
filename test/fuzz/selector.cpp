// Selectors. The first byte decides whether the others are the text of a selector, or choose the parts of a
// path and their spelling. The result in two dumps must match the definition.
#include "dump/minimal_v8.hpp"
#include "fuzz.hpp"

#include <trav/dump/graph/reader.hpp>
#include <trav/dump/selector.hpp>
#include <trav/dump/v8/reader.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace trav::dump;

namespace {

EdgeList small_list() {
    fuzz::Stream stream(
        "NODE 1 Game 64 game\nNODE 2 Level 128\nNODE \"a b\" \"a type\" 0\n"
        "ROOT 1\nROOT 2 game\nROOT \"a b\" \"\\\"\"\n"
        "1 2 level\n1 \"a b\" \"x.y\"\n2 1 up\n2 2 0\n\"a b\" 2 \"a b\"\nWEAK 2 1 weak\n1 1\n");
    Input input(stream, "small.graph");
    return read_edge_list(input);
}

// The names in the dumps, and some look-alikes.
constexpr std::array<std::string_view, 25> names{
    "game",       "level", "x.y",      "up",        "0",
    "a b",        "\"",    "weak",     "",          "app",
    "cache",      "old",   "the user", "1",         "global",
    "'\\",        "[x]",   "window",   "__proto__", "globalThis",
    "class:Game", "@1",    "\xff",     "Map",       "variable:cache"};

std::string quoted(std::string_view part, char quote) {
    std::string text = {'[', quote};
    for (char const c : part) {
        if (c == quote || c == '\\') text += '\\';
        text += c;
    }
    return text + quote + ']';
}

bool plain(std::string_view part) { return !part.empty() && part.find_first_of(".[]\"' ") == part.npos; }

std::string written(std::string_view part, unsigned way, bool first) {
    bool const other =
        first && (part.starts_with("class:") || part.starts_with("variable:") || part.starts_with('@'));
    if (way == 0 && plain(part) && !other) return (first ? "" : ".") + std::string(part);
    if (way == 1 && plain(part) && !part.starts_with('@')) return "[" + std::string(part) + "]";
    return quoted(part, way % 2 == 0 ? '"' : '\'');
}

template <class D>
std::optional<Node> step(D const& dump, Node from, std::string_view part) {
    std::vector<Node> fields, others;
    dump.for_each_edge(from, [&](typename D::Edge const& edge) {
        NameKind const is = name_kind(dump, edge);
        if (std::string(name(dump, edge)) != part || !strong(dump, edge) || is == NameKind::unnamed) return;
        (is == NameKind::field || is == NameKind::element ? fields : others).push_back(edge.to);
    });
    if (fields.empty()) fields = others;
    return fields.empty() ? std::nullopt : std::optional(fields[0]);
}

/// The objects that a path leads to, by definition.
template <class D>
std::vector<Node> follow(D const& dump, std::vector<std::string_view> const& path) {
    std::vector<Node> at;
    std::size_t first = 1;
    if constexpr (requires { dump.globals(); }) {
        at = dump.globals();
        if (path.size() == 1 || std::ranges::find(D::global_names, path[0]) == std::end(D::global_names))
            first = 0;
    } else {
        dump.for_each_root([&](Node n, std::string_view name) {
            if (name == path[0]) at.push_back(n);
        });
    }
    std::vector<Node> found;
    for (Node const start : at) {
        std::optional<Node> n = start;
        for (std::size_t i = first; n && i != path.size(); ++i) n = step(dump, *n, path[i]);
        if (n) found.push_back(*n);
    }
    return found;
}

template <class D>
std::vector<Node> find(D const& dump, std::string const& text) {
    try {
        Selector const selector(text);
        fuzz::must(selector.text() == text, "a selector keeps its text");
        std::vector<Node> const found = selector.find(dump);
        fuzz::must(!found.empty(), "what finds nothing is an error");
        for (Node const n : found) fuzz::must(n < dump.node_count(), "what is found is in the dump");
        if (text.starts_with("class:"))
            for (Node const n : found) fuzz::must(type_name(dump, n) == text.substr(6), "it has the class");
        return found;
    } catch (Error const& error) {
        fuzz::must_be_one_line(error.what());
        return {};
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static EdgeList const list = small_list();
    static V8Snapshot const snapshot = read_text(minimal_v8);
    fuzz::Choices choices(data, size);
    if (choices.below(2) == 0) {
        std::string const text(choices.rest());
        find(list, text);
        find(snapshot, text);
        return 0;
    }
    std::vector<std::string_view> path;
    std::string text;
    do {
        path.push_back(names[choices.below(names.size())]);
        text += written(path.back(), choices.below(4), path.size() == 1);
    } while (choices.left() != 0);
    fuzz::must(find(list, text) == follow(list, path), "a path leads where its parts lead");
    // If no global object has the first part, a path may also begin elsewhere.
    auto const found = find(snapshot, text), led = follow(snapshot, path);
    fuzz::must(led.empty() || found == led, "a path leads where its parts lead in V8");
    return 0;
}
