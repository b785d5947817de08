// trav/strategy/pointer_reversal.hpp: depth first, left to right, in constant extra space. The way back is
// kept in the pointers of the graph itself: each pointer is reversed while its target is open (Schorr and
// Waite, 1967; Deutsch).
//
//     struct Heap {
//         using node = Obj*;
//         auto const& children(node n) const { return n->fields; }
//         auto& slots(node n) const { return n->fields; }           // the children's places, writable
//         std::uint32_t& cursor(node n) const { return n->cursor; } // 0 before and after a traversal
//     };
//
// The strategy itself keeps two nodes and a number. Each object needs an integer that can count its children,
// and a mark in the store (use InNode, HeaderWord or Dense; a side table does not take constant space). Roots
// from push_root() wait on a stack; traverse() pushes one after the other.
//
// Every pointer has its old value when the traversal ends, even if a visit says stop or throws, or if the
// TraverseHeap is destroyed or begins another pass. Until then, the slots of open nodes (the nodes on the
// path from the root) do not hold their children. A policy may only read the children of a node that it
// visits for the first time, or leaves.
//
// Only a cursor is kept for an open node. A policy can therefore have visit() and leave(), node_data and the
// parent, but neither `inherited` nor `returned` (and fuse() without a node type needs `inherited`). It
// cannot descend again from an open node: that throws OpenAgain.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../detail/raise.hpp"
#include "../graph/graph.hpp"
#include "../policy/check.hpp"
#include "../policy/policy.hpp"

#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// A graph with pointers that can be reversed.
template <class G>
concept ReversibleGraph = Graph<G> && requires(G const& graph, node_t<G> n, std::size_t i) {
    { graph.slots(n).size() } -> std::convertible_to<std::size_t>;
    { graph.slots(n)[i] } -> std::same_as<node_t<G>&>;
    requires std::unsigned_integral<std::remove_reference_t<decltype(graph.cursor(n))>>;
    graph.cursor(n) = {};
};

/// A visit said go::down at a node that is already open; only DepthFirst supports that.
struct OpenAgain : std::logic_error {
    OpenAgain()
        : std::logic_error(
              "trav: PointerReversal cannot go down at a node that is open already; use DepthFirst") {}
};

/// Depth first in constant extra space.
struct PointerReversal {
    static constexpr bool returns = true;
    static constexpr bool last_root_first = true;

    template <class G, class P, class S>
    static consteval bool check() {
        if constexpr (!ReversibleGraph<G>) {
            static_assert(
                detail::never<G>,
                "trav: PointerReversal needs a graph with 'auto& slots(node) const', the children's places "
                "to write to, and 'std::uint32_t& cursor(node) const', a field that is 0");
        } else if constexpr (requires(G const& graph, node_t<G> n) { graph.resolve(n); }) {
            static_assert(detail::never<G>,
                          "trav: PointerReversal puts back nodes, not handles: it cannot walk a graph with "
                          "resolve(); use DepthFirst");
        } else if constexpr (AtOnceGraph<G>) {
            static_assert(detail::never<G>,
                          "trav: PointerReversal cannot walk a graph with at_once(); use DepthFirst");
        } else if constexpr (!detail::absent<inherited_t<P>> || !detail::absent<returned_t<P>>) {
            static_assert(
                detail::never<P>,
                "trav: PointerReversal keeps nothing for an open node, so it has no place for a policy's "
                "'inherited' or 'returned' (nor for fuse); use DepthFirst");
        } else {
            return true;
        }
        return false;
    }

    template <class G, class P, class S>
    class Walker {
        using N = node_t<G>;
        using Data = node_data_t<P>;
        using Inherited = inherited_t<P>;
        using Parent = parent_t<P, N>;
        static constexpr bool leaves = Leaves<P, N>;

      public:
        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {}
        Walker(Walker const&) = delete;
        Walker& operator=(Walker const&) = delete;
        ~Walker() { clear(); }

        void push(N const& root, Inherited const&) { roots_.push_back(root); }
        bool idle() const { return depth_ == 0 && roots_.empty(); }
        /// The number of open nodes and waiting roots.
        std::size_t size() const { return depth_ + roots_.size(); }
        /// Restores every pointer.
        void clear() {
            while (depth_ != 0) close();
            roots_.clear();
        }
        returned_t<P>& total() { return nothing_.returned; }

