#include "owner_names.hpp"

#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

#include <cstddef>
#include <optional>
#include <unordered_set>

namespace heapprof {

namespace {

constexpr std::size_t longest_way = 1000;

// The steps, the last one first, as a text; without the middle of very many.
std::string path_text(std::vector<std::string> steps) {
    constexpr std::size_t most = 40, first = 3, last = 20;
    std::vector<std::string> folded;
    for (std::size_t i = 0; i != steps.size();) {
        std::size_t end = i;
        while (end != steps.size() && steps[end] == steps[i]) ++end;
        if (end - i >= 3) folded.push_back(steps[i] + '*');
        else folded.insert(folded.end(), end - i, steps[i]);
        i = end;
    }
    std::string text;
    for (std::size_t i = folded.size(); i != 0; --i) {
        if (folded.size() > most && i == folded.size() - first) text += "..", i = last;
        text += folded[i - 1];
    }
    if (text.starts_with('.')) text.erase(0, 1);
    return text;
}

}  // namespace

OwnerNames::OwnerNames(RetainedHeap const& heap, EdgeSet const& machinery, std::vector<Node> const& nodes)
    : heap_(heap),
      dump_(heap.dump),
      graph_(dump_, without(dump_.strong(), machinery)),
      paths_(graph_, starts(machinery)),
      places_(dump_.places()) {
    dump_.for_each_root([&](Node n, auto const& root) { roots_.try_emplace(n, root); });
    std::unordered_set<Node> sources;
    for (Node const n : nodes) {
        std::vector<Node> const way = way_back(n);
        for (std::size_t i = 1; i < way.size(); ++i) {
            steps_.try_emplace(way[i - 1], Step{"", Kind::unnamed});
            sources.insert(way[i]);
        }
    }
    for (Node const from : sources)
        graph_.each_edge(from, [&](Node to, trav::dump::DumpEdgeName<AnyDump> const& each) {
            auto const step = steps_.find(to);
            if (step == steps_.end() || paths_.before(to) != from) return;
            Kind const kind = each.edge.name_kind;
            if (step->second.label.empty() || kind < step->second.kind) step->second = {each.pattern(), kind};
        });
}

std::vector<Node> OwnerNames::way_back(Node n) const {
    std::vector<Node> way;
    if (!paths_.reached(n)) return way;
    for (std::optional<Node> at = n; at && way.size() != longest_way; at = paths_.before(*at))
        way.push_back(*at);
    return way;
}

std::string OwnerNames::operator()(Node n) const {
    std::vector<Node> const way = way_back(n);
    if (way.empty()) return by_dominator(n);
    std::vector<std::string> steps;  // the last one first
    std::string place;
    bool begun = false;
    for (std::size_t i = 1; i != way.size() && !begun; ++i) {
        Node const to = way[i - 1], from = way[i];
        if (lists_roots(dump_, from)) {
            steps.emplace_back(name(dump_, from));
            begun = true;
            continue;
        }
        auto const& [label, kind] = steps_.at(to);
        bool const named = (kind != Kind::internal && kind != Kind::unnamed) || has_variables(to);
        if (named) steps.push_back(trav::joined("", label));
        else if (steps.empty()) n = from;
        if (kind != Kind::variable) continue;
        place = places_(from);
        begun = true;
    }
    if (way.size() == longest_way && !begun) steps.emplace_back("..");
    if (auto const root = roots_.find(way.back()); !begun && root != roots_.end() && !root->second.empty())
        steps.push_back(trav::joined("", root->second));
    if (std::string own = places_(n); !own.empty()) place = std::move(own);
    std::string const text = path_text(std::move(steps));
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
    return of_runtime && !own.empty() ? text + ' ' + own : text;
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

}  // namespace heapprof
