// test/ghc/heap/collector.cpp: a collection preserves the graph, moves small objects, and frees the rest.
#include "catch.hpp"
#include "ghc/ldv.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/heap/heap.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace trav::ghc;

namespace {

/// Everything that a program can see of the object graph from its roots, with objects numbered in order of
/// arrival: two heaps are isomorphic if their pictures are equal. It looks through objects that collections
/// remove: indirections and evaluated blackholes.
class Picture {
  public:
    explicit Picture(Heap& heap) : heap_(heap) {
        for (Closure* root : heap.root_lists().run_queue()) arrive(root);
        for (Closure* root : heap.root_lists().suspended()) arrive(root);
        for (Closure* root : heap.root_lists().stable_table()) arrive(root);
        while (!queue_.empty()) {
            Closure* const c = queue_.back();
            queue_.pop_back();
            describe(c);
        }
    }
    std::vector<std::string> lines;
    std::map<Closure*, std::size_t> numbers;

  private:
    Closure* through(Closure* ref) const {
        for (;;) {
            Closure* const c = untag(ref);
            if (!c || heap_.is_static(c)) return ref;
            bool const in_the_way =
                type(c) == ClosureType::IND || (type(c) == ClosureType::BLACKHOLE && has_value(c));
            if (!in_the_way) return ref;
            ref = as<Ind>(c)->indirectee;
        }
    }
    static bool has_value(Closure* blackhole) {
        Closure* const v = as<Ind>(blackhole)->indirectee;
        return tag(v) != 0 || (type(v) != ClosureType::TSO && type(v) != ClosureType::BLOCKING_QUEUE);
    }
    std::string arrive(Closure* ref) {
        ref = through(ref);
        Closure* const c = untag(ref);
        if (!c) return "-";
        auto const [at, fresh] = numbers.try_emplace(c, numbers.size());
        if (fresh) queue_.push_back(c);
        return std::to_string(at->second) + "/" + std::to_string(tag(ref));
    }
    void describe(Closure* c) {
        bool const weak = type(c) == ClosureType::WEAK || description(c) == "DEAD_WEAK";
        std::string const kind =
            weak ? "a weak pointer" : std::string(name(type(c))) + " " + std::string(description(c));
        Word const hp = weak ? 0 : c->hp;  // a dead weak pointer has a new header
        std::string line = std::to_string(numbers[c]) + " " + kind + " " + std::to_string(hp) + " " +
                           std::to_string(c->ccs->id) + " " + std::to_string(size_words(c)) +
                           (heap_.is_static(c) ? " static" : "") + ":";
        auto const child = [&](Closure* ref) { line += " " + arrive(ref); };
        using enum ClosureType;
        switch (type(c)) {
        case WEAK: break;  // its key does not show
        case BLOCKING_QUEUE:
            scan_closure(c, child);
            child(as<BlockingQueue>(c)->queue);
            break;
        case TSO:
            scan_closure(c, child);
            child(as<Tso>(c)->next);
            child(as<Tso>(c)->block_info);
            line += " id " + std::to_string(as<Tso>(c)->id);
            break;
        case IND_STATIC: child(as<IndStatic>(c)->indirectee); break;
        case ARR_WORDS:
        case COMPACT_NFDATA: break;
        default: scan_closure(c, child); break;
        }
        if (type(c) == STACK) line += " sp " + std::to_string(as<Stack>(c)->sp - words_after(as<Stack>(c)));
        lines.push_back(line);
    }

    Heap& heap_;
    std::vector<Closure*> queue_;
};

struct Moves {
    std::map<Closure*, Closure*> moves{};
    std::vector<Closure*> dead{};
    std::size_t dead_bytes = 0, new_bytes = 0;
    void created(Closure*, std::size_t bytes) { new_bytes += bytes; }
    void used(Closure*) {}
    void died(Closure* c, std::size_t bytes) { dead.push_back(c), dead_bytes += bytes; }
    void moved(Closure* from, Closure* to) { moves[from] = to; }
};

std::size_t count(Heap const& heap) {
    std::size_t n = 0;
    for ([[maybe_unused]] Closure* c : heap.objects()) ++n;
    return n;
}

}  // namespace

