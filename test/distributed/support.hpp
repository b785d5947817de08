// Shared by tests of several ranks: random graphs as parts, a flow, and a comparison with the whole graph.
#pragma once

#include "support/random_graph.hpp"

#include <trav/distributed/part.hpp>
#include <trav/flow/flow.hpp>
#include <trav/graph/csr.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace test {

using Whole = trav::Csr<std::uint32_t, std::uint32_t, std::uint32_t>;

/// A shape without its null children and null roots, as arrays.
struct Arrays {
    std::vector<std::uint32_t> offsets{0}, targets, sizes, roots;

    explicit Arrays(Shape const& shape) {
        for (auto const& children : shape.children) {
            for (int const child : children)
                if (child >= 0) targets.push_back(static_cast<std::uint32_t>(child));
            offsets.push_back(static_cast<std::uint32_t>(targets.size()));
            sizes.push_back(static_cast<std::uint32_t>(8 * (1 + sizes.size() % 7)));
        }
        for (int const root : shape.roots)
            if (root >= 0) roots.push_back(static_cast<std::uint32_t>(root));
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(sizes.size()); }
    Whole graph() const { return Whole(offsets, targets, sizes); }

    /// The same graph with node n renamed to n * step modulo the number of nodes: neighbours lie far apart,
    /// so nearly all edges lead from part to part.
    Arrays scattered() const {
        std::uint64_t const nodes = count();
        std::uint64_t step = nodes / 2 + 1;
        auto const divides = [&](std::uint64_t a, std::uint64_t b) {
            while (b != 0) a = std::exchange(b, a % b);
            return a;
        };
        while (divides(nodes, step) != 1) ++step;
        Shape other{"", std::vector<std::vector<int>>(count()), {}};
        auto const called = [&](std::uint64_t n) { return static_cast<int>(n * step % nodes); };
        for (std::uint32_t n = 0; n != count(); ++n)
            for (std::uint32_t e = offsets[n]; e != offsets[n + 1]; ++e)
                other.children[static_cast<std::size_t>(called(n))].push_back(called(targets[e]));
        for (std::uint32_t const root : roots) other.roots.push_back(called(root));
        return Arrays(other);
    }
};

/// The roots that reach an object, as bits.
struct Masks {
    using value = std::uint64_t;
    static constexpr value nothing = 0;
    static constexpr bool portable = true;
    value join(value a, value b) { return a | b; }
};
inline std::vector<trav::Source<std::uint32_t, std::uint64_t>> bit_of_each_root(Arrays const& arrays) {
    std::vector<trav::Source<std::uint32_t, std::uint64_t>> sources;
    for (std::size_t i = 0; i != arrays.roots.size(); ++i)
        sources.push_back({arrays.roots[i], std::uint64_t{1} << i % 64});
    return sources;
}

/// The number of objects with other values at a rank than in one process; objects of other ranks have none.
template <class Same = std::equal_to<>>
std::uint32_t wrong_values(auto const& part, auto const& found, auto const& expected, Same same = {}) {
    std::uint32_t wrong = 0;
    for (std::uint32_t n = 0; n != part.total(); ++n) {
        auto const* const value = found.find(n);
        auto const* const right = trav::distributed::owns(part, n) ? expected.find(n) : nullptr;
        wrong += right ? value == nullptr || !same(*value, *right) : value != nullptr;
    }
    return wrong;
}

inline constexpr std::size_t all_ranks[] = {1, 2, 3, 4, 7};

/// Random begins of parts: equal parts, or random lengths, often 0.
inline std::vector<std::uint64_t> random_parts(RandomGraphs& random, std::uint32_t nodes, std::size_t ranks) {
    if (random.below(2) == 0) return trav::distributed::equal_parts(nodes, ranks);
    std::vector<std::uint64_t> begins(ranks + 1);
    for (std::size_t i = 1; i <= ranks; ++i) {
        auto const left = static_cast<int>(nodes - begins[i - 1]);
        begins[i] = begins[i - 1] + static_cast<std::uint64_t>(random.below(left + 1));
        if (i == ranks) begins[i] = nodes;
    }
    return begins;
}

}  // namespace test
