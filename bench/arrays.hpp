// bench/arrays.hpp: heaps to walk, as compressed sparse rows: nodes are numbered by their place in memory.
#pragma once

#include "shape/shape.hpp"

#include <trav/graph/csr.hpp>

#include <cstddef>
#include <vector>

namespace bench {

struct Arrays {
    std::vector<Number> offsets, targets, sizes, roots;

    std::size_t size() const { return sizes.size(); }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
    trav::Csr<Number, Number, Number> sized_graph() const { return {offsets, targets, sizes}; }
};

/// The shape's objects in that order. An object's size is that of bench::Object.
inline Arrays make_arrays(Shape const& shape, Order order) {
    auto const place = layout(shape, order);
    std::vector<Number> number(shape.size());  // by object
    for (std::size_t k = 0; k != place.size(); ++k) number[place[k]] = static_cast<Number>(k);
    Arrays arrays;
    arrays.offsets.reserve(shape.size() + 1);
    arrays.targets.reserve(shape.targets.size());
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

}  // namespace bench