TEST_CASE("a collection keeps the graph, the header words and the producers", "[property]") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        test::RandomHeap random(seed, 200);
        Heap& heap = random.heap;
        Word mark = 8;
        for (Closure* c : heap.objects()) {
            c->hp = mark += 8;
            if (random.below(2))
                c->ccs =
                    heap.cost_centres().push(heap.cost_centres().main(), std::to_string(random.below(5)));
        }
        Picture const before(heap);
        for (auto& [c, n] : before.numbers)
            if (type(c) == ClosureType::ARR_WORDS)
                std::memset(words_after(as<ArrBytes>(c)), static_cast<int>(n % 251), as<ArrBytes>(c)->bytes);
        Moves moves;
        heap.observers().add(moves);
        std::size_t const allocated = count(heap);
        heap.collect();
        INFO("seed " << seed);
        Picture const after(heap);
        REQUIRE(before.lines.size() > 1);
        REQUIRE(before.lines.size() == after.lines.size());
        for (std::size_t i = 0; i < before.lines.size(); ++i) REQUIRE(before.lines[i] == after.lines[i]);
        for (auto& [c, n] : after.numbers) {
            if (type(c) != ClosureType::ARR_WORDS) continue;
            auto* const bytes = reinterpret_cast<unsigned char*>(words_after(as<ArrBytes>(c)));
            CHECK(std::all_of(bytes, bytes + as<ArrBytes>(c)->bytes,
                              [&, want = n % 251](unsigned char b) { return b == want; }));
        }
        for (auto& [c, n] :
             after.numbers) {  // small objects have moved, large ones have not; weak pointers are listed
            if (heap.is_static(c)) continue;
            auto const& weak = heap.root_lists().weak_list();
            CHECK((type(c) == ClosureType::WEAK) == (std::find(weak.begin(), weak.end(), c) != weak.end()));
            bool const was_there = before.numbers.count(c) && before.numbers.at(c) == n;
            CHECK(was_there == Block::of(c)->large);
        }
        for (auto& [from, to] : moves.moves)
            if (before.numbers.count(from) && after.numbers.count(to))
                CHECK(before.numbers.at(from) == after.numbers.at(to));
        CHECK(count(heap) + moves.dead.size() == allocated);
        heap.collect();  // and again
        CHECK((Picture(heap).lines == before.lines));
    }
}

TEST_CASE("a collection frees unreachable objects", "[unit]") {
    Heap heap;
    Moves moves;
    heap.observers().add(moves);
    Closure* const keep = heap.con("keep", {heap.con("child")});
    StablePtr const root = heap.stable(keep);
    Closure* const large = heap.bytes(10000);
    Closure* const compact = heap.compact(100);
    Closure* const small = heap.con("small");
    heap.collect();
    CHECK(count(heap) == 2);
    CHECK(std::set<Closure*>(moves.dead.begin(), moves.dead.end()) == std::set{large, compact, small});
    CHECK(moves.dead_bytes == 2 * 8 + (10000 / 8 + 2) * 8 + 98 * 8);
    CHECK(heap.deref(root) != keep);
    CHECK(moves.moves.at(keep) == heap.deref(root));
    CHECK(description(heap.deref(root)) == "keep");
    heap.free_stable(root);
    heap.collect();
    CHECK(count(heap) == 0);
}

TEST_CASE("large objects and compact regions stay in place, and collections update their fields", "[unit]") {
    Heap heap;
    Closure* const array = heap.array(std::vector<Closure*>(1000, heap.con("x")));
    Closure* const compact = heap.compact(5000);
    StablePtr const q = heap.stable(compact), p = heap.stable(array);
    Closure* const before = pointers_after(as<MutArrPtrs>(array))[0];
    heap.collect();
    CHECK(heap.deref(p) == array);
    CHECK(heap.deref(q) == compact);
    Closure* const after = pointers_after(as<MutArrPtrs>(array))[0];
    CHECK(after != before);
    CHECK(tag(after) == 1);
    CHECK(pointers_after(as<MutArrPtrs>(array))[999] == after);
    CHECK(description(untag(after)) == "x");
    std::vector<Closure*> apart;  // large objects are listed before compact regions, as in GHC's census
    for (Closure* const c : heap.objects())
        if (c == array || c == compact) apart.push_back(c);
    CHECK(apart == std::vector{array, compact});
}

TEST_CASE("a collection follows any number of large objects behind small ones", "[unit]") {
    Heap heap;
    Closure* last = heap.con("last");
    for (int i = 0; i != 20; ++i) last = heap.con("Box", {heap.array(std::vector<Closure*>(1000, last))});
    StablePtr const root = heap.stable(last);
    heap.collect();
    CHECK(count(heap) == 2 * 20 + 1);
    Closure* at = heap.deref(root);
    for (int i = 0; i != 20; ++i) {
        REQUIRE(description(at) == "Box");
        at = untag(pointers_after(as<MutArrPtrs>(untag(pointers_after(at)[0])))[999]);
    }
    CHECK(description(at) == "last");
}

TEST_CASE("a collection removes indirections and evaluated blackholes", "[unit]") {
    Heap heap;
    Closure* const x = heap.con(Code("x").number(2));
    Closure* const thunk = heap.thunk("t", {x, x, x});
    StablePtr const p = heap.stable(heap.con("C", {heap.ind(heap.ind(x)), thunk, heap.blackhole(x)}));
    heap.update(thunk, x);
    Closure* const tso = heap.thread(heap.stack({heap.stop_frame()}));
    StablePtr const q = heap.stable(heap.blackhole(tso));
    heap.collect();
    Closure** const fields = pointers_after(heap.deref(p));
    CHECK(description(untag(fields[0])) == "x");
    CHECK(tag(fields[0]) == 3);
    CHECK(fields[1] == fields[0]);
    CHECK(fields[2] == fields[0]);
    CHECK(type(heap.deref(q)) == ClosureType::BLACKHOLE);
    CHECK(count(heap) == 5);  // C, x, the blackhole under evaluation, its thread and stack
}

TEST_CASE("a blackhole without an owner is under evaluation", "[unit]") {
    Heap heap;
    StablePtr const root = heap.stable(heap.con("C", {heap.blackhole(nullptr), heap.ind(nullptr)}));
    heap.collect();
    Closure** const fields = pointers_after(heap.deref(root));
    CHECK(type(fields[0]) == ClosureType::BLACKHOLE);
    CHECK(fields[1] == nullptr);
}

