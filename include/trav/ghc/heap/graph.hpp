// trav/ghc/heap/graph.hpp: the mock GHC heap as a graph, as GHC's heap traversal sees it.
//
//     ghc::Graph graph(heap);
//     traverse(graph, heap.roots(), policy);
//
// A node is the address of a closure; resolve() untags, follows static indirections and answers null for what
// GHC skips. GHC also skips pointer-free constructors of three words or more, live though they are; here they
// are visited unless `ghc_compatible`. HeaderAccess lets trav::HeaderWord keep its data in the closures
// themselves.
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
    /// All children, if they are a few pointers side by side; readable_children words may be read there.
    TRAV_ALWAYS_INLINE std::span<node const> row(node c) const { return ghc::row(c); }
    static constexpr std::size_t readable_children = readable_words;
    bool at_once(node c) const { return takes_all_at_once(type(c)); }

    /// The closure that a pointer stands for; null if it is not to be visited. Throws IllFormed for what is
    /// no heap object.
    node resolve(node pointer) const {
        return visited_closure(pointer, [this](node c) { return ghc_compatible_ || heap_->is_static(c); });
    }

    /// Bytes as GHC reports them, without the profiling words.
    std::size_t size(node c) const { return size_bytes(c); }
    /// The closure description.
    std::string_view label(node c) const { return description(c); }
    /// Where the object lies, for prefetching.
    Closure const* address(node pointer) const { return untag(pointer); }
    /// Every object allocated, live or dead; not the static closures.
    Objects objects() const { return heap_->objects(); }
    /// The order in which the objects lie now, and whether objects() lists threads and their stacks.
    MemoryOrder memory_order(bool threads = true) const { return {*heap_, ghc_compatible_, threads}; }

    Heap const& heap() const { return *heap_; }

  private:
    Heap const* heap_;
    bool ghc_compatible_;
};

/// Which words a pass over header words must reset because it may not have reached them.
enum class Reset {
    all,       ///< those of every object, by a linear walk, and of every static closure: right, O(heap)
    ghc_lists  ///< those of mutable objects and of scanned static closures: GHC's choice, O(those)
};

/// The header words of a heap, for trav::HeaderWord. No biographies can be in them at the same time: throws
/// std::logic_error if there are.
class HeaderAccess {
  public:
    explicit HeaderAccess(Heap& heap, Reset reset = Reset::all) : heap_(&heap), reset_(reset) {
        if (heap.era() > 0)
            throw std::logic_error("ghc heap: the header words hold biographies; keep other data elsewhere");
    }

    /// The word of a closure.
    Word& operator()(Closure* c) const { return c->hp; }

    /// Calls f(word) for the words that Reset says.
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
    }
    /// From now on new objects carry this word. (GHC leaves zero in them, which may mean "visited".)
    void fresh(Word word) const { heap_->set_fresh_word(reset_ == Reset::all ? word : 0); }

  private:
    Heap* heap_;
    Reset reset_;
};

}  // namespace trav::ghc
