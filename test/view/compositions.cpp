// Paths, trees, tables and views compose with the views of range-v3 and of the standard library.
#include <trav/path/path.hpp>
#include <trav/path/path_tree.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/profiler.hpp>

#include "catch.hpp"
#include "support/bytes_once.hpp"
#include "support/game_server.hpp"

#include <range/v3/range/concepts.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace {

using Heap = game::Heap;
using Tree = trav::DominatorTree<Heap>;
using Siblings = decltype(std::declval<Tree const&>().children({}));
using Above = decltype(std::declval<Tree const&>().dominators({}));
static_assert(ranges::forward_range<Siblings> && ranges::view_<Siblings>);
static_assert(ranges::forward_range<Above> && ranges::view_<Above>);
static_assert(ranges::random_access_range<trav::Path<int> const>);
static_assert(ranges::random_access_range<trav::PathTree const>);

auto const name = [](trav::Object const& o) { return o.type->name(); };
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("dominators and siblings compose with the views of range-v3", "[unit]") {
    game::World const world;
    Heap const heap(trav::EdgeKind::owns);
    auto const tree = trav::dominators(heap, trav::roots(world.server));
    CHECK((tree.dominators(world.pixels()) | ranges::views::transform(name) | ranges::to<Names>()) ==
          Names{"game::Look", "game::Server"});
    CHECK((tree.dominators(trav::object(world.sword)) | ranges::views::transform(name) |
           ranges::views::take(1) | ranges::to<Names>()) == Names{"game::Player"});
    CHECK((tree.children(trav::object(world.ann)) | ranges::views::transform(name) | ranges::to<Names>()) ==
          Names{"game::Item", "game::Item"});
}

TEST_CASE("paths, path trees and tables compose with the views of range-v3", "[unit]") {
    game::World const world;
    Heap const heap;
    auto const path = trav::path(heap, trav::roots(world.guild), trav::object(*world.tail));
    CHECK((path | ranges::views::transform([](auto const& step) { return step.name; }) |
           ranges::to<Names>()) == Names{"", "members[0]", "target", "drops[1].item"});

    auto const tree = trav::path_tree(heap, trav::roots(world.guild), {trav::object(*world.tail)});
    CHECK((tree | ranges::views::filter([](auto const& line) { return line.depth == 1; }) |
           ranges::views::transform([](auto const& line) { return line.text; }) | ranges::to<Names>()) ==
          Names{".members[] -> game::Player"});

    auto type = trav::by_type();
    trav::Profiler profiler{heap, type};
    profiler.sample(trav::roots(world.cat));
    auto const table = profiler.profile().by(type);
    CHECK(table.total().bytes == test::bytes_once(heap, trav::roots(world.cat)));
    CHECK((table.lines | ranges::views::transform([](auto const& line) { return line.texts[0]; }) |
           ranges::to<std::vector>())
              .size() == 2);
}

#if !defined(__clang__) || __clang_major__ >= 16  // older ones cannot compile libstdc++'s views
static_assert(std::ranges::forward_range<Siblings> && std::ranges::view<Siblings>);
static_assert(std::ranges::forward_range<Above> && std::ranges::view<Above>);
static_assert(std::ranges::borrowed_range<Siblings>);

TEST_CASE("dominators and paths compose with the views of the standard library", "[unit]") {
    game::World const world;
    Heap const heap(trav::EdgeKind::owns);
    auto const tree = trav::dominators(heap, trav::roots(world.server));
    Names above;
    for (auto const& each : tree.dominators(world.pixels()) | std::views::transform(name))
        above.push_back(each);
    CHECK(above == Names{"game::Look", "game::Server"});
    Names steps;
    auto const path = trav::path(heap, trav::roots(world.server), trav::object(*world.tail));
    for (auto const& each :
         path | std::views::drop(1) | std::views::transform([](auto const& step) { return step.name; }))
        steps.push_back(each);
    CHECK(steps == Names{"zones[1].entities[0]", "drops[1].item"});
}
#endif
