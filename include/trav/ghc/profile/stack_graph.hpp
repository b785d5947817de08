// trav/ghc/profile/stack_graph.hpp: a view of the mock GHC heap on which a traversal's stack is as high as
// GHC's.
//
// GHC's stack has an element for each open closure; the engine's stack has a frame. Both drop it before they
// visit the last child, so that a list takes no room. But GHC does so only if the closure's layout determines
// the last child: not for arrays and constructors with counted pointers, nor for functions and thunks, since
// an SRT may follow. Here these closures have an additional child at the end: a null pointer, which keeps the
// frame and is not visited. GHC has no element for a closure whose children are all on the stack, nor for a
// closure with a single child; such frames are not counted. With leave(), GHC's return callback, each open
// closure has an element until its children are done, and each frame counts.
#pragma once

#include "../../strategy/depth_first.hpp"
#include "../heap/graph.hpp"

#include <cstddef>

namespace trav::ghc {

/// The heap as GHC traverses it.
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

/// Depth first; Counted<GhcDepthFirst> counts the elements of GHC's stack.
struct GhcDepthFirst : DepthFirst {
    template <class G, class P, class S>
    class Walker : public DepthFirst::Walker<G, P, S> {
        using Base = DepthFirst::Walker<G, P, S>;
        using Frame = typename Base::Frame;

      public:
        using Base::Base;

        std::size_t size() const {
            if constexpr (Leaves<P, node_t<G>>) return Base::size();
            else return Base::size() - flat_ - (Base::frames() > 0 && has_one_child(Base::innermost()));
        }
        /// A step pops the innermost frame or leaves it, and may push one.
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

        std::size_t flat_ = 0;  // number of frames of closures with all children on the stack
    };
};

}  // namespace trav::ghc
