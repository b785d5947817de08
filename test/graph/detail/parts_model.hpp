// A model of Parts: each 8 bytes belong to one object.
#pragma once

#include "support/unread_objects.hpp"

#include <trav/graph/detail/nesting.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace test::unread {

using Objects = std::vector<trav::Object>;

/// The owner of an object in the model. An owner also has bytes, roots and omitted parts.
struct Expected {
    std::size_t owner = 0, bytes = 0;
    Objects roots{}, left_out{};
};
inline bool has_edge(trav::Object const& from, trav::Object const& to, trav::EdgeKinds kinds) {
    return std::ranges::any_of(contents[from.address].edges, [&](auto const& edge) {
        return edge.second == to && kinds.contains(edge.first);
    });
}
/// Whether the owner has the edges and the memory of its part.
inline bool is_known(trav::Object const& owner, trav::Object const& part, trav::EdgeKinds kinds) {
    bool known = true;
    for (auto const& [kind, to] : contents[part.address].edges)
        known = known && (!kinds.contains(kind) || has_edge(owner, to, kinds));
    trav::detail::each_interval(part, [&](std::uintptr_t begin, std::uintptr_t end) {
        if (part.type->spelled.ends_with("[]"))
            end -= std::min(end - begin, trav::detail::most_rounding(end - begin));
        bool inside = false;
        trav::detail::each_interval(owner, [&](std::uintptr_t first, std::uintptr_t last) {
            inside = inside || (first <= begin && begin < last && end <= last);
        });
        known = known && inside;
    });
    return known;
}
/// Nesting finds the object around each one. It has a test of its own.
inline std::vector<Expected> expected(Objects const& all, std::size_t roots, trav::EdgeKinds kinds) {
    trav::detail::Nesting<> nesting{all, roots};
    nesting.run();
    std::vector<Expected> found(all.size());
    std::map<void const*, std::size_t> by_address;
    for (std::size_t i = 0; i != all.size(); ++i) {
        by_address[all[i].address] = i;
        std::size_t& owner = found[i].owner = i;
        while (owner >= roots && nesting.up[owner] != nesting.none) owner = nesting.up[owner];
    }
    for (auto const& [_, i] : by_address)
        if (found[i].owner == i) {
            if (nesting.up[i] != nesting.none) found[found[nesting.up[i]].owner].roots.push_back(all[i]);
        } else if ((all[i].type->children || all[i].type->owned) &&
                   !is_known(all[found[i].owner], all[i], kinds)) {
            found[found[i].owner].left_out.push_back(all[i]);
        }
    // the memory of each owner: the innermost one comes last
    using Piece = std::tuple<std::uintptr_t, std::uintptr_t, std::size_t, int, std::size_t>;
    std::vector<Piece> pieces[2];
    for (std::size_t i = 0; i != all.size(); ++i) {
        Expected const& owner = found[i];
        if (owner.owner != i) continue;
        bool const yields = all[i].type->gives_way;
        std::size_t const rank = i < roots ? 1 + nesting.rank[i] : 1;
        int const order = !owner.left_out.empty() ? 2 : !owner.roots.empty() ? 1 : 0;
        auto const add = [&](std::uintptr_t begin, std::uintptr_t end) {
            pieces[!yields].emplace_back(begin, ~end, rank, order, ~i);
        };
        trav::detail::each_interval(all[i], add);
        for (trav::Object const& part : owner.left_out) trav::detail::each_interval(part, add);
    }
    for (std::uintptr_t unit = base; unit != base + 4096; unit += 8)
        for (bool const inner : {true, false}) {
            Piece const* last = nullptr;
            for (Piece const& each : pieces[inner])
                if (std::get<0>(each) <= unit && unit < ~std::get<1>(each) &&
                    (last == nullptr || *last < each))
                    last = &each;
            if (last == nullptr) continue;
            found[~std::get<4>(*last)].bytes += 8;
            break;
        }
    return found;
}

}  // namespace test::unread
