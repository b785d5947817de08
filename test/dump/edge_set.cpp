#include "catch.hpp"

#include <trav/dump/edge_set.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

using trav::dump::EdgeSet;
using trav::dump::EdgeSetBuilder;

namespace {

using Numbers = std::set<std::uint64_t>;

// Words do not become a set, and a builder no set, unless the program says so.
static_assert(!std::is_convertible_v<std::vector<EdgeSet::Word>, EdgeSet>);
template <class Builder>
concept GivesSet = requires(Builder&& builder) { std::forward<Builder>(builder).set(); };
static_assert(GivesSet<EdgeSetBuilder> && !GivesSet<EdgeSetBuilder&>);

EdgeSet set_of(Numbers const& numbers, std::uint64_t expected = 0) {
    EdgeSetBuilder builder(expected);
    for (auto const number : numbers) builder.add(number, true);
    return std::move(builder).set();
}
Numbers numbers_of(EdgeSet const& set, std::uint64_t below) {
    Numbers numbers;
    for (std::uint64_t i = 0; i != below; ++i)
        if (set.contains(i)) numbers.insert(i);
    return numbers;
}
Numbers random_numbers(std::mt19937& random, std::uint64_t below) {
    Numbers numbers;
    for (std::uint64_t i = 0; i != below; ++i)
        if (random() % 3 == 0) numbers.insert(i);
    return numbers;
}

struct Edge {
    std::uint64_t number;
};
// Edges with numbers that are not in order.
struct Edges {
    std::vector<std::vector<Edge>> of;
    std::uint64_t edge_count() const { return 4; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(of.size()); }
    void for_each_edge(std::uint32_t first, std::uint32_t last, auto f) const {
        for (; first != last; ++first)
            for (Edge const& edge : of[first]) f(edge);
    }
};

}  // namespace

TEST_CASE("edge set: contains the numbers with a bit, and none beyond its words", "[unit]") {
    EdgeSet const none;
    CHECK_FALSE(none.contains(0));
    CHECK_FALSE(none.contains(~std::uint64_t{0}));
    CHECK(none.words().empty());
    EdgeSet const some({0x8000000000000001, 0, 2});
    CHECK(numbers_of(some, 300) == Numbers{0, 63, 129});
    CHECK_FALSE(some.contains(192));
    CHECK_FALSE(some.contains(~std::uint64_t{0}));
}

TEST_CASE("edge set: is a predicate on edges that have numbers", "[unit]") {
    EdgeSet const set = set_of({3});
    CHECK(set(Edge{3}));
    CHECK_FALSE(set(Edge{4}));
}

TEST_CASE("edge set: copies share the bits, and outlive each other", "[unit]") {
    auto first = std::make_unique<EdgeSet>(set_of({1, 70}));
    EdgeSet const second = *first;
    CHECK(second.words().data() == first->words().data());
    first.reset();
    CHECK(numbers_of(second, 200) == Numbers{1, 70});
}

TEST_CASE("edge set: a builder takes any numbers in any order", "[unit]") {
    EdgeSetBuilder builder(2);
    builder.add(1000, true);
    builder.add(5, true);
    builder.add(6, false);
    builder.add(63, true);
    builder.add(64, true);
    builder.add(5000, false);
    CHECK(numbers_of(std::move(builder).set(), 6000) == Numbers{5, 63, 64, 1000});
    CHECK(numbers_of(EdgeSetBuilder(0).set(), 100).empty());
}

TEST_CASE("edge set: padding adds words, but no edges", "[unit]") {
    EdgeSet const set = set_of({2, 65});
    CHECK(set.padded(0).words() == set.words());
    CHECK(set.padded(128).words().size() == 2);
    CHECK(set.padded(129).words().size() == 3);
    CHECK(numbers_of(set.padded(1000), 2000) == Numbers{2, 65});
    CHECK(EdgeSet().padded(0).words().empty());
    CHECK(EdgeSet().padded(1).words() == std::vector<EdgeSet::Word>{0});
}

TEST_CASE("edge set: without() takes away the edges of the second set", "[property]") {
    std::mt19937 random(3);
    for (int round = 0; round != 300; ++round) {
        // sets of various lengths; 0: no words
        Numbers const a = random_numbers(random, random() % 4 == 0 ? 0 : random() % 400);
        Numbers const b = random_numbers(random, random() % 4 == 0 ? 0 : random() % 400);
        EdgeSet const first = a.empty() ? EdgeSet() : set_of(a, 400),
                      second = b.empty() ? EdgeSet() : set_of(b);
        Numbers expected = a;
        for (auto const number : b) expected.erase(number);
        REQUIRE(numbers_of(trav::dump::without(first, second), 500) == expected);
        REQUIRE(numbers_of(first, 500) == a);  // as before
        REQUIRE(numbers_of(second, 500) == b);
    }
}

TEST_CASE("edge set: edges_where() asks about each edge once", "[unit]") {
    Edges const edges{{{{6}, {0}}, {}, {{200}, {3}}}};
    std::vector<std::uint64_t> asked;
    EdgeSet const set = trav::dump::edges_where(edges, [&](Edge const& edge) {
        asked.push_back(edge.number);
        return edge.number != 0 ? 2 : 0;  // as a truth value
    });
    CHECK(asked == std::vector<std::uint64_t>{6, 0, 200, 3});
    CHECK(numbers_of(set, 500) == Numbers{3, 6, 200});
}
