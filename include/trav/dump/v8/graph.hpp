// V8Graph: the heap in a V8 snapshot as a graph to traverse.
//
// A node is an ordinal of the snapshot. Children are the targets of the edges that a rule admits, in file order; the rule
// is a predicate on V8Edge, asked once for each edge when the graph is made. Costs 4 bytes per admitted edge and per node;
// the snapshot must outlive the graph.
#pragma once

#include "../../detail/index_range.hpp"
#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trav::dump {

/// The edges that keep their target alive: all but the weak ones.
struct StrongEdges {
    bool operator()(V8Edge const& edge) const { return edge.kind != EdgeKind::weak; }
};

/// A snapshot as a graph.
class V8Graph {
  public:
    using node = std::uint32_t;

    /// The edges that `follow(V8Edge)` admits.
    template <class Follow = StrongEdges>
    explicit V8Graph(V8Snapshot const& snapshot, Follow follow = {}) : snapshot_(&snapshot) {
        begin_.reserve(snapshot.node_count() + std::size_t{1});
        begin_.push_back(0);
        for (node n = 0; n < snapshot.node_count(); ++n) {
            snapshot.for_each_edge(n, [&](V8Edge const& edge) {
                if (follow(edge)) targets_.push_back(edge.to);
            });
            begin_.push_back(static_cast<std::uint32_t>(targets_.size()));
        }
    }

    std::span<node const> children(node n) const {
        return {targets_.data() + begin_[n], targets_.data() + begin_[n + 1]};
    }

    /// Self size in bytes.
    std::size_t size(node n) const { return static_cast<std::size_t>(snapshot_->self_size[n]); }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return snapshot_->node_count(); }
    /// Every node of the snapshot, reachable or not.
    auto objects() const { return trav::detail::IndexRange<node>(count()); }
    /// The class of the node.
    std::string label(node n) const { return class_name(*snapshot_, n); }

    V8Snapshot const& snapshot() const { return *snapshot_; }
    /// The node V8 calls the root.
    node root() const { return snapshot_->root; }

  private:
    V8Snapshot const* snapshot_;
    std::vector<std::uint32_t> begin_;
    std::vector<node> targets_;
};

}  // namespace trav::dump
