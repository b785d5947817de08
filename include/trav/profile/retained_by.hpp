// trav/profile/retained_by.hpp: what the objects of each band retain, such as all sessions together.
//
//     auto type = trav::by("type", [](Obj* o) { return o->type_name; });
//     for (auto const& line : trav::retained_by(tree, type))
//         std::cout << line.text << ' ' << line.own.bytes << ' ' << line.retained.bytes << '\n';
//
// A node of a list retains the nodes behind it: added up, they would count the last one many times. So an
// object counts only if no other of its band dominates it, and what a band retains is what its objects
// dominate, each object once. That is freed at least if all objects of the band are gone; what only several
// of them together keep is not in it (ask Shares for that). The bands do not add up to the heap: a string in
// a session is retained by the strings and by the sessions.
#pragma once

#include "breakdown.hpp"
#include "detail/interner.hpp"
#include "dominator.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// What the objects of one band hold.
struct RetainedByBand {
    std::string text;
    Amount own{};
    Amount retained{};  ///< what they dominate, themselves included
};

/// A line for each band of a breakdown by key(node): what retains most bytes first, then by text. O(objects)
/// look-ups of keys.
template <class G, class Index, class B>
    requires Breakdown<B, node_t<G>> && (!detail::walks<B> && !LifeBreakdown<B>)
std::vector<RetainedByBand> retained_by(DominatorTree<G, Index> const& tree, B const& breakdown) {
    detail::Interner<detail::key_t<B const, node_t<G>>> keys;
    std::unordered_map<std::string, std::size_t> by_text;  // bands that look alike are one band
    std::vector<std::size_t> line_of_key;
    std::vector<RetainedByBand> lines;
    std::vector<std::uint64_t> counted;  // by line: where in preorder the objects end that have been counted
    std::uint64_t at = 0;
    tree.walk([&](auto const& object) {
        std::uint32_t const key = keys.intern(breakdown.key(object.node));
        if (key == line_of_key.size()) {
            std::string text = Band(breakdown.band(keys[key])).text;
            auto const [place, fresh] = by_text.try_emplace(text, lines.size());
            if (fresh) lines.push_back({std::move(text)}), counted.push_back(0);
            line_of_key.push_back(place->second);
        }
        auto& line = lines[line_of_key[key]];
        auto& end = counted[line_of_key[key]];
        line.own += object.own;
        if (at >= end) {
            line.retained += object.retained;
            end = at + object.retained.objects;
        }
        ++at;
    });
    std::list<RetainedByBand> order(lines.begin(), lines.end());  // sorts itself, without <algorithm>
    order.sort([](auto const& a, auto const& b) {
        return a.retained.bytes != b.retained.bytes ? a.retained.bytes > b.retained.bytes : a.text < b.text;
    });
    return {order.begin(), order.end()};
}

}  // namespace trav
