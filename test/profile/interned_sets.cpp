// Interned sets compared with std::set.
#include "catch.hpp"

#include <trav/profile/interned_sets.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using trav::InternedSets;
using Set = std::set<InternedSets::Element>;

Set elements(InternedSets const& sets, InternedSets::Id id) {
    auto const list = sets.elements(id);
    return Set(list.begin(), list.end());
}

Set unite(Set a, Set const& b) {
    a.insert(b.begin(), b.end());
    return a;
}

}  // namespace

TEST_CASE("the empty set and MANY always exist, and are not counted") {
    InternedSets sets;
    CHECK(sets.count() == 0);
    CHECK(InternedSets::empty != InternedSets::many);
    CHECK(sets.elements(InternedSets::empty).empty());
    CHECK(sets.elements(InternedSets::many).empty());
    CHECK(sets.unite(InternedSets::empty, InternedSets::many) == InternedSets::many);
    CHECK(sets.unite(InternedSets::many, InternedSets::empty) == InternedSets::many);
    CHECK(sets.unite(InternedSets::empty, InternedSets::empty) == InternedSets::empty);
    CHECK(sets.count() == 0);
}

TEST_CASE("each element has one singleton") {
    InternedSets sets;
    auto const five = sets.singleton(5);
    auto const zero = sets.singleton(0);
    CHECK(five != zero);
    CHECK(sets.singleton(5) == five);
    CHECK(elements(sets, five) == Set{5});
    CHECK(elements(sets, zero) == Set{0});
    CHECK(sets.count() == 2);
}

