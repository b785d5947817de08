// Objects at addresses never read. Tests list their blocks and edges.
#pragma once

#include <trav/graph/detail/child_list.hpp>
#include <trav/graph/owned_bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace test::unread {

/// Added to the addresses in tests.
inline constexpr auto base =
    static_cast<std::uintptr_t>(sizeof(void*) == 8 ? std::uint64_t{0x7f12} << 32 : 0x4000'0000);

using Block = std::pair<std::uintptr_t, std::size_t>;  // address and bytes
using Edge = std::pair<trav::EdgeKind, trav::Object>;
struct Content {
    std::vector<Block> blocks{};
    std::vector<Edge> edges{};
};
inline std::map<void const*, Content> contents;  // by address

inline std::size_t own_blocks(void const* owner, trav::detail::OwnedBlocks* list) {
    std::size_t all = 0;
    for (auto const& [address, bytes] : contents[owner].blocks) {
        all += bytes;
        if (list != nullptr) list->add(reinterpret_cast<void const*>(base + address), bytes, false);
    }
    return all;
}
inline void add_children(void const* object, trav::detail::ChildList& list) {
    for (auto const& [kind, to] : contents[object].edges) list.add(kind, to.address, *to.type);
}
/// A type of objects with blocks, edges, both or none.
inline trav::Type type(std::string_view name, std::size_t size, bool owns = false, bool refers = false) {
    trav::Type made;
    made.spelled = name, made.size = size;
    if (owns) made.owned = own_blocks;
    if (refers) made.children = add_children;
    return made;
}
/// An object with blocks and edges, if its type may have any.
inline trav::Object at(std::uintptr_t address, trav::Type const& its, std::vector<Block> blocks = {},
                       std::vector<Edge> edges = {}) {
    trav::Object const o{reinterpret_cast<void const*>(base + address), &its};
    if (its.owned || its.children) contents[o.address] = {std::move(blocks), std::move(edges)};
    return o;
}

}  // namespace test::unread
