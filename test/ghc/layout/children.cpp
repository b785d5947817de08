// test/ghc/layout/children.cpp: the children of every closure type, in GHC's order.
#include "catch.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/children.hpp>

#include <deque>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

using Names = std::vector<std::string>;

/// The labels of a closure's children, by scan_closure; "-" for a null pointer.
Names scanned(Closure* c) {
    Names names;
    scan_closure(c, [&](Closure* child) { names.emplace_back(child ? description(untag(child)) : "-"); });
    return names;
}
/// The same by iteration.
Names iterated(Closure* c) {
    Names names;
    for (Closure* child : Children(c)) names.emplace_back(child ? description(untag(child)) : "-");
    return names;
}

/// A heap with objects called a to h, a static s, and functions.
struct Letters {
    Heap heap;
    Closure *a = heap.con("a"), *b = heap.con("b"), *c = heap.con("c"), *d = heap.con("d"),
            *e = heap.con("e"), *f = heap.con("f"), *g = heap.con("g"), *h = heap.con("h");
    Closure* s = heap.static_con("s", {a});
    Code go = Code("go").refers(s);
    std::set<ClosureType> seen;

    void expect(Closure* closure, Names const& names) {
        seen.insert(type(closure));
        INFO(name(type(closure)));
        CHECK(scanned(closure) == names);
        CHECK(iterated(closure) == (takes_all_at_once(type(closure)) ? Names{} : names));
    }
};

}  // namespace

TEST_CASE_METHOD(Letters, "the children of constructors are their pointers", "[unit]") {
    expect(heap.con("C"), {});
    expect(heap.con("C", {a}), {"a"});
    expect(heap.con("C", {}, {1}), {});
    expect(heap.con("C", {a, b}), {"a", "b"});
    expect(heap.con("C", {a}, {1}), {"a"});
    expect(heap.con("C", {}, {1, 2}), {});
    expect(heap.con("C", {}, {1, 2, 3}), {});
    expect(heap.con("C", {a, b, c, d}, {1, 2}), {"a", "b", "c", "d"});
    expect(heap.static_con("C", {a, b, c}), {"a", "b", "c"});
    expect(heap.srt({s, s, s}), {"s", "s", "s"});
}

TEST_CASE_METHOD(Letters, "the children of functions and thunks are their pointers, then the SRT", "[unit]") {
    expect(heap.fun(go, {a}), {"a", "s"});
    expect(heap.fun(go, {}, {1}), {"s"});
    expect(heap.fun(go, {a, b}), {"a", "b", "s"});
    expect(heap.fun(go, {a}, {1}), {"a", "s"});
    expect(heap.fun(go, {}, {1, 2}), {"s"});
    expect(heap.fun(go, {a, b, c}, {1}), {"a", "b", "c", "s"});
    expect(heap.fun("f", {a, b, c}), {"a", "b", "c"});
    expect(heap.fun("f", {a}), {"a"});
    expect(heap.fun("f", {}, {1}), {});
    expect(heap.static_fun(go, {a, b}), {"a", "b", "s"});
    expect(heap.thunk(go, {a}), {"a", "s"});
    expect(heap.thunk(go, {}, {1}), {"s"});
    expect(heap.thunk(go, {a, b}), {"a", "b", "s"});
    expect(heap.thunk(go, {a}, {1}), {"a", "s"});
    expect(heap.thunk(go, {}, {1, 2}), {"s"});
    expect(heap.thunk(go, {a, b, c}, {1}), {"a", "b", "c", "s"});
    expect(heap.thunk("t", {a}), {"a"});
    expect(heap.thunk("t", {}, {1}), {});
    expect(heap.caf(go), {"s"});
    expect(heap.caf("c"), {});
    expect(heap.selector(1, a), {"a"});
}

TEST_CASE_METHOD(Letters, "mutable and primitive objects have GHC's children", "[unit]") {
    using enum ClosureType;
    expect(heap.mut_var(a), {"a"});
    expect(heap.mut_var(a, MUT_VAR_DIRTY), {"a"});
    expect(heap.mvar(c, a, b), {"a", "b", "c"});
    expect(heap.mvar(c, a, b, MVAR_DIRTY), {"a", "b", "c"});
    expect(heap.mvar(c), {"END_TSO_QUEUE", "END_TSO_QUEUE", "c"});
    expect(heap.tvar(a, b), {"a", "b"});
    expect(heap.weak(a, b, c), {"a", "b", "c"});  // no cfinalizers, no link
    expect(heap.weak(a, b), {"a", "b", "NO_FINALIZER"});
    for (ClosureType t :
         {MUT_ARR_PTRS_CLEAN, MUT_ARR_PTRS_DIRTY, MUT_ARR_PTRS_FROZEN_CLEAN, MUT_ARR_PTRS_FROZEN_DIRTY}) {
        expect(heap.array({a, b, c}, t), {"a", "b", "c"});
        expect(heap.array({}, t), {});
    }
    for (ClosureType t : {SMALL_MUT_ARR_PTRS_CLEAN, SMALL_MUT_ARR_PTRS_DIRTY, SMALL_MUT_ARR_PTRS_FROZEN_CLEAN,
                          SMALL_MUT_ARR_PTRS_FROZEN_DIRTY})
        expect(heap.small_array({a, b, c}, t), {"a", "b", "c"});
    expect(heap.bytes(100), {});
    expect(heap.prim("P", {a, b}, {1}), {"a", "b"});
    expect(heap.mut_prim("M", {a, b}, {1}), {"a", "b"});
    expect(heap.bco(a, b, c, "ppn"), {"a", "b", "c"});
    expect(heap.blackhole(a), {"a"});
    expect(heap.compact(100), {});
}

