// Texts that are stored several times, and the bytes that this wastes (Kawachiya, Ogata and Onodera, 2008). A
// heap of trav::Objects.
#pragma once

#include <trav/graph/objects.hpp>
#include <trav/graph/owned_bytes.hpp>
#include <trav/profile/amount.hpp>

#include <concepts>
#include <cstdint>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

// [scheme]
/// Calls f(text) for each std::string in a value: in its members, if it is described, and its elements.
void each_text(auto const& value, auto const& f) {
    using V = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::same_as<V, std::string>) f(value);
    else if constexpr (trav::IsDescribed<V>)
        trav::Described<V>::members(value, [&](auto, auto const& member, auto...) { each_text(member, f); });
    else if constexpr (requires { each_text(value.first, f), each_text(value.second, f); })
        each_text(value.first, f), each_text(value.second, f);
    else if constexpr (std::ranges::range<V const>)
        for (auto const& element : value) each_text(element, f);
}
/// A policy: the texts in objects of the types T, with the copies and bytes of each.
template <class... T>
struct DuplicateTexts {
    static constexpr bool once = true;
    std::unordered_map<std::string_view, trav::Amount> texts{};

    void visit(auto& here) {
        auto const note = [this](std::string const& text) { texts[text] += {trav::owned_bytes(text), 1}; };
        auto const look = [&](auto const* object) {
            if (object != nullptr) each_text(*object, note);
        };
        (look(trav::as<T>(here.node)), ...);
    }
    /// The bytes that a single copy of the text would save.
    static std::uint64_t wasted(trav::Amount const& copies) {
        return copies.bytes - copies.bytes / copies.objects;
    }
};
// [scheme]
