// trav/strategy/depth_first.hpp: depth first, left to right, with a cursor into the children of each open
// node: GHC's order and sequence of callbacks. Calls leave().
//
// Without leave(), a frame is dropped before its last child is entered, so a list is walked in constant
// space. With leave(), each open node keeps a frame of 24 bytes or more in a stack that doubles: 24 to 48
// bytes for each cell of a list, 3.2 GiB for a list of 10^8 cells (./dev bench limits). PointerReversal also
// calls leave(), and keeps no frames. The innermost frame is kept apart from the others, so that a compiler
// can hold it in registers. Roots wait on a separate stack; the last root pushed is visited first.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../detail/stack.hpp"
#include "../graph/graph.hpp"
#include "../graph/row.hpp"
#include "../policy/policy.hpp"
#include "detail/frame.hpp"

#include <cstddef>
#include <utility>

namespace trav {

/// Depth first. O(depth) frames.
struct DepthFirst {
    static constexpr bool returns = true;  // leave() is called
    static constexpr bool last_root_first = true;

    template <class G, class P, class S>
    class Walker {
        using N = node_t<G>;
        using Inherited = inherited_t<P>;
        using Returned = returned_t<P>;
        using Parent = parent_t<P, N>;
        static constexpr bool leaves = Leaves<P, N>;
        static constexpr bool at_once = AtOnceGraph<G> || ScansBack<G>;

      public:
        using Frame = detail::Frame<G, P, S>;

        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {
            frames_.make_room();
        }
        TRAV_ALWAYS_INLINE ~Walker() = default;  // inlined, so that the walker can stay in registers

        void push(N const& root, Inherited const& inherited) {
            roots_.push({resolve(graph_, root), inherited});
        }
        bool idle() const { return frames_.empty() && roots_.empty(); }
        std::size_t size() const {
            if constexpr (at_once) return frames_.size() + scanned_.size() + roots_.size();
            else return frames_.size() + roots_.size();
        }
        void clear() {
            frames_.clear(), roots_.clear();
            if constexpr (at_once) scanned_.clear();
        }
        /// The value that the roots returned.
        Returned& total() { return total_; }
        /// The frame of the innermost open node, where the next edge is crossed. There must be one.
        Frame const& innermost() const { return frames_.top(); }
        std::size_t frames() const { return frames_.size(); }

        /// Crosses one edge, or returns from one node. Must not be idle.
        go step() {
            if (frames_.empty()) return visit_root();
            Frame innermost = frames_.pop();
            if constexpr (leaves) {
                if (!more(innermost)) {
                    innermost.leave(policy_, store_, frames_.empty() ? total_ : accumulator(frames_.top()));
                    return go::skip;
                }
            }
            go const answer = cross(innermost);
            if (leaves || more(innermost)) put(std::move(innermost));
            return answer;
        }
        /// Steps until nothing remains, with the innermost frame in registers. Returns false on go::stop.
        TRAV_INLINE bool run() {
            for (;;) {
                if (!frames_.empty()) {
                    Frame innermost = frames_.pop();
                    do {
                        if constexpr (leaves)
                            if (!more(innermost)) continue;
                        do
                            if (cross(innermost) == go::stop) return false;
                        while (more(innermost));
                    } while (go_back(innermost));
                }
                if (roots_.empty()) return true;
                if (visit_root() == go::stop) return false;
            }
        }

      private:
        struct Root {
            N node;
            [[no_unique_address]] Inherited inherited;
        };
        TRAV_INLINE bool more(Frame const& frame) const {
            if constexpr (ScansBack<G>) {
                return scanned_.size() != frame.floor;
            } else {
                if constexpr (at_once)
                    if (frame.floor != Frame::no_floor) return scanned_.size() != frame.floor;
                return frame.at != frame.end;
            }
        }
        TRAV_INLINE N next(Frame& frame) {
            if constexpr (ScansBack<G>) {
                return scanned_.pop();
            } else {
                if constexpr (at_once)
                    if (frame.floor != Frame::no_floor) return scanned_.pop();
                N const child = static_cast<N>(*frame.at);
                ++frame.at;
                return child;
            }
        }

