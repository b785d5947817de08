// The expected results of traversals and profilers, by their definitions in papers: slow, and obviously
// right. Independent of the library.
#pragma once

#include "support/random_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace test {

/// The nodes reachable from `roots`. Paths end at the nodes in `ends`, which are reachable themselves.
inline std::vector<bool> reached_from(Shape s, std::vector<int> const& roots,
                                      std::set<int> const& ends = {}) {
    for (int const end : ends) s.children[static_cast<std::size_t>(end)].clear();
    s.roots = roots;
    return closure(s);
}

/// The number of arrivals at each node if each reachable node is descended from once.
inline std::vector<int> arrivals(Shape const& s) {
    std::vector<int> count(s.children.size());
    auto const reached = closure(s);
    auto const arrive = [&](std::vector<int> const& nodes) {
        for (int const n : nodes)
            if (n >= 0) ++count[static_cast<std::size_t>(n)];
    };
    arrive(s.roots);
    for (std::size_t n = 0; n != s.children.size(); ++n)
        if (reached[n]) arrive(s.children[n]);
    return count;
}

/// The least number of edges on a path from a root; -1 if there is none.
inline std::vector<int> distances(Shape const& s) {
    std::vector<int> least(s.children.size(), -1);
    std::set<int> ends(s.roots.begin(), s.roots.end());  // the ends of all paths of `edges` edges
    for (int edges = 0; edges <= s.size(); ++edges) {
        std::set<int> next;
        for (int const n : ends) {
            if (n < 0) continue;
            auto const i = static_cast<std::size_t>(n);
            if (least[i] < 0) least[i] = edges;
            next.insert(s.children[i].begin(), s.children[i].end());
        }
        ends = next;
    }
    return least;
}

/// dominated[d][n]: whether n is reachable, but not without d. Removes d and computes reachability again.
inline std::vector<std::vector<bool>> dominated(Shape const& s) {
    std::vector<bool> const reached = closure(s);
    std::vector<std::vector<bool>> all;
    for (int d = 0; d != s.size(); ++d) {
        Shape without = s;
        for (auto& children : without.children) std::ranges::replace(children, d, -1);
        std::ranges::replace(without.roots, d, -1);
        auto const still = closure(without);
        all.push_back(reached);
        for (std::size_t n = 0; n != still.size(); ++n)
            if (still[n]) all.back()[n] = false;
    }
    return all;
}

/// The immediate dominators: among the other dominators of a node, the one that all of these dominate; -1 if
/// there is none.
inline std::vector<int> idoms(std::vector<std::vector<bool>> const& dominated) {
    std::vector<int> nearest(dominated.size(), -1);
    for (std::size_t n = 0; n != dominated.size(); ++n)
        for (std::size_t d = 0; d != dominated.size(); ++d)
            if (d != n && dominated[d][n] &&
                (nearest[n] < 0 || dominated[static_cast<std::size_t>(nearest[n])][d]))
                nearest[n] = static_cast<int>(d);
    return nearest;
}

/// For each node, the retainers with a path to it that contains no other retainer (Runciman and Roejemo; Park
/// and Peyton Jones). A retainer retains the nodes below its fields, up to the next retainers. The system
/// retains the roots; a root that is a retainer retains itself instead.
inline std::vector<std::set<std::string>> retainer_sets(Shape const& s,
                                                        std::function<bool(int)> const& is_retainer,
                                                        std::function<std::string(int)> const& identity,
                                                        std::string const& system = "SYSTEM") {
    std::vector<std::set<std::string>> sets(s.children.size());
    std::set<int> retainers;
    for (int n = 0; n != s.size(); ++n)
        if (is_retainer(n)) retainers.insert(n);
    auto const retains = [&](std::string const& who, std::vector<int> const& fields) {
        auto const below = reached_from(s, fields, retainers);
        for (std::size_t n = 0; n != below.size(); ++n)
            if (below[n]) sets[n].insert(who);
    };
    auto const reached = closure(s);
    for (int const r : retainers)
        if (reached[static_cast<std::size_t>(r)])
            retains(identity(r), s.children[static_cast<std::size_t>(r)]);
    for (int const root : s.roots) {
        if (root < 0) continue;
        if (retainers.contains(root)) sets[static_cast<std::size_t>(root)].insert(identity(root));
        else retains(system, {root});
    }
    return sets;
}

/// For each node, the names of the roots that reach it; `named` has the nodes of each name.
inline std::vector<std::vector<std::string>>
root_sets(Shape const& s, std::vector<std::pair<std::string, std::vector<int>>> const& named) {
    std::vector<std::vector<std::string>> sets(s.children.size());
    for (auto const& [name, nodes] : named) {
        auto const reached = reached_from(s, nodes);
        for (std::size_t n = 0; n != sets.size(); ++n)
            if (reached[n]) sets[n].push_back(name);
    }
    return sets;
}

/// For each node: "other" if the roots reach it on a path without named objects; otherwise whether it is
/// reachable at all.
inline std::vector<std::string> other_roots(Shape const& s, std::set<int> const& named) {
    auto const by_other_roots = reached_from(s, s.roots, named);
    std::vector<int> all = s.roots;
    all.insert(all.end(), named.begin(), named.end());
    auto const reached = reached_from(s, all);
    std::vector<std::string> sides;
    for (int n = 0; n != s.size(); ++n) {
        auto const i = static_cast<std::size_t>(n);
        sides.push_back(!reached[i]                               ? "unreached"
                        : by_other_roots[i] && !named.contains(n) ? "other"
                                                                  : "named");
    }
    return sides;
}

/// The history of one object's life. A census is identified by its number, and a use by the number of the
/// next census.
struct Life {
    std::set<std::size_t> censuses{}, uses{};
    bool dead = false;  // reported dead, or missing from a census
    bool operator==(Life const&) const = default;
};

/// The phase of an object at a census that counted it (Runciman and Roejemo). Before its first use it is in
/// lag, until the last in use, then in drag. It is void if it is never used; a living object may still be
/// used, so it is in lag.
inline std::string phase(Life const& life, std::size_t census) {
    if (life.uses.empty()) return life.dead ? "VOID" : "LAG";
    if (census < *life.uses.begin()) return "LAG";
    return life.dead && census > *life.uses.rbegin() ? "DRAG" : "USE";
}

}  // namespace test
