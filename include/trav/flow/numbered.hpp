// trav/flow/numbered.hpp: numbers all reachable objects, and lists the children of each as numbers.
//
// The graph is read once: each object and each reference. Later passes read arrays instead of the graph: they
// need no look-ups, and neighbours have nearby numbers. Takes a node, 4 bytes and a store entry per object,
// and 4 bytes per reference; while numbering, 16 bytes per pending reference. The memory is reused the next
// time.
#pragma once

#include "../detail/growing_array.hpp"
#include "../graph/graph.hpp"
#include "../graph/memory_rows.hpp"
#include "../graph/with_owners.hpp"
#include "../store/store.hpp"
#include "numbering.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {
/// The store of objects whose places are their slots.
struct NoStore {};
/// Any other store keeps the place of each object.
struct KeepsPlace {
    using node_data = Place;
};
}  // namespace detail

/// The reachable part of a graph. `Store` maps each node to its Place.
template <class G, class Store>
class Numbered {
    using N = node_t<G>;
    using S = std::remove_reference_t<Store>;

  public:
    explicit Numbered(Store store) : store_(static_cast<Store&&>(store)) {}

    /// Numbers the objects reachable from `roots`, then any others reachable from `more`. Calls seen(node)
    /// once for each object, in the order of places. Throws TooManyObjects.
    template <class Roots, class More, class Seen>
    void number(G const& graph, Roots const& roots, More const& more, Seen&& seen) {
        detail::begin_pass(store_, graph);
        if constexpr (IndexedGraph<G>) {  // untouched memory costs nothing
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

    /// Numbers the objects of a memory order by their slots, without the store. Returns false if there are
    /// too many references.
    bool number_by_slot(G const& graph, auto const& order) {
        nodes_.clear(), begins_.clear(), children_.clear();
        detail::MemoryRows<N> rows;
        for (std::size_t block = 0; block != order.blocks(); ++block) {
            if (!rows.read(graph, order, block, block + 1)) return false;
            for (std::size_t i = 0; i != rows.size(); ++i) {
                nodes_.push(rows.node(i));
                begins_.push(static_cast<Place>(children_.size()));
                for (Place const child : rows.children(i)) children_.push(child);
            }
            if (children_.size() >= ~Place{0}) return false;
        }
        begins_.push(static_cast<Place>(children_.size()));
        roots_ = reached_ = nodes_.size();
        return true;
    }

    std::size_t size() const { return nodes_.size(); }
    /// Places 0 to roots() - 1 are the distinct roots; places from reached() on are reachable only from
    /// `more`.
    std::size_t roots() const { return roots_; }
    std::size_t reached() const { return reached_; }
    N const& node(Place place) const { return nodes_[place]; }
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }
    std::span<Place const> children(Place place) const {
        return {children_.data() + begins_[place], begins_[place + 1] - begins_[place]};
    }
    /// The start of each place's children in references(), followed by the end of the last place's children.
    std::span<Place const> begins() const { return {begins_.data(), begins_.size()}; }
    /// The children of all places, in the order of the places.
    std::span<Place const> references() const { return {children_.data(), children_.size()}; }
    /// A pointer to the place of a node, or null if it was not reached.
    auto find(N const& n) const { return store_.find(n); }
    /// Frees the arrays that only a solver reads. children() and references() must not be called afterwards.
    void drop_references() { begins_ = {}, children_ = {}; }

  private:
    Store store_;
    std::size_t roots_ = 0;
    std::size_t reached_ = 0;
    detail::GrowingArray<N> nodes_;
    detail::GrowingArray<Place> begins_;
    detail::GrowingArray<Place> children_;
};

/// The rows that a graph has written down itself.
template <detail::WritesRows G>
class Numbered<G, detail::NoStore> {
    using N = node_t<G>;

  public:
    explicit Numbered(detail::NoStore) {}

    /// `graph` must be as these lists of roots see it (with_owners.hpp), and outlive its rows' use.
    void number(G const& graph, auto const&, auto const&, auto&& seen) {
        rows_ = graph.rows();
        for (N const& n : nodes()) seen(n);
    }
    std::size_t size() const { return nodes().size(); }
    std::size_t roots() const { return rows_->roots(); }
    std::size_t reached() const { return rows_->reached(); }
    N const& node(Place place) const { return nodes()[place]; }
    std::span<N const> nodes() const { return rows_ ? rows_->nodes() : std::span<N const>(); }
    std::span<Place const> children(Place place) const {
        return references().subspan(begins()[place], begins()[place + 1] - begins()[place]);
    }
    std::span<Place const> begins() const { return rows_->begins(); }
    std::span<Place const> references() const { return rows_->references(); }
    auto find(N const& n) const { return rows_->find(n); }
    void drop_references() {}

  private:
    std::remove_reference_t<decltype(*std::declval<G const&>().rows())>* rows_ = nullptr;
};

}  // namespace trav
