// trav/graph/edge_sample.hpp: determines from a sample of edges the best direction through memory for
// a graph, if there is one.
#pragma once

#include "memory_order.hpp"
#include "row.hpp"

#include <cstddef>

namespace trav::detail {

class EdgeSample {
  public:
    /// Adds the first edges of the object at position `parent`. place(child) is below `end` if the child lies
    /// in this order.
    template <class G>
    void add(G const& graph, node_t<G> const& n, std::size_t parent, std::size_t end, auto place) {
        first_children(graph, n, 16, [&](node_t<G> const& handle) {
            node_t<G> const child = resolve(graph, handle);
            if (null(graph, child)) return;
            std::size_t const at = place(child);
            std::size_t children = 0;
            if (at < end)
                first_children(graph, child, many, [&](auto const& next) { children += !null(graph, next); });
            add(parent, at, children);
        });
    }
    /// Adds an edge between two positions in memory. `children` is the number of children of the target.
    void add(std::size_t parent, std::size_t child, std::size_t children) {
        ++all_;
        to_hubs_ += children >= many;
        Edges& edges = children != 0 ? to_parents_ : to_leaves_;
        edges.up += child > parent, edges.down += child < parent;
        edges.far_up += child > parent + far, edges.far_down += child + far < parent;
    }
    /// 1: upwards, -1: downwards, 0: too many edges lead back to objects with children.
    int direction() const {
        Edges const& edges = to_parents_.up + to_parents_.down != 0 ? to_parents_ : to_leaves_;
        bool const upwards = edges.up >= edges.down;
        if ((upwards ? edges.up : edges.down) * 32 < (edges.up + edges.down) * 17) return 0;
        if ((upwards ? to_parents_.far_down : to_parents_.far_up) * 8 > all_) return 0;
        return upwards ? 1 : -1;
    }
    /// Whether many edges lead to objects with many children: any two objects are then a few steps apart.
    bool hubs() const { return to_hubs_ * 8 > all_; }

  private:
    static constexpr std::size_t far = 1024;
    static constexpr std::size_t many = 32;  // children; counting stops there
    struct Edges {
        std::size_t up = 0, down = 0, far_up = 0, far_down = 0;
    };
    Edges to_parents_, to_leaves_;
    std::size_t all_ = 0, to_hubs_ = 0;
};

/// The edges of some objects, evenly spread over the indices.
template <EnumeratedGraph G>
EdgeSample sampled_edges(G const& graph) {
    constexpr std::size_t samples = 1024;  // objects
    std::size_t const count = graph.count();
    EdgeSample edges;
    for (std::size_t i = 0; i < count; i += count / samples + 1)
        edges.add(graph, static_cast<node_t<G>>(graph.node_at(i)), i, count,
                  [&](node_t<G> const& child) { return static_cast<std::size_t>(graph.index(child)); });
    return edges;
}

/// 1: most edges lead upwards through memory, -1: downwards, 0: too many lead back, or no order is known.
template <class G>
int direction_in_memory(G const& graph, auto const& order) {
    using N = node_t<G>;
    constexpr std::size_t samples = 16;  // blocks
    if (order.slots() == 0) return 0;
    EdgeSample edges;
    std::size_t const blocks = order.blocks();
    for (std::size_t block = 0; block < blocks; block += blocks / samples + 1)
        order.each(block, block, [&](N const& n, std::size_t slot) {
            if (slot == order.slots()) return;
            edges.add(graph, n, slot, order.slots(), [&](N const& child) { return order.slot(child); });
        });
    return edges.direction();
}

/// The same for rows in arrays, of which it reads some blocks. The targets' children are not known.
int direction_in_blocks(auto& rows) {
    EdgeSample edges;
    std::size_t const blocks = rows.blocks(), eighth = blocks / 8 + 1, step = eighth > 16 ? eighth : 16;
    for (std::size_t b = blocks / 2 % step; b < blocks; b += step) {
        auto const block = rows.read(b, blocks);
        for (std::size_t i = 0; i < block.rows; i += block.rows / 64 + 1)
            for (auto const child : block.row(i)) edges.add(block.first + i, child, 0);
    }
    return edges.direction();
}

}  // namespace trav::detail
