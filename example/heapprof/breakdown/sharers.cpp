#include "sharers.hpp"

#include <trav/flow/solve.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/text/joined.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr std::uint32_t none = Owners::nobody;
constexpr std::size_t most_sharers = 3;

// The owners and packages, by number.
class Sharers {
  public:
    std::uint32_t number(std::string const& name) {
        auto const [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (fresh) names_.push_back(name);
        return at->second;
    }
    std::string text(std::vector<std::uint32_t> const& sharers) const {
        std::vector<std::string> names;
        for (std::uint32_t const sharer : sharers) names.push_back(names_[sharer]);
        std::ranges::sort(names);
        if (names.size() == 1) return "data of " + names[0];
        std::string text = names[0];
        for (std::size_t i = 1; i != names.size(); ++i)
            text += (i + 1 == names.size() ? " and " : ", ") + names[i];
        return text;
    }

  private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<std::string> names_;
};

// The flow of sharers: an object that belongs to one passes on this one only.
struct SharerFlow {
    using value = trav::InternedSets::Id;
    static constexpr value nothing = trav::InternedSets::empty;

    std::vector<std::uint32_t> const& of_node;
    trav::InternedSets sets{most_sharers};

    value join(value a, value b) { return sets.unite(a, b); }
    std::optional<value> cut(Node n) {
        if (of_node[n] == none) return {};
        return sets.singleton(of_node[n]);
    }
};

}  // namespace

void divide_shared(RetainedHeap const& heap, Owners& owners,
                   std::function<std::string(Owners::Owner const&)> const& name,
                   std::function<std::string(Node)> const& package) {
    Sharers sharers;
    std::uint32_t const others = sharers.number("");
    std::vector<std::uint32_t> of_owner;  // the sharer that an owner is, or is a part of
    for (Owners::Owner const& owner : owners.owners)
        of_owner.push_back(owner.large           ? sharers.number(name(owner))
                           : owner.above != none ? of_owner[owner.above]
                                                 : none);
    std::vector<std::uint32_t> of_node(owners.of_node.size(), none);
    for (Node n = 0; n != of_node.size(); ++n) {
        if (owners.of_node[n] == Owners::unreached) continue;
        of_node[n] = of_owner[owners.of_node[n]];
        if (of_node[n] != none) continue;
        if (std::string const of = package(n); !of.empty()) of_node[n] = sharers.number(of);
    }
    SharerFlow flow{of_node};
    std::vector<trav::Source<Node, SharerFlow::value>> sources;
    for (Node const root : trav::dump::roots(heap.dump))
        sources.push_back({root, flow.sets.singleton(others)});
    auto const solved = trav::solve(heap.graph.base(), sources, flow);

    // The sets of shared objects, in the order of their groups.
    std::map<std::pair<std::uint32_t, std::string>, std::vector<Node>> divided;
    for (Node const n : owners.shared) {
        auto const* const set = solved.find(n);
        if (of_node[n] != none || set == nullptr || flow.sets.size(*set) == 0 ||
            flow.sets.contains(*set, others))
            continue;
        divided[{owners.of_node[n], sharers.text(flow.sets.elements(*set))}].push_back(n);
    }
    std::vector<Owners::Owner> all;
    std::vector<std::uint32_t> moved;                           // by the old number
    std::vector<std::uint32_t> group_of(of_node.size(), none);  // of the objects in `divided`
    auto next = divided.begin();
    for (std::uint32_t i = 0; i != owners.owners.size(); ++i) {
        moved.push_back(static_cast<std::uint32_t>(all.size()));
        all.push_back(owners.owners[i]);
        for (; next != divided.end() && next->first.first == i; ++next) {
            for (Node const n : next->second) group_of[n] = static_cast<std::uint32_t>(all.size());
            all.push_back({Owners::nobody, next->first.second, moved[i]});
        }
    }
    std::vector<std::uint32_t> levels;  // the new owners of the objects that dominate this one
    heap.tree.walk([&](auto const& at) {
        std::uint32_t& its = owners.of_node[at.node];
        if (its == Owners::unreached) return false;
        levels.resize(at.depth);
        // An object that another one of its group dominates is where that is.
        auto const in_group = [&](std::uint32_t group) {
            if (group_of[at.node] != none) return group_of[at.node];
            bool const in_set = !levels.empty() && all[levels.back()].node == Owners::nobody &&
                                all[levels.back()].above == moved[group];
            return in_set ? levels.back() : moved[group];
        };
        Owners::Owner const& old = owners.owners[its];
        if (old.node == at.node && old.above != none) {
            bool const of_group = owners.owners[old.above].node == Owners::nobody;
            all[moved[its]].above = of_group ? in_group(old.above) : moved[old.above];
        }
        its = old.node == Owners::nobody ? in_group(its) : moved[its];
        levels.push_back(its);
        return true;
    });
    owners.owners = std::move(all);
}

}  // namespace heapprof
