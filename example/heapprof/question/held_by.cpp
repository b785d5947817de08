#include "held_by.hpp"

#include "../heap/entries.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace heapprof {

ReferenceKind reference_kind(AnyDump const& dump, EdgeSet const& machinery, AnyDump::Edge const& edge) {
    if (!strong(dump, edge)) return ReferenceKind::weak;
    return machinery(edge) ? ReferenceKind::runtime : ReferenceKind::program;
}

void for_each_reference(AnyDump const& dump, EdgeSet const& machinery, Node n,
                        std::function<void(AnyDump::Edge const&, ReferenceKind)> const& f) {
    std::vector<std::pair<Node, ReferenceKind>> named;
    dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
        if (!trav::dump::name(dump, edge).empty())
            named.emplace_back(edge.to, reference_kind(dump, machinery, edge));
    });
    std::ranges::sort(named);
    dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
        ReferenceKind const its = reference_kind(dump, machinery, edge);
        auto const same = std::ranges::lower_bound(named, std::pair(edge.to, ReferenceKind::program));
        bool const again = same != named.end() && same->first == edge.to && same->second <= its;
        if (!again || !trav::dump::name(dump, edge).empty()) f(edge, its);
    });
}

HeldBy held_by(AnyDump const& dump, EdgeSet const& machinery, std::vector<bool> const& wanted, bool each,
               std::size_t top) {
    std::map<std::tuple<ReferenceKind, std::uint64_t, Node, std::string>, std::uint64_t> counts;
    for (Node n = 0; n != dump.node_count(); ++n) {
        bool any = false;
        dump.for_each_edge(n, [&](AnyDump::Edge const& edge) { any = any || wanted[edge.to]; });
        if (!any) continue;
        auto const entries = each ? std::unordered_set<std::uint64_t>() : entry_types(dump, n);
        for_each_reference(dump, machinery, n, [&](AnyDump::Edge const& edge, ReferenceKind kind) {
            if (!wanted[edge.to]) return;
            trav::dump::DumpEdgeName<AnyDump> const name{dump, edge};
            bool const entry =
                edge.name_kind == trav::dump::NameKind::field && entries.contains(dump.type(edge.to));
            ++counts[{kind, dump.type(n), each ? n : 0, each ? name.label() : entry ? "[]" : name.pattern()}];
        });
    }
    HeldBy found;
    dump.for_each_root([&](Node n, auto const& name) {
        if (wanted[n]) found.roots.emplace_back(name);
    });
    std::ranges::sort(found.roots);
    found.roots.erase(std::unique(found.roots.begin(), found.roots.end()), found.roots.end());
    for (auto const& [holder, count] : counts) {
        auto const& [kind, type, n, field] = holder;
        std::optional<ObjectName> object;
        if (each) object = object_name(dump, n);
        found.referrers.push_back(
            {count, std::string(dump.type_name(type)), std::move(object), trav::joined("", field), kind});
    }
    std::ranges::sort(found.referrers, [](auto const& a, auto const& b) {
        if (a.kind != b.kind) return a.kind < b.kind;
        if (a.references != b.references) return a.references > b.references;
        if (a.type != b.type) return a.type < b.type;
        if (a.object && a.object->name != b.object->name) return a.object->name < b.object->name;
        if (a.object && a.object->id != b.object->id) return a.object->id < b.object->id;
        return a.field < b.field;
    });
    if (top == 0 || found.referrers.size() <= top) return found;
    found.more = found.referrers.size() - top;
    for (std::size_t i = top; i != found.referrers.size(); ++i)
        found.more_references += found.referrers[i].references;
    found.referrers.resize(top);
    return found;
}

}  // namespace heapprof
