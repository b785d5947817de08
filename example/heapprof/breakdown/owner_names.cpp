#include "owner_names.hpp"

#include "../question/object_text.hpp"

#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

#include <cstddef>
#include <optional>

namespace heapprof {

OwnerNames::OwnerNames(RetainedHeap const& heap, EdgeSet const& machinery)
    : heap_(heap),
      dump_(heap.dump),
      graph_(dump_, without(dump_.strong(), machinery)),
      paths_(graph_, starts(machinery)),
      places_(dump_.places()) {
    dump_.for_each_root([&](Node n, auto const& root) { roots_.try_emplace(n, root); });
}

std::string OwnerNames::operator()(Node n) const {
    std::vector<Node> way = paths_.nodes_to(n);
    if (way.empty()) return by_dominator(n);
    std::vector<std::string> steps;  // the last one first
    std::string place;
    bool begun = false;
    while (way.size() > 1 && !begun) {
        Node const to = way.back();
        way.pop_back();
        Node const from = way.back();
        if (lists_roots(dump_, from)) {
            steps.emplace_back(name(dump_, from));
            begun = true;
            continue;
        }
        auto const [label, kind] = edge(from, to);
        bool const named = (kind != Kind::internal && kind != Kind::unnamed) || has_variables(to);
        if (named) steps.push_back(trav::joined("", label));
        else if (steps.empty()) n = from;
        if (kind != Kind::variable) continue;
        place = places_(from);
        begun = true;
    }
    if (auto const root = roots_.find(way.back()); !begun && root != roots_.end() && !root->second.empty())
        steps.push_back(trav::joined("", root->second));
    if (std::string own = places_(n); !own.empty()) place = std::move(own);
    std::string text;
    for (std::size_t i = steps.size(); i != 0; --i) {
        if (steps.size() > 4 && i == steps.size() - 1) text += "..", i = 2;
        text += steps[i - 1];
    }
    if (text.starts_with('.')) text.erase(0, 1);
    return (text.empty() ? "" : text + ": ") + type(n) + (place.empty() ? "" : " (" + place + ")");
}

std::vector<Node> OwnerNames::starts(EdgeSet const& machinery) const {
    std::vector<Node> found = dump_.globals();
    std::vector<bool> seen(dump_.node_count());
    dump_.for_each_link(0, dump_.node_count(), [&](AnyDump::Link const& link) {
        if (seen[link.to] || !machinery(link)) return;
        seen[link.to] = true;
        if (has_variables(link.to)) found.push_back(link.to);
    });
    for (Node const n : trav::dump::roots(dump_)) found.push_back(n);
    return found;
}

bool OwnerNames::has_variables(Node n) const {
    bool any = false;
    dump_.for_each_edge(n, [&](AnyDump::Edge const& edge) {
        any = any || (edge.strong && edge.name_kind == Kind::variable);
    });
    return any;
}

std::string OwnerNames::type(Node n) const {
    std::string const text = type_name(dump_, n), own(name(dump_, n));
    bool const of_runtime = text.starts_with('(');  // not a type of the program
    return of_runtime && !own.empty() ? shortened(text + ' ' + own, 40) : text;
}

std::string OwnerNames::by_dominator(Node n) const {
    std::string const place = places_(n);
    std::string own = type(n) + (place.empty() ? "" : " (" + place + ")");
    auto const above = heap_.tree.idom(n);
    if (!above || is_runtime(dump_, *above)) return own;
    std::string label;
    dump_.for_each_edge(*above, [&](AnyDump::Edge const& each) {
        if (each.to == n && label.empty() && strong(dump_, each))
            label = trav::dump::DumpEdgeName<AnyDump>{dump_, each}.pattern();
    });
    std::string const where = places_(*above);
    return (label.empty() ? "part" : label) + " of " + (where.empty() ? type(*above) : where) + ": " + own;
}

std::pair<std::string, trav::dump::NameKind> OwnerNames::edge(Node from, Node to) const {
    std::optional<std::pair<std::string, Kind>> best;
    graph_.each_edge(from, [&](Node child, trav::dump::DumpEdgeName<AnyDump> const& each) {
        if (child != to) return;
        Kind const kind = each.edge.name_kind;
        if (!best || kind < best->second) best = {each.pattern(), kind};
    });
    return best.value();
}

}  // namespace heapprof
