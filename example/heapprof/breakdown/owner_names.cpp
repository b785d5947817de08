#include "owner_names.hpp"

#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace heapprof {

namespace {

// Ways of more steps are followed to their beginning only until they have so many steps together.
constexpr std::size_t longest_way = 1000, most_long_ways = 1'000'000;
constexpr std::size_t most_fields = 64;  // of one type, in an object that is no dictionary

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

// Functions, classes and modules, of which a scope may well have many.
bool is_code(std::string const& type) {
    constexpr std::array<std::string_view, 8> code{
        "function", "type",   "module", "builtin_function_or_method",
        "Class",    "Module", "ICLASS", "java.lang.Class"};
    return type.starts_with('(') || std::ranges::find(code, type) != code.end();
}

}  // namespace

OwnerNames::OwnerNames(RetainedHeap const& heap, EdgeSet const& machinery)
    : heap_(heap),
      dump_(heap.dump),
      graph_(dump_, without(dump_.strong(), machinery)),
      paths_(graph_, starts(machinery)),
      places_(dump_.places()) {
    dump_.for_each_root([&](Node n, auto const& root) { roots_.try_emplace(n, root); });
    Node const some = std::min<Node>(dump_.node_count(), 1000);
    dump_.for_each_edge(0, some, [&](AnyDump::Edge const& each) {
        Kind const kind = each.name_kind;
        edges_have_names_ = edges_have_names_ || (kind != Kind::unnamed && kind != Kind::internal);
    });
}

void OwnerNames::add(std::vector<Node> const& nodes) {
    std::unordered_map<Node, std::unordered_map<std::uint64_t, std::size_t>> fields;  // by source and type
    for (Node const n : nodes) {
        std::vector<Node> const way = way_back(n);
        for (std::size_t i = 1; i < way.size(); ++i) {
            auto const [step, fresh] = steps_.try_emplace(way[i - 1], Step{"", Kind::unnamed});
            if (fresh) fields.try_emplace(way[i]);
        }
    }
    for (auto& source : fields) {
        Node const from = source.first;
        auto& of_type = source.second;
        auto const each_step = [&](auto const& f) {
            graph_.each_edge(from, [&](Node to, trav::dump::DumpEdgeName<AnyDump> const& each) {
                if (each.edge.name_kind == Kind::field) ++of_type[dump_.type(to)];
                auto const step = steps_.find(to);
                if (step != steps_.end() && paths_.before(to) == from) f(step->second, to, each);
            });
        };
        each_step([&](Step& step, Node, trav::dump::DumpEdgeName<AnyDump> const& each) {
            Kind const kind = each.edge.name_kind;
            if (step.label.empty() || kind < step.kind) step = {each.pattern(), kind};
        });
        // An object with many fields of one type is a dictionary: its keys name nothing.
        if (std::ranges::none_of(of_type, [](auto const& each) { return each.second > most_fields; }))
            continue;
        auto const counts = of_type;
        each_step([&](Step& step, Node to, auto const&) {
            auto const type = counts.find(dump_.type(to));
            if (step.kind == Kind::field && type != counts.end() && type->second > most_fields &&
                !is_code(type_name(dump_, to)))
                step.label = "[]";
        });
    }
}

std::vector<Node> OwnerNames::way_back(Node n) const {
    std::vector<Node> way;
    if (!paths_.reached(n)) return way;
    for (std::optional<Node> at = n; at; at = paths_.before(*at)) {
        if (way.size() >= longest_way && long_ways_++ >= most_long_ways) break;
        way.push_back(*at);
    }
    return way;
}

OwnerNames::Named OwnerNames::named(std::vector<Node> const& way) const {
    Node n = way.front();
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
        if (in_collection(from)) {  // an entry of a collection, or a part of the collection itself
            if (!in_collection(to)) steps.emplace_back("[]");
            else if (steps.empty()) n = from;
            continue;
        }
        bool const has_name =
            (kind != Kind::internal && kind != Kind::unnamed) || has_variables(to) || !edges_have_names_;
        if (has_name) steps.push_back(trav::joined("", label));
        else if (steps.empty()) n = from;
        if (kind != Kind::variable) continue;
        place = places_(from);
        begun = true;
    }
    if (paths_.before(way.back()) && !begun) steps.emplace_back("..");
    if (auto const root = roots_.find(way.back()); !begun && root != roots_.end() && !root->second.empty())
        steps.push_back(trav::joined("", root->second));
    if (std::string own = places_(n); !own.empty()) place = std::move(own);
    return {path_text(std::move(steps)), std::move(place), n};
}

std::string OwnerNames::operator()(Node n) const {
    std::vector<Node> const way = way_back(n);
    if (way.empty()) return by_dominator(n);
    auto const [path, place, node] = named(way);
    return (path.empty() ? "" : path + ": ") + type(node) + (place.empty() ? "" : " (" + place + ")");
}

std::string OwnerNames::path(Node n) const {
    std::vector<Node> const way = way_back(n);
    return way.empty() ? "" : named(way).path;
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

bool OwnerNames::in_collection(Node n) const {
    std::string const type = type_name(dump_, n);
    return type.starts_with("java.util.") || type == "java.lang.Object[]";
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
