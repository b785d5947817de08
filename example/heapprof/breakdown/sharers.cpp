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

void divide_shared(RetainedHeap const& heap, Owners& owners, double share,
                   std::function<std::string(Owners::Owner const&)> const& name,
                   std::function<std::string(Node)> const& package,
                   std::function<bool(std::string const&)> const& divides) {
    Sharers sharers;
    std::uint32_t const roots = sharers.number("");
    // By owner: the nearest large owner, itself included, or else the group; and the sharer whose objects
    // stay there, the large owner or, in a group, the roots.
    std::vector<std::uint32_t> around, keeper;
    for (std::uint32_t i = 0; i != owners.owners.size(); ++i) {
        Owners::Owner const& owner = owners.owners[i];
        bool const within = !owner.large && owner.above != none;
        around.push_back(within ? around[owner.above] : i);
        keeper.push_back(owner.large ? sharers.number(name(owner)) : roots);
    }
    std::vector<std::uint32_t> of_node(owners.of_node.size(), none);  // the sharer that an object is
    for (Node n = 0; n != of_node.size(); ++n) {
        if (owners.of_node[n] == Owners::unreached) continue;
        Owners::Owner const& owner = owners.owners[around[owners.of_node[n]]];
        if (owner.node == n) of_node[n] = sharers.number(name(owner));
        if (owner.large) continue;
        if (std::string const of = package(n); !of.empty()) of_node[n] = sharers.number(of);
    }
    SharerFlow flow{of_node};
    std::vector<trav::Source<Node, SharerFlow::value>> sources;
    for (Node const root : trav::dump::roots(heap.dump))
        sources.push_back({root, flow.sets.singleton(roots)});
    auto const solved = trav::solve(heap.graph.base(), sources, flow);

    std::map<std::pair<std::uint32_t, SharerFlow::value>, std::uint32_t> groups;
    std::unordered_map<std::uint32_t, std::uint64_t> bytes;
    for (Node n = 0; n != of_node.size(); ++n) {
        if (owners.of_node[n] == Owners::unreached || of_node[n] != none) continue;
        std::uint32_t const old = around[owners.of_node[n]];
        auto const set = *solved.find(n);  // roots reach all objects with owners
        if (set == trav::InternedSets::many || flow.sets.contains(set, keeper[old])) continue;
        if (!owners.owners[old].large && !divides(owners.owners[old].group)) continue;
        auto const [group, fresh] =
            groups.try_emplace({old, set}, static_cast<std::uint32_t>(owners.owners.size()));
        if (fresh)
            owners.owners.push_back(
                {Owners::nobody, sharers.text(flow.sets.elements(set)), old, false, flow.sets.size(set)});
        owners.of_node[n] = group->second;
        bytes[group->second] += heap.retention.size(n);
    }
    for (auto const& [group, its] : bytes)
        owners.owners[group].large =
            static_cast<double>(its) >= share * static_cast<double>(heap.tree.total().bytes);
}

}  // namespace heapprof
