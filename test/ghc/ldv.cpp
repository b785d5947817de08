// test/ghc/ldv.cpp: GHC's biographical profiling: header words and counters.
#include "ghc/ldv.hpp"
#include "catch.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <map>
#include <random>
#include <vector>

using namespace trav::ghc;
using Bands = test::Ldv::Bands;

namespace {

/// A heap with biographies; end_era() collects and takes a census.
struct Life {
    Heap heap{{.ldv = true}};
    test::Ldv ldv{heap};
    void end_era() {
        heap.collect();
        ldv.census();
    }
    /// A constructor of that many words, as GHC counts them.
    StablePtr object(std::size_t words) {
        return heap.stable(heap.con("C", std::vector<Closure*>(words - 1)));
    }
};

}  // namespace

TEST_CASE("the word of a biography records creation and last use", "[unit]") {
    CHECK(ldv::last_mask == 0x000000003FFFFFFF);
    CHECK(ldv::create_mask == 0x0FFFFFFFC0000000);
    CHECK(ldv::state_mask == 0x1000000000000000);
    CHECK(ldv::create(5) == Word{5} << 30);
    CHECK(ldv::use(ldv::create(5), 7) == (Word{5} << 30 | 7 | 0x1000000000000000));
    CHECK(ldv::use(ldv::use(ldv::create(5), 7), 9) == ldv::use(ldv::create(5), 9));
    CHECK(ldv::created_in(ldv::use(ldv::create(5), 7)) == 5);
    CHECK(ldv::last_used_in(ldv::use(ldv::create(5), 7)) == 7);
    CHECK(ldv::was_used(ldv::use(ldv::create(5), 7)));
    CHECK_FALSE(ldv::was_used(ldv::create(5)));
}

TEST_CASE_METHOD(Life, "creation and use are written in the header and move with the object", "[unit]") {
    StablePtr const p = object(5);
    CHECK(heap.deref(p)->hp == ldv::create(1));
    heap.next_era();
    heap.used(heap.deref(p));
    heap.collect();
    CHECK(heap.deref(p)->hp == ldv::use(ldv::create(1), 2));
    Closure* const s = heap.static_con("S");
    heap.used(s);
    CHECK(s->hp == 0);
    Heap plain;
    Closure* const c = plain.con("C");
    plain.used(c);
    CHECK(c->hp == 0);
}

TEST_CASE_METHOD(Life, "GHC's counters give the phases of three objects' lives", "[unit]") {
    StablePtr const a = object(5), b = object(5);  // era 1
    end_era();
    heap.used(heap.deref(b));  // era 2
    StablePtr const c = object(4);
    heap.used(heap.deref(c));
    end_era();
    heap.free_stable(a);  // era 3: A, never used, is dead
    heap.used(heap.deref(c));
    end_era();
    end_era();            // era 4
    heap.free_stable(b);  // era 5: B is dead
    end_era();
    end_era();  // C is alive at the end
    std::vector<Bands> const words = {{5, 5, 0, 0, 0}, {5, 0, 9, 0, 0}, {0, 0, 4, 0, 5},
                                      {0, 0, 4, 0, 5}, {0, 0, 4, 0, 0}, {0, 0, 4, 0, 0}};
    auto const bands = ldv.bands();
    REQUIRE(bands.size() == words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        INFO("census " << i + 1);
        CHECK(bands[i].void_ == 8 * words[i].void_);
        CHECK(bands[i].lag == 8 * words[i].lag);
        CHECK(bands[i].use == 8 * words[i].use);
        CHECK(bands[i].inherent_use == 0);
        CHECK(bands[i].drag == 8 * words[i].drag);
    }
}

TEST_CASE_METHOD(Life, "an object that dies before its first census never counts", "[unit]") {
    heap.con("C", {nullptr, nullptr, nullptr});
    end_era();
    Closure* const used = heap.con("C", {nullptr, nullptr, nullptr});
    heap.used(used);
    end_era();
    CHECK(ldv.bands() == std::vector<Bands>(2));
}

TEST_CASE_METHOD(Life, "mutable and primitive objects are inherently used", "[unit]") {
    Closure* const x = heap.con("x");
    std::int64_t inherent = 0;
    for (Closure* c : {heap.mut_var(x), heap.mvar(x), heap.array({x}), heap.small_array({x}), heap.bytes(8),
                       heap.tvar(x), heap.prim("P", {x}), heap.bco(x, x, x),
                       heap.thread(heap.stack({heap.stop_frame()})), heap.weak(x, x)}) {
        heap.stable(c);
        inherent += static_cast<std::int64_t>(size_bytes(c));
    }
    inherent +=
        static_cast<std::int64_t>(heap.stack({heap.stop_frame()}) ? 8 * (5 + 3 - 2) : 0);  // the thread's
                                                                                           // stack
    end_era();
    REQUIRE(ldv.bands().size() == 1);
    CHECK(ldv.bands()[0] == Bands{0, 16, 0, inherent, 0});
    for (std::size_t i = 0; i < heap.root_lists().stable_table().size(); ++i) heap.free_stable(StablePtr{i});
    end_era();
    CHECK(ldv.bands()[0] == Bands{16, 0, 0, inherent, 0});  // x was void; the others are inherently used
}

