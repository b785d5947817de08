#include "owners.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace heapprof {

namespace {

// A candidate: an object that retains enough to be an owner.
struct LargePart {
    Node node;
    std::size_t above;      // index of the nearest candidate that dominates it; npos: none
    std::uint64_t rest;     // bytes that no owner below it retains
    bool repeated = false;  // a recursive structure below it repeats its type
};

}  // namespace

Owners find_owners(RetainedHeap const& heap, double share, std::function<std::string(Node)> const& group) {
    constexpr std::size_t npos = ~std::size_t{0};
    AnyDump const& dump = heap.dump;
    auto const least = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(share * static_cast<double>(heap.tree.total().bytes)));
    std::vector<bool> ground(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) ground[n] = lists_roots(dump, n);
    for (Node const n : dump.globals()) {
        ground[n] = true;
        for (Node const above : heap.tree.dominators(n)) ground[above] = true;
    }

    std::vector<LargePart> large;
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
    // Whether an object is inside a recursive structure: of the four nearest candidates that dominate it, two
    // have its type, or one has and a structure below it was recursive.
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
        LargePart& part = large[i];
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
    std::vector<Level> levels;  // of the objects that dominate this one
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
