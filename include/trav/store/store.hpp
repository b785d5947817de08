// trav/store/store.hpp: where a policy's node_data lives.
//
//     auto touched = store.touch(node);   // one look-up: touched.fresh (first arrival in this pass), touched.data()
//     auto found = store.find(node);      // a pointer to the data (or a handle like one); null if not reached in this pass
//     store.begin_pass();                 // forgets every mark in O(1)
//     store.concurrent                    // optional: different nodes may be touched by different threads at the same time
//     store.stable                        // data stays where it is while a pass goes on
//     store.address(node)                 // optional: where touch() will look first, for prefetching; asked of any node
//
// Dense (array), Hashed (side table), InNode (a field of the object), HeaderWord (GHC's flip bit) are stores.
#pragma once

#include "../detail/absent.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace trav {

/// What touch() answers: where the data is, and whether this is the first arrival in this pass.
template <class T>
struct Touched {
    T* where;
    bool fresh;
    constexpr T& data() const { return *where; }
};

/// A store for data of type T of nodes of type N.
template <class S, class N, class T>
concept NodeStore = requires(S& store, N n) {
    { store.touch(n).fresh } -> std::convertible_to<bool>;
    { store.touch(n).data() } -> std::convertible_to<T&>;
    { store.find(n) ? 1 : 0 };
    { S::stable } -> std::convertible_to<bool>;
};

/// Data with the pass in which it was last touched: an entry of Dense and Hashed, or a field of your own objects.
template <class T = detail::Absent<0>, class Epoch = std::uint32_t>
struct Slot {
    Epoch epoch = 0;  // 0: never touched
    [[no_unique_address]] T data{};

    /// Marks the slot for the pass `now`; the data of an earlier pass is forgotten.
    constexpr Touched<T> touch(Epoch now) {
        bool const fresh = epoch != now;
        if (fresh) {
            epoch = now;
            data = T{};
        }
        return {&data, fresh};
    }
    /// The same without a branch, for loops in which a branch would be as good as random.
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

/// touch(), without a branch where the store can.
template <class Store, class N>
TRAV_INLINE decltype(auto) mark(Store& store, N const& n) {
    if constexpr (requires { store.mark(n); }) return store.mark(n);
    else return store.touch(n);
}

/// Tells a store that a pass begins; a store that is sized by the graph is told the graph's size.
template <class Store, class Graph>
constexpr void begin_pass(Store& store, Graph const& graph) {
    if constexpr (requires { store.begin_pass(graph.count()); }) store.begin_pass(graph.count());
    else store.begin_pass();
}

}  // namespace detail
}  // namespace trav
