// Two dumps for tests: one with only the required members of a Dump, and one with all optional members.
#pragma once

#include <trav/dump/dump.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using trav::dump::Node;

// 0 Game -> 1 Level, 2 Level; 1 -> 2; 3 Player -> 1. The game and the player are roots.
struct SmallDump {
    struct Edge {
        Node from, to;
    };
    std::string const& source() const { return file; }
    std::uint32_t node_count() const { return 4; }
    std::uint32_t edge_count() const { return 4; }
    std::uint64_t size(Node n) const { return n == 0 ? 100 : 10 * n; }
    int type(Node n) const { return n == 0 ? 7 : n == 3 ? 9 : 8; }
    char const* type_name(int type) const { return type == 7 ? "Game" : type == 9 ? "Player" : "Level"; }
    void for_each_root(auto f) const { f(0, "game"), f(3, "player"); }
    void for_each_edge(Node n, auto f) const {
        for (Edge const& edge : edges) {
            if (edge.from == n) f(edge);
        }
    }

    static constexpr std::array<Edge, 4> edges{{{0, 1}, {0, 2}, {1, 2}, {3, 1}}};
    std::string file = "small";
};

// The same with names, kinds, ids, groups and rules. The game is the runtime, the player the global object.
struct FullDump : SmallDump {
    std::string name(Edge const& edge) const {
        return edge.from == 0 ? std::to_string(edge.to) : edge.from == 3 ? "level" : "next";
    }
    std::string name(Node n) const { return n == 3 ? "Ann" : ""; }
    trav::dump::NameKind name_kind(Edge const& edge) const {
        using enum trav::dump::NameKind;
        return edge.from == 0 ? element : edge.from == 1 ? internal : field;
    }
    bool strong(Edge const& edge) const { return edge.from != 1; }
    auto machinery() const {
        return [](Edge const& edge) { return edge.from == 0; };
    }
    std::string id(Node n) const { return "0x" + std::to_string(n); }
    std::vector<Node> globals() const { return {3}; }
    static constexpr std::array<std::string_view, 1> global_names{"globals"};
    int group(Node n) const { return n == 0 ? 1 : 0; }
    std::size_t group_count() const { return 2; }
    std::string group_name(std::size_t group) const { return group == 0 ? "thing" : "runtime"; }
    static constexpr std::string_view default_retainers = "thing";
    struct Retention {
        bool holds(Edge const& edge) const { return edge.from != 0; }
        std::size_t size(Node n) const { return n; }
        std::vector<Node> more_roots(auto const& reached) const {
            return reached(2) ? std::vector<Node>{} : std::vector<Node>{2};
        }
        std::string_view note = "as small tools do";
    };
    Retention retention() const { return {}; }
    bool is_runtime(Node n) const { return n == 0; }
    static constexpr std::array<trav::dump::DumpBreakdown<SmallDump>, 2> breakdowns{
        {{"floor", [](SmallDump const&) { return trav::dump::Grouping{{0, 0, 0, 0}, {"ground"}}; }},
         {"colour", [](SmallDump const&) { return trav::dump::Grouping{{0, 1, 0, 1}, {"red", "blue"}}; }}}};
};
