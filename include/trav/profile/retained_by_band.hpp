// trav/profile/retained_by_band.hpp: retained_by_band(tree, breakdown), the memory that the objects of each
// band retain, such as all sessions together.
//
//     auto type = trav::by("type", [](Obj* o) { return o->type_name; });
//     for (auto const& line : trav::retained_by_band(tree, type))
//         std::cout << line.text << ' ' << line.own.bytes << ' ' << line.retained.bytes << '\n';
//
// A node of a list retains the nodes after it, so summing over all nodes would count the last one many times.
// Therefore an object counts only if no other object of its band dominates it, and a band retains the objects
// that its objects dominate, each once. At least that amount is freed if all objects of the band go away;
// objects kept only by several of them together are not included (see Shares for these). The bands do not add
// up to the heap: a string in a session is retained by the strings and by the sessions.
#pragma once

#include "breakdown.hpp"
#include "detail/interner.hpp"
#include "dominator.hpp"
#include "sort.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// The amounts of one band.
struct RetainedByBand {
    std::string text;
    Amount own{};
    Amount retained{};  ///< everything that they dominate, including themselves
};

/// A line for each band of a breakdown by key(node): most retained bytes first, then by text. Makes
/// O(objects) key look-ups.
template <class G, class Index, class B>
    requires Breakdown<B, node_t<G>> && (!detail::walks<B> && !LifeBreakdown<B>)
std::vector<RetainedByBand> retained_by_band(DominatorTree<G, Index> const& tree, B const& breakdown) {
    detail::Interner<detail::key_t<B const, node_t<G>>> keys;
    std::map<std::string, std::size_t> by_text;  // bands that look the same are one band
    std::vector<std::size_t> line_of_key;
    std::vector<RetainedByBand> lines;
    std::vector<std::uint64_t> counted;  // by line: preorder position at which the counted objects end
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
    detail::arrange(lines, detail::sorted(lines.size(), [&](std::size_t i, std::size_t k) {
                        RetainedByBand const &a = lines[i], &b = lines[k];
                        return a.retained.bytes != b.retained.bytes ? a.retained.bytes > b.retained.bytes
                                                                    : a.text < b.text;
                    }));
    return lines;
}

}  // namespace trav
