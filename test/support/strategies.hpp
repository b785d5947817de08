// Every strategy, for tests that hold for all of them.
#pragma once

#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/depth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>

namespace test {

/// Calls f.operator()<Strategy>(name) for each.
template <class F>
void for_each_strategy(F f) {
    f.template operator()<trav::DepthFirst>("DepthFirst");
    f.template operator()<trav::MarkStack>("MarkStack");
    f.template operator()<trav::BreadthFirst>("BreadthFirst");
    f.template operator()<trav::Prefetch<4>>("Prefetch<4>");
    f.template operator()<trav::Prefetch<>>("Prefetch<64>");
    f.template operator()<trav::Counted<trav::BreadthFirst>>("Counted<BreadthFirst>");
}

}  // namespace test
