#include "shape.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

struct Random {
    std::mt19937_64 bits{1};
    Number below(std::size_t limit) { return static_cast<Number>(bits() % limit); }
};

/// The shape with the edges that generate(edge) lists. generate is called twice, so that edges are stored
/// once.
template <class Generate>
Shape from_edges(std::size_t n, Generate generate) {
    Shape shape;
    shape.begins.assign(n + 1, 0);
    generate([&](std::size_t from, std::size_t) { ++shape.begins[from + 1]; });
    std::partial_sum(shape.begins.begin(), shape.begins.end(), shape.begins.begin());
    shape.targets.resize(shape.begins.back());
    generate([&](std::size_t from, std::size_t to) {
        shape.targets[shape.begins[from]++] = static_cast<Number>(to);
    });
    std::copy_backward(shape.begins.begin(), shape.begins.end() - 1, shape.begins.end());
    shape.begins[0] = 0;
    shape.roots = {0};
    return shape;
}

Shape functional(std::size_t n) {
    Random random;
    Shape shape;
    shape.begins.reserve(n + 1);
    shape.targets.reserve(n * 37 / 20 + 64);
    std::vector<Number> orphans;  // objects without references to them
    for (std::size_t i = 0; i != n; ++i) {
        static constexpr unsigned char counts[] = {0, 0, 0, 0, 1, 1, 1, 1, 1, 1,
                                                   2, 2, 2, 2, 2, 2, 3, 3, 4, 8};  // 1.8 on average
        std::size_t const count = i == 0 ? 0 : counts[random.below(sizeof counts)];
        for (std::size_t k = 0; k != count; ++k) {
            if (!orphans.empty() && (k == 0 || orphans.size() > 1000)) {
                std::size_t const recent = std::min<std::size_t>(orphans.size(), 16);
                std::size_t const at = orphans.size() - 1 - random.below(recent);
                shape.targets.push_back(orphans[at]);
                orphans[at] = orphans.back();
                orphans.pop_back();
            } else {
                std::size_t const reach =
                    random.below(10) ? 1000 : i;  // mostly recent objects, some old ones
                shape.targets.push_back(static_cast<Number>(i - 1 - random.below(std::min(reach, i))));
            }
        }
        shape.begins.push_back(static_cast<Number>(shape.targets.size()));
        orphans.push_back(static_cast<Number>(i));
    }
    shape.roots = std::move(orphans);
    return shape;
}

Shape list(std::size_t n) {
    auto shape = from_edges(n, [&](auto edge) {
        for (std::size_t i = 1; i < n; ++i) edge(i, i - 1);
    });
    shape.roots = {static_cast<Number>(n - 1)};
    return shape;
}

Shape tree(std::size_t n) {
    return from_edges(n, [&](auto edge) {
        for (std::size_t i = 1; i < n; ++i) edge((i - 1) / 2, i);
    });
}

Shape random_graph(std::size_t n) {
    return from_edges(n, [&](auto edge) {
        Random random;
        for (std::size_t i = 0; i != n; ++i) {
            if (i != 0) edge(random.below(i), i);
            edge(i, random.below(n));
        }
    });
}

/// Of 100 edges, 57 lead from the first half to the first half, 19 out of it, and 19 into it; and likewise
/// within each half.
Shape rmat(std::size_t n) {
    return from_edges(n, [&](auto edge) {
        Random random;
        auto const r_mat_edge = [&] {
            std::size_t from = 0, to = 0;
            for (std::size_t size = 1; size < n; size *= 2) {
                Number const dice = random.below(100);
                from = 2 * from + (dice >= 76);
                to = 2 * to + ((dice >= 57 && dice < 76) || dice >= 95);
            }
            edge(from % n, to % n);
        };
        for (std::size_t i = 0; i != n; ++i) {
            if (i != 0) edge(random.below(i), i);
            r_mat_edge();
            r_mat_edge();
        }
    });
}

Shape shared_leaves(std::size_t n) {
    return from_edges(n, [&](auto edge) {
        Random random;
        std::size_t const leaves = n / 10, holders = n - leaves;
        for (std::size_t i = 0; i != holders; ++i) {
            if (i != 0) edge((i - 1) / 2, i);
            if (i < leaves) edge(i, holders + i);
            if (leaves != 0) edge(i, holders + random.below(leaves));
        }
    });
}

Shape star(std::size_t n) {
    return from_edges(n, [&](auto edge) {
        for (std::size_t i = 1; i < n; ++i) edge(0, i);
    });
}

Shape nested(std::size_t n) {
    std::size_t const trees = std::min<std::size_t>(64, n);
    auto const begin = [&](std::size_t tree) { return tree * n / trees; };
    Shape shape = from_edges(n, [&](auto edge) {
        for (std::size_t t = 0; t != trees; ++t) {
            if (t + 1 != trees) edge(begin(t), begin(t + 1));
            for (std::size_t i = 1; begin(t) + i < begin(t + 1); ++i)
                edge(begin(t) + (i - 1) / 2, begin(t) + i);
        }
    });
    shape.roots.clear();
    for (std::size_t t = 0; t != trees; ++t) shape.roots.push_back(static_cast<Number>(begin(t)));
    return shape;
}

Shape cycles(std::size_t n) {
    return from_edges(n, [&](auto edge) {
        Random random;
        for (std::size_t i = 0; i + 1 < n; ++i) {
            edge(i, i + 1);
            if (i % 2 != 0) edge(i, i - random.below(random.below(8) ? std::min<std::size_t>(i, 64) : i));
        }
        edge(n - 1, 0);
    });
}

}  // namespace

Shape make_shape(std::string const& name, std::size_t n) {
    using Make = Shape (*)(std::size_t);
    static constexpr Make makers[] = {functional,    list, tree,   random_graph, rmat,
                                      shared_leaves, star, nested, cycles};  // in the order of shape_names
    auto const at = std::ranges::find(shape_names, name);
    if (at == shape_names.end()) throw std::invalid_argument("there is no shape '" + name + "'");
    return makers[at - shape_names.begin()](n);
}

std::vector<Number> layout(Shape const& shape, Order order) {
    std::vector<Number> place(shape.size());
    if (order != Order::breadth_first) {
        std::iota(place.begin(), place.end(), Number{0});
        if (order == Order::shuffled) {
            Random random;
            for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[random.below(i)]);
        }
        return place;
    }
    std::vector<bool> seen(shape.size());
    std::size_t end = 0;
    auto const reach = [&](Number i) {
        if (!seen[i]) place[end++] = i;
        seen[i] = true;
    };
    for (Number const root : shape.roots) reach(root);
    for (std::size_t at = 0; at != end; ++at)
        for (Number const child : shape.children(place[at])) reach(child);
    return place;
}

}  // namespace bench
