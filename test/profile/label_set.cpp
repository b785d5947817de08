// test/profile/label_set.cpp: hash-consed sets against std::set.
#include "catch.hpp"

#include <trav/profile/label_set.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using trav::LabelSets;
using Set = std::set<LabelSets::Element>;

Set elements(LabelSets const& sets, LabelSets::Id id) {
    auto const span = sets.elements(id);
    return Set(span.begin(), span.end());
}

Set unite(Set a, Set const& b) {
    a.insert(b.begin(), b.end());
    return a;
}

}  // namespace

TEST_CASE("the empty set and MANY are there from the beginning, and not counted") {
    LabelSets sets;
    CHECK(sets.count() == 0);
    CHECK(LabelSets::empty != LabelSets::many);
    CHECK(sets.elements(LabelSets::empty).empty());
    CHECK(sets.elements(LabelSets::many).empty());
    CHECK(sets.unite(LabelSets::empty, LabelSets::many) == LabelSets::many);
    CHECK(sets.unite(LabelSets::many, LabelSets::empty) == LabelSets::many);
    CHECK(sets.unite(LabelSets::empty, LabelSets::empty) == LabelSets::empty);
    CHECK(sets.count() == 0);
}

TEST_CASE("one element, one set") {
    LabelSets sets;
    auto const five = sets.singleton(5);
    auto const zero = sets.singleton(0);
    CHECK(five != zero);
    CHECK(sets.singleton(5) == five);
    CHECK(elements(sets, five) == Set{5});
    CHECK(elements(sets, zero) == Set{0});
    CHECK(sets.count() == 2);
}

TEST_CASE("equal sets have equal numbers, however they came about, and keep them", "[property]") {
    std::uint32_t const seed = GENERATE(1u, 2u, 3u);
    int const universe = GENERATE(4, 12, 1000);
    std::mt19937 random(seed);
    auto const below = [&](std::size_t n) { return random() % n; };
    LabelSets sets;
    std::vector<std::pair<LabelSets::Id, Set>> made{{LabelSets::empty, {}}};
    std::map<Set, LabelSets::Id> ids{{{}, LabelSets::empty}};
    for (int round = 0; round != 2000; ++round) {
        LabelSets::Id id = 0;
        Set set;
        if (below(3) == 0) {
            auto const e = static_cast<LabelSets::Element>(below(static_cast<std::size_t>(universe)));
            id = sets.singleton(e);
            set = {e};
        } else {
            auto const& [a, set_of_a] = made[below(made.size())];
            auto const& [b, set_of_b] = made[below(made.size())];
            id = sets.unite(a, b);
            set = unite(set_of_a, set_of_b);
            CHECK(sets.unite(b, a) == id);
        }
        auto const [known, fresh] = ids.try_emplace(set, id);
        REQUIRE(known->second == id);
        made.emplace_back(id, std::move(set));
    }
    std::set<LabelSets::Id> distinct;
    for (auto const& [set, id] : ids) {
        REQUIRE(elements(sets, id) == set);
        auto const span = sets.elements(id);
        REQUIRE(std::vector(span.begin(), span.end()) == std::vector(set.begin(), set.end()));  // ascending
        distinct.insert(id);
    }
    CHECK(distinct.size() == ids.size());
    CHECK(sets.count() == ids.size() - 1);
}

TEST_CASE("a set larger than the cap is MANY, and MANY absorbs", "[property]") {
    std::size_t const cap = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{8});
    std::mt19937 random(7);
    LabelSets sets(cap);
    std::vector<std::pair<LabelSets::Id, Set>> made;  // more than `cap` elements: MANY
    for (LabelSets::Element e = 0; e != 12; ++e) made.emplace_back(sets.singleton(e), Set{e});
    for (int round = 0; round != 2000; ++round) {
        auto const& [a, set_of_a] = made[random() % made.size()];
        auto const& [b, set_of_b] = made[random() % made.size()];
        auto const id = sets.unite(a, b);
        Set set = unite(set_of_a, set_of_b);
        REQUIRE((id == LabelSets::many) == (set.size() > cap));
        REQUIRE(elements(sets, id) == (set.size() > cap ? Set{} : set));
        made.emplace_back(id, std::move(set));
    }
}

TEST_CASE("with a cap of none every set is MANY") {
    LabelSets sets(0);
    CHECK(sets.singleton(3) == LabelSets::many);
    CHECK(sets.unite(sets.singleton(3), sets.singleton(4)) == LabelSets::many);
    CHECK(sets.count() == 0);
}

TEST_CASE("a union asked for again makes no set") {
    LabelSets sets;
    auto const ab = sets.unite(sets.singleton(0), sets.singleton(1));
    auto const bc = sets.unite(sets.singleton(1), sets.singleton(2));
    auto const abc = sets.unite(ab, bc);
    auto const count = sets.count();
    CHECK(count == 6);
    CHECK(sets.unite(bc, ab) == abc);
    CHECK(sets.unite(ab, sets.singleton(2)) == abc);
    CHECK(sets.unite(abc, ab) == abc);
    CHECK(sets.unite(abc, abc) == abc);
    CHECK(sets.count() == count);
}

TEST_CASE("sets of a thousand elements") {
    LabelSets sets;
    auto all = LabelSets::empty;
    Set expected;
    for (LabelSets::Element e = 1000; e-- != 0;) {
        all = sets.unite(all, sets.singleton(e));
        expected.insert(e);
        REQUIRE(sets.elements(all).size() == expected.size());
    }
    CHECK(elements(sets, all) == expected);
    CHECK(sets.unite(all, sets.singleton(500)) == all);
    CHECK(sets.count() == 1000 + 999);  // singletons, and {998, 999} to {0, ..., 999}
}
