// The suite `dominators`: the retained size of every object, by the library, by Boost.Graph, and by hand.
#include "arrays.hpp"
#include "harness.hpp"
#include "heap.hpp"

#include <trav/graph/csr.hpp>
#include <trav/profile/dominator.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace bench {
namespace {

/// A heap as arrays, with a node 0 that holds all roots and has no size.
Arrays with_root(Arrays const& heap) {
    Arrays arrays{{0}, {}, {0}, {0}};
    for (Number const root : heap.roots) arrays.targets.push_back(root + 1);
    auto const first = static_cast<Number>(heap.roots.size());
    for (Number const offset : heap.offsets) arrays.offsets.push_back(first + offset);
    for (Number const target : heap.targets) arrays.targets.push_back(target + 1);
    arrays.sizes.insert(arrays.sizes.end(), heap.sizes.begin(), heap.sizes.end());
    return arrays;
}

/// The result that all methods must agree on.
struct Answer {
    std::uint64_t sum = 0;
    void add(std::uint64_t retained) { sum += retained * (retained + 0x9E3779B97F4A7C15u); }
};

std::uint64_t by_library(auto const& graph, auto const& roots) {
    Answer answer;
    trav::dominators(graph, roots).walk([&](auto const& object) {
        if (object.own.bytes != 0) answer.add(object.retained.bytes);
    });
    return answer.sum;
}

/// The result, from immediate dominators and an order in which they come before the nodes that they dominate.
std::uint64_t answer_of(Arrays const& arrays, auto const& order, auto const& idoms) {
    std::vector<std::uint64_t> retained(arrays.sizes.begin(), arrays.sizes.end());
    Answer answer;
    for (std::size_t i = order.size(); --i != 0;) {
        answer.add(retained[order[i]]);
        retained[idoms[order[i]]] += retained[order[i]];
    }
    return answer.sum;
}

using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

BoostGraph boost_graph(Arrays const& arrays) {
    BoostGraph graph(arrays.sizes.size());
    for (Number n = 0; n + 1 != arrays.offsets.size(); ++n)
        for (Number e = arrays.offsets[n]; e != arrays.offsets[n + 1]; ++e)
            boost::add_edge(n, arrays.targets[e], graph);
    return graph;
}

std::uint64_t by_boost(Arrays const& arrays, BoostGraph const& graph) {
    std::size_t const n = arrays.sizes.size();
    std::vector<std::size_t> idoms(n), numbers(n), parents(n), order(n);
    auto const index = get(boost::vertex_index, graph);
    auto const map = [&](auto& values) { return boost::make_iterator_property_map(values.begin(), index); };
    boost::lengauer_tarjan_dominator_tree(graph, std::size_t{0}, index, map(numbers), map(parents), order,
                                          map(idoms));
    return answer_of(arrays, order, idoms);
}

/// Depth-first numbers, written like a careful programmer would: nodes by number, their parents, and each
/// node's number.
struct Numbered {
    std::vector<Number> order, parents, number;
    explicit Numbered(Arrays const& arrays) : number(arrays.sizes.size(), ~Number{0}) {
        std::vector<std::pair<Number, Number>> stack;  // a node's number, and its next edge
        auto const enter = [&](Number n, Number parent) {
            number[n] = static_cast<Number>(order.size());
            parents.push_back(parent);
            stack.emplace_back(number[n], arrays.offsets[n]);
            order.push_back(n);
        };
        for (enter(0, 0); !stack.empty();) {
            auto& [at, edge] = stack.back();
            if (edge == arrays.offsets[order[at] + 1]) stack.pop_back();
            else if (Number const to = arrays.targets[edge++]; number[to] == ~Number{0}) enter(to, at);
        }
    }
};

/// Predecessors by depth-first number.
struct Predecessors {
    std::vector<Number> begins, from;
    Predecessors(Arrays const& arrays, Numbered const& dfs)
        : begins(dfs.order.size() + 2), from(arrays.targets.size()) {
        for (auto const to : arrays.targets) ++begins[dfs.number[to] + 2];
        for (std::size_t i = 2; i != begins.size(); ++i) begins[i] += begins[i - 1];
        for (Number n = 0; n != dfs.order.size(); ++n)
            for (Number e = arrays.offsets[dfs.order[n]]; e != arrays.offsets[dfs.order[n] + 1]; ++e)
                from[begins[dfs.number[arrays.targets[e]] + 1]++] = n;
    }
};

std::uint64_t answer_of(Arrays const& arrays, Numbered const& dfs, std::vector<Number> const& idoms) {
    std::vector<Number> by_node(idoms.size());
    for (std::size_t i = 0; i != idoms.size(); ++i) by_node[dfs.order[i]] = dfs.order[idoms[i]];
    return answer_of(arrays, dfs.order, by_node);
}

std::uint64_t semi_nca_by_hand(Arrays const& arrays) {
    Numbered const dfs(arrays);
    Predecessors const predecessors(arrays, dfs);
    std::size_t const n = dfs.order.size();
    std::vector<Number> ancestor = dfs.parents, label(n), semi(n), idom = dfs.parents, path;
    for (Number w = static_cast<Number>(n - 1); w != 0; --w) {
        Number least = dfs.parents[w];
        for (Number e = predecessors.begins[w]; e != predecessors.begins[w + 1]; ++e) {
            Number v = predecessors.from[e];
            if (v > w) {
                for (; ancestor[v] > w; v = ancestor[v]) path.push_back(v);
                Number found = label[v];
                for (; !path.empty(); path.pop_back()) {
                    found = label[path.back()] = std::min(found, label[path.back()]);
                    ancestor[path.back()] = ancestor[v];
                }
                least = std::min(least, found);
            } else {
                least = std::min(least, v);
            }
        }
        semi[w] = label[w] = least;
    }
    for (std::size_t w = 1; w != n; ++w)
        while (idom[w] > semi[w]) idom[w] = idom[idom[w]];
    return answer_of(arrays, dfs, idom);
}

}  // namespace

void dominators(Settings const& settings, Contests& contests) {
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            Heap const heap = make_heap(shape, order);
            Arrays const arrays = with_root(make_arrays(shape, order));
            BoostGraph const boost = boost_graph(arrays);
            Objects const objects;
            auto const csr = arrays.sized_graph();
            std::vector<Method> const methods{
                {"Boost.Graph Lengauer-Tarjan", [&] { return by_boost(arrays, boost); }},
                {"by hand: semi-NCA, arrays", [&] { return semi_nca_by_hand(arrays); }},
                {"dominators, arrays", [&] { return by_library(csr, arrays.roots); }},
                {"dominators, pointers", [&] { return by_library(objects, heap.roots); }},
            };
            contests.hold("dominators", shape_name + ", " + name(order), settings, methods,
                          {"Boost.Graph Lengauer-Tarjan", "by hand: semi-NCA, arrays"});
        }
    }
}

}  // namespace bench
