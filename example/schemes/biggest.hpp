// The biggest subtrees of the dominator tree: the objects that retain most and, below each object, its
// children that retain most. Any graph with sizes.
#pragma once

#include <trav/profile/dominator.hpp>
#include <trav/report/text.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <type_traits>

// [scheme]
/// Shows `levels` levels, and at each object the `children` children that retain most. name_of(node) is the
/// name of an object.
struct Biggest {
    std::size_t children = 5, levels = 3;

    std::string text(auto const& dominators, auto name_of) const {
        trav::TextTable table{{"object", "retained", "%", "objects"}};
        add(dominators, dominators.top(), 0, name_of, table);
        return table.str();
    }

  private:
    void add(auto const& tree, auto const& siblings, std::size_t level, auto& name_of,
             trav::TextTable& table) const {
        using N = typename std::remove_cvref_t<decltype(tree)>::node;
        if (level == levels) return;
        std::multimap<std::uint64_t, N, std::greater<>> largest_first;
        for (N const& n : siblings) largest_first.emplace(tree.retained(n).bytes, n);
        std::size_t shown = 0;
        for (auto const& [bytes, n] : largest_first) {
            if (shown++ == children) break;
            table.row({std::string(2 * level, ' ') + name_of(n), trav::humanised(bytes),
                       trav::percent(bytes, tree.total().bytes), trav::grouped(tree.retained(n).objects)});
            add(tree, tree.children(n), level + 1, name_of, table);
        }
    }
};
// [scheme]
