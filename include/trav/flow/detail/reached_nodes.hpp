// trav/flow/detail/reached_nodes.hpp: the nodes reached by a solver: a list, or the nodes of a graph that
// have a value.
#pragma once

#include "../../graph/graph.hpp"

#include <cstddef>
#include <span>

namespace trav::detail {

/// `Values` has find(node).
template <class G, class Values>
class ReachedNodes {
    using N = node_t<G>;

    struct From {
        std::span<N const> list{};
        G const* graph = nullptr;  // null: use the list
        Values const* values = nullptr;
        std::size_t end = 0;
    };

  public:
    class Iterator {
      public:
        using value_type = N;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        N operator*() const {
            return from_.graph ? static_cast<N>(from_.graph->node_at(at_)) : from_.list[at_];
        }
        Iterator& operator++() {
            ++at_;
            skip();
            return *this;
        }
        Iterator operator++(int) {
            Iterator const before = *this;
            ++*this;
            return before;
        }
        bool operator==(Iterator const& other) const { return at_ == other.at_; }

      private:
        friend ReachedNodes;
        Iterator(From const& from, std::size_t at) : from_(from), at_(at) { skip(); }
        void skip() {
            if (from_.graph)
                while (at_ != from_.end && !from_.values->find(**this)) ++at_;
        }
        From from_;
        std::size_t at_ = 0;
    };

    ReachedNodes() = default;
    explicit ReachedNodes(std::span<N const> list) : from_{list, nullptr, nullptr, list.size()} {}
    ReachedNodes(G const& graph, Values const& values) : from_{{}, &graph, &values, graph.count()} {}

    Iterator begin() const { return {from_, 0}; }
    Iterator end() const { return {from_, from_.end}; }
    /// If the nodes are found through a graph, each call counts them.
    std::size_t size() const {
        if (!from_.graph) return from_.end;
        std::size_t size = 0;
        for (std::size_t at = 0; at != from_.end; ++at)
            size += from_.values->find(static_cast<N>(from_.graph->node_at(at))) != nullptr;
        return size;
    }

  private:
    From from_;
};

}  // namespace trav::detail
