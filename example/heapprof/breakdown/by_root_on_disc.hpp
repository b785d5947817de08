// The breakdown by root set of a dump that is mapped. What it means is what by_root.hpp says.
//
// A set takes a byte for each object with up to seven roots, 2, 4 or 8 with up to 15, 31 or 63, and 4 beyond.
// Besides, some bits for each object, and two blocks of the file.
#pragma once

#include "by_root.hpp"
#include "on_disc.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/profile/root_names.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// Any sets.
struct SetFlow {
    using value = trav::InternedSets::Id;
    static constexpr value nothing = trav::InternedSets::empty;
    trav::InternedSets sets;
    value join(value a, value b) { return sets.unite(a, b); }
    value singleton(std::size_t root) { return sets.singleton(static_cast<std::uint32_t>(root)); }
    std::vector<std::uint32_t> elements(value set) const { return sets.elements(set); }
};

/// What f(flow) answers for the smallest values that are sets of so many roots, and (other).
auto with_root_flow(std::size_t roots, auto f) {
    if (roots < 8) return f(MaskFlow<std::uint8_t>());
    if (roots < 16) return f(MaskFlow<std::uint16_t>());
    if (roots < 32) return f(MaskFlow<std::uint32_t>());
    if (roots < 64) return f(MaskFlow<std::uint64_t>());
    return f(SetFlow());
}

/// A breakdown by sets of roots that are known.
template <class Flow>
class RootsOnDisc {
  public:
    using Set = typename Flow::value;

    /// The sets that named objects, and all that `own` keeps, give to what they reach.
    RootsOnDisc(CsrDump const& dump, trav::RootNames names, std::vector<std::vector<Node>> const& roots,
                std::vector<Node> const& own, std::vector<bool> const& named,
                trav::dump::Progress const& progress)
        : names_(std::move(names)) {
        using Source = trav::Source<Node, Set>;
        std::vector<Source> sources;
        for (std::size_t i = 0; i != roots.size(); ++i)
            for (Node const n : roots[i]) sources.push_back({n, flow_.singleton(i)});
        Set const other = flow_.singleton(roots.size());
        DumpRows rows(dump, progress);
        if (dump.plain()) {  // what the dump's own roots keep needs not to be known beforehand
            for (Node const n : own) sources.push_back({n, other});
            found_ =
                trav::solve_on_disc(rows, sources, flow_, [&](Node, Node to, auto) { return !named[to]; });
            return;
        }
        auto const kept = reached_on_disc(
            rows, own, [&](Node, Node to, CsrEdgeKind kind) { return kind.strong() && !named[to]; });
        found_ = trav::solve_on_disc(
            rows, AndKept{sources, kept, other}, flow_, [&](Node, Node to, CsrEdgeKind kind) {
                return kind.strong() && !named[to] && (!kept[to] || !kind.machinery());
            });
    }

    std::string name() const { return "root"; }
    Set key(Node n) const {
        Set const* const found = found_.find(n);
        return found ? *found : Flow::nothing;
    }
    trav::Band band(Set set) const { return names_.band(flow_.elements(set)); }
    std::size_t members(Set set) const { return flow_.elements(set).size(); }

  private:
    /// The sources, and all objects that are kept: a range.
    struct AndKept {
        std::vector<trav::Source<Node, Set>> const& sources;
        std::vector<bool> const& kept;
        Set other;

        struct Iterator {
            AndKept const* all;
            std::size_t at;
            trav::Source<Node, Set> operator*() const {
                std::size_t const first = all->sources.size();
                if (at < first) return all->sources[at];
                return {static_cast<Node>(at - first), all->other};
            }
            Iterator& operator++() {
                ++at;
                return skip();
            }
            Iterator& skip() {
                std::size_t const first = all->sources.size();
                while (at >= first && at - first < all->kept.size() && !all->kept[at - first]) ++at;
                return *this;
            }
            bool operator==(Iterator const& that) const { return at == that.at; }
        };
        Iterator begin() const { return Iterator{this, 0}.skip(); }
        Iterator end() const { return {this, sources.size() + kept.size()}; }
    };

    trav::RootNames names_;
    Flow flow_;
    trav::SolvedOnDisc<Node, Flow> found_;
};

/// Throws dump::Error for a selector that matches nothing, and BadFile.
inline trav::AnyBreakdown<Node> by_root_on_disc(CsrDump const& dump, std::vector<NamedRoot> const& roots,
                                                trav::dump::Progress const& progress = {}) {
    trav::RootNames names;
    std::vector<std::vector<Node>> nodes;
    std::vector<bool> named(dump.node_count());
    for (NamedRoot const& root : roots) {
        nodes.push_back(root.selector.find(dump));
        names.number(root.name);
        for (Node const n : nodes.back()) named[n] = true;
    }
    names.number(other_roots);
    std::vector<Node> own = trav::dump::roots(dump);
    std::erase_if(own, [&](Node n) { return named[n]; });
    return with_root_flow(roots.size(), [&]<class Flow>(Flow) {
        return trav::AnyBreakdown<Node>(RootsOnDisc<Flow>(dump, names, nodes, own, named, progress));
    });
}

}  // namespace heapprof