TEST_CASE_METHOD(Life, "an update ends the thunk's life and begins the indirection's", "[unit]") {
    Closure* const x = heap.con("x");
    StablePtr const t = heap.stable(heap.thunk("t", {x, x}));  // 4 words and x's 2
    end_era();
    end_era();
    heap.update(heap.deref(t), heap.con("value"));
    CHECK(heap.deref(t)->hp == ldv::create(3));
    end_era();  // the indirection is removed, the value stays
    CHECK(ldv.bands() == std::vector<Bands>{{6 * 8, 0, 0, 0, 0}, {6 * 8, 0, 0, 0, 0}, {0, 16, 0, 0, 0}});
}

TEST_CASE("GHC's counters agree with the definitions of the phases in random lives", "[property]") {
    for (unsigned seed = 0; seed < 30; ++seed) {
        std::mt19937 random(seed);
        Life life;
        struct Object {
            StablePtr p;
            std::int64_t bytes;
            Word created, first_use = 0, last_use = 0, died = 0;
            bool inherent;
        };
        std::vector<Object> objects;
        Word const eras = 5 + random() % 40;
        for (Word era = 1; era <= eras; ++era) {
            for (auto n = random() % 12; n > 0; --n) {
                bool const inherent = random() % 5 == 0;
                std::size_t const words = 1 + random() % 6;
                Closure* const c =
                    inherent ? life.heap.bytes(8 * words) : life.heap.con("C", std::vector<Closure*>(words));
                objects.push_back(
                    {life.heap.stable(c), static_cast<std::int64_t>(size_bytes(c)), era, 0, 0, 0, inherent});
            }
            for (Object& o : objects) {
                if (o.died) continue;
                if (random() % 4 == 0) {
                    life.heap.used(life.heap.deref(o.p));
                    if (!o.first_use) o.first_use = era;
                    o.last_use = era;
                }
                if (random() % 6 == 0) {
                    life.heap.free_stable(o.p);
                    o.died = era;
                }
            }
            life.end_era();
        }
        std::vector<Bands> expected(eras);
        for (Object const& o : objects)
            for (Word t = o.created; t <= eras && (!o.died || t < o.died); ++t) {
                Bands& b = expected[t - 1];
                if (o.inherent) b.inherent_use += o.bytes;
                else if (!o.first_use) (o.died ? b.void_ : b.lag) += o.bytes;
                else if (t < o.first_use) b.lag += o.bytes;
                else if (t <= o.last_use || !o.died) b.use += o.bytes;
                else b.drag += o.bytes;
            }
        INFO("seed " << seed);
        CHECK(life.ldv.bands() == expected);
    }
}

TEST_CASE_METHOD(Life, "a thousand censuses are counted correctly", "[unit]") {
    StablePtr const p = object(4);
    for (int i = 0; i < 1000; ++i) {
        if (i == 500) heap.used(heap.deref(p));
        end_era();
    }
    heap.free_stable(p);
    end_era();
    auto const bands = ldv.bands();
    REQUIRE(bands.size() == 1001);
    for (std::size_t i = 0; i < 1000; ++i)
        CHECK(bands[i] == (i < 500    ? Bands{0, 32, 0, 0, 0}
                           : i == 500 ? Bands{0, 0, 32, 0, 0}
                                      : Bands{0, 0, 0, 0, 32}));
    CHECK(bands[1000] == Bands{});
}

TEST_CASE("no band is ever negative", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        test::RandomHeap random(seed, 100, {.ldv = true});
        test::Ldv ldv(random.heap);
        for (int era = 0; era < 10; ++era) {
            random.heap.collect();
            std::vector<Closure*> all;
            for (Closure* c : random.heap.objects()) all.push_back(c);
            for (Closure* c : all)
                if (random.below(3) == 0) random.heap.used(c);
            auto const& table = random.heap.root_lists().stable_table();
            if (std::size_t const at = random.below(table.size()); table[at])
                random.heap.free_stable(StablePtr{at});
            ldv.census();
        }
        for (Bands const& b : ldv.bands())
            CHECK((b.void_ >= 0 && b.lag >= 0 && b.use >= 0 && b.inherent_use >= 0 && b.drag >= 0));
    }
}
