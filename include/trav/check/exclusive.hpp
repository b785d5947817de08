// trav/check/exclusive.hpp: exclusive(in(y), x): how much only x holds, of all that y reaches.
//
//     using namespace trav::literals;
//     CHECK(trav::exclusive(trav::in(server), server.cache) < 10_MiB);
//
//     12.3 MiB in 301 objects, held only by Cache:           this is what a failure says
//     path                      bytes       %  objects
//     Cache                  12.3 MiB  100.0%      301
//       .blobs[] -> Blob     12.3 MiB   99.9%      300
//
// That is x and what would be freed with it: what x reaches, and the roots do not reach but through x. A
// member that is described counts with what it has elsewhere, as if it were an object. Two or three passes
// over everything, one of which lists the names of edges.
#pragma once

#include "../path/path_tree.hpp"
#include "../profile/amount.hpp"
#include "../report/text.hpp"
#include "bytes.hpp"
#include "scope.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// An amount that is compared by its bytes, and tells what it is made of.
struct Exclusive {
    Amount amount{};
    std::string what{};  ///< what it is made of

    friend auto operator<=>(Exclusive const& a, std::uint64_t bytes) { return a.amount.bytes <=> bytes; }
    friend bool operator==(Exclusive const& a, std::uint64_t bytes) { return a.amount.bytes == bytes; }
    friend std::ostream& operator<<(std::ostream& out, Exclusive const& e) { return out << e.what; }
};

namespace detail {

/// Visits everything but what some nodes refer to, and lists it.
template <class N>
struct VisitAround {
    static constexpr bool once = true;
    N const* around[2];
    bool visit(auto& here) {
        for (N const* const n : around)
            if (n && here.node == *n) return false;
        return true;
    }
};
/// Lists what another traversal has not reached.
template <class N, class Store>
struct ListRest {
    static constexpr bool once = true;
    N const& root;
    Store const& reached;
    std::vector<N>& list;
    bool visit(auto& here) {
        if (!(here.node == root) && reached.find(here.node)) return false;
        list.push_back(here.node);
        return true;
    }
};

/// The edges of `owner` that are not of its part `n`.
template <class G>
std::vector<node_t<G>> edges_around(G const& heap, node_t<G> const& owner, node_t<G> const& n) {
    std::vector<EdgeStep> prefix;
    heap.parts(owner, [&](NamedEdge const& part) {
        if (part.to == n) prefix.assign(part.steps.begin(), part.steps.end());
    });
    auto const same = [](EdgeStep const& a, EdgeStep const& b) {
        return a.to == b.to && a.name == b.name && a.index == b.index;
    };
    std::vector<node_t<G>> others;
    each_edge(heap, owner, [&](node_t<G> const& to, NamedEdge const& edge) {
        if (edge.steps.size() < prefix.size() ||
            !std::equal(prefix.begin(), prefix.end(), edge.steps.begin(), same))
            others.push_back(to);
    });
    return others;
}

}  // namespace detail

/// What only `x` holds in `scope`, itself included: a variable, what a pointer points to, or a node.
template <Graph G, class T>
    requires HeapGraph<G>
Exclusive exclusive(Scope<G> const& scope, T&& x) {
    using N = node_t<G>;
    using Around = detail::VisitAround<N>;
    G const& heap = scope.heap;
    N const n = resolve(heap, detail::as_node<G>(x));
    if (null(heap, n)) return {{}, "nothing: a null pointer holds nothing\n"};

    std::vector<N> roots = scope.roots;
    N const* owner = nullptr;
    ShortestPaths<G> const paths(heap, scope.roots);
    if constexpr (detail::HasParts<G>) {
        owner = paths.owner_of(n);
        if (owner)
            for (N const& other : detail::edges_around(heap, *owner, n)) roots.push_back(other);
    }
    Around visit{{&n, owner}};
    auto around = detail::make_store<DefaultStore<G, Around>>(heap);
    traverse(heap, roots, visit, around);
    std::vector<N> list;
    detail::ListRest<N, decltype(around)> rest{n, around, list};
    traverse(heap, std::vector<N>{n}, rest);

    Amount amount;
    for (N const& each : list) amount += Amount{heap.size(each), 1};
    std::string what = humanised(amount.bytes) + " in " + grouped(amount.objects) +
                       (amount.objects == 1 ? " object" : " objects") + ", held only by " +
                       detail::node_name(heap, n) + ":\n";
    what += text(path_tree(heap, std::vector<N>{n}, list), {.top = 3, .depth = 5});
    return {amount, std::move(what)};
}

}  // namespace trav
