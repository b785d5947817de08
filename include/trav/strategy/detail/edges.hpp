// trav/strategy/detail/edges.hpp: the waiting edges of the walker of Prefetch. Children are added by copying,
// without a branch on their number if that is safe, and piece by piece if there are very many.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/region.hpp"
#include "../../detail/stack.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/row.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The rest of a long list of children.
template <class G>
struct Rest {
    cursor_t<G> at;
    end_t<G> end;
};
template <AlwaysInARow G>
struct Rest<G> {
    node_t<G> const* at;
    node_t<G> const* end;
};

/// `Stack` holds nodes. At most `piece` children of a node are pushed at a time, unless they can only be
/// scanned.
template <class G, class Stack>
struct Edges {
    using N = node_t<G>;
    using Rests = detail::Stack<Rest<G>>;
    static constexpr std::size_t piece = 1024;
    /// Whether another thread may be marking the next object in memory.
    static constexpr bool shared = requires(Stack const& own, N const& n) { own.owns(n); };

    Stack stack;
    Rests& long_rows;  // a reference, because its address would keep the stack out of registers

    /// Adds the children. Copies `few` words if they can be read, even if there are fewer children.
    TRAV_INLINE void add_row(G const& graph, N const& node)
        requires InARow<G>
    {
        auto const row = row_of(graph, node);
        N const* const from = row.data();
        if constexpr (MostlyInARow<G>)
            if (from == nullptr) [[unlikely]]
                return add_each(graph, node);
        std::size_t const count = row.size();
        constexpr std::size_t few = readable_children<G> > 0 ? readable_children<G> : 4;
        N* const to = stack.room(few);
        if (may_read(graph, node, from, few)) [[likely]] {
            copy_bytes(static_cast<void*>(to), from, few * sizeof(N));
        } else {  // copies of the first child, or of the node if it has no children
            N const* const first = count != 0 ? from : &node;
            TRAV_UNROLL
            for (std::size_t i = 0; i != few; ++i)
                to[i] = first[i & (std::size_t{0} - std::size_t{i < count})];
        }
        if (count <= few) [[likely]]
            return stack.add(count);
        if constexpr (MostlyInARow<G>)
            if (count > piece) [[unlikely]]
                return add_each(graph, node);
        add(from, count);
    }
    /// Adds the children one by one.
    TRAV_INLINE void add_each(G const& graph, N const& node) {
        auto const push = [&](N const& child) {
            if (!null(graph, child)) stack.push(child);
        };
        if constexpr (AtOnceGraph<G>)
            if (graph.at_once(node)) return each_child(graph, node, push);
        if constexpr (MostlyInARow<G>) {
            auto&& children = graph.children(node);
            add_piece(graph, {children.begin(), children.end()});
        } else {
            each_child(graph, node, push);
        }
    }
    /// Adds more children of the node that was set aside last. Returns false if there is none.
    TRAV_INLINE bool next_piece(G const& graph) {
        if (long_rows.empty()) return false;
        Rest<G> const rest = long_rows.pop();
        if constexpr (AlwaysInARow<G>) add(rest.at, static_cast<std::size_t>(rest.end - rest.at));
        else add_piece(graph, rest);
        return true;
    }

  private:
    TRAV_INLINE static bool may_read([[maybe_unused]] G const& graph, [[maybe_unused]] N const& node,
                                     [[maybe_unused]] N const* from, [[maybe_unused]] std::size_t count) {
        if constexpr (readable_children<G> > 0 && !shared) return true;
        else if constexpr (readable_children<G> > 0 && std::is_pointer_v<N>)
            return in_one_block(node,
                                from + count);  // no other thread is marking in this block at the moment
        else if constexpr (OneArray<G>) return static_cast<std::size_t>(graph.rows_end() - from) >= count;
        else return false;
    }
    TRAV_INLINE void add(N const* from, std::size_t count) {
        if constexpr (AlwaysInARow<G>)
            if (count > piece) [[unlikely]] {
                long_rows.push({from + piece, from + count});
                count = piece;
            }
        N* const to = stack.room(count);
        for (std::size_t i = 0; i != count; ++i) to[i] = from[i];
        stack.add(count);
    }
    TRAV_INLINE void add_piece(G const& graph, Rest<G> rest) {
        for (std::size_t n = 0; rest.at != rest.end; ++rest.at) {
            if (n++ == piece) return long_rows.push(rest);
            N const child = static_cast<N>(*rest.at);
            if (!null(graph, child)) stack.push(child);
        }
    }
};

}  // namespace trav::detail
