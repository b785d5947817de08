// test/profile/stored_flow.cpp: values in the objects themselves, compared with sets found by hand.
#include "catch.hpp"
#include "expected.hpp"
#include "ghc/random_heap.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"

#include <trav/ghc/profile/census_graph.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/stored_flow.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using Heap = test::Heap<std::uint32_t>;
using Node = test::Obj<std::uint32_t>*;

struct Sized {
    using node = Node;
    Heap* heap;

    auto const& children(node n) const { return n->fields; }
    std::size_t size(node n) const { return static_cast<std::size_t>(n->id + 1); }
    std::vector<node> objects() const {
        std::vector<node> all;
        for (auto& object : heap->objects) all.push_back(&object);
        return all;
    }
};

struct Unordered : Sized {};
/// The same in the order of the objects' numbers.
struct Ordered : Sized {
    std::size_t count() const { return heap->objects.size(); }
    std::size_t index(node n) const { return static_cast<std::size_t>(n->id); }
    node node_at(std::size_t i) const { return &heap->objects[i]; }
};

bool is_retainer(int n) { return n % 3 == 1; }
std::string identity(int n) { return std::string(1, static_cast<char>('a' + n % 5)); }

auto retainers() {
    return trav::by_retainer<Node>([](Node n) { return is_retainer(n->id); },
                                   [](Node n) { return identity(n->id); }, trav::InternedSets::no_cap);
}
std::vector<std::string> retainers_by_hand(test::Shape const& shape) {
    std::vector<std::string> bands;
    for (auto const& set : test::retainer_sets(shape, is_retainer, identity))
        bands.push_back(set.empty() ? "UNREACHED" : test::joined(set));
    return bands;
}
std::vector<std::string> roots_by_hand(test::Shape const& shape, std::vector<int> const& named) {
    std::vector<std::string> bands;
    for (int n = 0; n != shape.size(); ++n) {
        std::vector<std::string> roots;
        for (std::size_t r = 0; r != named.size(); ++r)
            if (test::reached_from(shape, {named[r]})[static_cast<std::size_t>(n)])
                roots.push_back("r" + std::to_string(r));
        bands.push_back(roots.empty() ? "NOROOT" : test::joined(roots));
    }
    return bands;
}

/// Two samples with values in a store; an edge is removed between them.
template <class Graph>
void check_graph(test::Shape shape, std::vector<int> const& named, auto&& store, auto make, auto by_hand) {
    Heap heap(shape);
    auto breakdown = make(heap, named);
    trav::StoredFlow by{breakdown, Graph{{&heap}}, store(heap)};
    trav::Profiler profiler{Graph{{&heap}}, by};
    for (std::size_t t = 0; t != 2; ++t) {
        profiler.sample_heap(heap.roots, static_cast<double>(t));
        test::Expected expected;
        auto const bands = by_hand(shape, named);
        for (std::size_t n = 0; n != bands.size(); ++n) test::add(expected, {bands[n]}, 0, 1, n + 1);
        trav::Profile one = profiler.profile();
        one.samples.erase(one.samples.begin(), one.samples.end() - 1);
        CHECK(test::lines_of(one.by(by)) == expected);
        for (int n = 0; n != shape.size(); ++n) {
            if (heap.at(n)->fields.empty()) continue;
            heap.at(n)->fields.pop_back();
            shape.children[static_cast<std::size_t>(n)].pop_back();
            break;
        }
    }
}

void check(test::Shape const& shape, std::vector<int> const& named, auto&& store, auto make, auto by_hand) {
    check_graph<Unordered>(shape, named, store, make, by_hand);
    check_graph<Ordered>(shape, named, store, make, by_hand);
}

}  // namespace

TEST_CASE("stored flow: sets in a field and in a header word, over time, equal sets found by hand",
          "[property]") {
    auto const by_retainer = [](Heap&, auto const&) { return retainers(); };
    auto const by_root = [](Heap& heap, std::vector<int> const& named) {
        std::vector<trav::RootSets<Node, std::uint32_t>::Root> all;
        for (std::size_t r = 0; r != named.size(); ++r)
            all.emplace_back("r" + std::to_string(r), heap.at(named[r]));
        return trav::RootSets<Node, std::uint32_t>(std::move(all));
    };
    auto const retained = [](test::Shape const& shape, auto const&) { return retainers_by_hand(shape); };
    using Field = trav::InNode<&test::Obj<std::uint32_t>::slot>;
    using Word = trav::HeaderWord<std::uint32_t, test::Words<std::uint32_t>>;
    std::uint32_t seed = 0;
    test::for_random_graphs(11, 4, 30, [&](test::Shape const& shape) {
        test::RandomGraphs random(++seed);
        std::vector<int> named;
        for (int i = random.below(6); i > 0; --i) named.push_back(random.below(shape.size()));
        Field field;
        auto const in_field = [&](Heap&) -> Field& { return field; };
        std::vector<Word> words;
        words.reserve(4);
        auto const in_word = [&](Heap& heap) -> Word& {
            return words.emplace_back(test::Words<std::uint32_t>{&heap});
        };
        check(shape, named, in_field, by_retainer, retained);
        check(shape, named, in_word, by_retainer, retained);
        check(shape, named, in_field, by_root, roots_by_hand);
        check(shape, named, in_word, by_root, roots_by_hand);
    });
}

