#include "show.hpp"

#include "../heap/retained_heap.hpp"
#include "../terminal/remarks.hpp"

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// Adds the values in the object, and those that its fields refer to, which are `targets`.
void add_values(ShowAnswer& answer, AnyDump const& dump, Node n, std::vector<Node> const& targets,
                std::size_t top) {
    if (dump.get_if<trav::dump::JvmDump>())
        if (std::string const why = dump.no_values(); !why.empty()) remark(dump.source() + ": " + why);
    if (!dump.no_values().empty()) return;
    std::vector<bool> wanted(dump.node_count());
    wanted[n] = true;
    for (Node const to : targets) wanted[to] = true;
    std::unordered_map<Node, ShowAnswer::Value> own;
    dump.for_each_value(wanted, [&](trav::dump::DumpValue const& value) {
        std::string text(value.text);
        if (value.field.empty()) own[value.node] = {"", value.kind, std::move(text)};
        else if (value.node != n) return;
        else if (top != 0 && answer.values.size() == top) ++answer.more_values;
        else
            answer.values.push_back({trav::joined("", trav::dump::text({{std::string(value.field)}})),
                                     value.kind, std::move(text)});
    });
    auto const of = [&](Node node) {
        auto const found = own.find(node);
        return found == own.end() ? std::nullopt : std::optional(found->second);
    };
    answer.value = of(n);
    for (std::size_t i = 0; i != targets.size(); ++i) answer.fields[i].value = of(targets[i]);
}

}  // namespace

ShowAnswer show(AnyDump const& dump, Node n, std::size_t top) {
    RetainedHeap const heap(dump);
    EdgeSet const machinery = dump.machinery();
    auto const& tree = heap.tree;
    ShowAnswer answer;
    answer.object = object_name(dump, n);
    answer.name = name(dump, n);
    answer.place = dump.places()(n);
    answer.own = heap.graph.size(n);
    if (tree.reached(n)) answer.retained = tree.retained(n);
    if (auto const above = tree.idom(n)) answer.dominator = object_name(dump, *above);

    std::vector<Node> targets;
    for (bool const of_runtime : {false, true})
        for_each_reference(dump, machinery, n, [&](AnyDump::Edge const& edge, ReferenceKind kind) {
            if (machinery(edge) != of_runtime) return;
            if (top != 0 && answer.fields.size() == top) {
                ++answer.more_fields;
                return;
            }
            answer.fields.push_back({trav::joined("", trav::dump::DumpEdgeName<AnyDump>{dump, edge}.label()),
                                     object_name(dump, edge.to),
                                     kind,
                                     tree.retained(edge.to).bytes,
                                     {}});
            targets.push_back(edge.to);
        });
    std::vector<bool> wanted(dump.node_count());
    wanted[n] = true;
    add_values(answer, dump, n, targets, top);
    answer.held_by = held_by(dump, machinery, wanted, true, top);
    return answer;
}

}  // namespace heapprof