TEST_CASE("a stack moves together with its stack pointer", "[unit]") {
    Heap heap;
    StablePtr const p =
        heap.stable(heap.stack({heap.update_frame(heap.thunk("t", {nullptr})), heap.stop_frame()}, 17));
    heap.collect();
    auto* const stack = as<Stack>(heap.deref(p));
    CHECK(stack->sp == words_after(stack) + 17);
    CHECK(description(reinterpret_cast<UpdateFrame*>(stack->sp)->updatee) == "t");
}

TEST_CASE("a weak pointer does not keep its key alive", "[unit]") {
    Heap heap;
    Closure *living = heap.con("living"), *dying = heap.con("dying");
    StablePtr const root = heap.stable(living);
    Closure *w1 = heap.weak(living, heap.con("value 1")), *w2 = heap.weak(dying, heap.con("value 2"));
    w2->hp = 4711;
    StablePtr const s2 = heap.stable(w2);  // the weak object itself is reachable
    heap.weak(dying, heap.con("value 3"));
    (void)w1;
    heap.collect();
    REQUIRE(heap.root_lists().weak_list().size() == 1);
    Closure* const kept = heap.root_lists().weak_list()[0];
    CHECK(as<Weak>(kept)->key == tagged(heap.deref(root)));
    CHECK(description(untag(as<Weak>(kept)->value)) == "value 1");
    CHECK(description(heap.deref(s2)) == "DEAD_WEAK");
    CHECK(type(heap.deref(s2)) == ClosureType::CONSTR);
    CHECK(heap.deref(s2)->hp == 0);  // a new header
    CHECK(size_words(heap.deref(s2)) == 8);
    CHECK(count(heap) == 5);  // living, w1, value 1, two dead weak pointers
    heap.free_stable(root);
    heap.collect();
    CHECK(heap.root_lists().weak_list().empty());
    CHECK(count(heap) == 2);  // both dead
    heap.collect();
    CHECK(count(heap) == 1);
}

// GHC 9.0.2: mkWeak of `error "boom"` that was caught, of a partial application and of 3000, each evaluated
// and kept in an IORef: after performGC deRefWeak returns Nothing, Nothing, Just ().
TEST_CASE("a weak pointer without a key lives", "[unit]") {
    Heap heap;
    heap.weak(nullptr, heap.con("value"));
    heap.collect();
    REQUIRE(heap.root_lists().weak_list().size() == 1);
    CHECK(description(untag(as<Weak>(heap.root_lists().weak_list()[0])->value)) == "value");
}

TEST_CASE("a weak pointer dies if its key was evaluated to something without a tag", "[conformance]") {
    Heap heap;
    Closure *raised = heap.thunk("raised", {nullptr}), *partial = heap.thunk("partial", {nullptr});
    Closure *number = heap.thunk("number", {nullptr}), *unevaluated = heap.thunk("unevaluated", {nullptr});
    for (Closure* key : {raised, partial, number, unevaluated}) heap.stable(key), heap.weak(key, key);
    heap.update(raised, heap.thunk("raise", {heap.con("boom")}));
    heap.update(partial, heap.pap(heap.fun(Code("add3").args("ppp")), {heap.con("1")}));
    heap.update(number, heap.con("3000"));
    heap.collect();
    std::vector<std::string> keys;
    for (Closure* weak : heap.root_lists().weak_list())
        keys.push_back(std::string(description(untag(as<Weak>(weak)->key))));
    std::ranges::sort(keys);
    CHECK(keys == std::vector<std::string>{"3000", "unevaluated"});
}

TEST_CASE("a dead weak pointer stays for the next census and is gone in the one after", "[conformance]") {
    // ks <- forM [1 .. 40] (\i -> evaluate (K i i)); forM_ ks (`mkWeakPtr` Nothing); performMajorGC; print
    // (sum [a | K a _ <- ks]); performMajorGC; performMajorGC: with -hd, GHC 9.0.2 shows 1920, 0, 0 bytes of
    // these WEAK and 0, 1920, 0 bytes of DEAD_WEAK; with -hb, 1920 more bytes of VOID in the second census
    Heap heap({.ldv = true});
    test::Ldv ldv(heap);
    std::vector<StablePtr> keys;
    for (int i = 0; i < 40; ++i) {
        keys.push_back(heap.stable(heap.con("K", {}, {1, 2})));
        heap.weak(heap.deref(keys.back()), heap.static_con("()"));
    }
    std::vector<std::size_t> weak, dead;
    auto const census = [&] {
        heap.collect();
        weak.push_back(0), dead.push_back(0);
        auto const all = heap.objects();
        for (auto c = all.begin(); c != all.end(); ++c) {
            if (description(*c) == "WEAK") weak.back() += size_bytes(*c);
            if (description(*c) == "DEAD_WEAK") dead.back() += size_bytes(*c);
        }
        ldv.census();
    };
    census();
    for (StablePtr const key : keys) heap.free_stable(key);
    census();
    census();
    CHECK(weak == std::vector<std::size_t>{1920, 0, 0});
    CHECK(dead == std::vector<std::size_t>{0, 1920, 0});
    auto const bands = ldv.bands();
    CHECK(bands[0] == test::Ldv::Bands{.void_ = 960, .inherent_use = 1920});
    CHECK(bands[1] == test::Ldv::Bands{.void_ = 1920});
    CHECK(bands[2] == test::Ldv::Bands{});
}

