// trav/ghc/heap/graph.hpp: the mock GHC heap as a graph, as GHC's heap traversal sees it.
//
//     ghc::Graph graph(heap);
//     traverse(graph, heap.roots(), policy);
//
// A node is the address of a closure. resolve() untags a pointer and follows static indirections; it returns
// null for closures that GHC skips. GHC also skips constructors of three words or more without pointers, even
// live ones; this graph visits them unless `ghc_compatible`. HeaderAccess lets trav::HeaderWord keep its data
// in the closures themselves.
#pragma once

#include "../layout/children.hpp"
#include "../layout/visit.hpp"
#include "heap.hpp"
#include "memory_order.hpp"

#include <stdexcept>

namespace trav::ghc {

class Graph {
  public:
    using node = Closure*;

    explicit Graph(Heap const& heap, bool ghc_compatible = false)
        : heap_(&heap), ghc_compatible_(ghc_compatible) {}

    Children children(node c) const { return Children(c); }
    template <class Sink>
    void scan(node c, Sink&& sink) const {
        scan_closure(c, sink);
    }
    /// All children if they are a few adjacent pointers; readable_children words may be read there.
    TRAV_ALWAYS_INLINE std::span<node const> row(node c) const { return ghc::row(c); }
    static constexpr std::size_t readable_children = readable_words;
    bool at_once(node c) const { return takes_all_at_once(type(c)); }

    /// The closure that a pointer stands for; null if traversals do not visit it. Throws IllFormed if the
    /// pointer leads to something that is not a heap object.
    node resolve(node pointer) const {
        return visited_closure(pointer, [this](node c) { return ghc_compatible_ || heap_->is_static(c); });
    }

    /// Bytes as GHC reports them, without the profiling words.
    std::size_t size(node c) const { return size_bytes(c); }
    /// The closure description.
    std::string_view label(node c) const { return description(c); }
    /// The address of the object, for prefetching.
    Closure const* address(node pointer) const { return untag(pointer); }
    /// Every object allocated, live or dead, except static closures.
    Objects objects() const { return heap_->objects(); }
    /// The current order of objects in memory; `threads`: whether objects() lists threads and their stacks.
    MemoryOrder memory_order(bool threads = true) const { return {*heap_, ghc_compatible_, threads}; }

    Heap const& heap() const { return *heap_; }

  private:
    Heap const* heap_;
    bool ghc_compatible_;
};

/// The header words that a pass must reset because it may not have reached them.
enum class Reset {
    all,       ///< of every object, by a linear walk, and of every static closure: correct, O(heap)
    ghc_lists  ///< of mutable objects and scanned static closures: GHC's choice, O(their number)
};

/// The header words of a heap, for trav::HeaderWord. They cannot hold biographies at the same time: throws
/// std::logic_error if they do.
class HeaderAccess {
  public:
    explicit HeaderAccess(Heap& heap, Reset reset = Reset::all) : heap_(&heap), reset_(reset) {
        if (heap.era() > 0)
            throw std::logic_error("ghc heap: the header words hold biographies; keep other data elsewhere");
    }

    /// The word of a closure.
    Word& operator()(Closure* c) const { return c->hp; }

    /// Calls f(word) for the words that `Reset` selects.
    template <class F>
    void unreached(F f) const {
        if (reset_ == Reset::ghc_lists) {
            for (Closure* c : heap_->survivors().mutable_list) f(c->hp);
            for (Closure* c : heap_->survivors().static_list)
                if (type(c) != ClosureType::IND_STATIC) f(c->hp);
            return;
        }
        for (Closure* c : heap_->program().statics()) f(c->hp);
        auto const all = heap_->objects();
        for (auto at = all.begin(); at != all.end(); ++at) f((*at)->hp);
        for (Block const* region : heap_->blocks().compacts)
            for (Block const* group = region; group; group = group->link)
                each_in_group(*group, [&](Closure* c) { f(c->hp); });
    }
    /// Sets the word of new objects. (GHC leaves it zero, which may mean "visited".)
    void fresh(Word word) const { heap_->set_fresh_word(reset_ == Reset::all ? word : 0); }

  private:
    Heap* heap_;
    Reset reset_;
};

}  // namespace trav::ghc
