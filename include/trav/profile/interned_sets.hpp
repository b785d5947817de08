// trav/profile/interned_sets.hpp: sets of small numbers, each distinct set stored once: the values that flow
// in breakdowns by retainers and by roots.
//
// A set is represented by its number: equal sets have equal numbers, for the whole profile (GHC numbers them
// anew at each census). The union of two sets is computed once and looked up afterwards. A set larger than
// the cap is MANY, and stays MANY.
#pragma once

#include "../store/hashed.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// Sets of elements 0, 1, 2, ..., interned.
class InternedSets {
  public:
    using Id = std::uint32_t;
    using Element = std::uint32_t;
    static constexpr Id empty = 0;
    static constexpr Id many = 1;
    static constexpr std::size_t no_cap = std::numeric_limits<std::size_t>::max();

    explicit InternedSets(std::size_t cap = no_cap) : cap_(cap) {}

    /// The set {e}. O(1), and O(e) the first time.
    Id singleton(Element e) {
        if (e >= singletons_.size()) singletons_.resize(std::size_t{e} + 1, empty);
        if (singletons_[e] == empty) singletons_[e] = intern({&e, 1});
        return singletons_[e];
    }

    /// The union. O(1) if it was asked for before, else O(sizes).
    Id unite(Id a, Id b) {
        if (a == b || b == empty) return a;
        if (a == empty) return b;
        if (a == many || b == many) return many;
        if (a > b) std::swap(a, b);
        auto const memo = unions_.touch(std::uint64_t{a} << 32 | b);
        if (!memo.fresh) return memo.data();
        merged_.clear();
        std::ranges::set_union(elements(a), elements(b), std::back_inserter(merged_));
        return memo.data() = intern(merged_);
    }

    /// The elements, ascending; none for the empty set and for MANY.
    std::span<Element const> elements(Id set) const {
        return std::span(elements_).subspan(begins_[set], begins_[set + 1] - begins_[set]);
    }
    /// Sets made so far, those on the way to others included, the empty set and MANY not.
    std::size_t count() const { return begins_.size() - 3; }

  private:
    Id intern(std::span<Element const> set) {
        if (set.size() > cap_) return many;
        std::uint64_t hash = set.size();
        for (Element const e : set) hash = (hash ^ e) * 0x9E3779B97F4A7C15u + (hash >> 29);
        for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at)
            if (std::ranges::equal(elements(at->second), set)) return at->second;
        Id const id = static_cast<Id>(begins_.size() - 1);
        elements_.insert(elements_.end(), set.begin(), set.end());
        begins_.push_back(elements_.size());
        by_hash_.emplace(hash, id);
        return id;
    }

    std::size_t cap_;
    std::vector<Element> elements_;
    std::vector<std::size_t> begins_{0, 0, 0};  // set i is elements_[begins_[i], begins_[i + 1])
    std::vector<Id> singletons_;                // by element; empty: not made yet
    std::unordered_multimap<std::uint64_t, Id> by_hash_;
    Hashed<std::uint64_t, Id> unions_;
    std::vector<Element> merged_;
};

/// Sets of elements below a known limit: up to 64, a set is a bit mask, and needs no table.
class SetsBelow {
  public:
    using Set = std::uint64_t;
    static constexpr Set empty = InternedSets::empty;

    explicit SetsBelow(std::size_t limit) : are_masks_(limit <= 64) {}

    Set singleton(InternedSets::Element e) { return are_masks_ ? Set{1} << e : Set{sets_.singleton(e)}; }
    Set unite(Set a, Set b) {
        if (are_masks_) return a | b;
        return sets_.unite(static_cast<InternedSets::Id>(a), static_cast<InternedSets::Id>(b));
    }
    /// The elements, ascending.
    std::vector<InternedSets::Element> elements(Set set) const {
        std::vector<InternedSets::Element> list;
        if (are_masks_)
            for (; set != 0; set &= set - 1)
                list.push_back(static_cast<InternedSets::Element>(std::countr_zero(set)));
        else std::ranges::copy(sets_.elements(static_cast<InternedSets::Id>(set)), std::back_inserter(list));
        return list;
    }

  private:
    bool are_masks_;
    InternedSets sets_;
};

}  // namespace trav
