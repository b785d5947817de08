// trav/profile/interned_sets.hpp: sets of small numbers, each distinct set stored once: the values that flow
// in breakdowns by retainers and by roots.
//
// A set is represented by its number: equal sets have equal numbers, for the whole profile (GHC renumbers
// them at each census). The union of two sets is computed once and looked up afterwards. A set larger than
// the cap is MANY, and stays MANY.
//
// A set of up to 32 elements is a list. A larger set is a pair of sets: its elements below and above the
// middle of the smallest aligned range that contains them (a Patricia trie; Okasaki and Gill, 1998). Sets
// share these halves, so a set that differs from another in one element takes only O(log elements) more
// memory: the sets {0}, {0, 1}, ... of up to n elements take O(n log n).
#pragma once

#include "../detail/compiler.hpp"
#include "../store/hashed.hpp"
#include "detail/interner.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace trav {

/// Sets of elements 0, 1, 2, ..., interned. A template, so that only the functions used are compiled; Number
/// has 32 bits.
template <class Number>
class BasicInternedSets {
  public:
    using Id = Number;
    using Element = Number;
    static constexpr Id empty = 0;
    static constexpr Id many = 1;
    static constexpr std::size_t no_cap = std::numeric_limits<std::size_t>::max();

    explicit BasicInternedSets(std::size_t cap = no_cap) : cap_(cap) {}

    /// The set {e}. O(1), but O(e) the first time.
    Id singleton(Element e) {
        if (e >= singletons_.size()) singletons_.resize(std::size_t{e} + 1, empty);
        if (singletons_[e] == empty) singletons_[e] = intern({&e, 1});
        return singletons_[e];
    }

    /// The set of some elements, ascending. O(elements).
    Id of(std::span<Element const> elements) { return elements.empty() ? empty : intern(elements); }

    /// The union. O(1) if it was computed before, otherwise O(halves that the sets do not share).
    TRAV_ALWAYS_INLINE Id unite(Id a, Id b) {
        static_assert(empty == 0);
        if ((a == b) | (a == empty) | (b == empty)) return a | b;  // one branch, since none can be predicted
        return unite_different(a, b);
    }

    /// The number of elements; 0 for the empty set and for MANY.
    std::size_t size(Id set) const {
        auto const words = words_of(set);
        return is_pair(words) ? words[4] : words.size();
    }
    /// Whether `e` is an element; false for MANY. O(log size).
    bool contains(Id set, Element e) const {
        auto words = words_of(set);
        while (is_pair(words)) words = words_of(e < middle(words[1], words[0]) ? words[2] : words[3]);
        for (Element const one : words)
            if (one == e) return true;
        return false;
    }
    /// Calls f(element) for each element, ascending; never for MANY.
    void each(Id set, auto&& f) const {
        auto const words = words_of(set);
        if (is_pair(words)) {  // at most 27 deep: each half spans half the range
            each(words[2], f);
            each(words[3], f);
        } else {
            for (Element const e : words) f(e);
        }
    }
    /// The elements, ascending; empty for the empty set and for MANY.
    std::vector<Element> elements(Id set) const {
        std::vector<Element> all;
        all.reserve(size(set));
        each(set, [&](Element e) { all.push_back(e); });
        return all;
    }
    /// The number of sets created, including intermediate sets and halves; excludes the empty set and MANY.
    std::size_t count() const { return sets_.size(); }
    /// The number of 4-byte words that store the sets.
    std::size_t words() const { return sets_.keys().words(); }

  private:
    static constexpr std::size_t longest_list = 32;

    /// The stored form of a set: its elements, ascending; or, for a pair, its largest element, its smallest,
    /// the two halves, and its size. The first two words of a pair descend, which distinguishes it from a
    /// list.
    using Words = std::span<Number const>;

    static bool is_pair(Words words) { return words.size() > 1 && words[0] > words[1]; }
    static Element smallest(Words words) { return is_pair(words) ? words[1] : words.front(); }
    static Element largest(Words words) { return is_pair(words) ? words[0] : words.back(); }
    /// The middle of the smallest aligned range with both elements, which must differ.
    static Element middle(Element smallest, Element largest) {
        return largest & ~(std::bit_floor(smallest ^ largest) - 1);
    }
    Words words_of(Id set) const { return set <= many ? Words{} : sets_[set - 2].words; }

