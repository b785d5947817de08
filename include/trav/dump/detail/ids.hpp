// Ids: finds objects by their ids, which are addresses.
//
// A page is 64 places for an id; a bit of it says whether an object has that id. The objects are sorted, so
// a page's first object and the bits below an id give its object. A table records where each stretch of pages
// begins: O(log n) at worst, and one page where ids are dense. Batches of look-ups overlap cache misses.
// Costs 4 bytes per object, and up to 40 per page.
#pragma once

#include "../../detail/large_vector.hpp"
#include "../dump.hpp"
#include "sort_runs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace trav::dump::detail {

/// Maps ids to nodes.
class Ids {
  public:
    static constexpr Node none = ~Node{0};

    /// ids[i] is the id of object i.
    explicit Ids(std::span<std::uint64_t const> ids) {
        if (ids.empty()) return;
        nodes_ = in_order(ids);
        least_ = ids[nodes_.front()];
        std::uint64_t distances = 0;
        for (std::uint64_t const id : ids) distances |= id - least_;
        if (distances != 0) unit_ = std::countr_zero(distances);
        last_ = place_of(ids[nodes_.back()]);
        add_pages(ids);
        std::uint64_t const last_page = last_ / page;
        while (last_page >> shift_ > pages_.size() * most_stretches) ++shift_;
        first_.reserve(stretch_of(last_page) + 2);
        for (std::uint32_t i = 0; i != pages_.size(); ++i)
            while (first_.size() <= stretch_of(pages_[i].number)) first_.push_back(i);
        first_.push_back(static_cast<std::uint32_t>(pages_.size()));
    }

    /// The object with this id; the first one if there are several.
    std::optional<Node> find(std::uint64_t id) const {
        Node node = none;
        find({&id, 1}, &node);
        return node == none ? std::nullopt : std::optional(node);
    }
    /// Writes the object with each id to `nodes`, or `none` if there is no such object.
    void find(std::span<std::uint64_t const> ids, Node* nodes) const {
        if (nodes_.empty()) return void(std::fill_n(nodes, ids.size(), none));
        for (; ids.size() > batch; ids = ids.subspan(batch), nodes += batch)
            find_batch(ids.first(batch), nodes);
        find_batch(ids, nodes);
    }
    /// The objects that can be found, sorted by id.
    std::span<Node const> nodes() const { return nodes_; }
    /// The objects whose id a previous object has, too, sorted by id and then by number.
    std::span<Node const> repeated() const { return repeated_; }

  private:
    struct Page {
        std::uint64_t number;
        std::uint64_t present;  // a bit for each place
        std::uint32_t first;    // index of its first object
    };
    static constexpr std::uint64_t page = 64;           // places
    static constexpr std::uint64_t most_stretches = 4;  // per page
    static constexpr std::size_t batch = 64;

    static trav::detail::LargeVector<Node> in_order(std::span<std::uint64_t const> ids) {
        trav::detail::LargeVector<Node> nodes(ids.size());
        std::iota(nodes.begin(), nodes.end(), Node{0});
        sort_runs(nodes, [&](Node a, Node b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
        return nodes;
    }
    void add_pages(std::span<std::uint64_t const> ids) {
        pages_.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(ids.size(), last_ / page + 1)));
        std::uint32_t kept = 0;
        for (Node const n : nodes_) {
            if (kept != 0 && ids[n] == ids[nodes_[kept - 1]]) {
                repeated_.push_back(n);
                continue;
            }
            std::uint64_t const place = place_of(ids[n]);
            if (pages_.empty() || pages_.back().number != place / page)
                pages_.push_back({place / page, 0, kept});
            pages_.back().present |= bit_of(place);
            nodes_[kept++] = n;
        }
        nodes_.resize(kept);
    }
    void find_batch(std::span<std::uint64_t const> ids, Node* nodes) const {
        std::array<Page const*, batch> first;
        for (std::size_t i = 0; i != ids.size(); ++i) {
            first[i] = &pages_[first_[stretch_of(known_place_of(ids[i]) / page)]];
            trav::detail::prefetch_at<0>(first[i]);
        }
        std::array<Node const*, batch> found;
        for (std::size_t i = 0; i != ids.size(); ++i) {
            std::uint64_t const place = known_place_of(ids[i]), number = place / page;
            auto const* const end = pages_.data() + first_[stretch_of(number) + 1];
            auto const* const at = std::ranges::lower_bound(first[i], end, number, {}, &Page::number);
            bool const is_there = at != end && at->number == number && (at->present & bit_of(place)) != 0;
            found[i] = nullptr;
            if (!is_there || place != place_of(ids[i])) continue;
            found[i] = &nodes_[at->first +
                               static_cast<std::size_t>(std::popcount(at->present & (bit_of(place) - 1)))];
            trav::detail::prefetch_at<0>(found[i]);
        }
        for (std::size_t i = 0; i != ids.size(); ++i) nodes[i] = found[i] == nullptr ? none : *found[i];
    }
    /// Behind the last place for an id outside of the range or between places.
    std::uint64_t place_of(std::uint64_t id) const { return std::rotr(id - least_, unit_); }
    /// The first place instead of one behind the last.
    std::uint64_t known_place_of(std::uint64_t id) const {
        std::uint64_t const place = place_of(id);
        return place <= last_ ? place : 0;
    }
    static std::uint64_t bit_of(std::uint64_t place) { return std::uint64_t{1} << place % page; }
    std::size_t stretch_of(std::uint64_t page_number) const {
        return static_cast<std::size_t>(page_number >> shift_);
    }

    trav::detail::LargeVector<Node> nodes_;
    std::vector<Node> repeated_;
    trav::detail::LargeVector<Page> pages_;           // pages with an object
    trav::detail::LargeVector<std::uint32_t> first_;  // by stretch: its first page
    std::uint64_t least_ = 0, last_ = 0;              // the least id; the place of the greatest
    int unit_ = 0;                                    // places are 2^unit_ apart
    unsigned shift_ = 0;
};

}  // namespace trav::dump::detail
