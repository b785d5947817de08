// Ids: the numbers of objects by their ids, which are addresses.
//
// Ids are sorted, and the first one of each stretch of addresses is in a table, so that a look-up is two
// loads and a search among a few neighbours: O(log n) at worst. 16 bytes for each object.
#pragma once

#include "../dump.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace trav::dump::detail {

/// Numbers by ids.
class Ids {
  public:
    /// The i-th id is the object i's.
    explicit Ids(std::span<std::uint64_t const> ids) : nodes_(ids.size()) {
        std::iota(nodes_.begin(), nodes_.end(), Node{0});
        std::sort(nodes_.begin(), nodes_.end(),
                  [&](Node a, Node b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
        sorted_.reserve(ids.size());
        for (Node const n : nodes_) sorted_.push_back(ids[n]);
        if (sorted_.empty()) return;
        std::uint64_t const spread = sorted_.back() - sorted_.front();
        while (spread >> shift_ > sorted_.size()) ++shift_;
        first_.resize((spread >> shift_) + 2);
        std::size_t stretch = 0;
        for (std::uint32_t i = 0; i != sorted_.size(); ++i)
            for (; stretch <= stretch_of(sorted_[i]); ++stretch) first_[stretch] = i;
        first_[stretch] = static_cast<std::uint32_t>(sorted_.size());
    }

    /// The object with this id; of several the first.
    std::optional<Node> find(std::uint64_t id) const {
        if (sorted_.empty() || id < sorted_.front() || id > sorted_.back()) return {};
        auto const stretch = stretch_of(id);
        auto const begin = sorted_.begin();
        auto const at = std::lower_bound(begin + first_[stretch], begin + first_[stretch + 1], id);
        if (at == sorted_.end() || *at != id) return {};
        return nodes_[static_cast<std::size_t>(at - begin)];
    }
    /// Objects in the order of their ids.
    std::vector<Node> const& in_order() const { return nodes_; }

  private:
    std::size_t stretch_of(std::uint64_t id) const {
        return static_cast<std::size_t>((id - sorted_.front()) >> shift_);
    }

    std::vector<Node> nodes_;
    std::vector<std::uint64_t> sorted_;
    std::vector<std::uint32_t> first_;
    unsigned shift_ = 0;
};

}  // namespace trav::dump::detail
