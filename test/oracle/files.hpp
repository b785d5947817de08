// Heaps and profiles after they are written to files and read back: calls for the oracle.
#pragma once

#include "profiles.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/graph/reader.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>
#include <trav/report/eventlog/writer.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/hp/reader.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace oracle {

/// Every fifth edge is weak.
constexpr bool is_weak(std::size_t edge) { return edge % 5 == 4; }

/// The heap as a .graph file.
inline std::string graph_text(Case const& c) {
    std::string text;
    auto const line = [&](std::string const& word, auto const&... more) {
        text += word;
        ((text += " " + more), ...);
        text += '\n';
    };
    auto const id = [](int n) { return "n" + std::to_string(n); };
    for (int n = 0; n != c.nodes; ++n)
        line("NODE", id(n), type_name(c.type_of(n)), std::to_string(c.bytes_of(n)));
    for (int const root : c.roots)
        if (root != null) line("ROOT", id(root));
    for (std::size_t e = 0; e != c.edges.size(); ++e) {
        auto const& [from, to] = c.edges[e];
        if (to == null) continue;
        if (is_weak(e)) line("WEAK", id(from), id(to));
        else line(id(from), id(to));
    }
    return text;
}

/// The retained size of each node of the .graph file.
inline Amounts retained_in_file(Case const& c) {
    std::istringstream file(graph_text(c));
    trav::dump::Input input(file, "x.graph");
    auto const list = trav::dump::read_edge_list(input);
    trav::dump::DumpGraph const graph(list);
    std::vector<trav::dump::Node> roots;
    list.for_each_root([&](trav::dump::Node n, std::string_view) { roots.push_back(n); });
    auto const tree = trav::dominators(graph, roots);
    Amounts all;
    for (trav::dump::Node n = 0; n != list.node_count(); ++n) all.push_back(tree.retained(n));
    return all;
}

/// The lines of a profile with one column, in bytes, without lines of 0 bytes.
inline Lines bytes_of(trav::Profile const& profile) {
    Lines all;
    for (auto const& line : profile.by_columns({0}).lines) {
        if (line.sum().bytes == 0) continue;
        for (Amount const& amount : line.amounts) all[line.texts].push_back({amount.bytes, 0});
    }
    return all;
}
/// The profile of the story by type: directly, from a .hp file, and from an eventlog.
inline Lines by_type(Case const& c) { return bytes_of(profiled<false>(c, Way::type)); }
inline Lines by_type_in_hp(Case const& c) {
    std::stringstream file;
    trav::write_hp(file, profiled<false>(c, Way::type).by_names({"type"}), {.job = "j", .date = "d"});
    return bytes_of(trav::hp_profile(trav::read_hp(file, "x.hp")));
}
inline Lines by_type_in_eventlog(Case const& c) {
    std::stringstream file;
    trav::EventlogWriter writer(file, {{"./program"}, "rts", 0});
    writer.profile({trav::EventlogBreakdown::closure_type, 1, {}});
    auto const table = profiled<false>(c, Way::type).by_names({"type"});
    for (std::size_t s = 0; s != table.times.size(); ++s) {
        trav::EventlogSample sample{static_cast<std::uint64_t>(table.times[s] * 1e9)};
        for (auto const& line : table.lines)
            if (line.amounts[s].bytes != 0) sample.bands.push_back({line.amounts[s].bytes, line.texts[0]});
        writer.sample(sample);
    }
    writer.end();
    return bytes_of(trav::hp_profile(trav::hp_file(trav::read_eventlog(file, "x.eventlog"))));
}

}  // namespace oracle
