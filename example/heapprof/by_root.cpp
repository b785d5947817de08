#include "by_root.hpp"

#include "reach.hpp"

#include <trav/profile/label_set.hpp>
#include <trav/profile/root_names.hpp>

#include <cstdint>
#include <utility>

namespace heapprof {

namespace {

// As trav::RootSets, but a root may be many nodes: all objects of a class, or all that (other) keeps.
class RootsOfManyNodes {
  public:
    using value = trav::LabelSets::Id;

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
    value key(Node, value const* reached) const { return reached ? *reached : trav::LabelSets::empty; }
    trav::Band band(value set) const { return names_.band(sets_.elements(set)); }

  private:
    trav::RootNames names_;
    std::vector<std::vector<Node>> nodes_;  // by number
    trav::LabelSets sets_;
};

}  // namespace

Keys by_root(trav::dump::V8Snapshot const& snapshot, trav::dump::Machinery const& machinery,
             std::vector<NamedRoot> const& roots) {
    RootsOfManyNodes breakdown;
    std::vector<bool> named(snapshot.node_count());
    for (NamedRoot const& root : roots) {
        std::vector<Node> nodes = root.selector.find(snapshot);
        for (Node const n : nodes) named[n] = true;
        breakdown.add(root.name, std::move(nodes));
    }
    std::vector<bool> const kept = reached(snapshot, [&](auto const& edge) { return !named[edge.to]; });
    std::vector<Node> others;
    for (Node n = 0; n < snapshot.node_count(); ++n) {
        if (kept[n] && !named[n]) others.push_back(n);
    }
    breakdown.add(other_roots, std::move(others));

    trav::dump::StrongEdges const strong;
    trav::dump::V8Graph const graph(snapshot, [&](trav::dump::V8Edge const& edge) {
        return strong(edge) && !named[edge.to] && (!kept[edge.to] || !machinery(edge));
    });
    return solve(graph, breakdown);
}

}  // namespace heapprof
