// trav/strategy/depth_first.hpp: depth first, left to right, with a cursor into the children of each open node: GHC's order
// and GHC's sequence of callbacks. The only order that can call leave().
//
// A frame is a cursor (begin, end) and what the policy hands to children: the node if it asks for the parent, and so on;
// with leave() also what that needs.
// Without leave() a frame is dropped before its last child is entered, so that a list is walked in constant space. The
// innermost frame lies beside the others, where a compiler can keep it in registers. Roots wait on a stack of their own: the
// last one pushed is the first one visited.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/stack.hpp"
#include "../graph/graph.hpp"
#include "../policy/policy.hpp"

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
        using Data = node_data_t<P>;
        using Inherited = inherited_t<P>;
        using Returned = returned_t<P>;
        using Parent = parent_t<P, N>;
        using Children = decltype(std::declval<G const&>().children(std::declval<N>()));
        using Cursor = decltype(std::declval<Children&>().begin());
        using End = decltype(std::declval<Children&>().end());

        static constexpr bool leaves = Leaves<P, N>;
        static constexpr bool at_once = AtOnceGraph<G>;
        static constexpr bool keeps_node = leaves || detail::wants_parent<P>;
        static constexpr bool keeps_inherited = leaves && !detail::absent<Inherited>;
        static constexpr bool keeps_data = leaves && S::stable && !detail::absent<Data>;

      public:
        struct Frame {
            [[no_unique_address]] detail::optional_t<keeps_node, N, 3> node;
            Cursor at;
            End end;
            [[no_unique_address]] Inherited to_children;
            [[no_unique_address]] detail::optional_t<leaves, Parent, 4> parent;
            [[no_unique_address]] detail::optional_t<keeps_inherited, Inherited, 5> inherited;
            [[no_unique_address]] detail::optional_t<leaves, Returned, 6> returned;
            [[no_unique_address]] detail::optional_t<keeps_data, Data*, 7> data;
            [[no_unique_address]] detail::optional_t<at_once, std::size_t, 8> floor;  // see scanned_
        };

        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {
            frames_.make_room();
        }
        [[gnu::always_inline]] ~Walker() = default;  // a call of it would keep the walker out of registers

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
        /// What the roots returned.
        Returned& total() { return total_; }

        /// Crosses one edge, or returns from one node. Not when idle.
        go step() {
            if (frames_.empty()) return visit_root();
            Frame innermost = frames_.pop();
            if constexpr (leaves) {
                if (!more(innermost)) {
                    leave(innermost, frames_.empty() ? total_ : accumulator(frames_.top()));
                    return go::skip;
                }
            }
            go const answer = cross(innermost);
            if (leaves || more(innermost)) put(std::move(innermost));
            return answer;
        }
        /// Steps until nothing is left; false: a visit said stop. The innermost frame is in registers.
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
        static constexpr std::size_t no_floor = ~std::size_t{0};

        TRAV_INLINE bool more(Frame const& frame) const {
            if constexpr (at_once)
                if (frame.floor != no_floor) return scanned_.size() != frame.floor;
            return frame.at != frame.end;
        }
        TRAV_INLINE N next(Frame& frame) {
            if constexpr (at_once)
                if (frame.floor != no_floor) return scanned_.pop();
            N const child = static_cast<N>(*frame.at);
            ++frame.at;
            return child;
        }

        /// There always is room for one frame, so that what is being opened need not survive a call.
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
            // asked before the child's own children come to lie on scanned_; else as late as possible, for speed
            [[maybe_unused]] bool const early = at_once && more(innermost);
            return enter(child, detail::as_parent<P>(innermost.node), inherited, accumulator(innermost),
                         [&](Frame&& frame) {
                             if (leaves || (at_once ? early : more(innermost))) put(std::move(innermost));
                             innermost = std::move(frame);
                         });
        }

        /// Visits, and calls open(frame) if there are children to visit.
        TRAV_INLINE go enter(N const& handle, Parent const& parent, Inherited const& inherited,
                             Returned& to_parent, auto&& open) {
            N const node = resolve(graph_, handle);
            if (null(graph_, node)) return go::skip;
            auto&& touched = store_.touch(node);
            Inherited to_children{};
            Returned returned{};
            here_t<P, N> here{node,      parent,      touched.fresh, touched.data(),
                              inherited, to_children, returned,      to_parent};
            go const answer = detail::visit<P, N>(policy_, here);
            if (answer != go::down) return answer;

            auto const descend = [&](bool any, Cursor at, End end, [[maybe_unused]] std::size_t floor) {
                if (!any) {
                    if constexpr (leaves) {
                        here.first = false;
                        policy_.leave(here);
                    }
                    return answer;
                }
                Frame frame{{}, std::move(at), std::move(end), to_children, {}, {}, {}, {}, {}};
                if constexpr (keeps_node) frame.node = node;
                if constexpr (leaves) frame.parent = parent;
                if constexpr (keeps_inherited) frame.inherited = inherited;
                if constexpr (leaves) frame.returned = std::move(returned);
                if constexpr (keeps_data) frame.data = &touched.data();
                if constexpr (at_once) frame.floor = floor;
                open(std::move(frame));
                return answer;
            };
            if constexpr (at_once) {
                if (graph_.at_once(node)) {
                    std::size_t const floor = scanned_.size();
                    graph_.scan(node, [&](N const& child) { scanned_.push(child); });
                    return descend(scanned_.size() != floor, Cursor{}, End{}, floor);
                }
            }
            auto&& children = graph_.children(node);
            auto at = children.begin();
            auto end = children.end();
            bool const any = at != end;
            return descend(any, std::move(at), std::move(end), no_floor);
        }

        /// To the next frame out, if there is one.
        TRAV_INLINE bool go_back(Frame& innermost) {
            if constexpr (leaves) {
                Frame left = std::move(innermost);
                if (frames_.empty()) {
                    leave(left, total_);
                    return false;
                }
                innermost = frames_.pop();
                leave(left, accumulator(innermost));
            } else {
                if (frames_.empty()) return false;
                innermost = frames_.pop();
            }
            return true;
        }
        TRAV_INLINE void leave(Frame& frame, Returned& to_parent) {
            auto const call = [&](Data& data) {
                here_t<P, N> here{frame.node,          frame.parent,      false,          data,
                                  inherited_of(frame), frame.to_children, frame.returned, to_parent};
                policy_.leave(here);
            };
            if constexpr (detail::absent<Data>) {
                Data nothing;
                call(nothing);
            } else if constexpr (keeps_data) {
                call(*frame.data);
            } else {
                auto&& touched = store_.touch(frame.node);
                call(touched.data());
            }
        }

        TRAV_INLINE Inherited const& inherited_of(Frame const& frame) const {
            if constexpr (keeps_inherited) return frame.inherited;
            else return frame.to_children;  // as absent as the other
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
            scanned_;  // children of at-once nodes, those of the innermost frame from its floor up
        detail::Stack<Root> roots_;
        [[no_unique_address]] Returned total_{};
    };
};

}  // namespace trav
