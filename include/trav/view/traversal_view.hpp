// trav/view/traversal_view.hpp: a traversal driven by its reader: the view behind preorder, postorder and
// edges.
//
// The view owns the traversal. Copies share it, so the view is single pass: begin() continues where the last
// iterator stopped. An iterator is one pointer to the traversal. The view is lazy: incrementing an iterator
// only requests the next element; dereferencing the iterator, or comparing it with the end, takes the
// necessary steps. To stop early, stop reading. To visit everything, traverse() is faster.
//
// After an exception, a view continues with the remaining roots.
//
// If the roots are an lvalue, the view refers to them, and they must outlive it; an rvalue is moved into the
// view.
#pragma once

#include "../traverse_heap.hpp"

#include <range/v3/range/access.hpp>
#include <range/v3/view/facade.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace trav::views {

/// The values that `Recorder` produces during a traversal of `G` from `Roots`. A recorder is a policy with a
/// type value_type and members `value` and `full`; the view takes the value and clears `full`.
template <class Strategy, class G, class Roots, class Recorder>
class TraversalView
    : public ranges::view_facade<TraversalView<Strategy, G, Roots, Recorder>, ranges::unknown> {
    friend ranges::range_access;

    class Traversal {
      public:
        Traversal(G graph, Roots&& roots)
            : roots_(std::forward<Roots>(roots)),
              next_root_(ranges::begin(roots_)),
              heap_(std::move(graph), recorder_) {}

        void want_next() { recorder_.full = false; }
        bool done() {
            while (!recorder_.full && advance()) {}
            return !recorder_.full;
        }
        typename Recorder::value_type const& value() {
            done();
            return recorder_.value;
        }

      private:
        /// Takes one step. Returns false if the traversal has ended.
        bool advance() {
            if (heap_.idle() && !push_roots()) return false;
            heap_.step();
            return true;
        }
        /// Pushes roots. A strategy that takes the last root first gets one root at a time, so that roots are
        /// visited in their order.
        bool push_roots() {
            auto const end = ranges::end(roots_);
            for (; next_root_ != end; ++next_root_) {
                heap_.push_root(static_cast<node_t<G>>(*next_root_));
                if (Strategy::last_root_first) {
                    ++next_root_;
                    break;
                }
            }
            return !heap_.idle();
        }

        Roots roots_;
        decltype(ranges::begin(std::declval<std::remove_reference_t<Roots>&>())) next_root_;
        Recorder recorder_;
        TraverseHeap<G, Recorder, DefaultStore<G, Recorder>, Strategy> heap_;
    };

    class Cursor {
      public:
        using single_pass = std::true_type;

        Cursor() = default;
        explicit Cursor(Traversal* traversal) : traversal_(traversal) {}
        typename Recorder::value_type read() const { return traversal_->value(); }
        void next() { traversal_->want_next(); }
        bool equal(ranges::default_sentinel_t) const { return traversal_->done(); }

      private:
        Traversal* traversal_ = nullptr;
    };

    Cursor begin_cursor() const { return Cursor(traversal_.get()); }

    std::shared_ptr<Traversal> traversal_;

  public:
    TraversalView() = default;
    TraversalView(G graph, Roots&& roots)
        : traversal_(std::make_shared<Traversal>(std::move(graph), std::forward<Roots>(roots))) {}
};

}  // namespace trav::views
