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

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace trav {

class Shares {
  public:
    /// Throws NotProfiled, std::out_of_range if there is no such sample, or std::length_error if it has a
    /// band MANY: of sets that were not listed.
    template <class N, class Bits>
    explicit Shares(Profile const& profile, RootSets<N, Bits> const& roots, std::size_t sample = 0)
        : Shares(roots) {
        std::size_t const column = profile.column_of(roots);
        if (sample >= profile.samples.size())
            throw std::out_of_range("trav: there is no sample " + std::to_string(sample) +
                                    ": the profile has " + std::to_string(profile.samples.size()) +
                                    ", numbered from 0");
        for (auto const& entry : profile.samples[sample].entries) {
            auto const& set = profile.columns[column].bands[entry.bands[column]].identity;
            if (set.members.empty() && !set.unreached)
                throw std::length_error("trav: the sets of roots have too many members: not all were listed");
            bins_.push_back({set.members, false, entry.amount});
        }
    }
    template <class N, class Bits>
    Shares(Profile const& profile, RootSets<N, Bits> const& roots, Rest<N, Bits> const& rest,
           std::size_t sample = 0)
        : Shares(profile, roots, sample) {
        std::size_t const column = profile.column_of(rest);
        auto const& entries = profile.samples[sample].entries;
        for (std::size_t i = 0; i != entries.size(); ++i)
            bins_[i].rest = profile.columns[column].bands[entries[i].bands[column]].identity.number ==
                            static_cast<std::uint64_t>(Rest<N, Bits>::Side::rest);
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
        std::set<std::uint32_t> dropped;
        for (auto const& root : roots) dropped.insert(number_of(root));
        return sum([&](Bin const& bin) {
            bool freed = !bin.rest && !bin.roots.empty();
            for (std::uint32_t const root : bin.roots) freed = freed && dropped.contains(root);
            return freed;
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
        std::map<std::vector<std::uint32_t>, std::uint64_t> together[2];  // other breakdowns have split them
        for (auto const& bin : bins_)
            if (bin.held_by(number)) together[bin.rest][bin.roots] += bin.amount.bytes;
        std::uint64_t share = 0;
        for (bool const rest : {false, true})
            for (auto const& [roots, bytes] : together[rest]) {
                std::uint64_t const holders = roots.size() + rest;
                std::uint64_t index = 0;
                while (roots[index] != number) ++index;
                share += bytes / holders + (index < bytes % holders);
            }
        return share;
    }

  private:
    struct Bin {
        std::vector<std::uint32_t> roots;  // ascending
        bool rest;
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
    std::uint32_t number_of(std::string const& root) const {
        auto const at = numbers_.find(root);
        if (at == numbers_.end()) throw std::invalid_argument("trav: no root is called '" + root + "'");
        return at->second;
    }
    template <class F>
    Amount sum(F counts) const {
        Amount all;
        for (auto const& bin : bins_)
            if (counts(bin)) all += bin.amount;
        return all;
    }

    std::unordered_map<std::string, std::uint32_t> numbers_;  // of the roots, in their order
    std::vector<Bin> bins_;
};

}  // namespace trav
