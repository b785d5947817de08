// trav/profile/detail/identities.hpp: the identities of retainers, numbered in order of appearance, and the
// bands of sets of them.
#pragma once

#include "../../detail/absent.hpp"
#include "../../store/hash_of.hpp"
#include "../band.hpp"
#include "../sort.hpp"
#include "interner.hpp"

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// The name of a retainer. `detail` is its full form, if that is longer (GHC: the whole cost-centre stack).
struct RetainerName {
    std::string text;
    std::string detail{};

    friend auto operator<=>(RetainerName const&, RetainerName const&) = default;
};

/// Identities and their numbers; 0 is SYSTEM, the identity of roots that are not retainers.
template <class Identity, class NameOf>
class Identities {
    static_assert(
        detail::holds<(detail::Hashable<Identity> && std::equality_comparable<Identity>)>,
        "trav: the identities of these retainers have no hash (std::hash or trav::HashOf) or no ==");

  public:
    static constexpr std::uint32_t system = 0;

    explicit Identities(NameOf name) : name_(std::move(name)) {}

    /// Makes this identity SYSTEM.
    void set_system(Identity const& identity) {
        RetainerName name{name_(identity)};
        std::uint32_t& number = number_of(identity);
        if (number == unnumbered) number = system;
        names_[system] = std::move(name);
    }
    std::uint32_t number(Identity const& identity) {
        if constexpr (std::is_pointer_v<Identity>) {  // a cache of recent identities
            Known& known =
                last_[reinterpret_cast<std::uintptr_t>(identity) * std::uint64_t{0x9E3779B97F4A7C15u} >> 56];
            if (known.identity == identity && known.is) return known.number;
            known = {identity, looked_up(identity), true};
            return known.number;
        } else {
            return looked_up(identity);
        }
    }

    /// The identities in a set of numbers, with an empty element for SYSTEM; empty for MANY.
    using Elements = std::optional<std::vector<std::optional<Identity>>>;
    template <class Sets>
    Elements elements(Sets const& sets, typename Sets::Id set) {
        if (set == Sets::many) return {};
        if (by_number_.size() != names_.size()) {  // built only if it is needed
            by_number_.assign(names_.size(), std::nullopt);
            for (std::size_t i = 0; i != numbers_.size(); ++i)
                if (numbers_[i] != system && numbers_[i] != unnumbered) by_number_[numbers_[i]] = known_[i];
        }
        std::vector<std::optional<Identity>> identities;
        sets.each(set, [&](std::uint32_t number) { identities.push_back(by_number_[number]); });
        return identities;
    }
    /// The set of these identities.
    template <class Sets>
    typename Sets::Id set(Sets& sets, Elements const& elements) {
        if (!elements) return Sets::many;
        std::vector<std::uint32_t> all, ascending;
        for (auto const& identity : *elements) all.push_back(identity ? number(*identity) : system);
        for (std::uint32_t const i :
             detail::sorted(all.size(), [&](std::size_t a, std::size_t b) { return all[a] < all[b]; }))
            if (ascending.empty() || ascending.back() != all[i]) ascending.push_back(all[i]);
        return sets.of(ascending);
    }

    /// The band of a set of numbers: its members are sorted by name, not by number.
    Band band(auto const& set) const {
        std::vector<RetainerName const*> names;
        bool detailed = false;
        for (auto const element : set) {
            names.push_back(&names_[element]);
            detailed = detailed || !names_[element].detail.empty();
        }
        Band band;
        band.members.reserve(names.size());
        for (std::uint32_t const i : detail::sorted(
                 names.size(), [&](std::size_t a, std::size_t b) { return *names[a] < *names[b]; })) {
            RetainerName const& name = *names[i];
            band.members.push_back(name.text);
            if (detailed) band.details.push_back(name.detail.empty() ? name.text : name.detail);
        }
        band.text = set_text(band.members);
        return band;
    }

  private:
    std::uint32_t looked_up(Identity const& identity) {
        std::uint32_t& number = number_of(identity);
        if (number != unnumbered) return number;
        names_.push_back(RetainerName{name_(identity)});
        return number = static_cast<std::uint32_t>(names_.size() - 1);
    }
    /// The entry of an identity, `unnumbered` if it is new.
    std::uint32_t& number_of(Identity const& identity) {
        std::size_t const at = known_.intern(identity);
        if (at >= numbers_.size()) numbers_.resize(at + 1, unnumbered);
        return numbers_[at];
    }
    static constexpr std::uint32_t unnumbered = ~std::uint32_t{0};

    struct Known {
        Identity identity;
        std::uint32_t number;
        bool is;
    };

    NameOf name_;
    detail::Interner<Identity> known_;
    std::vector<std::uint32_t> numbers_;  // by the place of an identity in known_
    std::vector<RetainerName> names_{{"SYSTEM"}};
    std::vector<std::optional<Identity>> by_number_;
    [[no_unique_address]] detail::optional_t<std::is_pointer_v<Identity>, std::array<Known, 256>, 4> last_{};
};

}  // namespace trav
