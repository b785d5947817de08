// show_text: one object of a dump: what it is, what its fields are, and who refers to it.
#pragma once

#include "held_by.hpp"
#include "object_text.hpp"
#include "retained_heap.hpp"
#include "text_last.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/report/text.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// At most `top` fields and referrers, or all if that is 0. Fields come in the order of the dump, links of
/// the runtime after the program's.
template <trav::dump::Dump D>
std::string show_text(D const& dump, trav::dump::Node n, std::size_t top) {
    using trav::dump::Node;
    RetainedHeap const heap(dump);
    auto const machinery = trav::dump::machinery(dump);
    auto const& tree = heap.tree;
    std::string text = object_text(dump, n) + ", own " + trav::humanised(heap.graph.size(n));
    if (tree.reached(n))
        text += ", retains " + trav::humanised(tree.retained(n).bytes) + " in " +
                trav::grouped(tree.retained(n).objects) +
                (tree.retained(n).objects == 1 ? " object\n" : " objects\n");
    else text += ", which no root reaches\n";
    if (std::string const own(name(dump, n)); own.size() > 60)
        text += "name: " + trav::detail::one_line(own) + '\n';
    if (std::string const place = trav::dump::places(dump)(n); !place.empty()) text += "from " + place + '\n';
    if (auto const above = tree.idom(n)) text += "dominated by " + object_text(dump, *above) + '\n';

    std::vector<std::pair<Node, std::string>> fields, of_runtime;
    dump.for_each_edge(n, [&](typename D::Edge const& edge) {
        bool const weak = !strong(dump, edge);
        std::string field = trav::detail::joined("", trav::dump::DumpEdgeName<D>{dump, edge}.label()) +
                            " -> " + object_text(dump, edge.to) + (weak ? ", weak" : "");
        if (machinery(edge)) of_runtime.emplace_back(edge.to, field + ", a link of the runtime");
        else fields.emplace_back(edge.to, std::move(field));
    });
    fields.insert(fields.end(), of_runtime.begin(), of_runtime.end());
    TextLast rows({"retained", "field"});
    std::size_t const shown = top == 0 ? fields.size() : std::min(top, fields.size());
    for (std::size_t i = 0; i != shown; ++i)
        rows.add({trav::humanised(tree.retained(fields[i].first).bytes), fields[i].second});
    if (shown != fields.size()) rows.add({"", "... " + trav::grouped(fields.size() - shown) + " more"});
    std::vector<bool> wanted(dump.node_count());
    wanted[n] = true;
    return text + '\n' + (fields.empty() ? "no fields\n" : rows.str()) + '\n' +
           held_by_text(dump, machinery, wanted, true, top);
}

}  // namespace heapprof
