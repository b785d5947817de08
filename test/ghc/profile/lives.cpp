// Biographies of the mock GHC heap's closures.
#include "catch.hpp"
#include "ghc/ldv.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/lives.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/profiler.hpp>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;

TEST_CASE("GHC: biographies agree with GHC's counters on heaps whose objects move, are updated and die",
          "[property]") {
    int never_used = 0, dragged = 0;  // in censuses
    for (unsigned seed = 0; seed < 30; ++seed) {
        std::mt19937 random(seed);
        auto const below = [&](std::size_t n) { return random() % n; };
        ghc::Heap heap({.ldv = true});
        test::Ldv ldv(heap);
        ghc::Lives lives(heap);
        auto retainers = ghc::by_retainer(heap);
        trav::Profiler profiler{ghc::Graph(heap), lives.biography(), retainers};

        std::vector<ghc::StablePtr> held{heap.stable(heap.con("Nil"))};
        auto const any = [&] { return heap.deref(held[below(held.size())]); };
        std::size_t const censuses = 5 + below(20);
        for (std::size_t t = 0; t != censuses; ++t) {
            for (std::size_t i = below(30); i != 0; --i) {
                switch (below(10)) {
                case 0: held.push_back(heap.stable(heap.con("Cons", {any(), any()}))); break;
                case 1: held.push_back(heap.stable(heap.thunk("t", {any()}, {1, 2}))); break;
                case 2: held.push_back(heap.stable(heap.mut_var(any()))); break;
                case 3:
                    held.push_back(heap.stable(heap.bytes(below(9000))));
                    break;  // an occasional large object
                case 4: heap.con("Short", {any()}); break;
                case 5:
                    for (std::size_t n = below(held.size()); n != 0; --n) {
                        heap.free_stable(held.back());
                        held.pop_back();
                    }
                    break;
                case 6:
                    if (Closure* const c = any(); ghc::is_thunk(ghc::type(c))) {
                        heap.used(c);
                        heap.update(c, heap.con("Value", {any()}));
                    }
                    break;
                case 7:
                    std::swap(held[below(held.size())], held.back());
                    if (below(8) == 0) heap.collect();  // in the middle of an era
                    break;
                default: heap.used(any()); break;
                }
            }
            heap.collect();
            profiler.sample_heap(heap.roots(), static_cast<double>(t));
            ldv.census();
        }

        auto const table = profiler.profile().by(lives.biography());
        auto const bands = ldv.bands();
        REQUIRE(bands.size() == censuses);
        for (std::size_t t = 0; t != censuses; ++t) {
            auto const bytes = [&](char const* phase) {
                return static_cast<std::int64_t>(table.at(phase, t).bytes);
            };
            INFO("seed " << seed << ", census " << t + 1 << " of " << censuses);
            CHECK(bytes("VOID") == bands[t].void_);
            CHECK(bytes("LAG") == bands[t].lag);
            CHECK(bytes("USE") == bands[t].use);
            CHECK(bytes("INHERENT_USE") == bands[t].inherent_use);
            CHECK(bytes("DRAG") == bands[t].drag);
            never_used += bands[t].void_ > 0;
            dragged += bands[t].drag > 0;
        }
    }
    CHECK(never_used > 30);
    CHECK(dragged > 30);
}