TEST_CASE("weak pointers keep alive chains of keys that live only through other values", "[unit]") {
    Heap heap;
    // k0 alive; w(k0) -> k1; w(k1) -> k2; ... in the worst order for repeated scans of the list
    std::size_t const n = 20000;
    std::vector<Closure*> keys;
    for (std::size_t i = 0; i <= n; ++i) keys.push_back(heap.con("key", {}, {i}));
    for (std::size_t i = n; i > 0; --i) heap.weak(keys[i - 1], keys[i]);
    Closure* const alone = heap.con("alone");
    heap.weak(alone, alone);  // is its own value, which does not keep it alive
    StablePtr const root = heap.stable(keys[0]);
    heap.collect();
    CHECK(heap.root_lists().weak_list().size() == n);
    CHECK(count(heap) == 2 * n + 2);  // including one dead weak pointer
    heap.free_stable(root);
    heap.collect();
    CHECK(count(heap) == n);  // dead weak pointers
    heap.collect();
    CHECK(count(heap) == 0);
}

TEST_CASE("all weak pointers of a key live if the key is alive, even if it is found late", "[unit]") {
    Heap heap;
    Closure *const first = heap.con("first"), *const second = heap.con("second");
    heap.weak(first, second);  // keeps only the second key alive
    for (int i = 0; i != 3; ++i) heap.weak(second, heap.con("value"));
    StablePtr const root = heap.stable(first);
    CHECK(heap.collect().empty());
    CHECK(heap.root_lists().weak_list().size() == 4);
    CHECK(count(heap) == 2 + 4 + 3);
    heap.free_stable(root);
}

TEST_CASE("a weak pointer keeps its C finalizers while its key lives", "[unit]") {
    Heap heap;
    Closure* const key = heap.con("key");
    StablePtr const root = heap.stable(key);
    Closure* const finalizers = heap.con("C_FINALIZER_LIST", {heap.con("next")});
    as<Weak>(heap.weak(key, heap.con("value")))->cfinalizers = finalizers;
    heap.collect();
    Closure* const kept = untag(as<Weak>(heap.root_lists().weak_list()[0])->cfinalizers);
    CHECK(kept != finalizers);
    CHECK(description(kept) == "C_FINALIZER_LIST");
    CHECK(description(untag(pointers_after(kept)[0])) == "next");
    CHECK(count(heap) == 5);
    heap.free_stable(root);
    heap.collect();
    CHECK(count(heap) == 1);  // the dead weak pointer
}

// each key is found only in the value of the weak pointer before, and the first one through another weak
// pointer or when the collector asks for unreached objects
TEST_CASE("weak pointers live if their keys are found late, whatever the keys are", "[unit]") {
    struct Kind {
        char const* name;
        Closure* (*key)(Heap&, Closure* kept);
    };
    Kind const kinds[] = {
        {"small", [](Heap& heap, Closure*) { return heap.con("key"); }},
        {"large", [](Heap& heap, Closure* kept) { return heap.array(std::vector<Closure*>(1000, kept)); }},
        {"selector of a field that is alive",
         [](Heap& heap, Closure* kept) { return heap.selector(0, heap.con("Record", {kept})); }},
        {"selector of a field that is not",
         [](Heap& heap, Closure*) { return heap.selector(0, heap.con("Record", {heap.con("field")})); }},
        {"in a region",
         [](Heap& heap, Closure*) {
             return untag(heap.add_to_compact(heap.compact_region(), heap.con("key")));
         }},
        {"selector of a field in a region", [](Heap& heap, Closure*) {
             Closure* const inside = heap.add_to_compact(heap.compact_region(), heap.con("field"));
             return heap.selector(0, heap.con("Record", {inside}));
         }}};
    for (Kind const& kind : kinds)
        for (bool const by_weak : {true, false})
            for (bool const backwards : {true, false}) {
                INFO(kind.name << (by_weak ? ", by a weak pointer" : ", unreached") << backwards);
                Heap heap;
                Closure* const kept = heap.con("kept");
                heap.stable(kept);
                std::vector<std::pair<Closure*, Closure*>> weak;  // keys and values
                Closure* next = heap.con("last");
                for (int i = 0; i != 4; ++i) {
                    Closure* const key = kind.key(heap, kept);
                    weak.emplace_back(key, next);
                    next = heap.con("Box", {key});
                }
                if (by_weak) weak.emplace_back(kept, next);
                if (backwards) std::ranges::reverse(weak);
                for (auto const& [key, value] : weak) heap.weak(key, value);
                heap.collect([](Collector&) {},
                             [&](Collector& collector) {
                                 if (!by_weak) collector(next);
                             },
                             [](Collector&) {});
                CHECK(heap.root_lists().weak_list().size() == weak.size());
                std::size_t last = 0;
                for (Closure* c : heap.objects()) last += description(c) == "last";
                CHECK(last == 1);
            }
}

