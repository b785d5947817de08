// The breakdown by root set: which of the named roots reach an object, and whether anything else does.
//
// Everything else, the dump's own roots with all they keep, is one more root, (other). It is reached first,
// along all strong edges, but never through an object that was named. Then the named roots go: along strong
// edges, not into each other's objects, and into what (other) keeps only along the program's links, not along
// machinery (see trav/dump/dump.hpp).
//
// So a band without (other) is exact: its objects are freed when its roots are dropped. What a root shares
// with (other) is what the program's own links lead it to, not the classes and scopes that all objects share.
#pragma once

#include "along.hpp"
#include "reach.hpp"

#include <trav/dump/selector.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/profile/root_names.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

using trav::dump::Node;

/// A root that was asked for.
struct NamedRoot {
    std::string name;
    trav::dump::Selector selector;
};

/// What the band of all other roots is called.
inline std::string const other_roots = "(other)";

/// As trav::RootSets, but a root may be many objects: all of a type, or all that (other) keeps.
class RootsOfManyNodes {
  public:
    using value = trav::InternedSets::Id;

    void add(std::string const& name, std::vector<Node> nodes) {
        nodes_.push_back(std::move(nodes));
        names_.number(name);
    }

    std::string name() const { return "root"; }
    value join(value a, value b) { return sets_.unite(a, b); }
    RootsOfManyNodes& flow() { return *this; }
    void sources(auto const&, auto push) {
        for (std::uint32_t i = 0; i != nodes_.size(); ++i) {
            for (Node const n : nodes_[i]) push(n, sets_.singleton(i));
        }
    }
    value key(Node, value const* reached) const { return reached ? *reached : trav::InternedSets::empty; }
    trav::Band band(value set) const { return names_.band(sets_.elements(set)); }
    std::size_t members(value set) const { return sets_.size(set); }
    std::vector<std::uint32_t> elements(value set) const { return sets_.elements(set); }
    value of(std::vector<std::uint32_t> const& elements) { return sets_.of(elements); }

  private:
    trav::RootNames names_;
    std::vector<std::vector<Node>> nodes_;  // by number
    trav::InternedSets sets_;
};

/// The dump and its machinery must outlive the breakdown. Throws dump::Error for a selector that matches
/// nothing.
template <trav::dump::Dump D, class Machinery>
auto by_root(D const& dump, Machinery const& machinery, std::vector<NamedRoot> const& roots) {
    RootsOfManyNodes breakdown;
    std::vector<bool> named(dump.node_count());
    for (NamedRoot const& root : roots) {
        std::vector<Node> nodes = root.selector.find(dump);
        for (Node const n : nodes) named[n] = true;
        breakdown.add(root.name, std::move(nodes));
    }
    std::vector<Node> own = trav::dump::roots(dump);
    std::erase_if(own, [&](Node n) { return named[n]; });
    std::vector<bool> kept = reached(dump, own, [&](auto const& edge) { return !named[edge.to]; });
    std::vector<Node> others;
    for (Node n = 0; n < dump.node_count(); ++n) {
        if (kept[n]) others.push_back(n);
    }
    breakdown.add(other_roots, std::move(others));

    return Along(std::move(breakdown), [&dump, &machinery, named = std::move(named), kept = std::move(kept)] {
        return trav::dump::DumpGraph(dump, [&](auto const& edge) {
            return strong(dump, edge) && !named[edge.to] && (!kept[edge.to] || !machinery(edge));
        });
    });
}

}  // namespace heapprof
