// The suite `mark`: reach every object of a heap and count, by each strategy of the library, by Boost.Graph, and by hand.
#include "harness.hpp"
#include "heap.hpp"

#include <trav/store/hashed.hpp>
#include <trav/store/in_node.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/pending/queue.hpp>

#include <cstdint>
#include <utility>
#include <vector>

// The heap as Boost.Graph sees it.
namespace bench {
struct BoostHeap {};
struct boost_heap_category : boost::incidence_graph_tag {};
}  // namespace bench
template <>
struct boost::graph_traits<bench::BoostHeap> {
    using vertex_descriptor = bench::Object*;
    using edge_descriptor = std::pair<bench::Object*, bench::Object*>;
    using directed_category = boost::directed_tag;
    using edge_parallel_category = boost::allow_parallel_edge_tag;
    using traversal_category = bench::boost_heap_category;
    using degree_size_type = std::size_t;
    struct out_edge_iterator {
        using iterator_category = std::input_iterator_tag;
        using value_type = edge_descriptor;
        using difference_type = std::ptrdiff_t;
        using pointer = edge_descriptor const*;
        using reference = edge_descriptor;
        bench::Object* from = nullptr;
        bench::Object* const* at = nullptr;
        edge_descriptor operator*() const { return {from, *at}; }
        out_edge_iterator& operator++() { return ++at, *this; }
        out_edge_iterator operator++(int) { return {from, at++}; }
        bool operator==(out_edge_iterator const& other) const { return at == other.at; }
        bool operator!=(out_edge_iterator const& other) const { return at != other.at; }
    };
    static vertex_descriptor null_vertex() { return nullptr; }
};

namespace bench {

using Edge = boost::graph_traits<BoostHeap>::edge_descriptor;
inline Object* source(Edge const& edge, BoostHeap const&) { return edge.first; }
inline Object* target(Edge const& edge, BoostHeap const&) { return edge.second; }
inline std::size_t out_degree(Object* n, BoostHeap const&) { return n->count; }
inline auto out_edges(Object* n, BoostHeap const&) {
    using Iterator = boost::graph_traits<BoostHeap>::out_edge_iterator;
    return std::pair(Iterator{n, n->fields().data()}, Iterator{n, n->fields().data() + n->count});
}

namespace {

/// Colours in the header; new ones for each pass, as an epoch's three values.
struct HeaderColour {
    using key_type = Object*;
    using value_type = boost::default_color_type;
    using reference = value_type;
    using category = boost::read_write_property_map_tag;
    std::uint32_t epoch;
    friend value_type get(HeaderColour const& map, Object* n) {
        return n->mark.epoch == map.epoch       ? boost::gray_color
               : n->mark.epoch == map.epoch + 1 ? boost::black_color
                                                : boost::white_color;
    }
    friend void put(HeaderColour const& map, Object* n, value_type colour) {
        n->mark.epoch = colour == boost::gray_color    ? map.epoch
                        : colour == boost::black_color ? map.epoch + 1
                                                       : 0;
    }
};

struct BoostCount : boost::default_dfs_visitor {
    std::uint64_t* found;
    explicit BoostCount(std::uint64_t* count) : found(count) {}
    void discover_vertex(Object*, BoostHeap const&) const { ++*found; }
};
struct BoostCountBreadth : boost::default_bfs_visitor {
    std::uint64_t* found;
    explicit BoostCountBreadth(std::uint64_t* count) : found(count) {}
    void discover_vertex(Object*, BoostHeap const&) const { ++*found; }
};

struct Count {
    std::uint64_t found = 0;
    void visit(auto& here) { found += here.first; }
};

template <class Strategy>
std::uint64_t by_library(Heap const& heap) {
    trav::InNode<&Object::mark> marks;
    Count count;
    trav::traverse<Strategy>(Objects{}, heap.roots, count, marks);
    return count.found;
}
template <class Strategy>
std::uint64_t by_side_table(Heap const& heap) {
    Count count;
    trav::traverse<Strategy>(Objects{}, heap.roots, count);
    return count.found;
}

std::uint32_t hand_epoch = 0x80000000u;  // apart from the library's, whose epochs count from 1

std::uint64_t mark_stack_by_hand(Heap const& heap) {
    std::uint32_t const now = ++hand_epoch;
    std::uint64_t found = 0;
    std::vector<Object*> stack;
    auto const push = [&](Object* n) {
        if (n->mark.epoch == now) return;
        n->mark.epoch = now;
        ++found;
        stack.push_back(n);
    };
    for (auto* root : heap.roots) {
        push(root);
        while (!stack.empty()) {
            Object* const n = stack.back();
            stack.pop_back();
            for (auto* child : n->fields()) push(child);
        }
    }
    return found;
}

std::uint64_t depth_first_by_hand(Heap const& heap) {
    std::uint32_t const now = ++hand_epoch;
    std::uint64_t found = 0;
    struct Frame {
        Object* const* at;
        Object* const* end;
    };
    std::vector<Frame> stack;
    auto const enter = [&](Object* n) {
        if (n->mark.epoch == now) return;
        n->mark.epoch = now;
        ++found;
        if (n->count != 0) stack.push_back({n->fields().data(), n->fields().data() + n->count});
    };
    for (auto* root : heap.roots) {
        enter(root);
        while (!stack.empty()) {
            Frame& frame = stack.back();
            Object* const child = *frame.at++;
            if (frame.at == frame.end) stack.pop_back();
            enter(child);
        }
    }
    return found;
}

std::uint64_t boost_depth_first(Heap const& heap) {
    HeaderColour const colour{hand_epoch += 2};
    std::uint64_t found = 0;
    for (auto* root : heap.roots)
        if (get(colour, root) == boost::white_color)
            boost::depth_first_visit(BoostHeap{}, root, BoostCount(&found), colour);
    ++hand_epoch;
    return found;
}

std::uint64_t boost_breadth_first(Heap const& heap) {
    HeaderColour const colour{hand_epoch += 2};
    std::uint64_t found = 0;
    boost::queue<Object*> queue;
    boost::breadth_first_visit(BoostHeap{}, heap.roots.begin(), heap.roots.end(), queue,
                               BoostCountBreadth(&found), colour);
    ++hand_epoch;
    return found;
}

}  // namespace

std::vector<Result> mark(Settings const& settings) {
    std::vector<Result> results;
    for (Order const order : {Order::shuffled, Order::allocation}) {
        Heap const heap = functional_heap(settings.n, order);
        std::vector<Method> const methods{
            {"Boost.Graph depth first", [&] { return boost_depth_first(heap); }},
            {"Boost.Graph breadth first", [&] { return boost_breadth_first(heap); }},
            {"by hand: child cursors", [&] { return depth_first_by_hand(heap); }},
            {"by hand: mark stack", [&] { return mark_stack_by_hand(heap); }},
            {"DepthFirst", [&] { return by_library<trav::DepthFirst>(heap); }},
            {"MarkStack", [&] { return by_library<trav::MarkStack>(heap); }},
            {"BreadthFirst", [&] { return by_library<trav::BreadthFirst>(heap); }},
            {"Prefetch<64>", [&] { return by_library<trav::Prefetch<64>>(heap); }},
            {"DepthFirst, side table", [&] { return by_side_table<trav::DepthFirst>(heap); }},
            {"Prefetch<64>, side table", [&] { return by_side_table<trav::Prefetch<64>>(heap); }},
        };
        auto more = contest("mark", name(order), settings, methods,
                            {"Boost.Graph depth first", "by hand: mark stack"});
        results.insert(results.end(), more.begin(), more.end());
    }
    return results;
}

}  // namespace bench
