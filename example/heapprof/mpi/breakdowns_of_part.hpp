// The breakdowns by root set and by retainer set for a part of a dump. by_root.hpp and by_retainer.hpp define
// them.
#pragma once

#include "../breakdown/along.hpp"
#include "../breakdown/by_retainer.hpp"
#include "../breakdown/by_root.hpp"
#include "dump_part.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

using trav::dump::CsrDump;
using PartGraph = trav::dump::DumpGraph<CsrDump>;

/// The part must outlive the breakdown. Throws dump::Error if a selector matches nothing.
inline auto by_root(DumpPart const& part, std::vector<NamedRoot> const& roots) {
    Node const first = part.first();
    std::vector<bool> here(part.last() - first);
    RootsOfManyNodes breakdown;
    for (NamedRoot const& root : roots) {
        std::vector<Node> nodes = part.find(root.selector);
        for (Node const n : nodes)
            if (part.owns(n)) here[n - first] = true;
        breakdown.add(root.name, std::move(nodes));
    }
    auto const named =
        part.ask_all([first, here = std::move(here)](Node n) -> bool { return here[n - first]; });
    std::vector<Node> own = trav::dump::roots(part.dump());
    std::erase_if(own, [&](Node n) { return !part.owns(n) || named(n); });
    auto kept_here = part.reached(
        own, [&](CsrDump::Edge const& edge) { return strong(part.dump(), edge) && !named(edge.to); });
    std::vector<Node> others;
    for (Node n = first; n != part.last(); ++n)
        if (kept_here[n - first]) others.push_back(n);
    breakdown.add(other_roots, std::move(others));

    auto const kept =
        part.ask_all([first, here = std::move(kept_here)](Node n) -> bool { return here[n - first]; });
    return Along<RootsOfManyNodes, PartGraph>(std::move(breakdown), [&part, named, kept] {
        return part.graph([&](CsrDump::Edge const& edge) {
            return strong(part.dump(), edge) && !named(edge.to) && (!kept(edge.to) || !edge.kind.machinery());
        });
    });
}

/// The part must outlive the breakdown. Throws dump::Error if a term of the rule matches nothing.
inline auto by_retainer(DumpPart const& part, std::vector<std::string> const& rule, std::size_t cap) {
    auto const retainers = std::make_shared<RetainerNames const>(apply_rule(rule, part.any(), part));
    auto sets = trav::by_retainer<Node>([=](Node n) { return bool(retainers->is_retainer[n]); },
                                        [=](Node n) { return retainers->names[retainers->number(n)]; }, cap);
    std::vector<Node> own = trav::dump::roots(part.dump());
    std::erase_if(own, [&](Node n) { return !part.owns(n); });
    auto here = part.reached(
        own, [&](CsrDump::Edge const& edge) { return strong(part.dump(), edge) && !edge.kind.machinery(); });
    auto const data = part.ask_all(
        [first = part.first(), here = std::move(here)](Node n) -> bool { return here[n - first]; });
    return Along<decltype(sets), PartGraph>(std::move(sets), [&part, data] {
        return part.graph([&](CsrDump::Edge const& edge) {
            return strong(part.dump(), edge) &&
                   (!data(edge.to) || (data(edge.from) && !edge.kind.machinery()));
        });
    });
}

}  // namespace heapprof
