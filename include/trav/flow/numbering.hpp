// trav/flow/numbering.hpp: the loop that numbers a graph, for numbered.hpp.
//
// It makes arrivals like Prefetch (strategy/detail/marker.hpp), with numbers as marks, and works on arrays of
// its own, which stay in registers. Objects are numbered in the order of arrival under prefetching. That
// order is nearly depth first, so neighbours in the heap or in the graph get nearby numbers. A pending
// reference stores the array position at which its number must be written.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/place.hpp"
#include "../detail/ring.hpp"
#include "../graph/graph.hpp"
#include "../graph/prefetch.hpp"
#include "../store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// A reference to a target that has not been looked at yet.
template <class N>
struct Unnumbered {
    N node;
    Place at;  // position for its number
};

template <class G, class Store>
struct Numbering {
    using N = node_t<G>;
    using Waiting = Unnumbered<N>;
    static constexpr Place none = ~Place{0};
    /// A handle may resolve to no object.
    static constexpr bool may_be_nothing = requires(G const& graph, N n) { graph.resolve(n); };
    static constexpr std::size_t distance = 64;                     // arrivals with nodes being prefetched
    static constexpr std::size_t batch = 32;                        // objects opened at a time
    static constexpr std::size_t spare = 2 * batch + distance + 1;  // objects that may arrive meanwhile

    G const& graph;
    Store& store;
    GrowingArray<N> nodes;
    GrowingArray<Place> begins;
    GrowingArray<Place> children;
    GrowingArray<Waiting> stack{};
    Ring<Waiting, distance> arrivals{};
    std::size_t opened = 0;
    N* full = nullptr;  // end of `nodes` at which a batch must be opened

    Numbering(G const& of, Store& places, GrowingArray<N> a, GrowingArray<Place> b, GrowingArray<Place> c)
        : graph(of), store(places), nodes(std::move(a)), begins(std::move(b)), children(std::move(c)) {
        nodes.clear(), begins.clear(), children.clear();
    }

    void arrive_all(auto const& roots) {
        for (auto const& root : roots) {
            nodes.room(1);
            arrive(static_cast<N>(root));
        }
    }
    TRAV_INLINE void run(auto& seen) {
        make_room();
        for (;;) {
            while (!arrivals.full() && !stack.empty()) arrivals.push(next());
            if (arrivals.full())
                while (!stack.empty()) {
                    land(arrivals.exchange(next()));
                    if (nodes.end() >= full) [[unlikely]]
                        open_batch(seen);
                }
            if (!arrivals.empty()) {
                land(arrivals.pop());
            } else {
                if (opened == nodes.size()) break;
                for (std::size_t const end = nodes.size(); opened != end;) open(seen);
                make_room();
            }
        }
    }
    void end() {
        begins.push(static_cast<Place>(children.size()));
        if constexpr (may_be_nothing) drop_null_children();
    }
    TRAV_INLINE Waiting next() {
        Waiting const one = stack.pop();
        if constexpr (PrefetchingStore<Store, G>) prefetch_at<1>(store.address(one.node));
        else prefetch(graph, one.node);
        return one;
    }
    TRAV_INLINE void land(Waiting const& one) { children[one.at] = arrive(one.node); }
    /// Returns the number of the object. Whether it is new is unpredictable, so there is no branch.
    TRAV_INLINE Place arrive(N const& handle) {
        N const node = resolve(graph, handle);
        if (null(graph, node)) return none;
        auto&& touched = mark(store, node);
        Place const fresh = touched.fresh;
        Place& place = touched.data();  // 0 if fresh
        Place const number = place | (static_cast<Place>(nodes.size()) & (Place{0} - fresh));
        place = number;
        nodes.put(node, fresh);
        if constexpr (has_address<G>) {  // a known object will not be read: prefetch the store instead
            auto const other = reinterpret_cast<std::uintptr_t>(&store);
            auto const there = reinterpret_cast<std::uintptr_t>(address(graph, node));
            auto const where = other ^ ((other ^ there) & (std::uintptr_t{0} - fresh));
            prefetch_at(reinterpret_cast<void const*>(where));
        }
        return number;
    }
    TRAV_INLINE void make_room() {
        nodes.room(spare);
        full = nodes.begin() + opened + 2 * batch;
    }
    TRAV_INLINE void open_batch(auto& seen) {
        for (std::size_t i = 0; i != batch; ++i) open(seen);
        make_room();
        if constexpr (InARow<G>)
            for (std::size_t i = 0; i != batch; ++i) prefetch_at(row_of(graph, nodes[opened + i]).data());
    }
    /// Lists the children of the next object.
    TRAV_INLINE void open(auto& seen) {
        N const node = nodes[opened++];
        seen(node);
        begins.push(static_cast<Place>(children.size()));
        if constexpr (AlwaysInARow<G>) {
            auto const row = row_of(graph, node);
            check(row.size());
            list(row.data(), row.size());
        } else {
            if (!list_row(node)) each_child(graph, node, [this](N const& child) { list_one(child); });
            check(0);
        }
    }
    /// Throws if there are too many objects, or too many references including `more` new ones.
    TRAV_INLINE void check(std::size_t more) const {
        if (children.size() + more >= none || nodes.size() >= none - 2 * batch) [[unlikely]]
            raise(TooManyObjects());
    }
    /// Lists the children from a row if the graph mostly has rows. Returns false if this node has no row.
    TRAV_INLINE bool list_row(N const& node) {
        if constexpr (MostlyInARow<G>) {
            auto const row = row_of(graph, node);
            if (row.data() == nullptr) return false;
            list(row.data(), row.size());
            return true;
        } else {
            return false;
        }
    }
    TRAV_INLINE void list_one(N const& child) {
        bool const is = !null(graph, child);
        *stack.room(1) = {child, static_cast<Place>(children.size())};
        stack.add(is);
        children.room(1);
        children.add(is);
    }
    /// Lists four children if four words may be read, even if fewer are there: a branch would cost more.
    TRAV_INLINE void list(N const* from, std::size_t count) {
        constexpr bool never_null = !requires { graph.null(*from); } && !std::is_pointer_v<N>;
        if constexpr (never_null && OneArray<G>) {
            Waiting* const to = stack.room(count < 4 ? 4 : count);
            children.room(count);
            auto const begin = static_cast<Place>(children.size());
            children.add(count);
            stack.add(count);
            if (graph.rows_end() - from >= 4) [[likely]] {
                for (Place i = 0; i != 4; ++i) to[i] = {from[i], begin + i};
                if (count <= 4) [[likely]]
                    return;
            }
            for (std::size_t i = 0; i != count; ++i) to[i] = {from[i], begin + static_cast<Place>(i)};
        } else {
            for (std::size_t i = 0; i != count; ++i) list_one(from[i]);
        }
    }
    /// Removes the references that resolved to no object.
    void drop_null_children() {
        std::size_t kept = 0, at = 0;
        for (std::size_t i = 0; i != nodes.size(); ++i) {
            std::size_t const end = begins[i + 1];
            begins[i] = static_cast<Place>(kept);
            for (; at != end; ++at) {
                children[kept] = children[at];
                kept += children[at] != none;
            }
        }
        begins[nodes.size()] = static_cast<Place>(kept);
        children.cut(kept);
    }
};

}  // namespace trav::detail