        /// Crosses one edge, or returns from one node. Must not be idle.
        TRAV_INLINE go step() {
            struct Restore {  // after an exception, too
                Walker* walker;
                TRAV_ALWAYS_INLINE ~Restore() {
                    if (walker) walker->clear();
                }
            } restore{this};
            go const answer = cross();
            if (answer != go::stop) restore.walker = nullptr;
            return answer;
        }

      private:
        TRAV_INLINE go cross() {
            if (depth_ == 0) {
                N const root = std::move(roots_.back());
                roots_.pop_back();
                return enter(root, root);
            }
            auto& cursor = graph_.cursor(top_);
            auto&& slots = graph_.slots(top_);
            auto const at =
                static_cast<std::size_t>(cursor);  // the slot that was followed last, counted from 1
            if (at == slots.size()) {
                N const node = top_;
                close();
                if constexpr (leaves) leave(node, depth_ == 0 ? node : top_);
                return go::skip;
            }
            set(cursor, at + 1);
            return enter(slots[at], top_);
        }

        TRAV_INLINE go enter(N const node, N const& parent) {
            if (null(graph_, node)) return go::skip;
            auto&& touched = store_.touch(node);
            here_t<P, N> here{node,
                              detail::as_parent<P>(parent),
                              touched.fresh,
                              touched.data(),
                              nothing_.inherited,
                              nothing_.inherited,
                              nothing_.returned,
                              nothing_.returned};
            go const answer = detail::visit<P, N>(policy_, here);
            if (answer != go::down) return answer;
            if (std::size_t const children = graph_.slots(node).size(); children != 0) {
                auto& cursor = graph_.cursor(node);
                if (cursor != 0) detail::raise(OpenAgain());
                using Cursor = std::remove_reference_t<decltype(cursor)>;
                if (children > std::size_t{std::numeric_limits<Cursor>::max()})
                    detail::raise(std::length_error("trav: a cursor is too small for its node's children"));
                open(node);
            } else if constexpr (leaves) {
                here.first = false;
                policy_.leave(here);
            }
            return answer;
        }
        TRAV_INLINE void leave(N const& node, N const& parent) {
            auto const call = [&](Data& data) {
                here_t<P, N> here{node,
                                  detail::as_parent<P>(parent),
                                  false,
                                  data,
                                  nothing_.inherited,
                                  nothing_.inherited,
                                  nothing_.returned,
                                  nothing_.returned};
                policy_.leave(here);
            };
            if constexpr (detail::absent<Data>) {
                Data nothing;
                call(nothing);
            } else {
                auto&& touched = store_.touch(node);
                call(touched.data());
            }
        }

        /// Makes `node` the top. The slot of the old top that held `node` keeps the node below the old top.
        TRAV_INLINE void open(N const& node) {
            if (depth_++ != 0) slot() = std::exchange(below_, top_);
            top_ = node;
        }
        /// Puts the top back into the slot that led to it.
        TRAV_INLINE void close() {
            set(graph_.cursor(top_), 0);
            if (--depth_ == 0) return;
            N const node = std::exchange(top_, below_);
            below_ = std::exchange(slot(), node);
        }
        /// The slot of the top that was followed last.
        TRAV_INLINE N& slot() const {
            return graph_.slots(top_)[static_cast<std::size_t>(graph_.cursor(top_)) - 1];
        }
        TRAV_INLINE static void set(auto& cursor, std::size_t value) {
            cursor = static_cast<std::remove_reference_t<decltype(cursor)>>(value);
        }

        struct Nothing {
            [[no_unique_address]] Inherited inherited;
            [[no_unique_address]] returned_t<P> returned;
        };
        G const& graph_;
        P& policy_;
        S& store_;
        N top_{};                // the innermost open node
        N below_{};              // the open node that led to it
        std::size_t depth_ = 0;  // the number of open nodes
        std::vector<N> roots_;
        [[no_unique_address]] Nothing nothing_{};
    };
};

}  // namespace trav
