// trav/graph/from.hpp: trav::graph<Node>(callable), a graph in one expression, for objects that Via cannot
// describe.
//
//     auto heap = trav::graph<Obj*>([](Obj* o) { return std::span(o->fields); });           // a range
//     auto heap = trav::graph<Obj*>([](Obj* o) -> auto const& { return o->fields; });       // by reference
//     auto heap = trav::graph<Obj*>([](Obj* o, auto&& sink) { o->for_each_field(sink); });  // sink(child)
//
// A range must outlive the call: return a reference, or a borrowed range such as a span or a subrange (for
// your own types, specialise std::ranges::enable_borrowed_range). The form with a sink has no extra cost
// under worklists; DepthFirst and the lazy views keep a list of the children of each open node.
#pragma once

#include "../detail/shared_ptr.hpp"
#include "../detail/stack.hpp"
#include "graph.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

template <class R>
concept Lasting = std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cvref_t<R>>;

template <class F, class N>
concept AnswersChildren = requires(F const& f, N n) { f(n); };
template <class F, class N>
concept FeedsSink = requires(F const& f, N n) { f(n, [](N const&) {}); };

/// The children of one node, owned by the cursors into them.
template <class N>
class Collected {
  public:
    struct End {};
    class Cursor {
      public:
        Cursor() = default;
        explicit Cursor(SharedPtr<Stack<N>> list) : list_(std::move(list)) {}
        N const& operator*() const { return list_->begin()[at_]; }
        Cursor& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(End) const { return !list_ || at_ == list_->size(); }

      private:
        SharedPtr<Stack<N>> list_;
        std::size_t at_ = 0;
    };

    explicit Collected(Stack<N> list) {
        if (!list.empty()) list_ = SharedPtr<Stack<N>>(std::in_place, std::move(list));
    }
    Cursor begin() const { return Cursor(list_); }
    End end() const { return {}; }

  private:
    SharedPtr<Stack<N>> list_;
};

template <class N, class F>
consteval bool check_callable() {
    if constexpr (!AnswersChildren<F, N> && !FeedsSink<F, N>) {
        static_assert(!sizeof(F), "trav: graph<Node>(f) needs a const callable f(node), which returns the "
                                  "children, or f(node, sink)");
    } else if constexpr (AnswersChildren<F, N>) {
        using R = decltype(std::declval<F const&>()(std::declval<N>()));
        if constexpr (!ChildrenOf<R, N>)
            static_assert(!sizeof(F),
                          "trav: graph<Node>(f): f(node) must return a range whose elements convert to Node");
        else if constexpr (!Lasting<R>)
            static_assert(
                !sizeof(F),
                "trav: graph<Node>(f): f(node) returns a range that dies with the call; return a reference "
                "('-> auto const&') or a std::span, or take a sink: f(node, sink)");
        else return true;
    } else {
        return true;
    }
    return false;
}

}  // namespace detail

/// The graph with the children that a callable returns or passes to a sink.
template <class Node, class F>
class From {
  public:
    using node = Node;

    constexpr explicit From(F f) : f_(std::move(f)) {}

    constexpr decltype(auto) children(node const& n) const {
        if constexpr (detail::AnswersChildren<F, Node>) {
            return f_(n);
        } else {
            detail::Stack<Node> list;
            f_(n, [&](Node const& child) { list.push(child); });
            return detail::Collected<Node>(std::move(list));
        }
    }
    template <class Sink>
    constexpr void scan(node const& n, Sink&& sink) const
        requires(!detail::AnswersChildren<F, Node>)
    {
        f_(n, sink);
    }

  private:
    [[no_unique_address]] F f_;
};

/// A graph of Nodes from `f(node)`, which returns the children, or `f(node, sink)`, which calls sink(child)
/// for each.
template <class Node, class F>
constexpr auto graph(F f) {
    if constexpr (detail::check_callable<Node, F>()) return From<Node, F>(std::move(f));
}

}  // namespace trav
