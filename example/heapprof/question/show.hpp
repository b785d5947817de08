// show: one object of a dump: what it is, what its fields are, and who refers to it.
#pragma once

#include "held_by.hpp"
#include "object_text.hpp"
#include "retained_heap.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/profile/amount.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The answer. Fields come in the order of the dump, links of the runtime after the program's.
struct ShowAnswer {
    struct Field {
        std::string field;  ///< ".sessions", "[3]"
        ObjectName object;
        Link link;
        std::uint64_t retained;
    };
    ObjectName object;
    std::string name, place;  ///< the whole name; the file and line that it is from, if they are known
    std::uint64_t own = 0;
    std::optional<trav::Amount> retained;  ///< none: no root reaches it
    std::optional<ObjectName> dominator;
    std::vector<Field> fields;
    std::size_t more_fields = 0;
    HeldBy held_by;
};

/// At most `top` fields and referrers, or all if that is 0.
template <trav::dump::Dump D>
ShowAnswer show(D const& dump, trav::dump::Node n, std::size_t top) {
    using trav::dump::Node;
    RetainedHeap const heap(dump);
    auto const machinery = trav::dump::machinery(dump);
    auto const& tree = heap.tree;
    ShowAnswer answer;
    answer.object = object_name(dump, n);
    answer.name = name(dump, n);
    answer.place = trav::dump::places(dump)(n);
    answer.own = heap.graph.size(n);
    if (tree.reached(n)) answer.retained = tree.retained(n);
    if (auto const above = tree.idom(n)) answer.dominator = object_name(dump, *above);

    for (bool const of_runtime : {false, true})
        for_each_reference(dump, machinery, n, [&](typename D::Edge const& edge, Link link) {
            if (machinery(edge) != of_runtime) return;
            if (top != 0 && answer.fields.size() == top) {
                ++answer.more_fields;
                return;
            }
            answer.fields.push_back(
                {trav::detail::joined("", trav::dump::DumpEdgeName<D>{dump, edge}.label()),
                 object_name(dump, edge.to), link, tree.retained(edge.to).bytes});
        });
    std::vector<bool> wanted(dump.node_count());
    wanted[n] = true;
    answer.held_by = held_by(dump, machinery, wanted, true, top);
    return answer;
}

/// The answer as lines, and as JSON.
std::string show_text(ShowAnswer const& answer);
nlohmann::ordered_json show_json(ShowAnswer const& answer);

}  // namespace heapprof
