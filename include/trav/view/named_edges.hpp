// trav/view/named_edges.hpp: views::named_edges(heap, roots), the edges of all objects that trav::Objects
// reaches, with their names, as a lazy range.
//
//     for (auto const& edge : trav::views::named_edges(heap, trav::roots(server)))
//         std::cout << edge.label << ' ' << edge.to.type->name() << '\n';
//
// Yields edges of all kinds, including weak and opaque ones, object by object, in preorder. Edges own their
// names, so they can be collected and sorted. See traversal_view.hpp for the properties of views.
#pragma once

#include "../graph/named_edge.hpp"
#include "preorder.hpp"

#include <range/v3/range/access.hpp>
#include <range/v3/view/facade.hpp>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// A named edge that owns its name.
struct LabelledEdge {
    Object from;
    Object to;
    EdgeKind kind;
    std::string label;    ///< "inventory[3].look"
    std::string pattern;  ///< "inventory[].look"

    bool operator==(LabelledEdge const&) const = default;
};

namespace views {

/// The named edges of the objects in a view.
template <class G, class Nodes>
class NamedEdgesView : public ranges::view_facade<NamedEdgesView<G, Nodes>, ranges::unknown> {
    friend ranges::range_access;

    class Reading {
      public:
        Reading(G graph, Nodes nodes)
            : graph_(std::move(graph)), nodes_(std::move(nodes)), at_(ranges::begin(nodes_)) {}

        void want_next() { ++place_; }
        bool done() {
            while (place_ == edges_.size()) {
                if (at_ == ranges::end(nodes_)) return true;
                std::vector<LabelledEdge> edges;
                graph_.edges(*at_, [&](NamedEdge const& edge) {
                    edges.push_back({edge.from, edge.to, edge.kind, edge.label(), edge.pattern()});
                });
                ++at_;
                edges_ = std::move(edges);
                place_ = 0;
            }
            return false;
        }
        LabelledEdge const& value() {
            done();
            return edges_[place_];
        }

      private:
        G graph_;
        Nodes nodes_;
        ranges::iterator_t<Nodes> at_;
        std::vector<LabelledEdge> edges_;  // edges of one object
        std::size_t place_ = 0;
    };

    class Cursor {
      public:
        using single_pass = std::true_type;

        Cursor() = default;
        explicit Cursor(Reading* reading) : reading_(reading) {}
        LabelledEdge const& read() const { return reading_->value(); }
        void next() { reading_->want_next(); }
        bool equal(ranges::default_sentinel_t) const { return reading_->done(); }

      private:
        Reading* reading_ = nullptr;
    };

    Cursor begin_cursor() const { return Cursor(reading_.get()); }

    std::shared_ptr<Reading> reading_;

  public:
    NamedEdgesView() = default;
    NamedEdgesView(G graph, Nodes nodes)
        : reading_(std::make_shared<Reading>(std::move(graph), std::move(nodes))) {}
};

/// The edges of all objects reachable from `roots`, with their names.
template <class Strategy = DepthFirst, NamesEdges G, class Roots>
auto named_edges(G graph, Roots&& roots) {
    auto nodes = preorder<Strategy>(graph, std::forward<Roots>(roots));
    return NamedEdgesView<G, decltype(nodes)>(std::move(graph), std::move(nodes));
}
template <class Strategy = DepthFirst, NamesEdges G>
auto named_edges(G graph, std::initializer_list<node_t<G>> roots) {
    return named_edges<Strategy>(std::move(graph), std::vector(roots));
}

}  // namespace views
}  // namespace trav