TEST_CASE_METHOD(Letters, "a TREC_CHUNK names each new value twice", "[unit]") {
    expect(heap.trec_chunk(a, {{b, c, d}, {e, f, g}}), {"a", "b", "c", "d", "d", "e", "f", "g", "g"});
    expect(heap.trec_chunk(nullptr, {{b, c, d}}), {"END_STM_CHUNK_LIST", "b", "c", "d", "d"});
    expect(heap.trec_chunk(a, {}), {"a"});
    expect(heap.trec_header(nullptr, a), {"NO_TREC", "a"});
}

TEST_CASE_METHOD(Letters, "applications have their function and their pointer arguments as children",
                 "[unit]") {
    Closure* const fun = heap.fun(Code("fun").args("pnpp"), {a});
    expect(heap.pap(fun, {a, 1, b}), {"fun", "a", "b"});
    expect(heap.pap(fun, {a}), {"fun", "a"});
    CHECK(as<Pap>(heap.pap(fun, {a}))->arity == 3);
    CHECK(as<Pap>(heap.pap(fun, {a}))->n_args == 1);
    expect(heap.ap(fun, {a, 1, b, c}), {"fun", "a", "b", "c"});
    expect(heap.ap(fun, {}), {"fun"});
    Closure* const canned = heap.fun(Code("canned").args("npn"), {a});
    expect(heap.ap(canned, {1, a, 2}), {"canned", "a"});
    std::string const pattern = std::string(100, 'n') + "p" + std::string(40, 'n') + "p";
    std::vector<Slot> arguments(142, Slot(7));
    arguments[100] = a;
    arguments[141] = b;
    expect(heap.ap(heap.fun(Code("big").args(pattern), {a}), arguments), {"big", "a", "b"});
    Closure* const bco = heap.bco(a, b, c, "npp");
    expect(heap.pap(bco, {1, d}), {"BCO", "d"});
    expect(heap.ap(bco, {1, d, e}), {"BCO", "d", "e"});
    expect(heap.ap_stack(fun, {heap.update_frame(a), heap.ret_small("r", {b, 1, c})}),
           {"fun", "a", "b", "c"});
    expect(heap.continuation({heap.update_frame(a), heap.ret_small("r", {b, 1, c})}), {"a", "b", "c"});
    CHECK_THROWS_AS(heap.ap(fun, {1}), std::invalid_argument);
    CHECK_THROWS_AS(heap.pap(canned, {1, a, 2, b}), std::invalid_argument);
}

TEST_CASE_METHOD(Letters, "threads and their queues have GHC's children", "[unit]") {
    Closure* const stack = heap.stack({heap.update_frame(a), heap.stop_frame()});
    expect(stack, {"a"});
    Closure* const tso = heap.thread(stack);
    expect(tso, {"STACK", "END_TSO_QUEUE", "END_TSO_QUEUE", "NO_TREC"});
    as<Tso>(tso)->blocked_exceptions = b;
    as<Tso>(tso)->bq = c;
    as<Tso>(tso)->trec = d;
    as<Tso>(tso)->next = e;  // not followed; neither is global_link
    as<Tso>(tso)->global_link = f;
    for (auto why : {WhyBlocked::MVar, WhyBlocked::MVarRead, WhyBlocked::BlackHole, WhyBlocked::MsgThrowTo}) {
        heap.block(tso, why, g);
        expect(tso, {"STACK", "b", "c", "d", "g"});
    }
    for (auto why : {WhyBlocked::NotBlocked, WhyBlocked::STM, WhyBlocked::Delay, WhyBlocked::CCall}) {
        heap.block(tso, why, g);
        expect(tso, {"STACK", "b", "c", "d"});
    }
    expect(heap.blocking_queue(a, b, tso, d), {"a", "b", "TSO"});  // not its queue
}

TEST_CASE_METHOD(Letters, "a null pointer ends counted pointers, but does not hide the SRT", "[unit]") {
    expect(heap.con("C", {a, nullptr, c, d}), {"a"});
    expect(heap.con("C", {nullptr, b, c}), {});
    expect(heap.array({a, b, nullptr, d}), {"a", "b"});
    expect(heap.array({nullptr, b}), {});
    expect(heap.fun(go, {a, nullptr, c}), {"a", "s"});
    expect(heap.fun(go, {nullptr, b}), {"s"});
    expect(heap.thunk(go, {nullptr, b, c}), {"s"});
    expect(heap.prim("P", {nullptr}), {});
}

TEST_CASE_METHOD(Letters, "a null field in a fixed layout does not hide later fields", "[unit]") {
    expect(heap.con("C", {nullptr, b}), {"-", "b"});
    as<MVar>(a = heap.mvar(c))->head = nullptr;
    expect(a, {"-", "END_TSO_QUEUE", "c"});
}

TEST_CASE_METHOD(Letters, "iterators can be copied and compared", "[unit]") {
    Children const children(heap.fun(go, {a, b}));
    auto at = children.begin();
    auto const before = at++;
    CHECK(*before == tagged(a));
    CHECK(*at == tagged(b));
    CHECK(before == children.begin());
    CHECK_FALSE(before == at);
}

TEST_CASE("the error for other things than heap objects names type, number and address", "[unit]") {
    Heap heap;
    Closure* const ind = heap.ind(heap.con("X"));
    CHECK_THROWS_WITH(Children(ind), Catch::Contains("ghc heap: IND (closure type 27) at 0x") &&
                                         Catch::Contains(" was reached as a heap object"));
}