    /// The union of two sets that are neither equal nor empty.
    TRAV_NOINLINE Id unite_different(Id a, Id b) {
        if (a == many || b == many) return many;
        if (a > b) std::swap(a, b);
        std::uint64_t const both = std::uint64_t{a} << 32 | b;
        if (Id const* const known = unions_.find(both)) return *known;
        Id const all = merge(a, b);
        unions_.touch(both).data() = all;
        return all;
    }
    /// The union of two sets that are neither equal nor empty nor MANY.
    Id merge(Id a, Id b) {
        Words const one = words_of(a), other = words_of(b);
        if (!is_pair(one) && !is_pair(other)) {
            std::array<Element, 2 * longest_list> all;
            return intern({all.data(), unite_lists(one, other, all.data())});
        }
        Element const at = middle(smallest(one) < smallest(other) ? smallest(one) : smallest(other),
                                  largest(one) > largest(other) ? largest(one) : largest(other));
        // few halves meet a list, which is cheap: only unions of pairs are worth a table entry
        bool const pairs = is_pair(one) && is_pair(other);
        auto const both = [&](Id x, Id y) {
            if (x == y || y == empty) return x;
            if (x == empty) return y;
            return pairs ? unite(x, y) : merge(x, y);
        };
        Id const lower_a = half(a, at, false), lower_b = half(b, at, false), lower = both(lower_a, lower_b);
        Id const upper_a = half(a, at, true), upper_b = half(b, at, true), upper = both(upper_a, upper_b);
        if (lower == lower_a && upper == upper_a) return a;
        if (lower == lower_b && upper == upper_b) return b;
        return pair(lower, upper);
    }
    /// Writes the elements of both lists to an array, ascending, and returns their number. (Replaces
    /// std::set_union, because its header would add an eighth to the compile time.)
    static std::size_t unite_lists(Words a, Words b, Element* all) {
        Element* to = all;
        auto at = a.begin();
        for (Element const e : b) {
            while (at != a.end() && *at < e) *to++ = *at++;
            if (at != a.end() && *at == e) ++at;
            *to++ = e;
        }
        while (at != a.end()) *to++ = *at++;
        return static_cast<std::size_t>(to - all);
    }
    /// The elements from `at` on (`upper`), or below it. If a pair has both kinds, `at` is its middle.
    Id half(Id set, Element at, bool upper) {
        Words const words = words_of(set);
        if (smallest(words) >= at) return upper ? set : empty;
        if (largest(words) < at) return upper ? empty : set;
        if (is_pair(words)) return words[upper ? 3 : 2];
        std::array<Element, longest_list> part;  // a copy, since adding a set moves the stored sets
        std::size_t size = 0;
        for (Element const e : words)
            if ((e >= at) == upper) part[size++] = e;
        return intern({part.data(), size});
    }
    /// Makes the set of some ascending elements. They must not refer to the storage.
    Id intern(Words elements) {
        if (elements.size() > cap_) return many;
        if (elements.size() <= longest_list) return number(elements);
        Element const at = middle(elements.front(), elements.back());
        std::size_t below = 0;
        while (elements[below] < at) ++below;
        Id const lower = intern(elements.first(below));
        Id const upper = intern(elements.subspan(below));
        return pair(lower, upper);
    }
    /// The union of sets on both sides of a middle, with more than `longest_list` elements together.
    Id pair(Id lower, Id upper) {
        if (lower == many || upper == many || size(lower) + size(upper) > cap_) return many;
        std::array<Number, 5> const words{largest(words_of(upper)), smallest(words_of(lower)), lower, upper,
                                          static_cast<Element>(size(lower) + size(upper))};
        return number(words);
    }
    Id number(Words words) { return static_cast<Id>(sets_.intern(Stored{words}) + 2); }

    struct Stored {
        Words words;
        friend bool operator==(Stored const& a, Stored const& b) {
            if (a.words.size() != b.words.size()) return false;
            for (std::size_t i = 0; i != a.words.size(); ++i)
                if (a.words[i] != b.words[i]) return false;
            return true;
        }
    };
    struct Hash {
        std::size_t operator()(Stored const& set) const {
            std::uint64_t hash = set.words.size();
            for (auto const word : set.words) hash = (hash ^ word) * 0x9E3779B97F4A7C15u + (hash >> 29);
            return static_cast<std::size_t>(hash);
        }
    };
    /// All sets in one array.
    class Sets {
      public:
        Stored operator[](std::size_t i) const {
            return {Words(words_).subspan(begins_[i], begins_[i + 1] - begins_[i])};
        }
        std::size_t size() const { return begins_.size() - 1; }
        std::size_t words() const { return words_.size(); }
        void emplace_back(Stored const& set) {  // all or nothing
            if (begins_.size() == begins_.capacity()) begins_.reserve(2 * begins_.size());
            words_.insert(words_.end(), set.words.begin(), set.words.end());
            begins_.push_back(words_.size());
        }

      private:
        std::vector<Number> words_;
        std::vector<std::size_t> begins_{0};
    };

    std::size_t cap_;
    detail::Interner<Stored, Hash, Sets, Number> sets_;  // set i has number i - 2
    std::vector<Id> singletons_;                         // by element; empty: not created yet
    Hashed<std::uint64_t, Id> unions_;
};

/// The sets that breakdowns use.
using InternedSets = BasicInternedSets<std::uint32_t>;

/// Sets of elements below a known limit. If the limit is at most the number of bits, a set is a mask, without
/// a table.
template <class Number, class Bits>
class BasicSetsBelow {
    using Sets = BasicInternedSets<Number>;
    using Element = typename Sets::Element;
    using Id = typename Sets::Id;

  public:
    using Set = Bits;
    static constexpr Set empty = Sets::empty;

    explicit BasicSetsBelow(std::size_t limit) : are_masks_(limit <= 8 * sizeof(Set)) {}

    Set singleton(Element e) { return are_masks_ ? Set{1} << e : Set{sets_.singleton(e)}; }
    Set unite(Set a, Set b) {
        if (are_masks_) return a | b;
        return sets_.unite(static_cast<Id>(a), static_cast<Id>(b));
    }
    /// The elements, ascending.
    std::vector<Element> elements(Set set) const {
        std::vector<Element> list;
        if (are_masks_)
            for (; set != 0; set &= set - 1) list.push_back(static_cast<Element>(std::countr_zero(set)));
        else list = sets_.elements(static_cast<Id>(set));
        return list;
    }
    /// The set of some elements, ascending.
    Set of(std::vector<Element> const& elements) {
        if (!are_masks_) return Set{sets_.of(elements)};
        Set set = empty;
        for (Element const e : elements) set |= Set{1} << e;
        return set;
    }
    /// The number of elements.
    std::size_t size(Set set) const {
        return are_masks_ ? static_cast<std::size_t>(std::popcount(set)) : sets_.size(static_cast<Id>(set));
    }

  private:
    bool are_masks_;
    Sets sets_;
};

/// The sets that RootSets uses.
template <class Bits>
using SetsBelow = BasicSetsBelow<std::uint32_t, Bits>;

}  // namespace trav
