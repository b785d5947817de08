#include "owners.hpp"

#include "../heap/starts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace heapprof {

namespace {

// Whether objects of the type are in each other without a structure of their own.
bool is_plain(std::string const& type) {
    constexpr std::array<std::string_view, 10> plain{
        "Object", "Array", "Map", "dict", "list", "Hash", "ARRAY", "HASH", "java.util.HashMap", "(array)"};
    return std::ranges::find(plain, type) != plain.end();
}

}  // namespace

std::vector<LargePart> large_parts(RetainedHeap const& heap, std::uint64_t least) {
    std::vector<LargePart> large;
    std::vector<std::size_t> open;
    heap.tree.walk([&](auto const& at) {
        if (at.retained.bytes < least || heap.garbage(at.node)) return false;
        open.resize(at.depth);
        std::size_t const above = open.empty() ? LargePart::npos : open.back();
        open.push_back(large.size());
        large.push_back({at.node, above});
        return true;
    });
    return large;
}

// Of the four nearest parts that dominate it, two have its type; or one has, no further away than a step of
// a recursive structure below it. Plain objects and arrays are in each other without a structure: there, four
// of the eight nearest.
std::vector<bool> inside_structures(AnyDump const& dump, std::vector<LargePart> const& parts) {
    std::vector<bool> inside(parts.size());
    std::vector<int> step(parts.size());  // the longest in the structure below; 0: none
    std::unordered_map<std::uint64_t, bool> plain;
    for (std::size_t i = parts.size(); i-- != 0;) {
        auto const type = dump.type(parts[i].node);
        auto const [known, fresh] = plain.try_emplace(type, false);
        if (fresh) known->second = is_plain(dump.type_name(type));
        int const most = known->second ? 8 : 4;
        int seen = 0, nearest = 0;
        std::vector<std::size_t> same;
        for (std::size_t up = parts[i].above; up != LargePart::npos && seen != most; up = parts[up].above) {
            ++seen;
            if (dump.type(parts[up].node) != type) continue;
            if (same.empty()) nearest = seen;
            same.push_back(up);
        }
        inside[i] =
            same.size() * 2 >= static_cast<std::size_t>(most) || (!same.empty() && nearest <= step[i]);
        for (std::size_t const up : same)
            if (inside[i]) step[up] = std::max({step[up], step[i], nearest});
    }
    return inside;
}

Owners find_owners(RetainedHeap const& heap, double share, std::function<std::string(Node)> const& group,
                   int finer) {
    constexpr std::size_t npos = LargePart::npos;
    AnyDump const& dump = heap.dump;
    std::vector<std::uint64_t> least;  // the bytes of an owner, at each level
    for (double part = share * static_cast<double>(heap.tree.total().bytes);
         least.size() <= static_cast<std::size_t>(finer); part /= 3)
        least.push_back(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(part)));
    Owners result;
    std::vector<bool>& ground = result.ground;
    ground.resize(dump.node_count());
    std::vector<bool> above_globals(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) ground[n] = lists_roots(dump, n);
    for (Node const n : global_scopes(dump)) {
        ground[n] = true;
        for (auto up = heap.tree.idom(n); up && !above_globals[*up]; up = heap.tree.idom(*up))
            ground[*up] = above_globals[*up] = true;
    }

    std::vector<LargePart> const large = large_parts(heap, least.back());
    std::vector<bool> const repeats = inside_structures(dump, large);
    std::vector<std::uint64_t> rest(large.size());  // bytes that no owner below it retains
    std::vector<bool> is_owner(dump.node_count()), is_large(dump.node_count());
    for (std::size_t level = 0; level != least.size(); ++level) {
        for (std::size_t i = 0; i != large.size(); ++i) rest[i] = heap.tree.retained(large[i].node).bytes;
        for (LargePart const& part : large)
            if (part.above != npos) rest[part.above] -= heap.tree.retained(part.node).bytes;
        for (std::size_t i = large.size(); i-- != 0;) {
            LargePart const& part = large[i];
            if (rest[i] >= least[level] && !ground[part.node] && !repeats[i]) {
                is_owner[part.node] = true;
                if (level == 0) is_large[part.node] = true;
            } else if (part.above != npos) rest[part.above] += rest[i];
        }
    }

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
            if (fresh) result.owners.push_back({Owners::nobody, known->first, Owners::nobody});
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
