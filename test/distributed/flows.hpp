// Flows for tests of several ranks, and their sources.
#pragma once

#include "distributed/support.hpp"

#include <trav/flow/flow.hpp>
#include <trav/profile/interned_sets.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace test {

/// The least number. No value stands for `nothing`: 0 is a value, too.
struct Least {
    using value = std::uint32_t;
    static constexpr bool portable = true;
    value join(value a, value b) { return std::min(a, b); }
};
/// Steps from the nearest source, at most 200.
struct Distance : Least {
    value transfer(std::uint32_t, value own) { return own == 200 ? own : own + 1; }
};
/// Every fifth node sends only its own bit.
struct Cutting : Masks {
    std::optional<value> cut(std::uint32_t n) {
        if (n % 5 != 0) return {};
        return value{1} << n % 64;
    }
};
/// Sets of texts, in tables with different numbers in each rank; more than `cap` elements are MANY.
struct Sets {
    using value = trav::InternedSets::Id;
    std::vector<std::string> texts;
    trav::InternedSets sets;

    explicit Sets(std::size_t cap = trav::InternedSets::no_cap) : sets(cap) {}
    value set(std::string const& text) {
        auto const at = std::find(texts.begin(), texts.end(), text);
        auto const number = static_cast<std::uint32_t>(at - texts.begin());
        if (at == texts.end()) texts.push_back(text);
        return sets.singleton(number);
    }
    value join(value a, value b) { return sets.unite(a, b); }
    std::optional<std::vector<std::string>> elements(value v) const {
        if (v == trav::InternedSets::many) return {};
        std::vector<std::string> all;
        for (auto const e : sets.elements(v)) all.push_back(texts[e]);
        return all;
    }
    value of(std::optional<std::vector<std::string>> const& elements) {
        if (!elements) return trav::InternedSets::many;
        value all = trav::InternedSets::empty;
        for (auto const& text : *elements) all = join(all, set(text));
        return all;
    }
};
/// Every seventh node also sends a set of its own.
struct CuttingSets : Sets {
    using Sets::Sets;
    std::optional<value> cut(std::uint32_t n) {
        if (n % 7 != 0) return {};
        return set("cut " + std::to_string(n));
    }
};

/// The meaning of a value, which is the same in all ranks.
template <class F>
auto meaning(F const& flow, typename F::value const& value) {
    if constexpr (std::derived_from<F, Sets>) {  // in the order of texts, not of a rank's numbers
        auto const elements = flow.elements(value);
        return elements ? std::optional(std::set(elements->begin(), elements->end())) : std::nullopt;
    } else {
        return value;
    }
}

inline auto each_root(Arrays const& arrays, auto value) {
    return [&arrays, value](auto& flow) {
        using Value = typename std::remove_cvref_t<decltype(flow)>::value;
        std::vector<trav::Source<std::uint32_t, Value>> list;
        for (std::size_t i = 0; i != arrays.roots.size(); ++i)
            list.push_back({arrays.roots[i], value(flow, i)});
        return list;
    };
}
inline constexpr auto bit = [](auto&, std::size_t i) { return std::uint64_t{1} << i % 64; };
inline constexpr auto number = [](auto&, std::size_t i) { return static_cast<std::uint32_t>(i); };
inline constexpr auto set_of_text = [](auto& flow, std::size_t i) {
    return flow.set("root " + std::to_string(i));
};

inline Shape cycle(int nodes, std::vector<int> roots) {
    Shape s{"cycle", std::vector<std::vector<int>>(static_cast<std::size_t>(nodes)), std::move(roots)};
    for (int n = 0; n != nodes; ++n) s.children[static_cast<std::size_t>(n)] = {(n + 1) % nodes};
    return s;
}

}  // namespace test