TEST_CASE("a collection returns the finalizers of dead weak pointers and keeps the others", "[unit]") {
    Heap heap;
    Closure *living = heap.con("living"), *dying = heap.con("dying");
    StablePtr const root = heap.stable(living);
    heap.weak(living, living, heap.con("later"));
    heap.weak(dying, dying, heap.con("now", {dying}));
    heap.weak(dying, dying);
    std::vector<Closure*> const finalizers = heap.collect();
    REQUIRE(finalizers.size() == 1);
    CHECK(description(untag(finalizers[0])) == "now");
    bool on_heap = false;
    for (Closure* c : heap.objects()) on_heap = on_heap || c == untag(finalizers[0]);
    CHECK(on_heap);
    CHECK(description(untag(pointers_after(untag(finalizers[0]))[0])) ==
          "dying");  // its free variables still exist
    REQUIRE(heap.root_lists().weak_list().size() == 1);
    CHECK(description(untag(as<Weak>(heap.root_lists().weak_list()[0])->finalizer)) == "later");
    CHECK(heap.collect().empty());
    CHECK(count(heap) == 3);
    heap.free_stable(root);
}

TEST_CASE("a collection reverses the list of weak pointers, and links each to the next", "[unit]") {
    Heap heap;
    Closure* const key = heap.con("key");
    StablePtr const root = heap.stable(key);
    for (int i = 0; i != 5; ++i) heap.weak(key, heap.con("value" + std::to_string(i)));
    heap.weak(heap.con("dying"), key);
    heap.collect();
    std::vector<Closure*> const list = heap.root_lists().weak_list();
    REQUIRE(list.size() == 5);
    for (std::size_t i = 0; i != list.size(); ++i) {
        CHECK(description(untag(as<Weak>(list[i])->value)) == "value" + std::to_string(4 - i));
        CHECK(as<Weak>(list[i])->link == (i == 4 ? nullptr : list[i + 1]));
    }
    heap.free_stable(root);
}

TEST_CASE("static closures stay in place and keep their referents alive while reachable", "[unit]") {
    Heap heap;
    Closure* const s = heap.static_con("S", {heap.con("from s")});
    Closure* const caf = heap.ind_static(heap.con("value"));
    Closure* const lost = heap.ind_static(heap.con("lost"));
    StablePtr const root = heap.stable(heap.thunk(Code("t").refers(heap.srt({s, caf})), {nullptr}));
    heap.collect();
    CHECK(count(heap) == 3);  // the thunk, "from s", "value"
    CHECK(description(untag(pointers_after(s)[0])) == "from s");
    CHECK(description(untag(as<IndStatic>(caf)->indirectee)) == "value");
    CHECK(as<IndStatic>(lost)->indirectee == nullptr);
    auto const& scanned = heap.survivors().static_list;
    CHECK(std::set<Closure*>(scanned.begin(), scanned.end()) ==
          std::set{s, caf, srt(info(heap.deref(root)))});
    heap.collect();  // ignores the marks of the last collection
    CHECK(count(heap) == 3);
    heap.free_stable(root);
    heap.collect();
    CHECK(count(heap) == 0);

    Heap keeping({.keep_cafs = true});
    Closure* const kept = keeping.ind_static(keeping.con("value"));
    keeping.collect();
    CHECK(description(untag(as<IndStatic>(kept)->indirectee)) == "value");
}

TEST_CASE("stack frames keep the SRTs of their return addresses alive", "[unit]") {
    Heap heap;
    Closure* const s = heap.static_con("S", {heap.con("from s")});
    heap.schedule(heap.thread(
        heap.stack({heap.ret_small(Code("r").refers(s), {heap.con("local"), 5}), heap.stop_frame()})));
    heap.collect();
    CHECK(count(heap) == 4);
    CHECK(description(untag(pointers_after(s)[0])) == "from s");
    auto* const stack = as<Stack>(untag(as<Tso>(heap.root_lists().run_queue()[0])->stackobj));
    CHECK(stack->sp[2] == 5);
}

TEST_CASE("the mutable list holds the surviving mutable objects", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("x");
    std::set<std::string> expected;
    for (Closure* c : {heap.mut_var(x), heap.mvar(x), heap.tvar(x), heap.array({x}), heap.small_array({x}),
                       heap.mut_prim("MUT_PRIM", {x}), heap.trec_chunk(nullptr, {})}) {
        heap.stable(c);
        expected.emplace(name(type(c)));
    }
    heap.stable(heap.array({x}, ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN));
    heap.stable(heap.thunk("t", {x}));
    heap.mut_var(x);
    heap.collect();
    std::set<std::string> found;
    for (Closure* c : heap.survivors().mutable_list) found.emplace(name(type(c)));
    CHECK(found == expected);
    CHECK(heap.survivors().mutable_list.size() == expected.size());
}

TEST_CASE("a collection accepts additional roots", "[unit]") {
    Heap heap;
    Closure* mine = heap.con("mine", {heap.con("child")});
    Closure* const before = mine;
    heap.collect([&](auto& root) { root(mine); });
    CHECK(mine != before);
    CHECK(description(mine) == "mine");
    CHECK(count(heap) == 2);
}

