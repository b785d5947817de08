// trav/profile/detail/identities.hpp: what retainers are called: identities numbered as they come, and the
// bands of sets of them.
#pragma once

#include "../../detail/absent.hpp"
#include "../../store/hash_of.hpp"
#include "../band.hpp"

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
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
        if constexpr (std::is_pointer_v<Identity>) {  // the last ones, at hand
            Known& known =
                last_[reinterpret_cast<std::uintptr_t>(identity) * std::uint64_t{0x9E3779B97F4A7C15u} >> 56];
            if (known.identity == identity && known.is) return known.number;
            known = {identity, looked_up(identity), true};
            return known.number;
        } else {
            return looked_up(identity);
        }
    }

    /// The identities in a set of numbers; none for SYSTEM, and none at all for MANY.
    using Elements = std::optional<std::vector<std::optional<Identity>>>;
    template <class Sets>
    Elements elements(Sets const& sets, typename Sets::Id set) {
        if (set == Sets::many) return {};
        if (by_number_.size() != names_.size()) {  // only who asks pays for this list
            by_number_.assign(names_.size(), std::nullopt);
            for (auto const& [identity, number] : numbers_)
                if (number != system) by_number_[number] = identity;
        }
        std::vector<std::optional<Identity>> identities;
        sets.each(set, [&](std::uint32_t number) { identities.push_back(by_number_[number]); });
        return identities;
    }
    /// And the set of those.
    template <class Sets>
    typename Sets::Id set(Sets& sets, Elements const& elements) {
        if (!elements) return Sets::many;
        std::set<std::uint32_t> ascending;
        for (auto const& identity : *elements) ascending.insert(identity ? number(*identity) : system);
        std::vector<std::uint32_t> const numbers(ascending.begin(), ascending.end());
        return sets.of(numbers);
    }

    /// The band of a set of numbers: its members in the order of their names, whatever their numbers are.
    Band band(auto const& set) const {
        std::multiset<RetainerName> names;
        bool detailed = false;
        for (auto const element : set) {
            names.insert(names_[element]);
            detailed = detailed || !names_[element].detail.empty();
        }
        Band band;
        band.members.reserve(names.size());
        for (auto const& name : names) {
            band.members.push_back(name.text);
            if (detailed) band.details.push_back(name.detail.empty() ? name.text : name.detail);
        }
        band.text = set_text(band.members);
        return band;
    }

  private:
    std::uint32_t looked_up(Identity const& identity) {
        if (auto const at = numbers_.find(identity); at != numbers_.end()) return at->second;
        names_.push_back(RetainerName{name_(identity)});  // a name does no harm if the rest fails
        auto const number = static_cast<std::uint32_t>(names_.size() - 1);
        numbers_.emplace(identity, number);
        return number;
    }

    struct Known {
        Identity identity;
        std::uint32_t number;
        bool is;
    };

    NameOf name_;
    std::unordered_map<Identity, std::uint32_t, detail::AskHash<Identity>> numbers_;
    std::vector<RetainerName> names_{{"SYSTEM"}};
    std::vector<std::optional<Identity>> by_number_;
    [[no_unique_address]] detail::optional_t<std::is_pointer_v<Identity>, std::array<Known, 256>, 4> last_{};
};

}  // namespace trav
