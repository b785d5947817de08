// trav/check/exclusive.hpp: exclusive(in(y), x): the memory that only x holds, among all objects that y
// reaches.
//
//     using namespace trav::literals;
//     CHECK(trav::exclusive(trav::in(server), server.cache) < 10_MiB);
//
//     12.3 MiB in 301 objects, held only by Cache:           printed on failure
//     path                      bytes       %  objects
//     Cache                  12.3 MiB  100.0%      301
//       .blobs[] -> Blob     12.3 MiB   99.9%      300
//
// This is x together with everything that would be freed with it: the objects that x reaches and the roots
// reach only through x. A described member counts like an object, with the memory that it owns elsewhere.
// Takes two or three passes over all objects; one of them lists the names of edges.
#pragma once

#include "../path/path_tree.hpp"
#include "../profile/amount.hpp"
#include "../report/text.hpp"
#include "bytes.hpp"
#include "scope.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// An amount that is compared by its bytes, and describes its contents.
struct Exclusive {
    Amount amount{};
    std::string what{};  ///< the contents, as text

    friend auto operator<=>(Exclusive const& a, std::uint64_t bytes) { return a.amount.bytes <=> bytes; }
    friend bool operator==(Exclusive const& a, std::uint64_t bytes) { return a.amount.bytes == bytes; }
    template <class Out = std::ostream>
    friend Out& operator<<(std::type_identity_t<Out>& out, Exclusive const& e) {
        return static_cast<Out&>(out << e.what);
    }
};

namespace detail {

/// Visits everything, but does not descend from some nodes.
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
/// Lists `root`, and the objects that another traversal has not reached.
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

/// The targets of the edges of `owner` that do not belong to its part `n`.
template <class G>
std::vector<node_t<G>> edges_around(G const& heap, node_t<G> const& owner, node_t<G> const& n) {
    std::vector<EdgeStep> prefix;
    heap.parts(owner, [&](NamedEdge const& part) {
        if (part.to == n) prefix.assign(part.steps.begin(), part.steps.end());
    });
    auto const begins_with_prefix = [&](auto const& steps) {
        if (steps.size() < prefix.size()) return false;
        for (std::size_t i = 0; i != prefix.size(); ++i) {
            EdgeStep const &a = prefix[i], &b = steps[i];
            if (a.to != b.to || a.name != b.name || a.index != b.index) return false;
        }
        return true;
    };
    std::vector<node_t<G>> others;
    each_edge(heap, owner, [&](node_t<G> const& to, NamedEdge const& edge) {
        if (!begins_with_prefix(edge.steps)) others.push_back(to);
    });
    return others;
}

}  // namespace detail

/// The memory that only `x` (a variable, a pointer's target or a node) holds in `scope`, including its own.
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

/// Refused: no scope.
Exclusive exclusive(detail::NoScope auto const& scope, auto const&) {
    static_assert(!sizeof(scope),
                  "trav: exclusive(trav::in(root), x): first where it is sought, then the object");
    return {};
}

}  // namespace trav
