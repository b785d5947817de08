// RetainedHeap: who retains what in a dump, counted as the dump says (see trav/dump/retention.hpp).
#pragma once

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/named_dump_graph.hpp>
#include <trav/dump/retention.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/dominator.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace heapprof {

/// A dump's dominator tree, and what it was made of. The dump must outlive it. O(nodes + edges).
template <trav::dump::Dump D>
struct RetainedHeap {
    using Retention = decltype(trav::dump::retention(std::declval<D const&>()));
    /// Whether an edge takes part.
    struct Holds {
        Retention const* retention;
        bool operator()(typename D::Edge const& edge) const { return retention->holds(edge); }
    };
    struct Size {
        Retention const* retention;
        std::size_t operator()(trav::dump::Node n) const {
            return static_cast<std::size_t>(retention->size(n));
        }
    };
    using Graph = trav::Sized<trav::dump::DumpGraph<D>, Size>;

    explicit RetainedHeap(D const& heap)
        : dump(heap),
          retention(trav::dump::retention(heap)),
          holds{&retention},
          graph(trav::dump::DumpGraph(heap, holds), Size{&retention}),
          tree(graph, trav::dump::roots(heap), [this](auto const& reached) {
              auto const more = retention.more_roots(reached);
              if (!more.empty()) garbage_.resize(dump.node_count());
              for (trav::dump::Node n = 0; n != garbage_.size(); ++n) garbage_[n] = !reached(n);
              return more;
          }) {}
    RetainedHeap(RetainedHeap const&) = delete;
    RetainedHeap& operator=(RetainedHeap const&) = delete;

  private:
    std::vector<bool> garbage_;  // empty: none; made with the tree

  public:
    D const& dump;
    Retention const retention;
    Holds const holds;
    Graph const graph;  ///< along the edges that take part
    trav::DominatorTree<Graph> const tree;

    /// Whether the object is in the tree though no root of the dump reaches it.
    bool garbage(trav::dump::Node n) const { return !garbage_.empty() && garbage_[n]; }
};

/// A dump with named edges, and with the sizes that retained sizes are counted with.
template <trav::dump::Dump D, class Follow>
class AsRetained : public trav::dump::NamedDumpGraph<D, Follow> {
  public:
    AsRetained(RetainedHeap<D> const& heap, Follow follow)
        : trav::dump::NamedDumpGraph<D, Follow>(heap.dump, std::move(follow)), heap_(&heap) {}
    std::size_t size(trav::dump::Node n) const { return heap_->graph.size(n); }

  private:
    RetainedHeap<D> const* heap_;
};

}  // namespace heapprof
