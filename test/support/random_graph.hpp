// Graphs for tests, as plain adjacency lists. Both the engine's graph and the expected result are made from
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace test {

/// Children and roots by number; -1 is null.
struct Shape {
    std::string name;
    std::vector<std::vector<int>> children;
    std::vector<int> roots;

    int size() const { return static_cast<int>(children.size()); }
};

/// A shape as a graph, which tests may extend.
struct ShapeGraph {
    using node = int;
    Shape const* shape;
    std::vector<int> const& children(int n) const { return shape->children[static_cast<std::size_t>(n)]; }
    bool null(int n) const { return n < 0; }
};

using Lists = std::vector<std::vector<int>>;
/// Lists of children as a graph, which tests may extend. Numbers below 0 are null.
struct ListGraph {
    using node = int;
    Lists const* lists;
    std::vector<int> const& children(int n) const { return (*lists)[static_cast<std::size_t>(n)]; }
    bool null(int n) const { return n < 0; }
};
/// The same with children in several pieces of memory.
struct ListGraphInPieces : ListGraph {
    std::deque<int> children(int n) const {
        auto const& list = ListGraph::children(n);
        return {list.begin(), list.end()};
    }
};

/// A graph written as text: "a:bc b:a c:-" is a -> b, a -> c, b -> a, c -> null. The nodes are a, b, c, ...
/// in this order.
inline Shape shape(std::string const& text, std::string const& roots) {
    Shape s{text, {}, {}};
    auto const number = [](char c) { return c == '-' ? -1 : c - 'a'; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ') continue;
        if (i + 1 < text.size() && text[i + 1] == ':') s.children.emplace_back(), ++i;
        else s.children.back().push_back(number(text[i]));
    }
    for (char const c : roots) s.roots.push_back(number(c));
    return s;
}

/// Random graphs of every shape. The same seed gives the same graphs on every platform.
class RandomGraphs {
  public:
    explicit RandomGraphs(std::uint32_t seed) : random_(seed) {}

    /// 0 <= below(n) < n.
    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }

    /// `count` nodes with up to `most` children each. One child in 20 is null.
    Lists lists(int count, int most) {
        Lists all(static_cast<std::size_t>(count));
        for (auto& list : all)
            for (int k = below(most + 1); k != 0; --k) list.push_back(below(20) == 0 ? -1 : below(count));
        return all;
    }

    static constexpr int kinds = 18;
    /// A graph of up to `most` nodes, of one of `kinds` kinds; some with null children and null roots.
    Shape graph(int kind, int most) {
        int const n = 1 + below(most);
        Shape s{"", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {0}};
        auto const edge = [&s](int from, int to) {
            s.children[static_cast<std::size_t>(from)].push_back(to);
        };
        switch (kind) {
        case 0:
            s.name = "star";
            for (int i = 1; i < n; ++i) edge(0, i);
            break;
        case 1:
            s.name = "chain";
            for (int i = 1; i < n; ++i) edge(i - 1, i);
            break;
        case 2:
            s.name = "comb: a chain with a tooth at each node";
            for (int i = 2; i < n; i += 2) edge(i - 2, i - 1), edge(i - 2, i);
            break;
        case 3:
            s.name = "cycle";
            for (int i = 0; i < n; ++i) edge(i, (i + 1) % n);
            break;
        case 4:
            s.name = "self-loops";
            for (int i = 0; i < n; ++i) edge(i, i), edge(i, below(n)), edge(i, i);
            break;
        case 5:
            s.name = "isolated roots";
            s.roots.clear();
            for (int i = 0; i < n; ++i) s.roots.push_back(below(n));
            break;
        case 6:
            s.name = "null children only";
            for (int i = 0; i < n; ++i) edge(0, -1);
            break;
        case 7:
            s.name = "multi-edges";
            for (int i = 1; i < n; ++i)
                for (int k = below(4); k >= 0; --k) edge(i - 1, i), edge(i, below(n));
            break;
        case 8:
            s.name = "tree";
            for (int i = 1; i < n; ++i) edge(below(i), i);
            break;
        case 9:
            s.name = "acyclic";
            for (int i = 1; i < n; ++i)
                for (int k = below(3); k >= 0; --k) edge(below(i), i);
            break;
        case 10:
            s.name = "dense";
            for (int i = 0; i < n; ++i)
                for (int k = 0; k < n; ++k)
                    if (below(2) != 0) edge(i, k);
            break;
        case 11:
            s.name = "ladder: every node twice reached";
            for (int i = 0; i + 2 < n; ++i) edge(i, i + 1), edge(i, i + 2);
            break;
        case 12:
            s.name = "a few hubs, as R-MAT makes them";
            for (int i = 0; i < 3 * n; ++i) edge(skewed(n), skewed(n));
            break;
        case 13:
            s.name = "shared leaves";
            for (int i = 1; i < n; ++i)
                edge((i - 1) / 2 % (1 + n / 4), i), edge(below(1 + n / 4), n - 1 - i / 2);
            break;
        case 14:
            s.name = "nested roots";
            for (int i = 1; i < n; ++i) edge(i - 1, i), edge(below(i), i);
            for (int i = 1; i < n; i += 1 + n / 8) s.roots.push_back(i);
            break;
        case 15:
            s.name = "cycles in cycles";
            for (int i = 0; i < n; ++i) edge(i, i + 1 < n ? i + 1 : -1), edge(i, n - 1 - i);
            break;
        case 16:
            s.name = "a row of cycles of two";
            for (int i = 0; i + 1 < n; ++i) {
                edge(i, i + 1);
                if (i % 2 == 0) edge(i + 1, i);
            }
            break;
        default:
            s.name = "random, with null children";
            for (int i = 0; i < 2 * n; ++i) {
                int const from = below(n);
                edge(from, below(n + 2) - 2 < 0 ? -1 : below(n));
            }
            break;
        }
        for (int more = below(3); more > 0; --more) s.roots.push_back(below(n + 1) - 1);  // -1: a null root
        return s;
    }

  private:
    /// A random number below n; small numbers are more likely.
    int skewed(int n) { return below(1 + below(1 + below(n))); }

    std::mt19937 random_;  // the standard specifies its sequence, unlike those of distributions
};

/// Calls f(shape) for `rounds` graphs of each kind.
template <class F>
void for_random_graphs(std::uint32_t seed, int rounds, int most, F f) {
    RandomGraphs graphs(seed);
    for (int round = 0; round < rounds; ++round)
        for (int kind = 0; kind < RandomGraphs::kinds; ++kind) f(graphs.graph(kind, most));
}

/// The nodes reachable from the roots, by applying the definition until nothing changes.
inline std::vector<bool> closure(Shape const& s) {
    std::vector<bool> reached(s.children.size());
    for (int const root : s.roots)
        if (root >= 0) reached[static_cast<std::size_t>(root)] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t from = 0; from < s.children.size(); ++from)
            for (int const to : s.children[from])
                if (reached[from] && to >= 0 && !reached[static_cast<std::size_t>(to)])
                    changed = reached[static_cast<std::size_t>(to)] = true;
    }
    return reached;
}

}  // namespace test
