// trav/ghc/profile/stack_graph.hpp: the mock GHC heap for a traversal whose stack is to be as high as GHC's.
//
// GHC's stack has an element for each closure that is open, and the engine's a frame. Both drop a closure's
// before its last child is visited, so that a list takes no room, but GHC only where a closure's layout says
// which child is the last: not for arrays and constructors of counted pointers, nor for functions and thunks,
// whose SRT may follow. Those have one child more here, a null one behind the others: it keeps the frame and
// is not visited.
#pragma once

#include "../heap/graph.hpp"

namespace trav::ghc {

/// GHC's view of the heap. The engine counts as GHC does, but for one more element for each closure that
/// takes its children all at once, and while a closure with one child is opened.
class GhcStackGraph : public Graph {
  public:
    class Range {
      public:
        class iterator {
          public:
            iterator() = default;
            iterator(Children::iterator at, bool null_behind) : at_(at), null_behind_(null_behind) {}
            Closure* operator*() const { return at_ == Children::End{} ? nullptr : *at_; }
            iterator& operator++() {
                if (at_ == Children::End{}) null_behind_ = false;
                else ++at_;
                return *this;
            }
            bool operator==(Children::End end) const { return at_ == end && !null_behind_; }

          private:
            Children::iterator at_;
            bool null_behind_ = false;
        };

        explicit Range(iterator begin) : begin_(begin) {}
        iterator begin() const { return begin_; }
        Children::End end() const { return {}; }

      private:
        iterator begin_;
    };

    explicit GhcStackGraph(Heap const& heap) : Graph(heap, true) {}

    Range children(node c) const {
        auto const at = Graph::children(c).begin();
        return Range({at, at != Children::End{} && !knows_last(type(c))});
    }
};

}  // namespace trav::ghc
