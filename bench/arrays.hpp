// bench/arrays.hpp: heaps as compressed sparse rows: nodes are numbered by their position in memory.
#pragma once

#include "shape/shape.hpp"

#include <trav/graph/csr.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bench {

struct Arrays {
    std::vector<Number> offsets, targets, sizes, roots;

    std::size_t size() const { return sizes.size(); }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
    trav::Csr<Number, Number, Number> sized_graph() const { return {offsets, targets, sizes}; }
};

/// The objects of the shape in this order. Objects have the size of a bench::Object.
inline Arrays make_arrays(Shape const& shape, Order order) {
    auto const place = layout(shape, order);
    std::vector<Number> number(shape.size());  // by object
    for (std::size_t k = 0; k != place.size(); ++k) number[place[k]] = static_cast<Number>(k);
    Arrays arrays;
    arrays.offsets.reserve(shape.size() + 1);
    arrays.targets.reserve(shape.targets.size() + 4);  // four are always readable
    arrays.sizes.reserve(shape.size());
    arrays.offsets.push_back(0);
    for (auto const i : place) {
        for (auto const target : shape.children(i)) arrays.targets.push_back(number[target]);
        arrays.offsets.push_back(static_cast<Number>(arrays.targets.size()));
        arrays.sizes.push_back(static_cast<Number>(8 + 8 * shape.children(i).size()));
    }
    for (auto const root : shape.roots) arrays.roots.push_back(number[root]);
    return arrays;
}

/// `count` objects that reach much, evenly spread over the top twentieth of the heap. Each is the object with
/// the most references among a few.
inline std::vector<Number> roots_near_the_top(Shape const& shape, Order order, std::size_t count) {
    auto const place = layout(shape, order);
    std::size_t const n = shape.size(), step = std::max<std::size_t>(n / 20 / count, 1);
    bool const newest_on_top = std::ranges::find(shape.roots, Number{0}) == shape.roots.end();
    std::vector<Number> wanted(n, 0), roots(count);
    for (std::size_t i = 0; i != count; ++i) {
        std::size_t best = 0, most = 0;
        for (std::size_t k = 0; k != std::min<std::size_t>(step, 64); ++k) {
            std::size_t const from_top = (i * step + k) % n,
                              object = newest_on_top ? n - 1 - from_top : from_top;
            if (k != 0 && shape.children(object).size() <= most) continue;
            best = object;
            most = shape.children(object).size();
        }
        wanted[best] = static_cast<Number>(i + 1);
    }
    for (std::size_t k = 0; k != n; ++k)
        if (Number const i = wanted[place[k]]) roots[i - 1] = static_cast<Number>(k);
    return roots;
}

}  // namespace bench