TEST_CASE("repeated collections do not increase memory", "[unit]") {
    Heap heap;
    StablePtr root = heap.stable(heap.con("Nil"));
    std::size_t early = 0;
    for (int i = 0; i < 60; ++i) {
        Closure* xs = heap.con("Nil");
        for (int k = 0; k < 5000; ++k) xs = heap.con("Cons", {xs, k % 50 ? xs : heap.bytes(6000)});
        heap.free_stable(root);
        root = heap.stable(xs);
        heap.collect();
        if (i == 5) early = heap.bytes_of_system();
    }
    CHECK(heap.bytes_of_system() <= early + megablock_bytes);
}

TEST_CASE("collection and traversal handle a list of 10^6 cells", "[unit]") {
    std::size_t const n = 1'000'000;
    Heap heap;
    Closure* xs = heap.con("Nil");
    Entry const* const cons = heap.con_info("Cons", 2);
    Closure* const element = heap.con("Int", {}, {7});
    for (std::size_t i = 0; i < n; ++i) xs = heap.make(cons, {element, xs});
    StablePtr const root = heap.stable(xs);
    heap.collect();
    CHECK(count(heap) == n + 2);
    std::size_t visited = 0;
    Graph const graph(heap);
    trav::traverse(graph, heap.roots(), [&](auto& here) { visited += here.first; });
    CHECK(visited == n + 2);
    std::size_t length = 0;
    for (Closure* c = heap.deref(root); description(c) == "Cons"; c = untag(pointers_after(c)[1])) ++length;
    CHECK(length == n);
}

TEST_CASE("a collection replaces small values by shared static closures", "[conformance]") {
    Heap heap;
    std::vector<Closure*> ints;
    for (std::int64_t i = -16; i <= 255; ++i)
        ints.push_back(heap.static_con("I#", {}, {static_cast<Word>(i)}));
    heap.shared_values().add(heap.con_info("I#", 0, 1), -16, ints);
    std::vector<StablePtr> roots;
    for (std::int64_t i : {-17, -16, 0, 255, 256})
        roots.push_back(heap.stable(heap.con("I#", {}, {static_cast<Word>(i)})));
    StablePtr const other = heap.stable(heap.con("C#", {}, {7}));
    heap.collect();
    std::vector<bool> shared;
    for (StablePtr p : roots) shared.push_back(heap.is_static(heap.deref(p)));
    CHECK(shared == std::vector<bool>{false, true, true, true, false});
    CHECK(static_cast<std::int64_t>(*words_after(heap.deref(roots[1]))) == -16);
    CHECK(heap.deref(roots[3]) == ints.back());
    CHECK(!heap.is_static(heap.deref(other)));
    CHECK(count(heap) == 3);
}

TEST_CASE("after a collection, weakly() updates a pointer or sets it to null", "[unit]") {
    Heap heap;
    Closure *kept = heap.con("A"), *lost = heap.con("B"), *large = heap.bytes(10000),
            *lost_large = heap.bytes(10000), *none = nullptr;
    heap.stable(heap.con("P", {kept, large}));
    Closure* const before = kept;
    heap.collect([](Collector&) {},
                 [&](Collector& c) {
                     for (Closure** p : {&kept, &lost, &large, &lost_large, &none}) c.weakly(*p);
                 });
    CHECK(untag(kept) != before);
    CHECK(description(untag(kept)) == "A");
    CHECK(lost == nullptr);
    CHECK(large != nullptr);
    CHECK(lost_large == nullptr);
    CHECK(none == nullptr);
}

TEST_CASE("the collector evaluates selectors: what only unused fields hold is free", "[conformance]") {
    // records = [mk i | i <- [1 .. 200]]; seconds = [let Pair _ b = r in b | r <- records], only seconds is
    // used later: GHC has 4800 bytes of (:), 4800 of the second fields, and none of Pair or THUNK_SELECTOR
    Heap heap;
    auto const list = heap.stable(heap.con("Nil"));
    auto const set = [&](StablePtr p, Closure* c) {
        heap.free_stable(p);
        REQUIRE(heap.stable(c) == p);
    };
    for (Word i = 0; i != 200; ++i) {
        Closure* const record = heap.con("Pair", {heap.thunk("a", {}, {i}), heap.thunk("b", {}, {i})});
        set(list, heap.con("Cons", {heap.selector(1, record), heap.deref(list)}));
    }
    heap.collect();
    std::map<std::string, std::size_t> bytes;
    for (Closure* c : heap.objects()) bytes[std::string(description(c))] += size_bytes(c);
    CHECK(bytes == std::map<std::string, std::size_t>{{"Nil", 16}, {"Cons", 4800}, {"b", 4800}});
    Word i = 200;
    for (Closure* at = heap.deref(list); type(at) == ClosureType::CONSTR_2_0;
         at = untag(pointers_after(at)[1]))
        CHECK(*words_after(as<Thunk>(untag(pointers_after(at)[0]))) == --i);
    CHECK(i == 0);
}

