// trav/profile/detail/identities.hpp: what retainers are called: identities numbered as they come, and the
// bands of sets of them.
#pragma once

#include "../../store/hash_of.hpp"
#include "../band.hpp"

#include <compare>
#include <concepts>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// What a retainer is called; `detail` is the same in full, if that is more (GHC: the whole cost-centre
/// stack).
struct RetainerName {
    std::string text;
    std::string detail{};

    friend auto operator<=>(RetainerName const&, RetainerName const&) = default;
};

/// Identities and their numbers; 0 is SYSTEM, the identity of roots that are no retainers.
template <class Identity, class NameOf>
class Identities {
    static_assert(
        detail::Hashable<Identity> && std::equality_comparable<Identity>,
        "trav: the identities of these retainers have no hash (std::hash or trav::HashOf) or no ==");

  public:
    static constexpr std::uint32_t system = 0;

    explicit Identities(NameOf name) : name_(std::move(name)) {}

    /// SYSTEM is this one.
    void set_system(Identity const& identity) {
        RetainerName name{name_(identity)};
        numbers_.emplace(identity, system);
        names_[system] = std::move(name);
    }
    std::uint32_t number(Identity const& identity) {
        if (auto const at = numbers_.find(identity); at != numbers_.end()) return at->second;
        names_.push_back(RetainerName{name_(identity)});  // a name does no harm if the rest fails
        auto const number = static_cast<std::uint32_t>(names_.size() - 1);
        numbers_.emplace(identity, number);
        return number;
    }

    /// The band of a set of numbers: its members in the order of their names, whatever their numbers are.
    Band band(auto const& set) const {
        std::multiset<RetainerName> names;
        for (auto const element : set) names.insert(names_[element]);
        Band band;
        for (auto const& name : names) {
            band.members.push_back(name.text);
            band.details.push_back(name.detail.empty() ? name.text : name.detail);
        }
        band.text = set_text(band.members);
        return band;
    }

  private:
    NameOf name_;
    std::unordered_map<Identity, std::uint32_t, detail::AskHash<Identity>> numbers_;
    std::vector<RetainerName> names_{{"SYSTEM"}};
};

}  // namespace trav