TEST_CASE("stored flow: works with other breakdowns, restrictions, run-time choice and statistics",
          "[unit]") {
    Heap heap(test::shape("a:b b:c c: d:c e:-", "a"));
    trav::RootSets<Node, std::uint32_t> roots{{"a", heap.at(0)}, {"d", heap.at(3)}};
    trav::InNode<&test::Obj<std::uint32_t>::slot> sets;
    trav::StoredFlow by_root{roots, Sized{&heap}, sets};
    auto odd = trav::by("odd", [](Node n) { return n->id % 2; });
    trav::Profiler profiler{Sized{&heap}, odd, by_root};
    profiler.sample_heap(heap.roots, 0);
    CHECK(profiler.statistics().visits == 5);  // c twice
    CHECK(profiler.statistics().objects == 4);
    auto const profile = profiler.profile();
    CHECK(test::lines_of(profile.where(by_root == "a").by(odd)) ==
          test::Expected{{{"0"}, {{1, 1}}}, {{"1"}, {{2, 1}}}});
    CHECK(test::lines_of(profile.where(trav::having(by_root, {"d"})).by(by_root)) ==
          test::Expected{{{"a,d"}, {{3, 1}}}, {{"d"}, {{4, 1}}}});
    CHECK(*sets.find(heap.at(2)) == 3);
    CHECK(sets.find(heap.at(4)) == nullptr);

    std::vector<trav::AnyBreakdown<Node>> chosen{by_root};
    trav::Profiler listed{Sized{&heap}, std::move(chosen)};
    listed.sample(heap.roots, 0);
    CHECK(test::lines_of(listed.profile().by_names({"root"})) ==
          test::Expected{{{"a"}, {{3, 2}}}, {{"a,d"}, {{3, 1}}}, {{"d"}, {{4, 1}}}});
}

TEST_CASE("stored flow: two breakdowns of a profiler may not share a field, a word or a store", "[unit]") {
    using Word = trav::HeaderWord<std::uint32_t, test::Words<std::uint32_t>>;
    using Field = trav::InNode<&test::Obj<std::uint32_t>::slot>;
    Heap heap(test::shape("a:b b: c:b", "a"));
    Sized const graph{&heap};
    trav::RootSets<Node, std::uint32_t> roots{{"a", heap.at(0)}, {"c", heap.at(2)}};
    auto retained = retainers();
    auto const check = [&](auto& one, auto& other, bool alike) {
        INFO(alike);
        trav::StoredFlow by_root{roots, graph, one};
        trav::StoredFlow by_retainer{retained, graph, other};
        auto const all = [&] {
            return std::vector<trav::AnyBreakdown<Node>>{by_root, trav::by("", [](Node) { return 0; }),
                                                         by_retainer};
        };
        trav::Profiler profiler{graph, all()};
        if (alike) {
            CHECK_THROWS_AS(profiler.sample(heap.roots, 0), std::invalid_argument);
            CHECK_THROWS_WITH(profiler.sample_heap(heap.roots, 0),
                              "trav: two StoredFlow of a profiler keep their values in the same place: give "
                              "each a field, a word or a store of its own");
            CHECK(profiler.profile().samples.empty());
            return;
        }
        profiler.sample(heap.roots, 0);
        CHECK(test::lines_of(profiler.profile().by(by_root)) ==
              test::Expected{{{"a"}, {{1, 1}}}, {{"a,c"}, {{2, 1}}}, {{"c"}, {{3, 1}}}});
        CHECK(profiler.profile().by(by_retainer).lines.size() == 2);
    };
    Field field, same_field;
    Word word(test::Words<std::uint32_t>{&heap}), same_word(test::Words<std::uint32_t>{&heap});
    trav::Hashed<Node, std::uint32_t> table, other_table;
    check(field, field, true);
    check(field, same_field, true);
    check(word, word, true);
    check(word, same_word, true);
    check(table, table, true);
    check(field, word, false);
    check(table, word, false);
    check(table, other_table, false);
}

TEST_CASE("stored flow: retainers in the header words of the mock GHC heap equal those found outside it",
          "[property]") {
    for (unsigned seed = 0; seed != 10; ++seed) {
        test::RandomHeap random(seed, 600);
        random.heap.collect();
        trav::ghc::CensusGraph const graph(random.heap);
        auto beside = trav::ghc::by_retainer(random.heap), retainers = trav::ghc::by_retainer(random.heap);
        trav::HeaderWord<std::uint32_t, trav::ghc::HeaderAccess> sets{trav::ghc::HeaderAccess(random.heap)};
        trav::StoredFlow inside{retainers, graph, sets};
        trav::Profiler one{graph, beside};
        trav::Profiler other{graph, inside};
        for (int sample = 0; sample != 3; ++sample) {
            one.sample_heap(random.heap.roots(), sample);
            other.sample_heap(random.heap.roots(), sample);
            if (sample == 1) random.heap.collect();
        }
        CHECK(test::text(one.profile()) == test::text(other.profile()));
    }
}
