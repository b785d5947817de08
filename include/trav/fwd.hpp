// trav/fwd.hpp: declarations of the engine's main names, with default arguments, for headers that only name
// them.
#pragma once

#include <cstddef>

namespace trav {

enum class go : unsigned char;

struct DepthFirst;
struct MarkStack;
struct BreadthFirst;
template <std::size_t Distance>
struct Prefetch;
template <class Strategy>
struct Counted;

namespace detail {
template <class Graph, class Policy>
struct default_store;
}
/// Dense for graphs whose nodes are numbered, else Hashed.
template <class Graph, class Policy>
using DefaultStore = typename detail::default_store<Graph, Policy>::type;

template <class Graph, class Policy, class Store = DefaultStore<Graph, Policy>, class Strategy = DepthFirst>
class TraverseHeap;

}  // namespace trav