        /// There is always room for one more frame, so that the frame being opened need not be kept across a
        /// call.
        TRAV_INLINE void put(Frame&& frame) {
            frames_.put(std::move(frame));
            frames_.make_room();
        }
        TRAV_INLINE go visit_root() {
            Root const root = roots_.pop();
            return enter(root.node, detail::as_parent<P>(root.node), root.inherited, total_,
                         [&](Frame&& frame) { put(std::move(frame)); });
        }
        TRAV_INLINE go cross(Frame& innermost) {
            N const child = next(innermost);
            Inherited const inherited = innermost.to_children;
            // before scanned_ holds the child's own children; otherwise as late as possible, for speed
            [[maybe_unused]] bool const early = at_once && more(innermost);
            return enter(child, detail::as_parent<P>(innermost.node), inherited, accumulator(innermost),
                         [&](Frame&& frame) {
                             if (leaves || (at_once ? early : more(innermost))) put(std::move(innermost));
                             innermost = std::move(frame);
                         });
        }

        /// Visits a node, and calls open(frame) if it has children to visit.
        TRAV_INLINE go enter(N const& handle, Parent const& parent, Inherited const& inherited,
                             Returned& to_parent, auto&& open) {
            N const node = resolve(graph_, handle);
            if (null(graph_, node)) return go::skip;
            return detail::arrive<P>(policy_, store_, node, parent, inherited, to_parent, [&](auto& here) {
                auto const descend = [&](bool any, auto at, auto end, [[maybe_unused]] std::size_t floor) {
                    if (!any) {
                        here.first = false;
                        if constexpr (leaves) policy_.leave(here);
                        return;
                    }
                    Frame frame{{}, std::move(at), std::move(end), here.to_children, {}, {}, {}, {}, {}};
                    if constexpr (Frame::keeps_node) frame.node = node;
                    if constexpr (leaves) frame.parent = parent;
                    if constexpr (Frame::keeps_inherited) frame.inherited = inherited;
                    if constexpr (leaves) frame.returned = std::move(here.returned);
                    if constexpr (Frame::keeps_data) frame.data = &here.data;
                    if constexpr (at_once) frame.floor = floor;
                    open(std::move(frame));
                };
                if constexpr (ScansBack<G>) {
                    std::size_t const floor = scanned_.size();
                    graph_.scan_back(node, [this](N const& child) {
                        if (!null(graph_, child)) scanned_.push(child);
                    });
                    return descend(scanned_.size() != floor, decltype(Frame::at){}, decltype(Frame::end){},
                                   floor);
                } else {
                    if constexpr (at_once) {
                        if (graph_.at_once(node)) {
                            std::size_t const floor = scanned_.size();
                            for (N const& child : detail::scanned(graph_, node)) scanned_.push(child);
                            return descend(scanned_.size() != floor, detail::cursor_t<G>{},
                                           detail::end_t<G>{}, floor);
                        }
                    }
                    auto&& children = graph_.children(node);
                    auto at = children.begin();
                    auto end = children.end();
                    bool const any = at != end;
                    return descend(any, std::move(at), std::move(end), Frame::no_floor);
                }
            });
        }

        /// Goes back to the next outer frame. Returns false if there is none.
        TRAV_INLINE bool go_back(Frame& innermost) {
            if constexpr (leaves) {
                Frame left = std::move(innermost);
                if (frames_.empty()) {
                    left.leave(policy_, store_, total_);
                    return false;
                }
                innermost = frames_.pop();
                left.leave(policy_, store_, accumulator(innermost));
            } else {
                if (frames_.empty()) return false;
                innermost = frames_.pop();
            }
            return true;
        }
        TRAV_INLINE Returned& accumulator([[maybe_unused]] Frame& frame) {
            if constexpr (leaves && !detail::absent<Returned>) return frame.returned;
            else return total_;
        }

        G const& graph_;
        P& policy_;
        S& store_;
        detail::Stack<Frame> frames_;
        [[no_unique_address]] detail::optional_t<at_once, detail::Stack<N>, 10>
            scanned_;  // children of at-once nodes; the innermost frame has its own from its floor up
        detail::Stack<Root> roots_;
        [[no_unique_address]] Returned total_{};
    };
};

}  // namespace trav
