// trav/ghc/profile/stack_graph.hpp: the mock GHC heap for a traversal whose stack is to be as high as GHC's.
//
// GHC's stack has an element for each closure that is open, and the engine's a frame. Both drop a closure's
// before its last child is visited, so that a list takes no room, but GHC only where a closure's layout says
// which child is the last: not for arrays and constructors of counted pointers, nor for functions and thunks,
// whose SRT may follow. Those have one child more here, a null one behind the others: it keeps the frame and
// is not visited. GHC has no element for a closure whose children all wait on the stack, nor for one with a
// single child; those frames are not counted.
#pragma once

#include "../../strategy/depth_first.hpp"
#include "../heap/graph.hpp"

#include <cstddef>

namespace trav::ghc {

/// GHC's view of the heap.
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

/// Depth first; Counted<GhcDepthFirst> counts what waits in GHC's elements.
struct GhcDepthFirst : DepthFirst {
    template <class G, class P, class S>
    class Walker : public DepthFirst::Walker<G, P, S> {
        using Base = DepthFirst::Walker<G, P, S>;
        using Frame = typename Base::Frame;

      public:
        using Base::Base;

        std::size_t size() const {
            return Base::size() - flat_ - (Base::frames() > 0 && has_one_child(Base::innermost()));
        }
        /// A step takes the innermost frame away, or leaves it, and may open one.
        go step() {
            std::size_t const before = Base::frames();
            std::size_t const taken = before > 0 && is_flat(Base::innermost());
            go const answer = Base::step();
            if (Base::frames() <= before) flat_ -= taken;
            if (Base::frames() >= before && Base::frames() > 0) flat_ += is_flat(Base::innermost());
            return answer;
        }
        void clear() {
            Base::clear();
            flat_ = 0;
        }

      private:
        static bool is_flat(Frame const& frame) { return frame.floor != Frame::no_floor; }
        static bool has_one_child(Frame const& frame) {
            auto at = frame.at;
            return !is_flat(frame) && ++at == frame.end;
        }

        std::size_t flat_ = 0;  // how many frames are of closures whose children all wait
    };
};

}  // namespace trav::ghc
