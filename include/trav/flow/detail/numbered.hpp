// trav/flow/detail/numbered.hpp: all objects that can be reached, numbered, with the children of each as
// numbers.
//
// The graph is read once, each object and each reference. Whatever has to read it again reads arrays instead:
// there is nothing to look up, and neighbours are near each other. Needs a node, 4 bytes and an entry of the
// store for each object, and 4 bytes for each reference; while numbering, 16 for each reference that waits.
// The memory is kept for the next time.
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

/// What can be reached of a graph. `Store` maps each node to its Place.
template <class G, class Store>
class Numbered {
    using N = node_t<G>;
    using S = std::remove_reference_t<Store>;

  public:
    explicit Numbered(Store store) : store_(static_cast<Store&&>(store)) {}

    /// Numbers what can be reached from `roots`, and then what else can be reached from `more`. Calls
    /// seen(node) once for each object, in the order of places. Throws TooManyObjects.
    template <class Roots, class More, class Seen>
    void number(G const& graph, Roots const& roots, More const& more, Seen&& seen) {
        detail::begin_pass(store_, graph);
        if constexpr (IndexedGraph<G>) {  // memory that is not written to costs nothing
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
    /// The places from 0 to roots() - 1 are those of the roots, each once; those from reached() on are
    /// reached from `more` only.
    std::size_t roots() const { return roots_; }
    std::size_t reached() const { return reached_; }
    N const& node(Place place) const { return nodes_[place]; }
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }
    std::span<Place const> children(Place place) const {
        return {children_.data() + begins_[place], begins_[place + 1] - begins_[place]};
    }
    /// Where the children of each place begin in references(), and, at the end, where those of the last one
    /// end.
    std::span<Place const> begins() const { return {begins_.data(), begins_.size()}; }
    /// The children of all places, those of place 0 first.
    std::span<Place const> references() const { return {children_.data(), children_.size()}; }
    /// A pointer to the place of a node, or null if it was not reached.
    auto find(N const& n) const { return store_.find(n); }
    /// Frees what only a solver reads: children() and references() must not be called after it.
    void drop_references() { begins_ = {}, children_ = {}; }

  private:
    Store store_;
    std::size_t roots_ = 0;
    std::size_t reached_ = 0;
    detail::Column<N> nodes_;
    detail::Column<Place> begins_;
    detail::Column<Place> children_;
};

}  // namespace trav
