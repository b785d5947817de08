// bench/shape/shape.hpp: the edges between objects: the shapes of heaps, the same on every machine, and the
// orders of their objects in memory.
//
// Objects and edges are 32-bit numbers: 10^8 objects with 1.8 * 10^8 edges take 1.1 GB until the heap is
// built from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bench {

using Number = std::uint32_t;

/// Objects 0, 1, ... in allocation order, all of them reachable from the roots.
struct Shape {
    std::vector<Number> begins{0};  // object i holds targets[begins[i]] to targets[begins[i + 1] - 1]
    std::vector<Number> targets;
    std::vector<Number> roots;

    std::size_t size() const { return begins.size() - 1; }
    std::span<Number const> children(std::size_t i) const {
        return std::span(targets).subspan(begins[i], begins[i + 1] - begins[i]);
    }
};

/// functional: objects like in a functional program: none to 4 pointers, a few 8; each holds objects
/// made shortly before. list, tree; random: uniform edges over a random tree; rmat: R-MAT edges over one, so
/// that some objects are very popular; leaves: a tree whose objects share leaves; star: one object holds all
/// others; nested: 64 trees, the root of each also holds the next; cycles: a long path with short and long
/// ways back.
inline std::vector<std::string> const shape_names{"functional", "list", "tree",   "random", "rmat",
                                                  "leaves",     "star", "nested", "cycles"};

/// `n` objects of the shape with this name.
Shape make_shape(std::string const& name, std::size_t n);

/// As allocated; without locality; as after a copying collection.
enum class Order { allocation, shuffled, breadth_first };
inline std::vector<std::string> const order_names{"allocation", "shuffled", "breadth-first"};
inline std::string const& name(Order order) { return order_names[static_cast<std::size_t>(order)]; }

/// The objects in memory order.
std::vector<Number> layout(Shape const& shape, Order order);

}  // namespace bench
