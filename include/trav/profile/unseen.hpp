// trav/profile/unseen.hpp: unseen(heap, roots), the members through which trav::Objects cannot look further.
//
//     for (auto const& [member, amount] : trav::unseen(heap, roots))
//         std::cout << amount.objects << " " << member << '\n';
//     // 20000 Quest.on_done: std::function<void()>
//     // 3 Zone.entities[]: Ghost, seen as Entity                  not listed in Objects<...>
//     // 1 Server.socket: Connection                               not described
//     // 1 Server.log: Log, only declared                          not defined in any file that uses it
//     // 5 Image.data: float*                                      perhaps an array that Image owns
//
// A pointer to characters or numbers, or a range that frees nothing, is listed if no object has the memory
// that it leads to.
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

/// Calls f(NamedEdge const&, text) for each edge of an object to a target that cannot be inspected.
template <class G>
void unseen_edges(G const& heap, Object const& from, auto&& f) {
    auto const tell = [&](NamedEdge const& edge, std::string const& what) {
        f(edge, joined(edge.from.type->name(), edge.pattern()) + ": " + what);
    };
    heap.edges(from, [&](NamedEdge const& edge) {
        Type const& type = *edge.to.type;
        std::type_info const* const base =
            edge.kind == EdgeKind::opaque && type.left_out ? type.left_out(type, edge.to.address) : nullptr;
        if (base != nullptr) {
            tell(edge, (edge.to == edge.from ? "" : type.name() + ", ") + "described without " +
                           class_name(base->name()));
        } else if (edge.kind == EdgeKind::opaque && edge.to == edge.from) {
            f(edge,
              type.name() + (is_sized_array(edge.to) ? ": elements of unknown number" : ": of unknown size"));
        } else if (edge.kind == EdgeKind::opaque && type.known && type.whole) {
            tell(edge, name_of(type.whole(edge.to.address)) + ", described without " + type.name());
        } else if (edge.kind == EdgeKind::opaque && type.knowledge >= knows_description) {
            tell(edge, type.name() + ", described in another source file only");
        } else if (edge.kind == EdgeKind::opaque || !type.known) {
            tell(edge, type.name() + (type.knowledge == 0 ? ", only declared" : ""));
        } else if (type.whole) {
            Whole const whole = type.whole(edge.to.address);
            if (whole.type == nullptr && (whole.info == nullptr || whole.info != type.info))
                tell(edge, name_of(whole) + ", seen as " + type.name());
        }
    });
}

/// Members that may own memory, or may refer to memory of objects: pointers to numbers, ranges that free
/// nothing.
class Doubts {
  public:
    struct Doubt {
        std::string text;
        Amount amount;
        bool viewed = false;
    };

    void add(Object const& member, std::string const& text) {
        std::uintptr_t words[4] = {};
        std::size_t const bytes = member.type->size;
        copy_bytes(words, member.address, bytes < sizeof words ? bytes : sizeof words);
        for (std::uintptr_t const word : words)
            if (word != 0) words_.emplace(word, all_.size());
        all_.push_back({text, {member.type->size, 1}});
    }
    bool empty() const { return all_.empty(); }
    /// The memory from `begin` on, and the address of its end, are of an object.
    void view(std::uintptr_t begin, std::uintptr_t end) {
        auto at = words_.lower_bound(begin);
        for (; at != words_.end() && at->first <= end; ++at) all_[at->second].viewed = true;
    }
    std::vector<Doubt> const& all() const { return all_; }

  private:
    std::vector<Doubt> all_;
    std::multimap<std::uintptr_t, std::size_t> words_;  // in the members, with numbers of members
};

template <class G>
struct FindUnseen {
    static constexpr bool once = true;
    G const& heap;
    std::map<std::string, Amount> found{};
    Doubts doubts{};

    void visit(auto& here) {
        unseen_edges(heap, here.node, [this](NamedEdge const& edge, std::string const& text) {
            if (edge.kind == EdgeKind::opaque && edge.to.type->views) doubts.add(edge.to, text);
            else found[text] += Amount{edge.to.type->size, 1};
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
        for (auto const& doubt : find.doubts.all())
            if (!doubt.viewed) find.found[doubt.text] += doubt.amount;
    }
    std::multimap<std::uint64_t, std::pair<std::string, Amount>> most_first;  // equal counts stay in order
    for (auto const& member : find.found) most_first.emplace(~member.second.objects, member);
    std::vector<std::pair<std::string, Amount>> list;
    for (auto& [rank, member] : most_first) list.push_back(std::move(member));
    return list;
}

}  // namespace trav
