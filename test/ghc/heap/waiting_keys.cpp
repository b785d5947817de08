// test/ghc/heap/waiting_keys.cpp: weak pointers by key, and random operations beside a model.
#include <trav/ghc/heap/waiting_keys.hpp>

#include "catch.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

using namespace trav::ghc;

namespace {

using Weaks = std::vector<std::size_t>;

Closure* key(std::size_t n) { return reinterpret_cast<Closure*>(8 * (n + 1)); }

/// All weak pointers with live keys, sorted.
Weaks taken(WaitingKeys& keys) {
    Weaks all;
    for (std::size_t weak = 0; keys.take(weak);) all.push_back(weak);
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

TEST_CASE("a key that is found wakes its weak pointers once", "[unit]") {
    WaitingKeys keys;
    keys.found(key(0));
    keys.replace(key(0), key(1));
    CHECK(taken(keys).empty());
    keys.add(key(0), 10), keys.add(key(1), 11), keys.add(key(0), 12), keys.add(key(0), 13);
    std::size_t weak = 77;
    CHECK_FALSE(keys.take(weak));
    CHECK(weak == 77);
    keys.found(key(2));
    keys.found(key(0));
    CHECK(taken(keys) == Weaks{10, 12, 13});
    keys.found(key(0));
    CHECK(taken(keys).empty());
    keys.add(key(0), 14);
    keys.alive(15);
    CHECK(taken(keys) == Weaks{15});
    keys.found(key(0));
    keys.found(key(1));
    CHECK(taken(keys) == Weaks{11, 14});
}

TEST_CASE("another key may replace one, and the next collection starts with none", "[unit]") {
    WaitingKeys keys;
    keys.add(key(0), 1), keys.add(key(0), 2), keys.add(key(1), 3);
    keys.replace(key(2), key(0));
    keys.replace(key(0), key(1));
    keys.found(key(0));
    CHECK(taken(keys).empty());
    keys.found(key(1));
    CHECK(taken(keys) == Weaks{1, 2, 3});
    keys.add(key(0), 4);
    keys.clear();
    keys.found(key(0));
    CHECK(taken(keys).empty());
    keys.add(key(1), 5), keys.add(key(0), 6);
    keys.found(key(0));
    CHECK(taken(keys) == Weaks{6});
}

TEST_CASE("waiting keys are those of a model", "[property]") {
    std::mt19937 random(4);
    WaitingKeys keys;
    std::map<Closure*, Weaks> model;
    for (std::size_t weak = 0; weak != 3000; ++weak) {
        Closure *const one = key(random() % 40), *const other = key(random() % 40);
        Weaks expected;
        switch (random() % 6) {
        case 0: keys.found(one), expected = model[one], model[one].clear(); break;
        case 1:
            if (one == other) break;
            keys.replace(one, other);
            model[other].insert(model[other].end(), model[one].begin(), model[one].end());
            model[one].clear();
            break;
        case 2:
            if (random() % 50 == 0) keys.clear(), model.clear();
            break;
        default: keys.add(one, weak), model[one].push_back(weak);
        }
        std::sort(expected.begin(), expected.end());
        REQUIRE(taken(keys) == expected);
    }
}
