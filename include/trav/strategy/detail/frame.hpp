// trav/strategy/detail/frame.hpp: DepthFirst's data for an open node: the position in its children and the
// value that they inherit; with leave(), also the members of its `here`.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/row.hpp"
#include "../../policy/policy.hpp"

#include <cstddef>

namespace trav::detail {

template <class G, class P, class S>
struct Frame {
    using N = node_t<G>;
    using Data = node_data_t<P>;
    using Inherited = inherited_t<P>;
    using Returned = returned_t<P>;

    static constexpr bool leaves = Leaves<P, N>;
    static constexpr bool at_once = AtOnceGraph<G> || ScansBack<G>;
    static constexpr bool has_cursor = !ScansBack<G>;
    static constexpr bool keeps_node = leaves || wants_parent<P>;
    static constexpr bool keeps_inherited = leaves && !absent<Inherited>;
    static constexpr bool keeps_data = leaves && S::stable && !absent<Data>;

    [[no_unique_address]] optional_t<keeps_node, N, 3> node;
    [[no_unique_address]] optional_t<has_cursor, cursor_t<G>, 9> at;
    [[no_unique_address]] optional_t<has_cursor, end_t<G>, 10> end;
    [[no_unique_address]] Inherited to_children;
    [[no_unique_address]] optional_t<leaves, parent_t<P, N>, 4> parent;
    [[no_unique_address]] optional_t<keeps_inherited, Inherited, 5> inherited;
    [[no_unique_address]] optional_t<leaves, Returned, 6> returned;
    [[no_unique_address]] optional_t<keeps_data, Data*, 7> data;
    [[no_unique_address]] optional_t<at_once, std::size_t, 8> floor;  // see scanned_ in DepthFirst

    static constexpr std::size_t no_floor = ~std::size_t{0};

    TRAV_INLINE void leave(P& policy, S& store, Returned& to_parent) {
        auto const call = [&](Data& its_data) {
            here_t<P, N> here{node, parent, false, its_data, handed_down(), to_children, returned, to_parent};
            policy.leave(here);
        };
        if constexpr (absent<Data>) {
            Data nothing;
            call(nothing);
        } else if constexpr (keeps_data) {
            call(*data);
        } else {
            auto&& touched = store.touch(node);
            call(touched.data());
        }
    }

  private:
    TRAV_INLINE Inherited const& handed_down() const {
        if constexpr (keeps_inherited) return inherited;
        else return to_children;  // which is also absent
    }
};

}  // namespace trav::detail
