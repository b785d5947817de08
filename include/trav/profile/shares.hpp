// trav/profile/shares.hpp: who holds how much, from the root sets of one sample.
//
//     trav::Shares shares{profile, roots};            // or {profile, roots, rest}; then a sample's number
//     shares.exclusive("cache")                       // what only the cache reaches
//     shares.freed_if_dropped({"cache", "sessions"})  // what would be garbage without both
//
// To drop a root is to forget it: it holds nothing any more, but objects below named roots that are kept may
// refer to its object, and go on doing so. What of the roots without a name?
//   - Without Rest nothing is known of them: it is assumed that they reach nothing that a named root reaches.
//     Where they do, exclusive and freed_if_dropped are upper bounds.
//   - With Rest they are one more holder, of what they reach on paths that meet no named object. To drop a
//     root is then also to cut every reference to its object, but for those from objects that a named root
//     which is kept reaches. So the figures are exact.
// What no named root reaches is never freed. Each question is O(sets of roots that occur), and throws
// std::invalid_argument for a name that no root has.
#pragma once

#include "profile.hpp"
#include "rest.hpp"
#include "root_set.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

class Shares {
  public:
    /// Throws NotProfiled, std::out_of_range if there is no such sample, or std::length_error if it has a
    /// band MANY: of sets that were not listed.
    template <class N>
    explicit Shares(Profile const& profile, RootSets<N> const& roots, std::size_t sample = 0)
        : Shares(roots) {
        std::size_t const column = profile.column_of(roots);
        for (auto const& entry : profile.samples.at(sample).entries) {
            auto const& set = profile.columns[column].bands[entry.bands[column]].identity;
            if (set.members.empty() && !set.unreached)
                throw std::length_error("trav: the sets of roots have too many members: not all were listed");
            bins_.push_back({set.members, false, entry.amount});
        }
    }
    template <class N>
    Shares(Profile const& profile, RootSets<N> const& roots, Rest<N> const& rest, std::size_t sample = 0)
        : Shares(profile, roots, sample) {
        std::size_t const column = profile.column_of(rest);
        auto const& entries = profile.samples[sample].entries;
        for (std::size_t i = 0; i != entries.size(); ++i)
            bins_[i].rest = profile.columns[column].bands[entries[i].bands[column]].identity.number ==
                            static_cast<std::uint64_t>(Rest<N>::Side::rest);
    }

    /// What `root` reaches, and no other holder.
    Amount exclusive(std::string const& root) const { return freed_if_dropped({root}); }
    /// What `root` reaches.
    Amount reachable(std::string const& root) const { return shared(root, root); }
    /// What both reach.
    Amount shared(std::string const& root, std::string const& other) const {
        std::uint32_t const a = number_of(root), b = number_of(other);
        return sum([&](Bin const& bin) { return bin.held_by(a) && bin.held_by(b); });
    }
    /// What no holder is left for when all of `roots` are dropped.
    Amount freed_if_dropped(std::vector<std::string> const& roots) const {
        auto const dropped = numbers_of(roots);
        return sum([&](Bin const& bin) {
            return !bin.rest && !bin.roots.empty() && std::ranges::includes(dropped, bin.roots);
        });
    }
    /// What no named root reaches.
    Amount unnamed() const {
        return sum([](Bin const& bin) { return bin.roots.empty(); });
    }

    /// Bytes, each object's divided by the number of its holders, in whole bytes: of what the same holders
    /// hold together each gets the quotient, and the first ones in the order of the roots one byte more until
    /// nothing remains (the rest comes last). So the fair shares of all holders add up to the total; each is
    /// less than a byte per set of roots from the true quotient.
    std::uint64_t fair_share(std::string const& root) const {
        std::uint32_t const number = number_of(root);
        std::uint64_t share = 0;
        for (auto const& bin : together()) {
            auto const at = std::ranges::find(bin.roots, number);
            if (at == bin.roots.end()) continue;
            std::uint64_t const holders = bin.roots.size() + bin.rest;
            auto const index = static_cast<std::uint64_t>(at - bin.roots.begin());
            share += bin.amount.bytes / holders + (index < bin.amount.bytes % holders);
        }
        return share;
    }

  private:
    struct Bin {
        std::vector<std::uint32_t> roots;  // ascending
        bool rest;
        Amount amount;
        bool held_by(std::uint32_t root) const { return std::ranges::binary_search(roots, root); }
    };

    template <class N>
    explicit Shares(RootSets<N> const& roots) {
        for (std::uint32_t i = 0; i != roots.names().size(); ++i) numbers_[roots.names()[i]] = i;
    }
    std::uint32_t number_of(std::string const& root) const {
        auto const at = numbers_.find(root);
        if (at == numbers_.end()) throw std::invalid_argument("trav: no root is called '" + root + "'");
        return at->second;
    }
    std::vector<std::uint32_t> numbers_of(std::vector<std::string> const& roots) const {
        std::set<std::uint32_t> numbers;  // ascending, each once
        for (auto const& root : roots) numbers.insert(number_of(root));
        return {numbers.begin(), numbers.end()};
    }
    template <class F>
    Amount sum(F counts) const {
        Amount all;
        for (auto const& bin : bins_)
            if (counts(bin)) all += bin.amount;
        return all;
    }
    /// The bins, one for each set of holders: other breakdowns may have split them.
    std::vector<Bin> together() const {
        std::vector<Bin> bins = bins_;
        std::ranges::sort(bins, {}, [](Bin const& bin) { return std::pair(bin.rest, bin.roots); });
        std::vector<Bin> merged;
        for (auto& bin : bins) {
            if (!merged.empty() && merged.back().rest == bin.rest && merged.back().roots == bin.roots)
                merged.back().amount += bin.amount;
            else merged.push_back(std::move(bin));
        }
        return merged;
    }

    std::unordered_map<std::string, std::uint32_t> numbers_;  // of the roots, in their order
    std::vector<Bin> bins_;
};

}  // namespace trav
