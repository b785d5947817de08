// The breakdown by root set: the named roots that reach an object, and whether anything else does.
//
// The dump's other roots, with all objects that they keep, are one more root, (other). It is traversed first,
// along all strong edges, but never through a named object. The named roots follow, along strong edges, but
// not into each other's objects. They enter objects that (other) keeps only along the program's links, not
// along machinery (see trav/dump/dump.hpp).
//
// So a band without (other) is exact: dropping its roots frees its objects. A root shares with (other) the
// objects that the program's own links lead to, not the classes and scopes that all objects share.
#pragma once

#include "along.hpp"

#include <trav/dump/selector.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/profile/root_names.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// A root of the question.
struct NamedRoot {
    std::string name;
    trav::dump::Selector selector;
};

/// The name of all other roots in bands.
inline std::string const other_roots = "(other)";

/// Like trav::RootSets, but a root may be many objects: all objects of a type, or all that (other) keeps.
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

using RootBreakdown = Along<RootsOfManyNodes>;

/// The dump must outlive the breakdown. Throws dump::Error if a selector matches nothing.
RootBreakdown by_root(AnyDump const& dump, EdgeSet const& machinery, std::vector<NamedRoot> const& roots);

}  // namespace heapprof
