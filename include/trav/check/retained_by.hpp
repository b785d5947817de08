// trav/check/retained_by.hpp: retained_by(x, {"Worker"}, in(y)): every path from y to x leads through a
// Worker.
//
//     CHECK(trav::retained_by(buffer, {"Worker"}, trav::in(server)));
//
//     char[] is reachable past Worker:                   printed on failure
//     Server.log -> Log
//     Log.last -> char[]
//
// A name is a type's, as returned by label() of the graph, or a root's. With several names, each path must
// lead through one of them. The assertion does not hold for an unreachable object. A dominator tree has this
// answer for single objects (profile/dominator.hpp), and trav::retained_by_band(tree, breakdown) adds it up.
#pragma once

#include "../graph/filter_edges.hpp"
#include "answer.hpp"
#include "detail/path_into.hpp"
#include "scope.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// A graph without the edges and parts of some nodes.
template <Graph G, class IsCut>
class Cut : public Adaptor<Cut<G, IsCut>, G> {
  public:
    using node = node_t<G>;

    Cut(G const& graph, IsCut const& is_cut) : base_(&graph), is_cut_(&is_cut) {}

    Collected<node> children(node const& n) const {
        Stack<node> all;
        scan(n, [&](node const& child) { all.push(child); });
        return Collected<node>(std::move(all));
    }
    void scan(node const& n, auto&& sink) const {
        if (!(*is_cut_)(n)) trav::scan(*base_, n, sink);
    }
    void edges(node const& n, auto&& f) const
        requires NamesEdges<G>
    {
        if (!(*is_cut_)(n)) base_->edges(n, f);
    }
    bool follows(EdgeKind kind) const
        requires NamesEdges<G>
    {
        return base_->follows(kind);
    }
    void parts(node const& n, auto&& f) const
        requires HasParts<G>
    {
        if (!(*is_cut_)(n)) base_->parts(n, f);
    }
    G const& base() const { return *base_; }

  private:
    G const* base_;
    IsCut const* is_cut_;
};

}  // namespace detail

/// Whether `x` is reached in `scope`, and only through nodes with these names. `x` is a variable, a pointer's
/// target, or a node.
template <class T, Graph G>
Answer retained_by(T&& x, std::vector<std::string> const& names, Scope<G> const& scope) {
    G const& heap = scope.heap;
    auto const is_one = [&](std::string const& name) {
        for (auto const& one : names)
            if (one == name) return true;
        return false;
    };
    auto const is_cut = [&](node_t<G> const& n) {
        for (std::size_t i = 0; i != scope.names.size(); ++i)
            if (resolve(heap, scope.roots[i]) == n && is_one(scope.names[i])) return true;
        return is_one(detail::node_name(heap, n));
    };
    std::string holders;
    for (auto const& name : names) holders += (holders.empty() ? "" : " and ") + name;

    node_t<G> const n = resolve(heap, detail::as_node<G>(x));
    std::string const what = detail::node_name(heap, n);
    if (!detail::path_into(heap, ShortestPaths<G>(heap, scope.roots), n))
        return {false, what + " is not reachable, so it is not retained by " + holders + '\n'};
    using Cut = detail::Cut<G, decltype(is_cut)>;
    Cut const cut(heap, is_cut);
    ShortestPaths<Cut> const paths(cut, scope.roots);
    auto const path = detail::path_into(cut, paths, n, is_cut);
    if (!path) return {};
    return {false, what + " is reachable past " + holders + ":\n" + path.lines()};
}

/// Refused: names without braces.
template <class Names>
    requires(!std::convertible_to<Names const&, std::vector<std::string>>)
Answer retained_by(auto const&, Names const&, auto const&...) {
    static_assert(!sizeof(Names), "trav: retained_by(x, {name}, trav::in(root)): the names are in braces");
    return {};
}

}  // namespace trav
