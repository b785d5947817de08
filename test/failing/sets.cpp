// Interners and interned sets after an exception, and the allocations of pools.
#include "catch.hpp"
#include "support/failing.hpp"

#include <trav/profile/detail/interner.hpp>
#include <trav/profile/detail/pool.hpp>
#include <trav/profile/interned_sets.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

TEST_CASE("interners: if a hash throws, even while the table grows, all keys keep their numbers") {
    struct Hash {
        std::size_t operator()(std::uint32_t key) const {
            test::may_throw();
            return key;
        }
    };
    std::uint32_t const count = 100;  // the table grows at 32 and at 64
    std::size_t const failed = test::for_every_failure(test::calls, [&](auto attempt) {
        trav::detail::Interner<std::uint32_t, Hash> keys;
        attempt([&] {
            for (std::uint32_t key = 0; key != count; ++key) keys.intern(key * 7);
        });
        std::size_t const before = keys.size();
        for (std::uint32_t key = 0; key != count; ++key) REQUIRE(keys.intern(key * 7) == key);
        REQUIRE(keys.size() == count);
        REQUIRE(before <= count);
        for (std::uint32_t key = 0; key != count; ++key) REQUIRE(keys[key] == key * 7);
    });
    CHECK(failed == count + 32 + 64);  // for each key, and for each key that moves
}

TEST_CASE("interned sets: if any allocation fails, unions are right, and equal sets have equal numbers") {
    using Sets = trav::InternedSets;
    // Set i is the union of two earlier sets and an element; the first sets consist of the element alone.
    struct Step {
        std::size_t one, other;
        Sets::Element element;
    };
    std::vector<Step> steps;
    std::vector<std::set<Sets::Element>> expected;
    std::mt19937 random(9);
    for (std::size_t i = 0; i != 300; ++i) {
        auto const element = static_cast<Sets::Element>(random() % 500);
        steps.push_back(i < 20 ? Step{i, i, element} : Step{random() % i, random() % i, element});
        auto all = i < 20 ? std::set<Sets::Element>{} : expected[steps[i].one];
        if (i >= 20) all.insert(expected[steps[i].other].begin(), expected[steps[i].other].end());
        all.insert(element);
        expected.push_back(std::move(all));
    }
    std::size_t const failed = test::for_every_failure(test::allocations, [&](auto attempt) {
        Sets sets;
        std::vector<Sets::Id> made;
        made.reserve(steps.size());
        auto const make_the_rest = [&] {
            while (made.size() != steps.size()) {
                Step const& step = steps[made.size()];
                auto const one = sets.singleton(step.element);
                bool const first = step.one == made.size();
                made.push_back(first ? one : sets.unite(sets.unite(made[step.one], made[step.other]), one));
            }
        };
        attempt(make_the_rest);
        make_the_rest();
        std::map<std::set<Sets::Element>, Sets::Id> ids;
        for (std::size_t i = 0; i != made.size(); ++i) {
            REQUIRE(sets.elements(made[i]) == std::vector(expected[i].begin(), expected[i].end()));
            REQUIRE(ids.try_emplace(expected[i], made[i]).first->second == made[i]);
        }
    });
    CHECK(failed > 20);
}

TEST_CASE("pools: add() allocates nothing after make_room(), and remove() never does") {
    trav::detail::Pool<std::uint32_t> pool;
    std::vector<std::uint32_t> ids;
    std::mt19937 random(3);
    std::size_t allocating = 0;
    auto const check = [&](auto change) {
        test::allocations = 1;  // the next one fails
        change();
        allocating += test::allocations != 1;
        test::allocations = 0;
    };
    for (std::uint32_t i = 0; i != 3000; ++i) {
        bool const grows = i % 500 < 300;  // then the pool shrinks
        if (ids.empty() || (random() % 8 != 0) == grows) {
            if (ids.size() == ids.capacity()) ids.reserve(2 * ids.size() + 1);
            pool.make_room();
            check([&] { ids.push_back(pool.add(i)); });
        } else {
            std::swap(ids[random() % ids.size()], ids.back());
            check([&] { pool.remove(ids.back()); });
            ids.pop_back();
        }
    }
    CHECK(allocating == 0);
}
