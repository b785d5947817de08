// trav/profile/band.hpp: the classes of a breakdown, and restrictions to some of them.
//
//     profile.where(type == "Session")                                  // one band
//     profile.where(in(type, {"Session", "Product"}))                   // some bands
//     profile.where(having(retainers, {"cache"}), !(type == "String"))  // by member of a set; all but these
//     profile.where(in("type", {"Session"}))                            // a breakdown by its name
//
// "Session" may also be the name of game::Session, if no other class has it.
//
// A band has a text, for people, and an identity, for programs. Most breakdowns need only the text:
//
//     trav::Band band(int key) const { return {module_names[key]}; }
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/function.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

/// Identifies a band independently of its text. Numbers are meaningful only within one breakdown.
struct BandIdentity {
    std::uint64_t number = 0;              ///< for example, of a cost-centre stack
    std::vector<std::uint32_t> members{};  ///< for a set: the numbers of its members
    bool unreached = false;  ///< the band of objects that the breakdown's traversal did not reach

    friend auto operator<=>(BandIdentity const&, BandIdentity const&) = default;
};

/// One class of a breakdown. Bands that look the same are one band, unless their identities differ.
struct Band {
    std::string text;
    std::vector<std::string> members{};  ///< for a set: the texts of its members
    std::vector<std::string> details{};  ///< the full forms of the members, if they are longer
    BandIdentity identity{};

    friend auto operator<=>(Band const&, Band const&) = default;
};

/// The text of a set with these members.
inline std::string set_text(std::vector<std::string> const& members) {
    std::size_t length = 0;
    for (auto const& member : members) length += member.size() + 1;
    std::string text;
    text.reserve(length);
    for (auto const& member : members) (text += (&member == &members.front() ? "" : ",")) += member;
    return text;
}

/// A text after a number, like GHC's labels of sets and stacks: "(2)SYSTEM".
inline std::string numbered(std::uint64_t number, std::string const& text) {
    return '(' + std::to_string(number) + ')' + text;
}

/// The breakdown has a name.
template <class B>
concept Named = requires(B const& breakdown) { std::string(breakdown.name()); };

/// Restricts a profile: keeps a band of one breakdown only if `keep` returns true (named as in GHC).
struct Restriction {
    using Texts = std::vector<std::string>;

    void const* breakdown;  ///< null: the breakdown with this `name`
    std::string name;
    detail::Function<bool(Band const&, Texts const&)> keep;
    /// The texts that `keep` looks for. A name without its scope is enough, as Session for game::Session, if
    /// no band has that text and only one has it with a scope.
    Texts texts{};

    /// Keeps all other bands.
    friend Restriction operator!(Restriction restriction) {
        return {restriction.breakdown, restriction.name,
                [kept = std::move(restriction.keep)](Band const& band, Texts const& wanted) {
                    return !kept(band, wanted);
                },
                std::move(restriction.texts)};
    }
};

namespace detail {

/// The band of all sets that are too large.
inline Band band_of_many() { return {"MANY", {}, {}, {.number = 1}}; }

inline bool is_among(std::string const& text, std::vector<std::string> const& texts) {
    for (auto const& one : texts)
        if (one == text) return true;
    return false;
}
inline bool has_text(Band const& band, std::vector<std::string> const& texts) {
    return is_among(band.text, texts);
}
inline bool has_member(Band const& band, std::vector<std::string> const& members) {
    for (auto const& member : band.members)
        if (is_among(member, members)) return true;
    return false;
}

/// Whether `scoped` is `name` in a scope, as game::Session is Session.
inline bool is_in_scope(std::string const& scoped, std::string const& name) {
    if (!scoped.ends_with("::" + name)) return false;
    std::ptrdiff_t open = 0;  // <a::b> is no scope
    for (char const c : std::string_view(scoped).substr(0, scoped.size() - name.size())) {
        open += (c == '<' || c == '(') - (c == '>' || c == ')');
        if (c == ',' && open == 0) return false;  // a set, of which it is only a member
    }
    return open == 0;
}
/// The texts and members of bands that `text` may mean: itself, or else the same with different scopes.
inline std::vector<std::string> meanings(std::string const& text, std::vector<Band> const& bands) {
    std::vector<std::string> scoped;
    bool exact = false;
    auto const look_at = [&](std::string const& one) {
        if (one == text) exact = true;
        else if (is_in_scope(one, text) && !is_among(one, scoped)) scoped.push_back(one);
    };
    for (auto const& band : bands) {
        look_at(band.text);
        for (auto const& member : band.members) look_at(member);
    }
    return exact || scoped.empty() ? std::vector{text} : scoped;
}

}  // namespace detail

/// Keeps the bands with one of these texts.
template <Named B>
Restriction in(B const& breakdown, std::vector<std::string> texts) {
    return {&breakdown, breakdown.name(), detail::has_text, std::move(texts)};
}
inline Restriction in(std::string name, std::vector<std::string> texts) {
    return {nullptr, std::move(name), detail::has_text, std::move(texts)};
}
/// Keeps the bands of sets with one of these members (GHC: -hr<names>).
template <Named B>
Restriction having(B const& breakdown, std::vector<std::string> members) {
    return {&breakdown, breakdown.name(), detail::has_member, std::move(members)};
}
inline Restriction having(std::string name, std::vector<std::string> members) {
    return {nullptr, std::move(name), detail::has_member, std::move(members)};
}

}  // namespace trav
