// trav/graph/detail/edge_sample.hpp: tells from some edges of a graph in which direction through memory it is
// best gone through, if in any.
#pragma once

#include "../memory_order.hpp"
#include "row.hpp"

#include <cstddef>

namespace trav::detail {

class EdgeSample {
  public:
    /// An edge between two places in memory; whether its child has children, to which it leads on.
    void add(std::size_t parent, std::size_t child, bool has_children) {
        ++all_;
        Edges& edges = has_children ? to_parents_ : to_leaves_;
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

  private:
    static constexpr std::size_t far = 1024;
    struct Edges {
        std::size_t up = 0, down = 0, far_up = 0, far_down = 0;
    };
    Edges to_parents_, to_leaves_;
    std::size_t all_ = 0;
};

/// 1: most edges lead upwards through memory, -1: downwards, 0: too many lead back.
template <class G>
int direction_in_memory(G const& graph, auto const& order) {
    using N = node_t<G>;
    constexpr std::size_t samples = 16;  // blocks
    EdgeSample edges;
    std::size_t const blocks = order.blocks();
    for (std::size_t block = 0; block < blocks; block += blocks / samples + 1)
        order.each(block, block, [&](N const& n, std::size_t slot) {
            if (slot == order.slots()) return;
            each_child(graph, n, [&, left = 16](N const& handle) mutable {
                N const child = resolve(graph, handle);
                if (left-- <= 0 || null(graph, child)) return;
                bool has_children = false;
                each_child(graph, child, [&](N const&) { has_children = true; });
                edges.add(slot, order.slot(child), has_children);
            });
        });
    return edges.direction();
}

}  // namespace trav::detail
