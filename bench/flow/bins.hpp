// bench/flow/bins.hpp: what a profile by sets comes to: bytes for each set of roots or of retainers. Methods
// agree if their bins do.
#pragma once

#include "../arrays.hpp"

#include <trav/flow/solve.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/profile/profile.hpp>
#include <trav/strategy/prefetch.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace bench {

inline std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 32) * 0x9E3779B97F4A7C15u;
    return (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
}

/// Sets of up to 64 elements as bits. Up to 20 elements: bins in an array, as GHC's root profiler has them;
/// else in a hash table.
class MaskBins {
  public:
    using Id = std::uint64_t;

    explicit MaskBins(unsigned elements) : dense_(elements <= 20 ? std::size_t{1} << elements : 0) {}
    Id with(Id set, unsigned element) const { return set | Id{1} << element; }
    Id join(Id a, Id b) const { return a | b; }
    void add(Id set, std::int64_t bytes) { (dense_.empty() ? sparse_[set] : dense_[set]) += bytes; }
    std::uint64_t answer() const {
        std::uint64_t sum = 0;
        for (std::size_t set = 0; set != dense_.size(); ++set) sum += weight(set, dense_[set]);
        for (auto const& [set, bytes] : sparse_) sum += weight(set, bytes);
        return sum;
    }

  private:
    static std::uint64_t weight(Id set, std::int64_t bytes) {
        std::uint64_t hash = 0;
        for (; set != 0; set &= set - 1) hash += mix(static_cast<unsigned>(__builtin_ctzll(set)) + 1);
        return mix(hash) * static_cast<std::uint64_t>(bytes);
    }
    std::vector<std::int64_t> dense_;
    std::unordered_map<Id, std::int64_t> sparse_;
};

/// Sets of any size, each stored once.
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

/// The bins of a profile by one breakdown, whose elements are numbers as text. SYSTEM is 0.
inline std::uint64_t answer_of(trav::Profile const& profile) {
    std::uint64_t sum = 0;
    for (auto const& entry : profile.samples[0].entries) {
        auto const& band = profile.columns[0].bands[entry.bands[0]];
        std::uint64_t hash = band.text == "MANY" ? 1 : 0;
        for (auto const& member : band.members)
            hash += mix((member == "SYSTEM" ? 0 : std::stoull(member)) + 1);
        sum += mix(hash) * entry.amount.bytes;
    }
    return sum;
}

/// The bins of a solved flow: `found` has find(node).
template <class Bins, class Found>
std::uint64_t answer_of(Arrays const& arrays, Bins& bins, Found const& found) {
    for (Number n = 0; n != arrays.size(); ++n)
        if (auto const* value = found.find(n)) bins.add(*value, arrays.sizes[n]);
    return bins.answer();
}

/// A graph that counts how often the children of a node are asked for.
struct CountedArrays : trav::Csr<Number, Number> {
    std::uint64_t* descents;
    std::span<Number const> children(Number n) const {
        ++*descents;
        return Csr::children(n);
    }
};
inline double descents_per_object(Arrays const& arrays, auto solve) {
    std::uint64_t descents = 0;
    solve(CountedArrays{arrays.graph(), &descents});
    return static_cast<double>(descents) / static_cast<double>(arrays.size());
}

/// Calls add(name, solve) for each solver. Revisiting takes minutes where values are many.
inline void each_solver(bool revisiting, auto add) {
    if (revisiting)
        add("solve_by_revisiting, Prefetch<>", [](auto const& graph, auto const& from, auto& flow) {
            return trav::solve_by_revisiting<trav::Prefetch<>>(graph, from, flow);
        });
    add("solve_by_sweeping", [](auto const& graph, auto const& from, auto& flow) {
        return trav::solve_by_sweeping(graph, from, flow);
    });
    add("solve_by_condensing", [](auto const& graph, auto const& from, auto& flow) {
        return trav::solve_by_condensing(graph, from, flow);
    });
    add("solve_by_numbering", [](auto const& graph, auto const& from, auto& flow) {
        return trav::solve_by_numbering(graph, from, flow);
    });
    add("solve",
        [](auto const& graph, auto const& from, auto& flow) { return trav::solve(graph, from, flow); });
}

}  // namespace bench
