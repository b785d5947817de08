// trav/flow/detail/numbered.hpp: what can be reached, numbered, with the children of each object as numbers.
//
// The graph is read once, each object and each reference. Whoever needs it more often reads arrays instead: with nothing to look
// up, and in an order in which neighbours are near. Room: a node, 4 bytes and what the store takes for each object, and 4 bytes
// for each reference; on the way 16 for each that waits. It is kept for the next time.
#pragma once

#include "../../detail/column.hpp"
#include "../../graph/graph.hpp"
#include "../../store/store.hpp"
#include "numbering.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav {

/// The part of a graph that can be reached. `Store` keeps the Place of each node.
template <class G, class Store>
class Numbered {
    using N = node_t<G>;
    using S = std::remove_reference_t<Store>;

  public:
    explicit Numbered(Store store) : store_(static_cast<Store&&>(store)) {}

    /// Numbers what `roots` reach, and then what else `more` reach. seen(node) is called once for each object, in the order of
    /// their numbers. Throws TooManyObjects.
    template <class Roots, class More, class Seen>
    void number(G const& graph, Roots const& roots, More const& more, Seen&& seen) {
        detail::begin_pass(store_, graph);
        if constexpr (IndexedGraph<G>) {  // room that is not written to costs nothing
            nodes_.clear(), nodes_.room(graph.count() + detail::Numbering<G, S>::spare);
            begins_.clear(), begins_.room(graph.count() + 1);
        }
        detail::Numbering loop(graph, store_, std::move(nodes_), std::move(begins_), std::move(children_));
        loop.arrive_all(roots);
        roots_ = loop.nodes.size();
        for (bool const last : {false, true}) {
            loop.run(seen);
            if (last) break;
            reached_ = loop.nodes.size();
            loop.arrive_all(more);
        }
        loop.end();
        nodes_ = std::move(loop.nodes);
        begins_ = std::move(loop.begins);
        children_ = std::move(loop.children);
    }

    std::size_t size() const { return nodes_.size(); }
    /// Places from 0 to roots() - 1 are those of the roots, each of them once; from reached() on, what only `more` reach.
    std::size_t roots() const { return roots_; }
    std::size_t reached() const { return reached_; }
    N const& node(Place place) const { return nodes_[place]; }
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }
    std::span<Place const> children(Place place) const {
        return {children_.data() + begins_[place], begins_[place + 1] - begins_[place]};
    }
    /// Where the children of each place begin among all references; one more, where the last ones end.
    std::span<Place const> begins() const { return {begins_.data(), begins_.size()}; }
    /// All references, those of place 0 first.
    std::span<Place const> references() const { return {children_.data(), children_.size()}; }
    /// The place of a node, or null if it was not reached.
    auto find(N const& n) const { return store_.find(n); }

  private:
    Store store_;
    std::size_t roots_ = 0;
    std::size_t reached_ = 0;
    detail::Column<N> nodes_;
    detail::Column<Place> begins_;
    detail::Column<Place> children_;
};

}  // namespace trav
