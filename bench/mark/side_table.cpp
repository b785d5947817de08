// Plain objects, marked in a side table: a user's pointers, without a spare field.
#include "../heap.hpp"
#include "../peer/boost.hpp"
#include "../peer/by_hand.hpp"
#include "mark.hpp"

#include <trav/store/hashed.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <boost/property_map/property_map.hpp>

#include <unordered_map>
#include <unordered_set>

namespace bench {
namespace {

template <class Strategy, class Count = bench::Count>
std::uint64_t by_library(Heap const& heap) {
    Count count;
    trav::traverse<Strategy>(Objects{}, heap.roots, count);
    return count.found;
}

/// Calls walk(colour) with a hash table of colours; objects that are not in it are white.
std::uint64_t with_colours(auto walk) {
    std::unordered_map<Object*, boost::default_color_type> colours;
    return walk(boost::associative_property_map(colours));
}

struct Fields {
    auto operator()(Object* n) const { return n->fields(); }
};
struct First {
    std::unordered_set<Object*>* seen;
    bool operator()(Object* n) const { return seen->insert(n).second; }
};

}  // namespace

void mark_side_table(Shape const& shape, Order order, std::string const& title, Settings const& settings,
                     Contests& contests) {
    Heap const heap = make_heap(shape, order);
    auto const& roots = heap.roots;
    std::vector<Method> const methods{
        {"Boost DFS",
         [&] { return with_colours([&](auto c) { return boost_depth_first(Objects{}, roots, c); }); }},
        {"Boost BFS",
         [&] { return with_colours([&](auto c) { return boost_breadth_first(Objects{}, roots, c); }); }},
        {"by hand: mark stack, std set",
         [&] {
             std::unordered_set<Object*> seen;
             return mark_stack_by_hand(roots, First{&seen}, Fields{});
         }},
        {"DepthFirst", [&] { return by_library<trav::DepthFirst>(heap); }},
        {"MarkStack", [&] { return by_library<trav::MarkStack>(heap); }},
        {"BreadthFirst", [&] { return by_library<trav::BreadthFirst>(heap); }},
        {"Prefetch<>", [&] { return by_library<trav::Prefetch<>>(heap); }},
        {"Prefetch<>, once", [&] { return by_library<trav::Prefetch<>, CountOnce>(heap); }},
    };
    contests.hold("mark", title, settings, methods, {"Boost DFS", "Boost BFS"});
}

}  // namespace bench
