// trav/profile/shares.hpp: Shares, the amounts that each root holds, computed from the root sets of one
// sample.
//
//     trav::Shares shares{profile, roots};            // or {profile, roots, other_roots}: of the last sample
//     trav::Shares before{profile, roots, 0};         // of the first one
//     shares.exclusive("cache")                       // reached only from the cache
//     shares.freed_if_dropped({"cache", "sessions"})  // garbage without both
//
// To drop a root is to forget it: it holds nothing any more, but objects below the named roots that are kept
// may still refer to its object, and continue to do so. Roots without a name are treated as follows:
//   - Without OtherRoots, nothing is known of them, and they are assumed not to reach anything that a named
//     root reaches. If they do, exclusive and freed_if_dropped are upper bounds.
//   - With OtherRoots, they are one more holder, of the objects that they reach on paths without a named
//     object. Dropping a root then also cuts every reference to its object, except references from objects
//     that a kept named root reaches. So the figures are exact.
// Objects that no named root reaches are never freed. Each question is O(sets of roots that occur), and
// throws std::invalid_argument for a name that no root has.
#pragma once

#include "../detail/raise.hpp"
#include "other_roots.hpp"
#include "profile.hpp"
#include "root_set.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace trav {

class Shares {
    static constexpr std::size_t last = ~std::size_t{0};

  public:
    /// Throws NotProfiled, std::out_of_range if there is no such sample, or std::length_error if the sample
    /// has a band MANY, with unlisted sets.
    template <class N, class Bits>
    explicit Shares(Profile const& profile, RootSets<N, Bits> const& roots, std::size_t sample = last)
        : Shares(roots) {
        std::size_t const column = profile.column_of(roots);
        sample = number(profile, sample);
        for (auto const& entry : profile.samples[sample].entries) {
            auto const& set = profile.columns[column].bands[entry.bands[column]].identity;
            if (set.members.empty() && !set.unreached)
                detail::raise(
                    std::length_error("trav: the sets of roots have too many members: not all were listed"));
            bins_.push_back({set.members, false, entry.amount});
        }
    }
    template <class N, class Bits>
    Shares(Profile const& profile, RootSets<N, Bits> const& roots, OtherRoots<N, Bits> const& other_roots,
           std::size_t sample = last)
        : Shares(profile, roots, sample) {
        std::size_t const column = profile.column_of(other_roots);
        auto const& entries = profile.samples[number(profile, sample)].entries;
        for (std::size_t i = 0; i != entries.size(); ++i)
            bins_[i].other = profile.columns[column].bands[entries[i].bands[column]].identity.number ==
                             static_cast<std::uint64_t>(OtherRoots<N, Bits>::Side::other);
    }

    /// The amount that `root` reaches, and no other holder.
    template <class = void>
    Amount exclusive(std::string const& root) const {
        return freed_if_dropped({root});
    }
    /// The amount that `root` reaches.
    template <class = void>
    Amount reachable(std::string const& root) const {
        return shared(root, root);
    }
    /// The amount that both reach.
    template <class = void>
    Amount shared(std::string const& root, std::string const& other) const {
        std::uint32_t const a = number_of(root), b = number_of(other);
        return sum([&](Bin const& bin) { return bin.held_by(a) && bin.held_by(b); });
    }
    /// The amount that has no holder left if all of `roots` are dropped.
    template <class = void>
    Amount freed_if_dropped(std::vector<std::string> const& roots) const {
        std::vector<bool> dropped(numbers_.size());
        for (auto const& root : roots) dropped[number_of(root)] = true;
        return sum([&](Bin const& bin) {
            bool freed = !bin.other && !bin.roots.empty();
            for (std::uint32_t const root : bin.roots) freed = freed && dropped[root];
            return freed;
        });
    }
    /// The amount that no named root reaches.
    template <class = void>
    Amount unnamed() const {
        return sum([](Bin const& bin) { return bin.roots.empty(); });
    }

    /// Divides the bytes of each object by the number of its holders, in whole bytes. Objects with the same
    /// holders are divided together: each holder gets the quotient, and the first holders in the order of the
    /// roots get one more byte each until the remainder is used up (OtherRoots is last). So the fair shares
    /// of all holders add up to the total, and each differs by less than a byte per set of roots from the
    /// exact quotient.
    template <class = void>
    std::uint64_t fair_share(std::string const& root) const {
        std::uint32_t const number = number_of(root);
        std::map<std::vector<std::uint32_t>, std::uint64_t> together[2];  // other breakdowns have split them
        for (auto const& bin : bins_)
            if (bin.held_by(number)) together[bin.other][bin.roots] += bin.amount.bytes;
        std::uint64_t share = 0;
        for (bool const other : {false, true})
            for (auto const& [roots, bytes] : together[other]) {
                std::uint64_t const holders = roots.size() + other;
                std::uint64_t index = 0;
                while (roots[index] != number) ++index;
                share += bytes / holders + (index < bytes % holders);
            }
        return share;
    }

  private:
    static std::size_t number(Profile const& profile, std::size_t sample) {
        std::size_t const count = profile.samples.size();
        if (count == 0) detail::raise(std::out_of_range("trav: the profile has no sample"));
        if (sample == last) return count - 1;
        if (sample >= count)
            detail::raise(std::out_of_range("trav: there is no sample " + std::to_string(sample) +
                                            ": the profile has " + std::to_string(count) +
                                            ", numbered from 0"));
        return sample;
    }
    struct Bin {
        std::vector<std::uint32_t> roots;  // ascending
        bool other;
        Amount amount;
        bool held_by(std::uint32_t root) const {
            for (std::uint32_t const holder : roots)
                if (holder == root) return true;
            return false;
        }
    };

    template <class N, class Bits>
    explicit Shares(RootSets<N, Bits> const& roots) {
        for (std::uint32_t i = 0; i != roots.names().size(); ++i) numbers_[roots.names()[i]] = i;
    }
    template <class = void>
    std::uint32_t number_of(std::string const& root) const {
        auto const at = numbers_.find(root);
        if (at == numbers_.end())
            detail::raise(std::invalid_argument("trav: no root is called '" + root + "'"));
        return at->second;
    }
    template <class F>
    Amount sum(F counts) const {
        Amount all;
        for (auto const& bin : bins_)
            if (counts(bin)) all += bin.amount;
        return all;
    }

    std::map<std::string, std::uint32_t> numbers_;  // of the roots, in their order
    std::vector<Bin> bins_;
};

}  // namespace trav
