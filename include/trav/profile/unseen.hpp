// trav/profile/unseen.hpp: unseen(heap, roots), the members through which trav::Objects cannot look further.
//
//     for (auto const& [member, amount] : trav::unseen(heap, roots))
//         std::cout << amount.objects << " " << member << '\n';
//     // 20000 Quest.on_done: std::function<void()>
//     // 3 Zone.entities[]: Ghost, seen as Entity                  not listed in Objects<...>
//     // 1 Server.socket: Connection                               not described
//
// The bytes are the bytes of the member, or of the object without a description; the memory behind it is
// unknown. Visits each object, and lists all its edges.
#pragma once

#include "../graph/named_edge.hpp"
#include "../graph/with_owners.hpp"
#include "../text/joined.hpp"
#include "../traverse_heap.hpp"
#include "amount.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

inline std::string name_of(Whole const& whole) {
    if (whole.type != nullptr) return whole.type->name();
    return whole.info != nullptr ? class_name(whole.info->name()) : "a class unknown without RTTI";
}

/// Calls f(NamedEdge const&, text) for each edge of an object to a target that cannot be inspected.
template <class G>
void unseen_edges(G const& heap, Object const& from, auto&& f) {
    auto const tell = [&](NamedEdge const& edge, std::string const& what) {
        f(edge, joined(edge.from.type->name(), edge.pattern()) + ": " + what);
    };
    heap.edges(from, [&](NamedEdge const& edge) {
        Type const& type = *edge.to.type;
        if (edge.kind == EdgeKind::opaque && edge.to == edge.from) {
            f(edge, type.name() + ": of unknown size");
        } else if (edge.kind == EdgeKind::opaque && type.known && type.whole) {
            tell(edge, name_of(type.whole(edge.to.address)) + ", described without " + type.name());
        } else if (edge.kind == EdgeKind::opaque || !type.known) {
            tell(edge, type.name());
        } else if (type.whole) {
            Whole const whole = type.whole(edge.to.address);
            if (whole.type == nullptr && (whole.info == nullptr || whole.info != type.info))
                tell(edge, name_of(whole) + ", seen as " + type.name());
        }
    });
}

template <class G>
struct FindUnseen {
    static constexpr bool once = true;
    G const& heap;
    std::map<std::string, Amount> found{};

    void visit(auto& here) {
        unseen_edges(heap, here.node, [this](NamedEdge const& edge, std::string const& text) {
            found[text] += Amount{edge.to.type->size, 1};
        });
    }
};

}  // namespace detail

/// The reachable targets in a heap of trav::Objects that cannot be inspected, by member, most frequent first.
template <class G, class Roots>
std::vector<std::pair<std::string, Amount>> unseen(G const& heap, Roots const& roots) {
    detail::WithOwners<G> const whole(heap, roots);
    detail::FindUnseen<G> find{*whole};
    traverse(*whole, roots, find);
    std::multimap<std::uint64_t, std::pair<std::string, Amount>> most_first;  // equal counts stay in order
    for (auto const& member : find.found) most_first.emplace(~member.second.objects, member);
    std::vector<std::pair<std::string, Amount>> list;
    for (auto& [rank, member] : most_first) list.push_back(std::move(member));
    return list;
}

}  // namespace trav
