// Flows, and all solvers.
#pragma once

#include <trav/flow/solve.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/strategy/prefetch.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace contest {

using Number = std::uint32_t;

inline std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 32) * 0x9E3779B97F4A7C15u;
    return (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
}

/// Interned sets of any size, with a number for each, such as bytes.
class SetBins {
  public:
    using Id = trav::InternedSets::Id;

    explicit SetBins(std::size_t cap = trav::InternedSets::no_cap) : sets_(cap) {}
    Id with(Id set, unsigned element) { return sets_.unite(set, sets_.singleton(element)); }
    Id join(Id a, Id b) { return sets_.unite(a, b); }
    void add(Id set, std::int64_t bytes) {
        if (set >= bytes_.size()) bytes_.resize(std::size_t{2} * set + 1);
        bytes_[set] += bytes;
    }
    /// A hash of the bins, independent of the order of insertion.
    std::uint64_t answer() const {
        std::uint64_t sum = 0;
        for (Id set = 0; set != bytes_.size(); ++set) {
            if (bytes_[set] == 0) continue;
            std::uint64_t hash = set == trav::InternedSets::many ? 1 : 0;
            sets_.each(set, [&](auto element) { hash += mix(element + 1); });
            sum += mix(hash) * static_cast<std::uint64_t>(bytes_[set]);
        }
        return sum;
    }
    trav::InternedSets& sets() { return sets_; }

  private:
    trav::InternedSets sets_;
    std::vector<std::int64_t> bytes_;
};

/// Retainer sets. `identity` has a retainer's number from 1 for each node, or 0.
struct RetainerFlow {
    using value = SetBins::Id;
    static constexpr value nothing = trav::InternedSets::empty;
    std::vector<Number> const& identity;
    SetBins bins{8};  // larger sets are MANY
    value join(value a, value b) { return bins.join(a, b); }
    std::optional<value> cut(Number n) {
        if (identity[n] == 0) return {};
        return bins.sets().singleton(identity[n]);
    }
    std::vector<trav::Source<Number, value>> sources(std::vector<Number> const& roots) {
        std::vector<trav::Source<Number, value>> all;
        for (Number const root : roots) all.push_back({root, bins.sets().singleton(identity[root])});
        return all;
    }
};

/// A solution, kept until it is counted.
template <class Found>
auto kept(Found found) {
    return std::make_shared<Found>(std::move(found));
}

/// Calls add(name, solve) for each solver. Revisiting takes minutes if there are many values.
inline void each_solver(bool revisiting, auto add) {
    add("solve",
        [](auto const& graph, auto const& from, auto& flow) { return trav::solve(graph, from, flow); });
    add("solve_by_numbering", [](auto const& graph, auto const& from, auto& flow) {
        return trav::solve_by_numbering(graph, from, flow);
    });
    if (revisiting)
        add("solve_by_revisiting, Prefetch<>", [](auto const& graph, auto const& from, auto& flow) {
            return trav::solve_by_revisiting<trav::Prefetch<>>(graph, from, flow);
        });
}

}  // namespace contest
