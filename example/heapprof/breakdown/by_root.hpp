// The breakdown by root set: the named roots that reach an object, and whether anything else does.
//
// The dump's other roots, with all objects that they keep, are one more root, (other). It is traversed first,
// along all strong edges, but never through a named object. The named roots follow, along strong edges, but
// not into each other's objects. They enter objects that (other) keeps only along the program's links, not
// along machinery (see trav/dump/dump.hpp).
//
// So a band without (other) is exact: dropping its roots frees its objects. A root shares with (other) the
// objects that the program's own links lead to, not the classes and scopes that all objects share.
//
// Per object, a set takes 1 byte for up to 7 roots, 2, 4 or 8 bytes for up to 15, 31 or 63, and 4 bytes
// beyond.
#pragma once

#include "named_root.hpp"
#include "place.hpp"
#include "root_flow.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/root_names.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The root sets of the objects here.
template <class Place, class Flow>
class RootsOfPlace {
  public:
    using Set = typename Flow::value;

    void solve(Place const& place, std::vector<NamedRoot> const& roots) {
        std::vector<trav::Source<Node, Set>> sources;
        std::vector<bool> named_here(place.last() - place.first());
        for (NamedRoot const& root : roots) {
            Set const set = flow_->singleton(names_.number(root.name));
            for (Node const n : place.find(root.selector)) {
                sources.push_back({n, set});
                if (place.owns(n)) named_here[n - place.first()] = true;
            }
        }
        other_ = flow_->singleton(names_.number(other_roots));
        auto const named = place.known(named_here);
        std::vector<Node> own = place.roots();
        std::erase_if(own, named);
        if (place.plain()) {  // (other) may spread along with the others
            for (Node const n : own) sources.push_back({n, other_});
            found_.emplace(place.solve(sources, *flow_, [&](Node, Node to, auto) { return !named(to); }));
            return;
        }
        kept_ = reached(place, own, [&](Node, Node to, auto kind) { return kind.strong() && !named(to); });
        first_ = place.first();
        auto const kept = place.known(kept_);
        found_.emplace(place.solve(sources, *flow_, [&](Node, Node to, auto kind) {
            return kind.strong() && !named(to) && (!kept(to) || !kind.machinery());
        }));
    }

    std::string name() const { return "root"; }
    Set key(Node n) const {
        Set const* const found = found_->find(n);
        Set const set = found ? *found : Flow::nothing;
        return !kept_.empty() && kept_[n - first_] ? flow_->join(set, other_) : set;
    }
    trav::Band band(Set set) const {
        trav::Band band = names_.band(flow_->elements(set));
        if (band.identity.unreached) band.text = "UNREACHED";  // as by owner and by retainer
        return band;
    }
    std::size_t members(Set set) const { return flow_->size(set); }

  private:
    trav::RootNames names_;
    std::unique_ptr<Flow> flow_ = std::make_unique<Flow>();
    std::optional<typename Place::template Values<Flow>> found_;
    Set other_{};
    std::vector<bool> kept_;  // the objects that (other) keeps, unless they are found like the others
    Node first_ = 0;
};

/// Throws dump::Error if a selector matches nothing.
template <class Place>
trav::AnyBreakdown<Node> by_root(Place const& place, std::vector<NamedRoot> const& roots) {
    return with_root_flow(roots.size(), [&]<class Flow>(Flow) {
        RootsOfPlace<Place, Flow> sets;
        sets.solve(place, roots);
        return trav::AnyBreakdown<Node>(std::move(sets));
    });
}

}  // namespace heapprof
