// Collections of random heaps, compared with a model of them.
#include "ghc/heap_model.hpp"

#include "catch.hpp"

#include <cstddef>

TEST_CASE("collections: random heaps are what a model of them is", "[property]") {
    std::size_t seen = 0, survived = 0, weak_survived = 0, weak_died = 0, lost = 0;
    for (unsigned seed = 0; seed != 150; ++seed) {
        INFO("seed " << seed);
        test::HeapModel model(seed);
        for (int round = 0; round != 5; ++round) {
            model.grow(40);
            model.collect();
        }
        seen += model.seen, survived += model.survived, lost += model.lost;
        weak_survived += model.weak_survived, weak_died += model.weak_died;
    }
    CHECK(survived > 1000);
    CHECK(seen - survived > 1000);
    CHECK(weak_survived > 100);
    CHECK(weak_died > 100);
    CHECK(lost > 10);
}
