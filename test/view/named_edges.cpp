#include <trav/view/named_edges.hpp>

#include <trav/strategy/breadth_first.hpp>

#include "catch.hpp"
#include "support/game_server.hpp"

#include <range/v3/range/concepts.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

namespace {

/// Counts the objects with listed edges.
struct Counting : game::Heap {
    int* asked;
    explicit Counting(int* count) : asked(count) {}
    void edges(trav::Object const& o, auto&& f) const {
        ++*asked;
        game::Heap::edges(o, f);
    }
};

using View = decltype(trav::views::named_edges(game::Heap(), std::vector<trav::Object>()));
static_assert(ranges::view_<View> && ranges::input_range<View> && !ranges::forward_range<View>);

std::vector<game::Expected> sorted(std::vector<game::Expected> edges) {
    auto const key = [](game::Expected const& e) { return std::tuple(e.from.address, e.label, e.to.type); };
    std::sort(edges.begin(), edges.end(), [&](auto const& a, auto const& b) { return key(a) < key(b); });
    return edges;
}

}  // namespace

TEST_CASE("named edges: yields every edge of every object reached", "[unit]") {
    game::World const world;
    std::vector<game::Expected> found;
    for (auto const& edge : trav::views::named_edges(game::Heap(), trav::roots(world.server)))
        found.push_back({edge.from, edge.label, edge.to, edge.kind});
    CHECK((sorted(found) == sorted(world.edges())));
}

TEST_CASE("named edges: compose, keep their names, and are read only as requested", "[unit]") {
    game::World const world;
    int asked = 0;
    Counting const heap(&asked);
    auto edges = trav::views::named_edges<trav::BreadthFirst>(heap, {trav::object(world.guild)});
    CHECK(asked == 0);
    auto const first = edges | ranges::views::take(3) | ranges::to<std::vector>();
    CHECK(asked == 2);
    REQUIRE(first.size() == 3);
    CHECK(first[0] == trav::LabelledEdge{trav::object(world.guild), trav::object(world.ann),
                                         trav::EdgeKind::refers, "members[0]", "members[]"});
    CHECK(first[1].label == "members[2]");
    CHECK(first[2].label == "zone");

    auto const opaque =
        trav::views::named_edges(game::Heap(), trav::roots(world.server)) |
        ranges::views::filter([](auto const& e) { return e.kind == trav::EdgeKind::opaque; }) |
        ranges::views::transform([](auto const& e) { return e.pattern; }) | ranges::to<std::vector>();
    CHECK(opaque == std::vector<std::string>{"settings", "quest.on_done"});
    CHECK((trav::views::named_edges(game::Heap(), {trav::object(world.apple)}) | ranges::to<std::vector>())
              .empty());
}
