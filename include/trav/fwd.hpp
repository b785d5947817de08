// trav/fwd.hpp: forward declarations of the engine's main names, with their default arguments.
#pragma once

#include "detail/compiler.hpp"

#include <cstddef>
#include <cstdint>

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
/// Dense if the graph numbers its nodes, otherwise Hashed.
template <class Graph, class Policy>
using DefaultStore = typename detail::default_store<Graph, Policy>::type;

template <class Graph, class Policy, class Store = DefaultStore<Graph, Policy>, class Strategy = DepthFirst>
class TraverseHeap;

// Not in engine.hpp. If the header is missing, the compiler error shows the line that names it.
template <class G, class... Bs>
class Profiler;  // #include <trav/profile/profiler.hpp>
template <class N, class Bits = std::uint64_t>
class RootSets;  // #include <trav/profile/root_set.hpp>
template <class N, class IsRetainer, class IdentityOf, class NameOf>
class Retainers;  // #include <trav/profile/retainer.hpp>
template <class N>
class Biography;  // #include <trav/profile/biography.hpp>
template <class N, class Bits = std::uint64_t>
class OtherRoots;        // #include <trav/profile/other_roots.hpp>
struct Table;            // #include <trav/profile/table.hpp>
struct PointerReversal;  // #include <trav/strategy/pointer_reversal.hpp>

}  // namespace trav
