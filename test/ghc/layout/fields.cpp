// test/ghc/layout/fields.cpp: every pointer that a collector must update.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/fields.hpp>

#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

using Names = std::vector<std::string>;

/// A heap with objects called a to h, and a static s.
struct Letters {
    Heap heap;
    Closure *a = heap.con("a"), *b = heap.con("b"), *c = heap.con("c"), *d = heap.con("d"),
            *e = heap.con("e"), *f = heap.con("f"), *g = heap.con("g"), *h = heap.con("h");
    Closure* s = heap.static_con("s", {a});
    Code go = Code("go").refers(s);

    static Names fields(Closure* closure) {
        Names names;
        update_fields(closure,
                      [&](Closure*& field) { names.emplace_back(field ? description(untag(field)) : "-"); });
        return names;
    }
};

}  // namespace

TEST_CASE_METHOD(Letters, "update_fields visits pointers, then the SRT; a null pointer hides nothing",
                 "[unit]") {
    CHECK(fields(heap.con("C", {a, nullptr, c})) == Names{"a", "-", "c"});
    CHECK(fields(heap.con(Code("C").number(3), {a})) == Names{"a"});
    CHECK(fields(heap.fun(go, {a, b}, {1})) == Names{"a", "b", "s"});
    CHECK(fields(heap.thunk(go, {a, b})) == Names{"a", "b", "s"});
    CHECK(fields(heap.caf(go)) == Names{"s"});
    CHECK(fields(heap.ind_static(a)) == Names{"a"});
    CHECK(fields(heap.ind(a)) == Names{"a"});
    CHECK(fields(heap.blackhole(a)) == Names{"a"});
    CHECK(fields(heap.selector(0, a)) == Names{"a"});
    CHECK(fields(heap.bco(a, b, c, "p")) == Names{"a", "b", "c"});
}

TEST_CASE_METHOD(Letters, "update_fields visits the pointers of primitive objects", "[unit]") {
    CHECK(fields(heap.mvar(c, a, b)) == Names{"a", "b", "c"});
    CHECK(fields(heap.tvar(a, b)) == Names{"a", "b"});
    CHECK(fields(heap.array({a, nullptr, b})) == Names{"a", "-", "b"});
    CHECK(fields(heap.small_array({a, b})) == Names{"a", "b"});
    CHECK(fields(heap.bytes(10)).empty());
    CHECK(fields(heap.compact(100)).empty());
    CHECK(fields(heap.weak(a, b, c)) == Names{"NO_FINALIZER"});  // the others depend on its key
    CHECK(fields(heap.trec_chunk(a, {{b, c, d}, {e, f, g}})) == Names{"a", "b", "c", "d", "e", "f", "g"});
    CHECK(fields(heap.blocking_queue(a, b, c, d)) == Names{"a", "b", "c", "d"});
}

TEST_CASE_METHOD(Letters, "update_fields visits the pointers of applications, threads and stacks", "[unit]") {
    Closure* const fun = heap.fun(Code("fun").args("pnp"), {a});
    CHECK(fields(heap.pap(fun, {a, 1})) == Names{"fun", "a"});
    CHECK(fields(heap.ap(fun, {a, 1, b})) == Names{"fun", "a", "b"});
    CHECK(fields(heap.ap_stack(fun, {heap.update_frame(a)})) == Names{"fun", "a"});
    CHECK(fields(heap.continuation({heap.update_frame(a), heap.ret_small("r", {1, b})})) == Names{"a", "b"});
    Closure* const stack = heap.stack({heap.update_frame(a), heap.stop_frame()}, 3);
    CHECK(fields(stack) == Names{"a"});
    Closure* const tso = heap.thread(stack);
    as<Tso>(tso)->next = a;
    as<Tso>(tso)->global_link = b;  // in GHC, its list of all threads does not keep them alive
    as<Tso>(tso)->block_info = c;
    as<Tso>(tso)->trec = d;
    as<Tso>(tso)->blocked_exceptions = e;
    as<Tso>(tso)->bq = f;
    CHECK(fields(tso) == Names{"a", "STACK", "c", "d", "e", "f"});
}

TEST_CASE_METHOD(Letters, "update_fields may change a field", "[unit]") {
    Closure* const pair = heap.con("Pair", {a, b});
    update_fields(pair, [&](Closure*& field) { field = c; });
    CHECK(fields(pair) == Names{"c", "c"});
}
