// trav/store/store.hpp: stores, which keep a policy's node_data.
//
// A store maps the nodes of a graph to data, and knows which nodes this pass has reached:
//
//     auto touched = store.touch(node);   // marks the node. touched.fresh: the first touch in this pass;
//                                         // touched.data(): its data, value-initialised if fresh
//     auto found = store.find(node);      // a pointer to its data; null if it was not touched in this pass
//     store.begin_pass();                 // forgets all marks, in O(1);
//     store.begin_pass(count);            // or this, for a store that needs room for all nodes of a graph
//     S::stable                           // whether data stays at its address during a pass
//
// A store may offer more members, which the engine uses if they exist:
//
//     S::concurrent                       // different threads may touch different nodes at the same time
//     store.mark(node)                    // like touch(), without a branch on `fresh`
//     store.where(node)                   // the address of its data, if the data is in the object itself
//     S::shared                           // whether this address is the same for all stores of this type
//     store.address(node)                 // the address to prefetch before touch(); for any node
//     store.after_run()                   // called when a traversal has ended for any reason
//
// touch() and find() need not return pointers: HeaderWord returns handles that decode a word. If no store
// is given, the engine constructs S(count, GraphIndex<Graph>) if possible, and S() otherwise.
//
// Dense (an array), Hashed (a side table), InNode (a field of the object), HeaderWord (GHC's flip bit) and
// Partitioned (one store for each region of a heap) are stores.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav {

/// The result of touch(): the location of the data, and whether this is the first arrival in this pass.
template <class T>
struct Touched {
    T* where;
    bool fresh;
    constexpr T& data() const { return *where; }
};

/// A store of data of type T for nodes of type N.
template <class S, class N, class T>
concept NodeStore = requires(S& store, N n) {
    { store.touch(n).fresh } -> std::convertible_to<bool>;
    { store.touch(n).data() } -> std::convertible_to<T&>;
    { store.find(n) ? 1 : 0 };
    { S::stable } -> std::convertible_to<bool>;
} && (requires(S& store) { store.begin_pass(); } || requires(S& store) { store.begin_pass(std::size_t{}); });

/// A store in which different threads may touch different nodes at the same time.
template <class S>
concept ConcurrentStore = requires { requires bool(S::concurrent); };

/// Data and the epoch of its last touch: an entry of Dense and Hashed, or a field of your own objects.
template <class T = detail::Absent<0>, class Epoch = std::uint32_t>
struct Slot {
    Epoch epoch = 0;  // 0: never touched
    [[no_unique_address]] T data{};

    /// Marks the slot for the pass `now` and resets data of an earlier pass.
    constexpr Touched<T> touch(Epoch now) {
        bool const fresh = epoch != now;
        if (fresh) {
            epoch = now;
            data = T{};
        }
        return {&data, fresh};
    }
    /// The same without a branch, for loops with unpredictable branches.
    constexpr Touched<T> mark(Epoch now) {
        bool const fresh = epoch != now;
        epoch = now;
        if constexpr (std::is_unsigned_v<T>)
            data &= static_cast<T>(T{fresh} - T{1});  // "?:" would be a branch
        else if constexpr (!detail::absent<T>)
            if (fresh) data = T{};
        return {&data, fresh};
    }
    constexpr T* find(Epoch now) { return epoch == now ? &data : nullptr; }
    constexpr T const* find(Epoch now) const { return epoch == now ? &data : nullptr; }
};

namespace detail {

/// touch(), without a branch if the store can do that.
template <class Store, class N>
TRAV_INLINE decltype(auto) mark(Store& store, N const& n) {
    if constexpr (requires { store.mark(n); }) return store.mark(n);
    else return store.touch(n);
}

/// Begins a pass. A store with room for every node receives the number of nodes.
template <class Store, class Graph>
constexpr void begin_pass(Store& store, Graph const& graph) {
    if constexpr (requires { store.begin_pass(graph.count()); }) store.begin_pass(graph.count());
    else store.begin_pass();
}

}  // namespace detail
}  // namespace trav
