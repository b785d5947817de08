// trav/profile/band.hpp: the classes of a breakdown, and which of them to count.
//
//     profile.where(type == "Session")                                  // one band
//     profile.where(in(type, {"Session", "Product"}))                   // some bands
//     profile.where(having(retainers, {"cache"}), !(type == "String"))  // by members of a set; all but these
//     profile.where(in("type", {"Session"}))                            // a breakdown by its name
#pragma once

#include <algorithm>
#include <compare>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// One class of a breakdown. Bands of one breakdown that look alike are one band.
struct Band {
    std::string label;
    std::vector<std::string> members{};  ///< of a band that is a set: the labels of its elements
    std::vector<std::string> details{};  ///< the same elements in full, where that is more than their labels

    friend auto operator<=>(Band const&, Band const&) = default;
};

/// A breakdown can be told by its name.
template <class B>
concept Named = requires(B const& breakdown) { std::string(breakdown.name()); };

/// Which bands of one breakdown to count: those for which `keep` holds (GHC's word).
struct Restriction {
    void const* breakdown;  ///< null: the one that is called `name`
    std::string name;
    std::function<bool(Band const&)> keep;

    /// All bands but these.
    friend Restriction operator!(Restriction restriction) {
        return {restriction.breakdown, restriction.name,
                [kept = std::move(restriction.keep)](Band const& band) { return !kept(band); }};
    }
};

namespace detail {

inline auto labelled(std::vector<std::string> labels) {
    return [labels = std::move(labels)](Band const& band) {
        return std::ranges::find(labels, band.label) != labels.end();
    };
}
inline auto with_member(std::vector<std::string> members) {
    return [members = std::move(members)](Band const& band) {
        return std::ranges::find_first_of(band.members, members) != band.members.end();
    };
}

}  // namespace detail

/// Counts the bands with one of these labels.
template <Named B>
Restriction in(B const& breakdown, std::vector<std::string> labels) {
    return {&breakdown, breakdown.name(), detail::labelled(std::move(labels))};
}
inline Restriction in(std::string name, std::vector<std::string> labels) {
    return {nullptr, std::move(name), detail::labelled(std::move(labels))};
}
/// Counts the bands, sets, with one of these members (GHC: -hr<names>).
template <Named B>
Restriction having(B const& breakdown, std::vector<std::string> members) {
    return {&breakdown, breakdown.name(), detail::with_member(std::move(members))};
}
inline Restriction having(std::string name, std::vector<std::string> members) {
    return {nullptr, std::move(name), detail::with_member(std::move(members))};
}

}  // namespace trav
