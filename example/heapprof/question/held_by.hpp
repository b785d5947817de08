// held_by: who refers to some objects, and through which fields.
//
// Of one object each referrer is listed, with a selector; of many they are counted by type and field. The
// program's own references come first, then links of the runtime, then weak ones. A pass over all edges.
#pragma once

#include "object_text.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace heapprof {

/// What a reference is for.
enum class Link : unsigned char { program, runtime, weak };

/// What an edge is for.
template <trav::dump::Dump D>
Link link(D const& dump, auto const& machinery, typename D::Edge const& edge) {
    return !strong(dump, edge) ? Link::weak : machinery(edge) ? Link::runtime : Link::program;
}

/// Calls f(edge, link) for each reference of an object, but not for one without a name where one with a name,
/// which is for as much, leads to the same: Bun writes many references twice, so.
template <trav::dump::Dump D>
void for_each_reference(D const& dump, auto const& machinery, trav::dump::Node n, auto f) {
    std::vector<std::pair<trav::dump::Node, Link>> named;
    dump.for_each_edge(n, [&](typename D::Edge const& edge) {
        if (!trav::dump::name(dump, edge).empty()) named.emplace_back(edge.to, link(dump, machinery, edge));
    });
    std::ranges::sort(named);
    dump.for_each_edge(n, [&](typename D::Edge const& edge) {
        Link const its = link(dump, machinery, edge);
        auto const same = std::ranges::lower_bound(named, std::pair(edge.to, Link::program));
        bool const again = same != named.end() && same->first == edge.to && same->second <= its;
        if (!again || !trav::dump::name(dump, edge).empty()) f(edge, its);
    });
}

/// Those who refer to some objects, as far as they were asked for.
struct HeldBy {
    /// An object, or all of a type.
    struct Referrer {
        std::uint64_t references;
        std::string type;
        std::optional<ObjectName> object;
        std::string field;  ///< ".sessions", "[3]"
        Link link;
    };
    std::vector<Referrer> referrers;
    std::size_t more = 0;  ///< how many others there are, and their references
    std::uint64_t more_references = 0;
    std::vector<std::string> roots;  ///< names of those of the objects that are roots, each once
};

/// What `wanted` nodes are held by: at most `top` of them, or all if that is 0. `each`: every referrer by
/// itself.
template <trav::dump::Dump D>
HeldBy held_by(D const& dump, auto const& machinery, std::vector<bool> const& wanted, bool each,
               std::size_t top) {
    using trav::dump::Node;
    std::map<std::tuple<Link, decltype(dump.type(Node{})), Node, std::string>, std::uint64_t> counts;
    for (Node n = 0; n != dump.node_count(); ++n) {
        bool any = false;
        dump.for_each_edge(n, [&](typename D::Edge const& edge) { any = any || wanted[edge.to]; });
        if (!any) continue;
        for_each_reference(dump, machinery, n, [&](typename D::Edge const& edge, Link link) {
            if (!wanted[edge.to]) return;
            trav::dump::DumpEdgeName<D> const name{dump, edge};
            ++counts[{link, dump.type(n), each ? n : 0, each ? name.label() : name.pattern()}];
        });
    }
    HeldBy found;
    dump.for_each_root([&](Node n, auto const& name) {
        if (wanted[n]) found.roots.emplace_back(name);
    });
    std::ranges::sort(found.roots);
    found.roots.erase(std::unique(found.roots.begin(), found.roots.end()), found.roots.end());
    for (auto const& [holder, count] : counts) {
        auto const& [link, type, n, field] = holder;
        std::optional<ObjectName> object;
        if (each) object = object_name(dump, n);
        found.referrers.push_back({count, std::string(dump.type_name(type)), std::move(object),
                                   trav::detail::joined("", field), link});
    }
    std::ranges::sort(found.referrers, [](auto const& a, auto const& b) {
        if (a.link != b.link) return a.link < b.link;
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

/// The same as lines, and as JSON.
std::string held_by_text(HeldBy const& found);
nlohmann::ordered_json held_by_json(HeldBy const& found);
/// ", weak", and "weak"
std::string_view link_note(Link link);
std::string_view link_name(Link link);

}  // namespace heapprof
