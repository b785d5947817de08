// trav/default_store.hpp: the store of a traversal if none is given: an array if nodes are numbered, a side
// table otherwise, or the strategy's own choice.
#pragma once

#include "detail/compiler.hpp"
#include "fwd.hpp"
#include "graph/graph.hpp"
#include "policy/policy.hpp"
#include "store/dense.hpp"
#include "store/hashed.hpp"

#include <cstddef>
#include <type_traits>

namespace trav::detail {

template <class G, class P>
struct default_store {
    struct type {};  // not a graph: the checks report it
};
template <Graph G, class P>
struct default_store<G, P> {
    using type = Hashed<node_t<G>, node_data_t<P>>;
};
template <IndexedGraph G, class P>
struct default_store<G, P> {
    using type = Dense<node_data_t<P>, GraphIndex<G>>;
};

/// The store that a strategy uses if none is given.
template <class Strategy, class S>
struct store_of {
    using type = S;
};
template <class Strategy, class S>
    requires requires { typename Strategy::template Store<S>; }
struct store_of<Strategy, S> {
    using type = typename Strategy::template Store<S>;
};

template <class S, class G>
TRAV_INLINE S make_store(G const& graph) {
    if constexpr (std::is_constructible_v<S, std::size_t, GraphIndex<G>>)
        return S(graph.count(), GraphIndex<G>{&graph});
    else return S{};
}
/// The same, but without room for nodes until begin_pass().
template <class S, class G>
TRAV_INLINE S make_store_later([[maybe_unused]] G const& graph) {
    if constexpr (std::is_constructible_v<S, std::size_t, GraphIndex<G>>) return S(0, GraphIndex<G>{&graph});
    else return S{};
}

}  // namespace trav::detail