TEST_CASE("the collector evaluates 17 nested selectors at once, as GHC does", "[conformance]") {
    // the bytes of THUNK_SELECTOR that GHC 9.0.2 has after one, two and three collections
    struct Row {
        std::size_t nested;
        std::array<std::size_t, 3> bytes;
    };
    for (Row const& row : {Row{1, {}}, Row{16, {}}, Row{17, {}}, Row{18, {24}}, Row{20, {72}},
                           Row{40, {552, 144}}, Row{90, {1752, 1344, 936}}}) {
        INFO(row.nested);
        Heap heap;
        Closure* last = heap.con("T", {}, {1});
        for (std::size_t i = 0; i != 100; ++i) last = heap.con("T", {last}, {i});
        for (std::size_t i = 0; i != row.nested; ++i) last = heap.selector(0, last);
        auto const root = heap.stable(last);
        for (std::size_t const bytes : row.bytes) {
            heap.collect();
            std::size_t selectors = 0;
            for (Closure* c : heap.objects())
                if (type(c) == ClosureType::THUNK_SELECTOR) selectors += size_bytes(c);
            CHECK(selectors == bytes);
        }
        for (int i = 0; i != 5; ++i) heap.collect();
        REQUIRE(type(heap.deref(root)) == ClosureType::CONSTR_1_1);
        CHECK(words_after(heap.deref(root))[1] == 99 - row.nested);
    }
}

TEST_CASE("the collector leaves selectors that need their own value", "[unit]") {
    Heap heap;
    auto const field = [](Closure* record) -> Closure*& { return pointers_after(record)[0]; };
    Closure* const own = heap.con("Own", {nullptr});
    Closure* const first = field(own) = heap.selector(0, own);
    Closure *const a = heap.con("A", {nullptr}), *const b = heap.con("B", {nullptr});
    field(a) = heap.selector(0, b), field(b) = heap.selector(0, a);
    Closure* const nested = heap.selector(0, nullptr);
    as<Selector>(nested)->selectee = nested;
    std::vector<StablePtr> const roots{heap.stable(first), heap.stable(field(a)), heap.stable(field(b)),
                                       heap.stable(nested)};
    for (int i = 0; i != 3; ++i) {
        heap.collect();
        for (auto const root : roots) CHECK(type(heap.deref(root)) == ClosureType::THUNK_SELECTOR);
    }
}

TEST_CASE("a weak pointer whose key is a selector lives as long as the field", "[unit]") {
    Heap heap;
    Closure *const kept = heap.con("Kept"), *const lost = heap.con("Lost");
    Closure* const record = heap.con("Pair", {kept, lost});
    auto const root = heap.stable(kept);
    Closure *const to_kept = heap.selector(0, record), *const to_lost = heap.selector(1, record);
    auto const both = heap.stable(heap.con("Selectors", {to_kept, to_lost}));
    heap.weak(to_kept, heap.con("a"));
    heap.weak(to_lost, heap.con("b"));
    heap.collect();
    CHECK(heap.root_lists().weak_list().size() == 2);
    heap.free_stable(both);
    heap.collect();
    REQUIRE(heap.root_lists().weak_list().size() == 1);
    CHECK(untag(as<Weak>(heap.root_lists().weak_list()[0])->key) == heap.deref(root));
}

TEST_CASE("evaluated selectors are dead for observers, and their indirections too", "[unit]") {
    Heap heap;
    Moves moves;
    heap.observers().add(moves);
    Closure* const selector = heap.selector(0, heap.con("Box", {heap.con("I", {}, {1})}));
    auto const root = heap.stable(selector);
    heap.collect();
    CHECK(description(heap.deref(root)) == "I");
    CHECK(std::count(moves.dead.begin(), moves.dead.end(), selector) == 2);
    CHECK(moves.new_bytes == 24 + 16 + 16 + 16);  // the selector, its indirection, the box, its content
    CHECK(moves.dead_bytes == 24 + 16 + 16);      // all but the content
}

TEST_CASE("selectors that have one value become indirections to it together", "[unit]") {
    Heap heap;
    Moves moves;
    heap.observers().add(moves);
    Closure* const last = heap.selector(0, heap.con("Box", {heap.con("I", {}, {1})}));
    Closure* const first = heap.selector(0, heap.con("Box", {last}));
    auto const root = heap.stable(first), other = heap.stable(last);
    heap.collect();
    CHECK(description(heap.deref(root)) == "I");
    CHECK(heap.deref(other) == heap.deref(root));
    CHECK(count(heap) == 1);
    for (Closure* selector : {first, last}) CHECK(std::ranges::count(moves.dead, selector) == 2);
    CHECK(moves.dead.size() == 2 * 2 + 2);
    CHECK(moves.new_bytes == 2 * (24 + 16 + 16) + 16);
    CHECK(moves.dead_bytes == 2 * (24 + 16 + 16));
}

// GHC: eval_thunk_selector looks through IND_STATIC, before the record and behind the field
TEST_CASE("selectors look through evaluated CAFs", "[unit]") {
    Heap heap;
    Closure* const record = heap.ind_static(heap.con("Box", {heap.con("field")}));
    Closure* const field = heap.ind_static(heap.con("value"));
    auto const of_record = heap.stable(heap.selector(0, record));
    auto const of_field = heap.stable(heap.selector(0, heap.con("Box", {field})));
    heap.collect();
    CHECK(description(heap.deref(of_record)) == "field");
    CHECK(description(heap.deref(of_field)) == "value");
    CHECK(heap.survivors().static_list.empty());  // nothing needs the CAFs any more
    CHECK(count(heap) == 2);
}

