#include "owners.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace heapprof {

namespace {

// A candidate: an object that retains enough to be an owner.
struct LargePart {
    Node node;
    std::size_t above;       // index of the nearest candidate that dominates it; npos: none
    std::uint64_t rest = 0;  // bytes that no owner below it retains
    bool repeated = false;   // a recursive structure below it repeats its type
};

}  // namespace

Owners find_owners(RetainedHeap const& heap, double share, std::function<std::string(Node)> const& group,
                   int finer) {
    constexpr std::size_t npos = ~std::size_t{0};
    AnyDump const& dump = heap.dump;
    std::vector<std::uint64_t> least;  // the bytes of an owner, at each level
    for (double part = share * static_cast<double>(heap.tree.total().bytes);
         least.size() <= static_cast<std::size_t>(finer); part /= 3)
        least.push_back(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(part)));
    std::vector<bool> ground(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) ground[n] = lists_roots(dump, n);
    for (Node const n : dump.globals()) {
        ground[n] = true;
        for (Node const above : heap.tree.dominators(n)) ground[above] = true;
    }

    std::vector<LargePart> large;
    std::vector<std::size_t> open;
    heap.tree.walk([&](auto const& at) {
        if (at.retained.bytes < least.back() || heap.garbage(at.node)) return false;
        open.resize(at.depth);
        std::size_t const above = open.empty() ? npos : open.back();
        open.push_back(large.size());
        large.push_back({at.node, above});
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
    std::vector<bool> is_owner(dump.node_count()), is_large(dump.node_count()), repeats(large.size());
    for (std::size_t i = large.size(); i-- != 0;) repeats[i] = recursive(i);
    for (std::size_t level = 0; level != least.size(); ++level) {
        for (LargePart& part : large) part.rest = heap.tree.retained(part.node).bytes;
        for (LargePart const& part : large)
            if (part.above != npos) large[part.above].rest -= heap.tree.retained(part.node).bytes;
        for (std::size_t i = large.size(); i-- != 0;) {
            LargePart const& part = large[i];
            if (part.rest >= least[level] && !ground[part.node] && !repeats[i]) {
                is_owner[part.node] = true;
                if (level == 0) is_large[part.node] = true;
            } else if (part.above != npos) large[part.above].rest += part.rest;
        }
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
        std::uint32_t owner = levels.empty() ? Owners::nobody : levels.back().owner;
        if (levels.empty() || levels.back().ground) {
            auto const [known, fresh] =
                shared.try_emplace(group(at.node), static_cast<std::uint32_t>(result.owners.size()));
            if (fresh) result.owners.push_back({Owners::nobody, known->first, Owners::nobody, true});
            owner = known->second;
        }
        if (is_owner[at.node]) {
            result.owners.push_back({at.node, "", owner, is_large[at.node]});
            owner = static_cast<std::uint32_t>(result.owners.size() - 1);
        }
        levels.push_back({owner, bool(ground[at.node])});
        result.of_node[at.node] = owner;
        return true;
    });
    return result;
}

}  // namespace heapprof
