// bench/flow/bins.hpp: the result of a profile by sets: bytes for each set of roots or of retainers. Methods
// agree if their bins do.
#pragma once

#include "../../test/support/peer_solvers.hpp"
#include "../arrays.hpp"

#include <heapprof/contest/flows.hpp>
#include <trav/profile/profile.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace bench {

using contest::kept;
using contest::mix;
using contest::SetBins;

/// Calls add(name, solve) for each solver of the library, and for two peers.
inline void each_solver(bool revisiting, auto add) {
    contest::each_solver(revisiting, add);
    add("solve_by_condensing", [](auto const& graph, auto const& from, auto& flow) {
        return peer::solve_by_condensing(graph, from, flow);
    });
    add("solve_by_sweeping", [](auto const& graph, auto const& from, auto& flow) {
        return peer::solve_by_sweeping(graph, from, flow);
    });
}

/// Sets of up to 64 elements as bits. With up to 20 elements, bins are in an array, as in GHC's root
/// profiler; otherwise in a hash table. They are allocated at the first count.
class MaskBins {
  public:
    using Id = std::uint64_t;

    explicit MaskBins(unsigned elements) : elements_(elements) {}
    Id with(Id set, unsigned element) const { return set | Id{1} << element; }
    Id join(Id a, Id b) const { return a | b; }
    void add(Id set, std::int64_t bytes) { (elements_ <= 20 ? dense(set) : sparse_[set]) += bytes; }
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
    std::int64_t& dense(Id set) {
        if (dense_.empty()) dense_.resize(std::size_t{1} << elements_);
        return dense_[set];
    }
    unsigned elements_;
    std::vector<std::int64_t> dense_;
    std::unordered_map<Id, std::int64_t> sparse_;
};

/// The bins of a profile by one breakdown. Its elements are numbers as text. SYSTEM is 0.
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

/// The bins of a solved flow; `found` has find(node).
template <class Bins, class Found>
std::uint64_t answer_of(Arrays const& arrays, Bins& bins, Found const& found) {
    for (Number n = 0; n != arrays.size(); ++n)
        if (auto const* value = found.find(n)) bins.add(*value, arrays.sizes[n]);
    return bins.answer();
}

/// A graph that counts how often the children of a node are read.
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

}  // namespace bench
