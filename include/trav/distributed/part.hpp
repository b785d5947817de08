// trav/distributed/part.hpp: a part of a graph: the objects of one rank, numbered from first() on.
//
//     struct MyPart {
//         using node = std::uint64_t;                     // a number in the whole graph
//         std::uint64_t first() const, count() const;     // numbers first() to first() + count() - 1
//         std::uint64_t total() const;                    // number of objects in the whole graph
//         std::uint64_t begin_of(std::size_t rank) const; // first() of a rank's part; total() after the last
//         range children(node own) const;                 // numbers in any part
//         std::size_t size(node own) const;               // bytes, for profiles
//     };
//
// Each rank has one part. The parts form the graph, in the order of ranks; a part may be empty. PartOf is a
// part of a graph that every rank can read; part_csr.hpp is a part of a file.
#pragma once

#include "../graph/graph.hpp"
#include "communicator.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trav::distributed {

/// A part of a graph.
template <class P>
concept Part = std::unsigned_integral<typename P::node> &&
               requires(P const& part, typename P::node n, std::size_t rank) {
                   { part.first() } -> std::convertible_to<std::uint64_t>;
                   { part.count() } -> std::convertible_to<std::uint64_t>;
                   { part.total() } -> std::convertible_to<std::uint64_t>;
                   { part.begin_of(rank) } -> std::convertible_to<std::uint64_t>;
                   { part.children(n) } -> ChildrenOf<typename P::node>;
               };

/// Whether a node belongs to this part. The number must be a node.
template <Part P>
TRAV_INLINE bool owns(P const& part, std::uint64_t n) {
    return n - part.first() < part.count();
}

/// The first objects of parts of equal size, followed by the number of nodes.
inline std::vector<std::uint64_t> equal_parts(std::uint64_t nodes, std::size_t ranks) {
    std::vector<std::uint64_t> begins{0};
    for (std::size_t rank = 0; rank != ranks; ++rank)
        begins.push_back(begins.back() + (nodes - begins.back()) / (ranks - rank));
    return begins;
}

/// The objects of a graph between two numbers; its nodes must be their own indices.
template <IndexedGraph G>
    requires std::unsigned_integral<node_t<G>>
class PartOf {
  public:
    using node = node_t<G>;

    /// Copies the graph. `begins` has the form of a result of equal_parts(). Throws std::invalid_argument if
    /// it does not describe parts of this graph.
    PartOf(G graph, std::vector<std::uint64_t> begins, std::size_t rank)
        : graph_(std::move(graph)), begins_(std::move(begins)), rank_(rank) {
        bool good = begins_.size() > rank_ + 1 && begins_.front() == 0 && begins_.back() == graph_.count();
        for (std::size_t i = 1; i < begins_.size(); ++i) good = good && begins_[i - 1] <= begins_[i];
        if (!good)
            throw std::invalid_argument(
                "trav: parts need to begin at 0, ascend, and end at the number of nodes, " +
                std::to_string(graph_.count()));
        first_ = begins_[rank_];
        count_ = begins_[rank_ + 1] - first_;
    }
    /// Makes parts of equal size.
    PartOf(G graph, Communicator auto& comm)
        : PartOf(graph, equal_parts(graph.count(), comm.size()), comm.rank()) {}

    std::uint64_t first() const { return first_; }
    std::uint64_t count() const { return count_; }
    std::uint64_t total() const { return begins_.back(); }
    std::uint64_t begin_of(std::size_t rank) const { return begins_[rank]; }
    decltype(auto) children(node n) const { return graph_.children(n); }
    std::size_t size(node n) const
        requires HeapGraph<G>
    {
        return graph_.size(n);
    }
    /// The children of all own nodes, row by row, if they are stored that way.
    auto targets() const
        requires requires(G const& graph) { graph.targets().subspan(graph.offsets()[0]); }
    {
        auto const row = [this](std::uint64_t n) {
            return static_cast<std::size_t>(graph_.offsets()[static_cast<std::size_t>(n)]);
        };
        return graph_.targets().subspan(row(first_), row(first_ + count_) - row(first_));
    }
    /// The end of the array of all children, if there is one.
    auto rows_end() const
        requires requires(G const& graph) { graph.rows_end(); }
    {
        return graph_.rows_end();
    }

    G const& graph() const { return graph_; }
    /// The same part of the same nodes, with other edges.
    template <class Edges>
    PartOf<Edges> with(Edges edges) const {
        return {std::move(edges), begins_, rank_};
    }

  private:
    G graph_;
    std::vector<std::uint64_t> begins_;
    std::size_t rank_;
    std::uint64_t first_ = 0, count_ = 0;
};

}  // namespace trav::distributed
