// held_by: who refers to some objects, and through which fields.
//
// Of one object each referrer is listed, with a selector; of many they are counted by type and field. The
// program's own references come first, then links of the runtime, then weak ones. One pass over all edges.
#pragma once

#include "object_text.hpp"
#include "text_last.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace heapprof {

/// What `wanted` nodes are held by, as lines; at most `top` of them, or all if that is 0. `each`: every
/// referrer by itself.
template <trav::dump::Dump D>
std::string held_by_text(D const& dump, auto const& machinery, std::vector<bool> const& wanted, bool each,
                         std::size_t top) {
    static constexpr std::string_view notes[] = {"", ", a link of the runtime", ", weak"};
    using trav::dump::Node;
    std::map<std::tuple<int, decltype(dump.type(Node{})), Node, std::string>, std::uint64_t> counts;
    for (Node n = 0; n != dump.node_count(); ++n) {
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            if (!wanted[edge.to]) return;
            trav::dump::DumpEdgeName<D> const name{dump, edge};
            int const rank = !strong(dump, edge) ? 2 : machinery(edge) ? 1 : 0;
            ++counts[{rank, dump.type(n), each ? n : 0, each ? name.label() : name.pattern()}];
        });
    }
    std::vector<std::pair<std::uint64_t, std::tuple<int, std::string>>> lines;
    for (auto const& [holder, count] : counts) {
        auto const& [rank, type, n, field] = holder;
        std::string const who = each ? object_text(dump, n) : std::string(dump.type_name(type));
        lines.push_back({count,
                         {rank, who + ' ' + trav::detail::joined("", field) +
                                    std::string(notes[static_cast<std::size_t>(rank)])}});
    }
    std::ranges::sort(lines, [](auto const& a, auto const& b) {
        int const x = std::get<0>(a.second), y = std::get<0>(b.second);
        return x != y ? x < y : a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    TextLast rows({"references", "held by"});
    std::size_t const shown = top == 0 ? lines.size() : std::min(top, lines.size());
    for (std::size_t i = 0; i != shown; ++i)
        rows.add({trav::grouped(lines[i].first), std::get<1>(lines[i].second)});
    std::uint64_t rest = 0;
    for (std::size_t i = shown; i != lines.size(); ++i) rest += lines[i].first;
    if (shown != lines.size())
        rows.add({trav::grouped(rest), "... " + trav::grouped(lines.size() - shown) + " more"});
    return lines.empty() ? "held by nothing: a root\n" : rows.str();
}

}  // namespace heapprof
