// The breakdown by retainer set: the retainers that keep an object alive without another retainer in between.
//
// Objects that the program's own links reach from the roots are labelled along these links alone: a class, or
// a module's scope that every function of the module refers to, retains nothing of interest. Objects that
// only machinery holds (in V8 code, hidden classes, modules that no data leads to) are labelled along all
// strong links, and send nothing back to the program's data.
//
// Takes 4 bytes per object for its set, the retainers and the sets.
#pragma once

#include "../heap/heap_graph.hpp"
#include "place.hpp"
#include "retainer_rule.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/retainer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The sets of retainers. In several ranks a retainer is identified by its name, since each rank numbers the
/// names for itself.
template <bool several_ranks>
auto retainer_sets(std::shared_ptr<RetainerNames const> const& retainers, std::size_t cap) {
    auto const is_retainer = [=](Node n) { return bool(retainers->is_retainer[n]); };
    auto const number = [=](Node n) { return retainers->number(n); };
    auto const name = [=](std::uint32_t of) { return retainers->names[of]; };
    if constexpr (several_ranks)
        return trav::by_retainer<Node>(is_retainer, [=](Node n) { return name(number(n)); }, cap);
    else return trav::by_retainer<Node>(is_retainer, number, cap, name);
}

/// Retainer sets that have been computed.
template <class Place>
class RetainersOfPlace {
    using Sets = decltype(retainer_sets<Place::of_several_ranks>({}, 0));

  public:
    using Set = typename Sets::value;

    RetainersOfPlace(Place const& place, std::shared_ptr<RetainerNames const> const& retainers,
                     std::size_t cap)
        : sets_(new Sets(retainer_sets<Place::of_several_ranks>(retainers, cap))) {
        std::vector<Node> const roots = place.roots();
        std::vector<trav::Source<Node, Set>> sources;
        sets_->sources(roots, [&](Node n, Set set) { sources.push_back({n, set}); });
        if (place.plain()) {
            found_.emplace(place.solve(sources, *sets_, [](Node, Node, auto) { return true; }));
            return;
        }
        auto const data_here = reached(place, roots, ProgramEdges{});
        auto const data = place.known(data_here);
        found_.emplace(place.solve(sources, *sets_, [&](Node from, Node to, auto kind) {
            return kind.strong() && (!data(to) || (data(from) && !kind.machinery()));
        }));
    }

    std::string name() const { return sets_->name(); }
    Set key(Node n) const { return sets_->key(n, found_->find(n)); }
    trav::Band band(Set set) const { return sets_->band(set); }
    std::size_t members(Set set) const { return sets_->members(set); }

  private:
    std::unique_ptr<Sets> sets_;
    std::optional<typename Place::template Values<Sets>> found_;
};

/// `rule`: see retainer_rule.hpp. A set of more than `cap` retainers is MANY. Throws dump::Error if a term
/// matches nothing.
template <class Place>
trav::AnyBreakdown<Node> by_retainer(Place const& place, std::vector<std::string> const& rule,
                                     std::size_t cap) {
    auto const retainers = std::make_shared<RetainerNames const>(apply_rule(rule, place));
    return RetainersOfPlace<Place>(place, retainers, cap);
}

}  // namespace heapprof
