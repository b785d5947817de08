// The classifier of each breakdown, and the places to which it writes bands.
#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/classifiers.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/root_set.hpp>

#include <cstdint>
#include <vector>

using test::Node;

TEST_CASE("classifiers: each kind of breakdown has its own", "[unit]") {
    test::Heap<> heap(test::shape("a:", "a"));
    auto type = trav::by("type", [](Node) { return "T"; });
    trav::RootSets<Node> roots{{"a", heap.at(0)}};
    trav::OtherRoots other_roots{roots};
    trav::Biography<Node> life;
    auto const of_type = trav::detail::classifier_of<Node>(type);
    auto const of_roots = trav::detail::classifier_of<Node>(roots);
    auto const of_other_roots = trav::detail::classifier_of<Node>(other_roots);
    auto const of_life = trav::detail::classifier_of<Node>(life);
    CHECK(of_type->name() == "type");
    CHECK(of_type->breakdown() == &type);
    CHECK(of_type->timing() == trav::detail::Timing::at_sight);
    CHECK(of_roots->timing() == trav::detail::Timing::at_any_time);
    CHECK((of_type->flow() == nullptr && of_life->flow() == nullptr));
    REQUIRE((of_roots->flow() != nullptr && of_other_roots->flow() != nullptr));
    CHECK_FALSE(of_roots->flow()->cuts());
    CHECK(of_other_roots->flow()->cuts());
    CHECK((of_type->life() == nullptr && of_roots->life() == nullptr));
    CHECK(of_life->life() != nullptr);
    CHECK(of_life->bands().size() == 5);
}

TEST_CASE("classifiers: bands are numbered in order of first appearance, and written a stride apart",
          "[unit]") {
    test::Heap<> heap(test::shape("a: b: c: d:", "a"));
    auto parity = trav::by("parity", [](Node n) { return n->id % 2; });
    auto const classifier = trav::detail::classifier_of<Node>(parity);
    std::vector<Node> const nodes{heap.at(1), heap.at(2), heap.at(3)};
    std::vector<std::uint32_t> bands(9, 7);
    classifier->classify({nodes, nullptr, bands.data() + 1, 3});
    CHECK(bands == std::vector<std::uint32_t>{7, 0, 7, 7, 1, 7, 7, 0, 7});
    REQUIRE(classifier->bands().size() == 2);
    CHECK(classifier->bands()[0].text == "1");
    CHECK(classifier->bands()[1].text == "0");
}
