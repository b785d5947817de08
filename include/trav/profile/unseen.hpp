// trav/profile/unseen.hpp: unseen(heap, roots), the members through which trav::Objects cannot look further.
//
//     for (auto const& [member, amount] : trav::unseen(heap, roots))
//         std::cout << amount.objects << " " << member << '\n';
//     // 20000 Quest.on_done: std::function<void()>
//     // 3 Zone.entities[]: Ghost, seen as Entity                  not listed in Objects<...>
//     // 1 Server.socket: Connection                               not described
//     // 1 Server.log: Log, only declared                          not defined in any file that uses it
//     // 5 Image.data: float*                                      perhaps an array that Image owns
//     // 1 Mesh.vertices: Vertex, in a larger block                perhaps an array, or a member of a class
//
// A pointer to characters or numbers, or a range that frees nothing, is listed if no object has the memory
// that it leads to. A std::string_view or std::span is listed if objects have less than the block of malloc
// that it begins. Larger blocks are found if they are certain to be of glibc's malloc.
//
// The bytes are the bytes of the member, or of the object without a description; the memory behind it is
// unknown. Visits each object, and lists all its edges.
#pragma once

#include "../graph/named_edge.hpp"
#include "../graph/object_memory.hpp"
#include "../graph/with_owners.hpp"
#include "../text/joined.hpp"
#include "../traverse_heap.hpp"
#include "amount.hpp"
#include "detail/doubts.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

inline std::string name_of(Whole const& whole) {
    if (whole.type != nullptr) return whole.type->name();
    return whole.info != nullptr ? class_name(whole.info->name()) : "a class unknown without RTTI";
}

/// Whether this is an array by itself, in a block of known size.
inline bool is_sized_array(Object const& o) {
    return o.type->spelled.ends_with("[]") && o.type->owned && o.type->owned(o.address, nullptr) != 0;
}

/// Calls f(NamedEdge const&, text) if the target of an edge cannot be inspected. Returns whether it can.
bool unseen_edge(NamedEdge const& edge, auto&& f) {
    Type const& type = *edge.to.type;
    auto const tell = [&](std::string const& what) {
        f(edge, joined(edge.from.type->name(), edge.pattern()) + ": " + what);
        return false;
    };
    std::type_info const* const base =
        edge.kind == EdgeKind::opaque && type.left_out ? type.left_out(type, edge.to.address) : nullptr;
    if (base != nullptr)
        return tell((edge.to == edge.from ? "" : type.name() + ", ") + "described without " +
                    class_name(base->name()));
    if (edge.kind == EdgeKind::opaque && edge.to == edge.from) {
        f(edge,
          type.name() + (is_sized_array(edge.to) ? ": elements of unknown number" : ": of unknown size"));
        return false;
    }
    if (edge.kind == EdgeKind::opaque && type.known && type.whole)
        return tell(name_of(type.whole(edge.to.address)) + ", described without " + type.name());
    if (edge.kind == EdgeKind::opaque && type.knowledge >= knows_description)
        return tell(type.name() + ", described in another source file only");
    if (edge.kind == EdgeKind::opaque || !type.known)
        return tell(type.name() + (type.knowledge == 0 ? ", only declared" : ""));
    if (type.whole == nullptr) return true;
    Whole const whole = type.whole(edge.to.address);
    if (whole.type == nullptr && (whole.info == nullptr || whole.info != type.info))
        return tell(name_of(whole) + ", seen as " + type.name());
    return true;
}
/// Calls f(NamedEdge const&, text) for each edge of an object to a target that cannot be inspected.
template <class G>
void unseen_edges(G const& heap, Object const& from, auto&& f) {
    heap.edges(from, [&](NamedEdge const& edge) { unseen_edge(edge, f); });
}

template <class G>
struct FindUnseen {
    static constexpr bool once = true;
    G const& heap;
    std::map<std::string, Amount> found{};
    Doubts doubts{};

    void visit(auto& here) {
        auto const tell = [this](NamedEdge const& edge, std::string const& text) {
            if (edge.kind == EdgeKind::opaque && edge.to.type->views) doubts.add(edge.to, text);
            else found[text] += Amount{edge.to.type->size, 1};
            if (edge.to == edge.from) doubts.excuse(edge.to);
        };
        doubts.add_deleter(here.node, "shared_ptr block: members of its deleter");
        auto const larger = [](NamedEdge const& edge) {
            return joined(edge.from.type->name(), edge.pattern()) + ": " + edge.to.type->name() +
                   ", in a larger block";
        };
        heap.edges(here.node, [&](NamedEdge const& edge) {
            Type const& type = *edge.to.type;
            if (unseen_edge(edge, tell) && heap.follows(edge.kind) && type.size != 0 && !type.gives_way)
                doubts.add_target(edge.to, type.size, [&] { return larger(edge); });
        });
        if constexpr (requires { heap.views(here.node, tell); })
            heap.views(here.node, [&](NamedEdge const& edge) {
                doubts.add_target(edge.to, 0, [&] { return larger(edge); });
            });
    }
};
/// Passes the memory of all objects to the doubts.
template <class G>
struct FindViewed {
    static constexpr bool once = true;
    G const& heap;
    Doubts& doubts;

    void visit(auto& here) {
        auto const view = [this](std::uintptr_t begin, std::uintptr_t end) { doubts.view(begin, end); };
        each_interval(here.node, view);
        if constexpr (requires { heap.left_out(here.node); })
            for (Object const& part : heap.left_out(here.node)) each_interval(part, view);
    }
};

}  // namespace detail

/// The reachable targets in a heap of trav::Objects that cannot be inspected, by member, most frequent first.
template <class G, class Roots>
std::vector<std::pair<std::string, Amount>> unseen(G const& heap, Roots const& roots) {
    detail::WithOwners<G> const whole(heap, roots);
    detail::FindUnseen<G> find{*whole};
    traverse(*whole, roots, find);
    if (!find.doubts.empty()) {
        detail::FindViewed<G> viewed{*whole, find.doubts};
        traverse(*whole, roots, viewed);
        find.doubts.each_told(
            [&](std::string const& text, Amount const& amount) { find.found[text] += amount; });
    }
    std::multimap<std::uint64_t, std::pair<std::string, Amount>> most_first;  // equal counts stay in order
    for (auto const& member : find.found) most_first.emplace(~member.second.objects, member);
    std::vector<std::pair<std::string, Amount>> list;
    for (auto& [rank, member] : most_first) list.push_back(std::move(member));
    return list;
}

}  // namespace trav
