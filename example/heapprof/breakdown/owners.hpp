// find_owners: which object every other object belongs to, so that a few objects account for the whole heap.
//
// Along the dominator tree, from below: an object is an owner if it retains at least a `share` of the heap
// that no owner below it retains. These are the places where the retained size drops: what an owner holds is
// either small or has an owner of its own. What is too little for an owner counts for the nearest one above.
// An object inside of a recursive structure, which repeats the types of its nearest dominators, is none: a
// list belongs to its head. Nor are the runtime, the nodes that list roots, the global objects and what
// dominates these: what they alone dominate is shared by several, and told apart by groups, such as types.
//
// Costs 4 bytes for each object beside the dominator tree.
#pragma once

#include "../question/retained_heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// Who owns what in one dump.
struct Owners {
    /// An owner, or a group of shared objects.
    struct Owner {
        trav::dump::Node node;  ///< `nobody`: they are shared
        std::string group;
    };
    static constexpr trav::dump::Node nobody = std::numeric_limits<trav::dump::Node>::max();
    static constexpr std::uint32_t unreached = nobody;

    std::vector<Owner> owners;
    std::vector<std::uint32_t> of_node;  ///< which of them, or `unreached`
};

namespace detail {

/// An object that retains enough to be an owner.
struct LargePart {
    trav::dump::Node node;
    std::size_t above;      // the one that dominates it; npos: none
    std::uint64_t rest;     // bytes that no owner below retains
    bool repeated = false;  // its type, by a recursive structure below
};

}  // namespace detail

/// The owners of a heap, of which each holds a `share` of the bytes, such as 0.01. group(node): a text for
/// what is shared.
template <trav::dump::Dump D>
Owners find_owners(RetainedHeap<D> const& heap, double share, auto const& group) {
    using trav::dump::Node;
    constexpr std::size_t npos = ~std::size_t{0};
    D const& dump = heap.dump;
    auto const least = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(share * static_cast<double>(heap.tree.total().bytes)));
    std::vector<bool> ground(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) ground[n] = lists_roots(dump, n);
    if constexpr (requires { dump.globals(); })
        for (Node const n : dump.globals()) {
            ground[n] = true;
            for (Node const above : heap.tree.dominators(n)) ground[above] = true;
        }

    std::vector<detail::LargePart> large;
    std::vector<std::size_t> open;
    heap.tree.walk([&](auto const& at) {
        if (at.retained.bytes < least || heap.garbage(at.node)) return false;
        open.resize(at.depth);
        std::size_t const above = open.empty() ? npos : open.back();
        open.push_back(large.size());
        large.push_back({at.node, above, at.retained.bytes});
        if (above != npos) large[above].rest -= at.retained.bytes;
        return true;
    });
    // Of the four nearest that dominate it, two have the same type, or one, and so have some below.
    auto const recursive = [&](std::size_t i) {
        int seen = 0;
        std::vector<std::size_t> same;
        for (std::size_t up = large[i].above; up != npos && seen != 4; up = large[up].above, ++seen)
            if (dump.type(large[up].node) == dump.type(large[i].node)) same.push_back(up);
        bool const is = same.size() + large[i].repeated >= 2 && !same.empty();
        for (std::size_t const up : same) large[up].repeated = large[up].repeated || is;
        return is;
    };
    std::vector<bool> is_owner(dump.node_count());
    for (std::size_t i = large.size(); i-- != 0;) {
        detail::LargePart& part = large[i];
        bool const in_structure = recursive(i);
        if (part.rest >= least && !ground[part.node] && !in_structure) is_owner[part.node] = true;
        else if (part.above != npos) large[part.above].rest += part.rest;
    }

    Owners result;
    result.of_node.assign(dump.node_count(), Owners::unreached);
    std::unordered_map<std::string, std::uint32_t> shared;
    struct Level {
        std::uint32_t owner;
        bool ground;
    };
    std::vector<Level> levels;  // of those that dominate this one
    heap.tree.walk([&](auto const& at) {
        if (heap.garbage(at.node)) return false;
        levels.resize(at.depth);
        std::uint32_t owner = levels.empty() ? 0 : levels.back().owner;
        auto const next = static_cast<std::uint32_t>(result.owners.size());
        if (is_owner[at.node]) {
            owner = next;
            result.owners.push_back({at.node, ""});
        } else if (levels.empty() || levels.back().ground) {
            auto const [known, fresh] = shared.try_emplace(group(at.node), next);
            if (fresh) result.owners.push_back({Owners::nobody, known->first});
            owner = known->second;
        }
        levels.push_back({owner, bool(ground[at.node])});
        result.of_node[at.node] = owner;
        return true;
    });
    return result;
}

}  // namespace heapprof
