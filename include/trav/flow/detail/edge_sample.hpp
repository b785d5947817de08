// trav/flow/detail/edge_sample.hpp: tells from some edges of a graph in which direction through memory values
// are best sent, if in any.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>

namespace trav::detail {

class EdgeSample {
  public:
    /// An edge between two places in memory; whether its child has children, to which it would have to send.
    void add(std::size_t parent, std::size_t child, bool sends) {
        ++all_;
        Edges& edges = sends ? to_senders_ : to_leaves_;
        edges.up += child > parent, edges.down += child < parent;
        edges.far_up += child > parent + far, edges.far_down += child + far < parent;
    }
    /// 1: upwards, -1: downwards, 0: too many edges lead back to objects that would have to send again.
    int direction() const {
        Edges const& edges = to_senders_.up + to_senders_.down != 0 ? to_senders_ : to_leaves_;
        bool const upwards = edges.up >= edges.down;
        if ((upwards ? edges.up : edges.down) * 32 < (edges.up + edges.down) * 17) return 0;
        if ((upwards ? to_senders_.far_down : to_senders_.far_up) * 8 > all_) return 0;
        return upwards ? 1 : -1;
    }

  private:
    static constexpr std::size_t far = 1024;
    struct Edges {
        std::size_t up = 0, down = 0, far_up = 0, far_down = 0;
    };
    Edges to_senders_, to_leaves_;
    std::size_t all_ = 0;
};

}  // namespace trav::detail
