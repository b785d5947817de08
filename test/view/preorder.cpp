#include <trav/view/preorder.hpp>

#include <trav/graph/from.hpp>

#include "../graph/expected_edges.hpp"
#include "support/strategies.hpp"

#include <range/v3/range/concepts.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/take_while.hpp>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace {

using Ints = std::vector<int>;

/// Counts the requests for children.
struct Asked {
    using node = int;
    Edges const* edges;
    int* asked;
    Ints const& children(int n) const {
        ++*asked;
        return (*edges)[static_cast<std::size_t>(n)];
    }
};

using View = decltype(trav::views::preorder(std::declval<Asked>(), std::declval<Ints&>()));
static_assert(ranges::view_<View> && ranges::input_range<View> && !ranges::forward_range<View>);
static_assert(sizeof(ranges::iterator_t<View>) == sizeof(void*));

/// Depth first, recursively.
void visit(Edges const& edges, int n, std::vector<bool>& seen, Ints& order) {
    if (seen[static_cast<std::size_t>(n)]) return;
    seen[static_cast<std::size_t>(n)] = true;
    order.push_back(n);
    for (int child : edges[static_cast<std::size_t>(n)]) visit(edges, child, seen, order);
}
Ints depth_first(Edges const& edges, Ints const& roots) {
    std::vector<bool> seen(edges.size());
    Ints order;
    for (int r : roots) visit(edges, r, seen, order);
    return order;
}
Ints breadth_first(Edges const& edges, Ints const& roots) {
    std::vector<bool> seen(edges.size());
    Ints queue = roots, order;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        int const n = queue[i];
        if (seen[static_cast<std::size_t>(n)]) continue;
        seen[static_cast<std::size_t>(n)] = true;
        order.push_back(n);
        for (int child : edges[static_cast<std::size_t>(n)]) queue.push_back(child);
    }
    return order;
}

}  // namespace

TEST_CASE("preorder yields the nodes in the order of the strategy", "[property]") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        Edges const edges = random_edges(random, count, random.below(40));
        Ints const roots{random.below(count), random.below(count), random.below(count)};
        int asked = 0;
        Asked const graph{&edges, &asked};
        auto const sorted = [](Ints list) {
            std::sort(list.begin(), list.end());
            return list;
        };
        Ints const expected = depth_first(edges, roots);
        CHECK((trav::views::preorder(graph, roots) | ranges::to<std::vector>()) == expected);
        CHECK((trav::views::preorder<trav::BreadthFirst>(graph, roots) | ranges::to<std::vector>()) ==
              breadth_first(edges, roots));
        test::for_each_strategy([&]<class Strategy>(char const* name) {
            INFO(name);
            CHECK(sorted(trav::views::preorder<Strategy>(graph, roots) | ranges::to<std::vector>()) ==
                  sorted(expected));
        });
    }
}

TEST_CASE("preorder reads only as much as requested", "[unit]") {
    Edges const edges{{1, 4}, {2, 3}, {}, {0}, {5}, {}};
    int asked = 0;
    Ints const roots{0};
    auto view = trav::views::preorder(Asked{&edges, &asked}, roots);
    CHECK(asked == 0);
    auto at = view.begin();
    CHECK(asked == 0);
    CHECK(*at == 0);
    CHECK(*at == 0);
    CHECK(asked == 1);
    ++at;
    CHECK(asked == 1);
    CHECK(at != view.end());
    CHECK(asked == 2);
    CHECK(*at == 1);

    Ints const order{0, 1, 2, 3, 4, 5};
    for (int k = 0; k <= 6; ++k) {
        asked = 0;
        Ints got;
        for (int n : trav::views::preorder(Asked{&edges, &asked}, roots) | ranges::views::take(k))
            got.push_back(n);
        CHECK(got == Ints(order.begin(), order.begin() + k));
        CHECK(asked == k);
    }
}

TEST_CASE("preorder is single pass: begin() continues at the last position, and copies share the traversal",
          "[unit]") {
    Edges const edges{{1}, {2}, {3}, {}};
    int asked = 0;
    auto view = trav::views::preorder(Asked{&edges, &asked}, {0});
    auto copy = view;
    CHECK(*view.begin() == 0);
    auto at = copy.begin();
    CHECK(*at == 0);
    ++at;
    CHECK(*at == 1);
    CHECK((view | ranges::to<std::vector>()) == Ints{1, 2, 3});
    CHECK(copy.begin() == copy.end());
}

TEST_CASE("preorder composes with the views of range-v3", "[unit]") {
    Edges const edges{{1, 2}, {3}, {}, {}};
    int asked = 0;
    Asked const graph{&edges, &asked};
    auto const odd = [](int n) { return n % 2 == 1; };
    auto const square = [](int n) { return n * n; };
    CHECK((trav::views::preorder(graph, {0}) | ranges::views::filter(odd) | ranges::views::transform(square) |
           ranges::to<std::vector>()) == Ints{1, 9});
    asked = 0;
    CHECK((trav::views::preorder(graph, {0}) | ranges::views::take_while([](int n) { return n < 3; }) |
           ranges::to<std::vector>()) == Ints{0, 1});
    CHECK(asked == 3);
}

TEST_CASE("preorder takes any range of roots: empty, with null roots, an array, a temporary", "[unit]") {
    struct Obj {
        std::vector<Obj*> fields;
    };
    auto const heap = trav::graph<Obj*>([](Obj* o) -> auto const& { return o->fields; });
    Obj a, b;
    a.fields = {nullptr, &a};
    Obj* const array[] = {nullptr, &b, nullptr, &a, &b};
    auto const all = [](auto view) { return view | ranges::to<std::vector>(); };
    using Objs = std::vector<Obj*>;
    CHECK(all(trav::views::preorder(heap, array)) == Objs{&b, &a});
    CHECK(all(trav::views::preorder<trav::BreadthFirst>(heap, array)) == Objs{&b, &a});
    CHECK(all(trav::views::preorder(heap, Objs{})) == Objs{});
    CHECK(all(trav::views::preorder<trav::BreadthFirst>(heap, Objs{nullptr})) == Objs{});
    CHECK(all(trav::views::preorder(heap, Objs{&a, &b})) == Objs{&a, &b});
    CHECK(all(trav::views::preorder(heap, {&b, &a})) == Objs{&b, &a});
    auto fields_of_a = [&] { return ranges::views::filter(a.fields, [](Obj* o) { return o != nullptr; }); };
    CHECK(all(trav::views::preorder(heap, fields_of_a())) == Objs{&a});
}
