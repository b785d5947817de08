// Ids: finds objects by their ids, which are addresses.
//
// Ids are sorted. A table records where each stretch of addresses begins, so a look-up loads one entry of the
// table and searches a few neighbours: O(log n) at worst. Batches of look-ups overlap their cache misses.
// Costs 16 bytes per object, and up to 4 for the table.
#pragma once

#include "../../detail/large_vector.hpp"
#include "../dump.hpp"
#include "sort_runs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>

namespace trav::dump::detail {

/// Maps ids to nodes.
class Ids {
  public:
    /// An object and its id.
    struct Entry {
        std::uint64_t id;
        Node node;
    };
    static constexpr Node none = ~Node{0};

    /// ids[i] is the id of object i.
    explicit Ids(std::span<std::uint64_t const> ids) {
        if (ids.empty()) return;
        sorted_.reserve(ids.size());
        for (Node const n : in_order(ids)) sorted_.push_back({ids[n], n});
        least_ = sorted_.front().id, spread_ = sorted_.back().id - least_;
        while (spread_ >> shift_ > ids.size() / usual_stretch) ++shift_;
        first_.reserve(stretch_of(sorted_.back().id) + 2);
        for (std::uint32_t i = 0; i != ids.size(); ++i)
            while (first_.size() <= stretch_of(sorted_[i].id)) first_.push_back(i);
        first_.push_back(static_cast<std::uint32_t>(ids.size()));
    }

    /// The object with this id; the first one if there are several.
    std::optional<Node> find(std::uint64_t id) const {
        Node node = none;
        find({&id, 1}, &node);
        return node == none ? std::nullopt : std::optional(node);
    }
    /// Writes the object with each id to `nodes`, or `none` if there is no such object.
    void find(std::span<std::uint64_t const> ids, Node* nodes) const {
        if (sorted_.empty()) return void(std::fill_n(nodes, ids.size(), none));
        for (; ids.size() > batch; ids = ids.subspan(batch), nodes += batch)
            find_batch(ids.first(batch), nodes);
        find_batch(ids, nodes);
    }
    /// All objects, sorted by id and then by number.
    std::span<Entry const> entries() const { return sorted_; }

  private:
    static constexpr std::size_t usual_stretch = 2;  // objects
    static constexpr std::size_t batch = 64;

    static trav::detail::LargeVector<Node> in_order(std::span<std::uint64_t const> ids) {
        trav::detail::LargeVector<Node> nodes(ids.size());
        std::iota(nodes.begin(), nodes.end(), Node{0});
        sort_runs(nodes, [&](Node a, Node b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
        return nodes;
    }
    void find_batch(std::span<std::uint64_t const> ids, Node* nodes) const {
        std::array<Entry const*, batch> first;
        for (std::size_t i = 0; i != ids.size(); ++i) {
            first[i] = &sorted_[first_[stretch_of(in_range(ids[i]))]];
            trav::detail::prefetch_at<0>(first[i]);
        }
        for (std::size_t i = 0; i != ids.size(); ++i) {
            std::uint64_t const id = in_range(ids[i]);
            auto const* const end = sorted_.data() + first_[stretch_of(id) + 1];
            auto const* const at = std::ranges::lower_bound(first[i], end, id, {}, &Entry::id);
            nodes[i] = at != end && at->id == ids[i] ? at->node : none;
        }
    }
    std::uint64_t in_range(std::uint64_t id) const { return id - least_ <= spread_ ? id : least_; }
    std::size_t stretch_of(std::uint64_t id) const {
        return static_cast<std::size_t>((id - least_) >> shift_);
    }

    trav::detail::LargeVector<Entry> sorted_;
    trav::detail::LargeVector<std::uint32_t> first_;  // of each stretch of addresses
    std::uint64_t least_ = 0, spread_ = 0;
    unsigned shift_ = 0;
};

}  // namespace trav::dump::detail
