// Compressed sparse rows with 32-bit numbers, marked in an array.
#include "../arrays.hpp"
#include "../peer/boost.hpp"
#include "../peer/by_hand.hpp"
#include "mark.hpp"

#include <heapprof/contest/graph_methods.hpp>
#include <trav/graph/csr.hpp>

#include <boost/property_map/property_map.hpp>

#include <algorithm>
#include <iterator>

namespace bench {
namespace {

using Csr = trav::Csr<Number, Number>;

/// Calls walk(colour) with an array of colours.
std::uint64_t with_colours(Csr const& graph, auto walk) {
    std::vector<boost::default_color_type> colours(graph.count());
    return walk(
        boost::make_iterator_property_map(colours.begin(), boost::typed_identity_property_map<Number>()));
}

class Bits {
  public:
    explicit Bits(std::size_t count) : words_(count / 64 + 1) {}
    bool operator()(Number n) {
        std::uint64_t const bit = std::uint64_t{1} << n % 64;
        bool const fresh = !(words_[n / 64] & bit);
        words_[n / 64] |= bit;
        return fresh;
    }

  private:
    std::vector<std::uint64_t> words_;
};

/// Breadth first over an array of all reached nodes, reading rows ahead of the visit: the best known loop for
/// arrays and bits.
std::uint64_t look_ahead_by_hand(Csr const& graph, std::vector<Number> const& roots) {
    constexpr std::size_t far = 64, near = 32;
    Number const* const offsets = graph.offsets().data();
    Number const* const targets = graph.targets().data();
    Bits first(graph.count());
    std::vector<Number> queue(graph.count() + 1);
    std::size_t end = 0;
    auto const reach = [&](Number n) {
        queue[end] = n;
        end += first(n);
    };
    for (Number const root : roots) reach(root);
    for (std::size_t at = 0; at != end; ++at) {
        if (at + far < end) __builtin_prefetch(offsets + queue[at + far]);
        if (at + near < end) __builtin_prefetch(targets + offsets[queue[at + near]]);
        Number const n = queue[at];
        for (Number e = offsets[n]; e != offsets[n + 1]; ++e) reach(targets[e]);
    }
    return end;
}

/// Reads the offsets and the first four targets of each node, in breadth-first order.
std::uint64_t gather(Csr const& graph, std::vector<Number> const& order) {
    Number const* const offsets = graph.offsets().data();
    Number const* const targets = graph.targets().data();
    std::size_t const last = order.size() - 1;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i != order.size(); ++i) {
        __builtin_prefetch(offsets + order[std::min(i + 128, last)]);
        __builtin_prefetch(targets + offsets[order[std::min(i + 64, last)]]);
        Number const begin = offsets[order[i]], end = offsets[order[i] + 1];
        for (Number e = begin; e != std::min(end, begin + 4); ++e) sum += targets[e];
    }
    keep(sum);
    return order.size();
}

std::vector<Number> known_order(Csr const& graph, std::vector<Number> const& roots) {
    std::vector<Number> order;
    order.reserve(graph.count());
    Bits first(graph.count());
    auto const reach = [&](Number n) {
        if (first(n)) order.push_back(n);
    };
    for (Number const root : roots) reach(root);
    for (std::size_t at = 0; at != order.size(); ++at)
        for (Number const child : graph.children(order[at])) reach(child);
    return order;
}

}  // namespace

void mark_arrays(Shape const& shape, Order order, std::string const& title, Settings const& settings,
                 Contests& contests) {
    Arrays const arrays = make_arrays(shape, order);
    Csr const graph = arrays.graph();
    auto const& roots = arrays.roots;
    auto const known = known_order(graph, roots);
    auto const fields = [&](Number n) { return graph.children(n); };
    std::vector<Method> methods{
        {"Boost DFS",
         [&] { return with_colours(graph, [&](auto c) { return boost_depth_first(graph, roots, c); }); }},
        {"Boost BFS",
         [&] { return with_colours(graph, [&](auto c) { return boost_breadth_first(graph, roots, c); }); }},
        {"by hand: child cursors",
         [&] {
             Bits first(graph.count());
             return cursors_by_hand(roots, [&](Number n) { return first(n); }, fields);
         }},
        {"by hand: mark stack",
         [&] {
             Bits first(graph.count());
             return mark_stack_by_hand(roots, [&](Number n) { return first(n); }, fields);
         }},
        {"by hand: look-ahead", [&] { return look_ahead_by_hand(graph, roots); }},
        {"limit: gather", [&] { return gather(graph, known); }},
    };
    std::ranges::move(contest::walks(graph, roots), std::back_inserter(methods));
    contests.hold("mark", title, settings, methods,
                  {"Boost DFS", "Boost BFS", "by hand: look-ahead", "limit: gather"});
}

}  // namespace bench
