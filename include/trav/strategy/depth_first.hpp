// trav/strategy/depth_first.hpp: depth first, left to right, with a cursor into the children of each open node: GHC's order
// and GHC's sequence of callbacks. The only order that can call leave().
//
// A frame is a cursor (begin, end) and what the policy hands to children: the node if it asks for the parent, and so on;
// with leave() also what that needs.
// Without leave() a node is dropped before its last child is entered, so that a list is walked in constant space. Roots wait
// on a stack of their own: the last one pushed is the first one visited.
#pragma once

#include "../detail/absent.hpp"
#include "../graph/graph.hpp"
#include "../policy/policy.hpp"

#include <cstddef>
#include <utility>
#include <vector>

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
        static constexpr bool keeps_node = leaves || at_once || detail::wants_parent<P>;
        static constexpr bool keeps_inherited = leaves && !detail::absent<Inherited>;
        static constexpr bool keeps_data = leaves && S::stable && !detail::absent<Data>;

      public:
        struct Frame {
            [[no_unique_address]] detail::optional_t<keeps_node, N, 3> node;
            Cursor at;
            End end;
            [[no_unique_address]] Inherited to_children;
            [[no_unique_address]] detail::optional_t<leaves || at_once, Parent, 4> parent;
            [[no_unique_address]] detail::optional_t<keeps_inherited, Inherited, 5> inherited;
            [[no_unique_address]] detail::optional_t<leaves, Returned, 6> returned;
            [[no_unique_address]] detail::optional_t<keeps_data, Data*, 7> data;
            [[no_unique_address]] detail::optional_t<leaves && at_once, std::size_t, 8>
                below;  // the parent's frame
            [[no_unique_address]] detail::optional_t<at_once, bool, 9>
                waiting;  // not visited yet: the child of an at-once node
        };

        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {}

        void push(N const& root, Inherited const& inherited) {
            roots_.push_back({resolve(graph_, root), inherited});
        }
        bool idle() const { return frames_.empty() && roots_.empty(); }
        std::size_t size() const { return frames_.size() + roots_.size(); }
        void clear() { frames_.clear(), roots_.clear(); }
        /// What the roots returned.
        Returned& total() { return total_; }

        /// Crosses one edge, or returns from one node. Not when idle.
        TRAV_INLINE go step() {
            if (frames_.empty()) {
                Root const root = std::move(roots_.back());
                roots_.pop_back();
                return enter(root.node, detail::as_parent<P>(root.node), root.inherited, no_frame);
            }
            Frame& frame = frames_.back();
            if constexpr (at_once) {
                if (frame.waiting) {
                    Frame const child = std::move(frame);
                    frames_.pop_back();
                    return enter(child.node, child.parent, child.to_children, below_of(child));
                }
            }
            if constexpr (leaves) {
                if (!(frame.at != frame.end)) {
                    leave(frame);
                    frames_.pop_back();
                    return go::skip;
                }
            }
            N const child = static_cast<N>(*frame.at);
            Parent const parent = detail::as_parent<P>(frame.node);
            Inherited const to_children = frame.to_children;
            ++frame.at;
            if constexpr (leaves) {
                return enter(child, parent, to_children, frames_.size() - 1);
            } else {
                if (!(frame.at != frame.end)) frames_.pop_back();
                return enter(child, parent, to_children, no_frame);
            }
        }

      private:
        struct Root {
            N node;
            [[no_unique_address]] Inherited inherited;
        };
        static constexpr std::size_t no_frame = ~std::size_t{0};

        /// `below` is the index of the parent's frame, if nodes are left.
        TRAV_INLINE go enter(N const& handle, Parent const& parent, Inherited const& inherited,
                             [[maybe_unused]] std::size_t below) {
            N const node = resolve(graph_, handle);
            if (null(graph_, node)) return go::skip;
            auto&& touched = store_.touch(node);
            Inherited to_children{};
            Returned returned{};
            here_t<P, N> here{node,      parent,      touched.fresh, touched.data(),
                              inherited, to_children, returned,      accumulator(below)};
            go const answer = detail::visit<P, N>(policy_, here);
            if (answer != go::down) return answer;

            if constexpr (at_once) {
                if (graph_.at_once(node)) {
                    if constexpr (leaves) open(here, Cursor{}, End{}, touched, below);
                    std::size_t const mine = frames_.size() - 1;
                    graph_.scan(node, [&](N const& child) { wait(child, node, to_children, mine); });
                    return answer;
                }
            }
            auto&& children = graph_.children(node);
            auto at = children.begin();
            auto end = children.end();
            if (at != end) {
                open(here, at, end, touched, below);
            } else if constexpr (leaves) {
                here.first = false;
                policy_.leave(here);
            }
            return answer;
        }

        TRAV_INLINE void open(here_t<P, N>& here, Cursor at, End end, auto& touched, std::size_t below) {
            Frame frame{{}, std::move(at), std::move(end), here.to_children, {}, {}, {}, {}, {}, {}};
            if constexpr (keeps_node) frame.node = here.node;
            if constexpr (leaves || at_once) frame.parent = here.parent;
            if constexpr (keeps_inherited) frame.inherited = here.inherited;
            if constexpr (leaves) frame.returned = std::move(here.returned);
            if constexpr (keeps_data) frame.data = &touched.data();
            if constexpr (leaves && at_once) frame.below = below;
            frames_.push_back(std::move(frame));
        }

        /// A child of an at-once node waits on the stack for its visit (GHC's "fresh" element).
        void wait(N const& child, N const& parent, Inherited const& inherited,
                  [[maybe_unused]] std::size_t below) {
            Frame frame{child, {}, {}, inherited, detail::as_parent<P>(parent), {}, {}, {}, {}, {}};
            if constexpr (leaves) frame.below = below;
            frame.waiting = true;
            frames_.push_back(std::move(frame));
        }

        TRAV_INLINE void leave(Frame& frame) {
            Returned& to_parent = accumulator(below_of(frame));
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
        TRAV_INLINE std::size_t below_of(Frame const& frame) const {
            if constexpr (!leaves) return no_frame;
            else if constexpr (at_once) return frame.below;
            else
                return &frame == frames_.data() ? no_frame
                                                : static_cast<std::size_t>(&frame - frames_.data()) - 1;
        }
        TRAV_INLINE Returned& accumulator([[maybe_unused]] std::size_t below) {
            if constexpr (leaves && !detail::absent<Returned>)
                return below == no_frame ? total_ : frames_[below].returned;
            else return total_;
        }

        G const& graph_;
        P& policy_;
        S& store_;
        std::vector<Frame> frames_;
        std::vector<Root> roots_;
        [[no_unique_address]] Returned total_{};
    };
};

}  // namespace trav