TEST_CASE("equal sets have equal numbers, regardless of their construction, and keep them", "[property]") {
    std::uint32_t const seed = GENERATE(1u, 2u, 3u);
    int const universe = GENERATE(4, 12, 1000);
    std::mt19937 random(seed);
    auto const below = [&](std::size_t n) { return random() % n; };
    InternedSets sets;
    std::vector<std::pair<InternedSets::Id, Set>> made{{InternedSets::empty, {}}};
    std::map<Set, InternedSets::Id> ids{{{}, InternedSets::empty}};
    for (int round = 0; round != 2000; ++round) {
        InternedSets::Id id = 0;
        Set set;
        if (below(3) == 0) {
            auto const e = static_cast<InternedSets::Element>(below(static_cast<std::size_t>(universe)));
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
    std::set<InternedSets::Id> distinct;
    for (auto const& [set, id] : ids) {
        REQUIRE(elements(sets, id) == set);
        REQUIRE(sets.elements(id) == std::vector(set.begin(), set.end()));  // ascending
        REQUIRE(sets.size(id) == set.size());
        distinct.insert(id);
    }
    CHECK(distinct.size() == ids.size());
    CHECK(sets.count() == ids.size() - 1);
}

TEST_CASE("a set larger than the cap is MANY, and MANY absorbs", "[property]") {
    std::size_t const cap = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{8});
    std::mt19937 random(7);
    InternedSets sets(cap);
    std::vector<std::pair<InternedSets::Id, Set>> made;  // more than `cap` elements: MANY
    for (InternedSets::Element e = 0; e != 12; ++e) made.emplace_back(sets.singleton(e), Set{e});
    for (int round = 0; round != 2000; ++round) {
        auto const& [a, set_of_a] = made[random() % made.size()];
        auto const& [b, set_of_b] = made[random() % made.size()];
        auto const id = sets.unite(a, b);
        Set set = unite(set_of_a, set_of_b);
        REQUIRE((id == InternedSets::many) == (set.size() > cap));
        REQUIRE(elements(sets, id) == (set.size() > cap ? Set{} : set));
        made.emplace_back(id, std::move(set));
    }
}

TEST_CASE("with a cap of 0 every set is MANY") {
    InternedSets sets(0);
    CHECK(sets.singleton(3) == InternedSets::many);
    CHECK(sets.unite(sets.singleton(3), sets.singleton(4)) == InternedSets::many);
    CHECK(sets.count() == 0);
}

TEST_CASE("a repeated union creates no set") {
    InternedSets sets;
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

TEST_CASE("sets may have a thousand elements") {
    InternedSets sets;
    auto all = InternedSets::empty;
    Set expected;
    for (InternedSets::Element e = 1000; e-- != 0;) {
        all = sets.unite(all, sets.singleton(e));
        expected.insert(e);
        REQUIRE(sets.size(all) == expected.size());
    }
    CHECK(elements(sets, all) == expected);
    auto const count = sets.count();
    CHECK(sets.unite(all, sets.singleton(500)) == all);
    CHECK(sets.count() == count);
}

TEST_CASE("large sets have equal numbers and the right elements, for any distribution of elements",
          "[property]") {
    // consecutive, far apart, in two places, and in clusters
    using Element = InternedSets::Element;
    auto const element = GENERATE(
        as<Element (*)(std::uint32_t)>(),  //
        [](std::uint32_t dice) { return Element{dice % 400}; },
        [](std::uint32_t dice) { return Element{dice % 400 * 4999}; },
        [](std::uint32_t dice) { return dice % 300 + (dice / 512 % 2 << 20); },
        [](std::uint32_t dice) { return dice % 20 << 16 | dice / 32 % 40; });
    std::mt19937 random(11);
    InternedSets sets;
    std::vector<std::pair<InternedSets::Id, Set>> made;
    std::map<Set, InternedSets::Id> ids;
    for (int i = 0; i != 60; ++i) {
        InternedSets::Id id = InternedSets::empty;
        Set set;
        for (std::size_t left = random() % 200; left != 0; --left) {
            Element const e = element(static_cast<std::uint32_t>(random()));
            id = sets.unite(id, sets.singleton(e));
            set.insert(e);
        }
        made.emplace_back(id, set);
    }
    for (int round = 0; round != 600; ++round) {
        auto const [a, set_of_a] = made[random() % made.size()];
        auto const [b, set_of_b] = made[random() % made.size()];
        auto const id = round % 2 == 0 ? sets.unite(a, b) : sets.unite(b, a);
        made.emplace_back(id, unite(set_of_a, set_of_b));
        if (made.size() > 200) made.erase(made.begin() + static_cast<std::ptrdiff_t>(random() % 100));
    }
    for (auto const& [id, set] : made) {
        REQUIRE(sets.elements(id) == std::vector(set.begin(), set.end()));
        REQUIRE(sets.size(id) == set.size());
        for (int i = 0; i != 20; ++i) {
            Element const e = element(static_cast<std::uint32_t>(random()));
            REQUIRE(sets.contains(id, e) == set.contains(e));
        }
        auto const [known, fresh] = ids.try_emplace(set, id);
        REQUIRE(known->second == id);
    }
    std::set<InternedSets::Id> distinct;
    for (auto const& [set, id] : ids) distinct.insert(id);
    CHECK(distinct.size() == ids.size());
}

TEST_CASE("caps may be larger than a list", "[property]") {
    std::size_t const cap = GENERATE(std::size_t{31}, std::size_t{32}, std::size_t{33}, std::size_t{100});
    std::mt19937 random(5);
    InternedSets sets(cap);
    for (int i = 0; i != 50; ++i) {
        InternedSets::Id id = InternedSets::empty;
        Set set;
        while (set.size() <= cap) {
            REQUIRE(elements(sets, id) == set);
            REQUIRE(id != InternedSets::many);
            auto const e = static_cast<InternedSets::Element>(random() % 1000);
            id = sets.unite(id, sets.singleton(e));
            set.insert(e);
        }
        REQUIRE(id == InternedSets::many);
    }
}

TEST_CASE("n sets, each with one element more than the one before, take O(n log n) memory") {
    // lists of all their elements would be n * n / 2 words: 2 * 10^8
    InternedSets::Element const n = 20'000;
    bool const shuffled = GENERATE(false, true);
    std::vector<InternedSets::Element> order(n);
    for (InternedSets::Element e = 0; e != n; ++e) order[e] = e;
    std::mt19937 random(3);
    if (shuffled) std::shuffle(order.begin(), order.end(), random);
    InternedSets sets;
    auto all = InternedSets::empty;
    for (auto const e : order) all = sets.unite(all, sets.singleton(e));
    CHECK(sets.size(all) == n);
    // a set adds a list of up to 32 elements, log2 of n / 16, or 10.3, pairs of 5 words, and a singleton
    CHECK(sets.count() <= 13 * n);
    CHECK(sets.words() <= (32 + 5 * 11 + 1) * n);
}