// GHC: eval_thunk_selector enters IND and an evaluated BLACKHOLE before the record, too
TEST_CASE("selectors look through indirections to the record and behind the field", "[unit]") {
    Heap heap;
    Closure* const record = heap.con("Box", {heap.con(Code("field").number(1))});
    Closure* const field = heap.ind(heap.con(Code("value").number(1)));
    std::vector<StablePtr> roots;
    for (Closure* const to : {heap.ind(heap.ind(record)), heap.blackhole(record)})
        roots.push_back(heap.stable(heap.selector(0, to)));
    auto const of_field = heap.stable(heap.selector(0, heap.con("Box", {field})));
    heap.collect();
    for (StablePtr const root : roots) CHECK(description(untag(heap.deref(root))) == "field");
    CHECK(description(untag(heap.deref(of_field))) == "value");
    CHECK(count(heap) == 2);
}

TEST_CASE("a record may be a selector with the value of another selector", "[unit]") {
    Heap heap;
    Closure* const inner = heap.selector(0, heap.con("Box", {heap.con("Record", {heap.con("field")})}));
    auto const root = heap.stable(heap.selector(0, heap.selector(0, heap.con("Box", {inner}))));
    heap.collect();
    CHECK(description(heap.deref(root)) == "field");
    CHECK(count(heap) == 1);
}

TEST_CASE("a selector of its own value is a new object", "[unit]") {
    Heap heap({.ldv = true});
    Closure* const own = heap.con("Own", {nullptr});
    Closure* const selector = pointers_after(own)[0] = heap.selector(0, own);
    auto const root = heap.stable(selector);
    heap.next_era();
    heap.collect();
    CHECK(heap.deref(root)->hp == ldv::create(2));
    CHECK(as<Selector>(heap.deref(root))->selectee == heap.deref(root));
    CHECK(count(heap) == 1);  // without its record
}

TEST_CASE("evaluated selectors have the values that the program would find", "[property]") {
    for (unsigned seed = 0; seed != 300; ++seed) {
        std::mt19937 random(seed);
        auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
        Heap heap;
        std::vector<Closure*> all;
        std::vector<Closure**> fields;  // filled at random when all closures are there
        for (Word i = 0; i != 60; ++i) {
            std::size_t const kind = below(10);
            Closure* c = nullptr;
            if (kind < 5) c = heap.selector(below(2), nullptr), fields.push_back(&as<Selector>(c)->selectee);
            else if (kind < 6) c = heap.thunk("t", {}, {i});
            else if (kind < 7) c = heap.ind(nullptr), fields.push_back(&as<Ind>(c)->indirectee);
            else {
                c = kind < 9 ? heap.con("P", {nullptr, nullptr}, {i})
                             : heap.static_con("S", {nullptr, nullptr}, {i});
                for (int k : {0, 1}) fields.push_back(pointers_after(c) + k);
            }
            all.push_back(c);
        }
        for (Closure** f : fields) {
            Closure* to = all[below(all.size())];
            while (type(to) == ClosureType::IND) to = all[below(all.size())];  // no circle of indirections
            *f = tagged(to);
        }
        std::vector<StablePtr> roots;
        for (int i = 0; i != 5; ++i) roots.push_back(heap.stable(all[below(all.size())]));

        // the value of a closure: a record, a thunk, or null if it needs itself
        auto const value = [](Closure* start, std::size_t steps, auto&& again) -> Closure* {
            Closure* c = untag(start);
            while (type(c) == ClosureType::IND) c = untag(as<Ind>(c)->indirectee);
            if (type(c) != ClosureType::THUNK_SELECTOR) return c;
            if (steps == 0) return nullptr;
            Closure* const record = again(as<Selector>(c)->selectee, steps - 1, again);
            if (!record || !is_constructor(type(record))) return nullptr;  // stays a selector
            return again(pointers_after(record)[info(c).layout.selector], steps - 1, again);
        };
        auto const picture = [&] {
            std::string text;
            std::map<Closure*, std::size_t> number;
            std::vector<Closure*> queue;
            auto const arrive = [&](Closure* ref) {
                Closure* const c = value(ref, 24, value);
                if (!c) return text += " ?", void();
                auto const [at, fresh] = number.try_emplace(c, number.size());
                if (fresh) queue.push_back(c);
                text += " " + std::to_string(at->second);
            };
            for (auto const root : roots) arrive(heap.deref(root));
            for (std::size_t i = 0; i != queue.size(); ++i) {
                Closure* const c = queue[i];
                text += "\n" + std::string(description(c)) + " ";
                if (is_constructor(type(c))) {
                    text += std::to_string(words_after(c)[2]);
                    for (int k : {0, 1}) arrive(pointers_after(c)[k]);
                } else {
                    text += std::to_string(*words_after(as<Thunk>(c)));
                }
            }
            return text;
        };
        std::string const before = picture();
        INFO("seed " << seed);
        Moves moves;
        heap.observers().add(moves);
        for (int i = 0; i != 4; ++i) {
            moves = {};
            std::size_t allocated = 0, left = 0;
            for (Closure* c : heap.objects()) allocated += size_bytes(c);
            heap.collect();
            REQUIRE(picture() == before);
            for (Closure* c : heap.objects()) {
                CHECK(type(c) != ClosureType::IND);
                left += size_bytes(c);
            }
            CHECK(left + moves.dead_bytes == allocated + moves.new_bytes);
        }
    }
}
