#include <trav/view/postorder.hpp>

#include "../graph/expected_edges.hpp"

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/take.hpp>

#include <span>
#include <vector>

namespace {

using Ints = std::vector<int>;

struct Asked {
    using node = int;
    Edges const* edges;
    int* asked;
    std::span<int const> children(int n) const {
        ++*asked;
        return (*edges)[static_cast<std::size_t>(n)];
    }
};

void visit(Edges const& edges, int n, std::vector<bool>& seen, Ints& order) {
    if (seen[static_cast<std::size_t>(n)]) return;
    seen[static_cast<std::size_t>(n)] = true;
    for (int child : edges[static_cast<std::size_t>(n)]) visit(edges, child, seen, order);
    order.push_back(n);
}

}  // namespace

TEST_CASE("postorder yields each node after the nodes first reached from it", "[property]") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        Edges const edges = random_edges(random, count, random.below(40));
        Ints const roots{random.below(count), random.below(count)};
        int asked = 0;
        std::vector<bool> seen(edges.size());
        Ints expected;
        for (int r : roots) visit(edges, r, seen, expected);
        CHECK((trav::views::postorder(Asked{&edges, &asked}, roots) | ranges::to<std::vector>()) == expected);
        CHECK(asked == static_cast<int>(expected.size()));
    }
}

TEST_CASE("postorder descends only as far as it must", "[unit]") {
    Edges const edges{{1, 4}, {2, 3}, {}, {}, {5}, {}};  // in postorder 2 3 1 5 4 0
    std::vector<int> const asked_after{0, 3, 4, 4, 6, 6, 6};
    for (int k = 0; k <= 6; ++k) {
        int asked = 0;
        Ints got;
        for (int n : trav::views::postorder(Asked{&edges, &asked}, {0}) | ranges::views::take(k))
            got.push_back(n);
        Ints const order{2, 3, 1, 5, 4, 0};
        CHECK(got == Ints(order.begin(), order.begin() + k));
        CHECK(asked == asked_after[static_cast<std::size_t>(k)]);
    }
}

TEST_CASE("postorder handles a list of a million cells", "[unit]") {
    struct List {
        using node = int;
        std::vector<int> const* next;
        std::span<int const> children(int n) const {
            return {next->data() + n, n + 1 < static_cast<int>(next->size()) ? 1u : 0u};
        }
    };
    std::vector<int> next;
    for (int i = 1; i <= 1'000'000; ++i) next.push_back(i);
    int expected = 999'999;
    bool in_order = true;
    for (int n : trav::views::postorder(List{&next}, {0})) in_order = in_order && n == expected--;
    CHECK(in_order);
    CHECK(expected == -1);
}
