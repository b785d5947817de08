// trav/check/retained_by.hpp: retained_by(x, {"Worker"}, in(y)): every path from y to x leads through a
// Worker.
//
//     CHECK(trav::retained_by(buffer, {"Worker"}, trav::in(server)));
//
//     char[] is reachable past Worker:                   this is what a failure says
//     Server.log -> Log
//     Log.last -> char[]
//
// A name is that of a type, as label() of the graph tells it, or of a root that has one. With several names
// each path leads through one of them. What nothing reaches is retained by nobody. That is what a dominator
// tree says of single objects (profile/dominator.hpp), and what trav::retained_by(tree, breakdown) adds up.
#pragma once

#include "../graph/filter_edges.hpp"
#include "answer.hpp"
#include "detail/path_into.hpp"
#include "scope.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// A graph without what some nodes refer to and consist of.
template <Graph G, class IsCut>
class Cut : public Adaptor<Cut<G, IsCut>, G> {
  public:
    using node = node_t<G>;

    Cut(G const& graph, IsCut const& is_cut) : base_(&graph), is_cut_(&is_cut) {}

    Collected<node> children(node const& n) const {
        std::vector<node> all;
        scan(n, [&](node const& child) { all.push_back(child); });
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

/// Whether `x`, a variable, what a pointer points to, or a node, is reached in `scope`, and only through
/// nodes with these names.
template <class T, Graph G>
Answer retained_by(T&& x, std::vector<std::string> const& names, Scope<G> const& scope) {
    G const& heap = scope.heap;
    auto const is_one = [&](std::string const& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
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

}  // namespace trav
