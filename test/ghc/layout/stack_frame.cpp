// test/ghc/layout/stack_frame.cpp: the pointers of each kind of frame, from low to high addresses.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/children.hpp>
#include <trav/ghc/layout/stack_frame.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

struct Frames {
    Heap heap;
    Closure *a = heap.con("a"), *b = heap.con("b"), *c = heap.con("c");
    Closure* s = heap.static_con("s", {a});

    /// The labels of the pointers in these frames on a stack.
    std::vector<std::string> pointers(std::vector<Frame> const& frames) {
        Closure* const stack = heap.stack(frames, 5);
        std::vector<std::string> names;
        scan_stack(as<Stack>(stack)->sp, words_after(as<Stack>(stack)) + as<Stack>(stack)->stack_size,
                   [&](Closure* child) { names.emplace_back(description(untag(child))); });
        return names;
    }
    std::size_t words(Frame const& frame) { return 1 + frame.words.size(); }
};
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE_METHOD(Frames, "scan_stack finds the pointers of every kind of frame", "[unit]") {
    CHECK(pointers({heap.update_frame(a)}) == Names{"a"});
    CHECK(pointers({heap.catch_frame(a)}) == Names{"a"});
    CHECK(pointers({heap.atomically_frame(a, b)}) == Names{"a", "b"});
    CHECK(pointers({heap.catch_stm_frame(a, b)}) == Names{"a", "b"});
    CHECK(pointers({heap.catch_retry_frame(a, b)}) == Names{"a", "b"});
    CHECK(pointers({heap.stop_frame()}) == Names{});
    Closure* const below = heap.stack({heap.stop_frame()});
    CHECK(pointers({heap.underflow_frame(below)}) == Names{"STACK"});
}

TEST_CASE_METHOD(Frames, "scan_stack finds the pointers and SRTs of return addresses with bitmaps",
                 "[unit]") {
    CHECK(pointers({heap.ret_small("r", {1, a, 2, b})}) == Names{"a", "b"});
    CHECK(pointers({heap.ret_small("r", {})}) == Names{});
    CHECK(pointers({heap.ret_small(Code("r").refers(s), {a, 1})}) == Names{"a", "s"});
    std::vector<Slot> many(200, Slot(1));
    many[0] = many[63] = many[64] = many[199] = a;
    CHECK(pointers({heap.ret_big(Code("r").refers(s), many)}) == Names{"a", "a", "a", "a", "s"});
    CHECK(pointers({heap.ret_big("r", many), heap.ret_small("r", {b})}) == Names{"a", "a", "a", "a", "b"});
    many.resize(59, 1);
    CHECK_THROWS_AS(heap.ret_small("r", many), std::length_error);
}

TEST_CASE_METHOD(Frames, "scan_stack finds the pointers of byte code and function frames", "[unit]") {
    Closure* const bco = heap.bco(a, b, c, "pnp");
    CHECK(pointers({heap.ret_bco(bco, {a, 1, b})}) == Names{"BCO", "a", "b"});
    Closure* const f = heap.fun(Code("f").args("npp"), {a});
    CHECK(pointers({heap.ret_fun(f, {1, a, b})}) == Names{"f", "a", "b"});
    CHECK(pointers({heap.ret_fun(f, {1, a, b}, Code("r").refers(s))}) == Names{"f", "a", "b", "s"});
    Closure* const g = heap.fun(Code("g").args("nppnp"), {a});
    CHECK(pointers({heap.ret_fun(g, {1, a, b, 2, c})}) == Names{"g", "a", "b", "c"});
}

TEST_CASE_METHOD(Frames, "frames have GHC's sizes", "[unit]") {
    CHECK(words(heap.update_frame(a)) == 4);
    CHECK(words(heap.catch_frame(a)) == 5);
    CHECK(words(heap.atomically_frame(a, b)) == 5);
    CHECK(words(heap.catch_stm_frame(a, b)) == 5);
    CHECK(words(heap.catch_retry_frame(a, b)) == 6);
    CHECK(words(heap.stop_frame()) == 3);
    CHECK(words(heap.underflow_frame(a)) == 2);
    CHECK(words(heap.ret_fun(heap.fun(Code("f").args("n"), {a}), {1})) == 3 + 1);
}

TEST_CASE_METHOD(Frames, "scan_stack finds each frame by the size of the previous one", "[unit]") {
    std::vector<Slot> many(70, Slot(1));
    many[69] = c;
    CHECK(pointers({heap.update_frame(a), heap.ret_big("r", many), heap.catch_frame(b),
                    heap.ret_bco(heap.bco(a, b, c, "p"), {a}), heap.ret_small("r", {b, c}),
                    heap.stop_frame()}) == Names{"a", "c", "b", "BCO", "a", "b", "c"});
}

TEST_CASE_METHOD(Frames, "scan_stack rejects other closure types with name and address", "[unit]") {
    Closure* const stack = heap.stack({Frame{a->info, {}}});
    Word* const sp = as<Stack>(stack)->sp;
    try {
        scan_stack(sp, sp + 1, [](Closure*) {});
        FAIL("accepted");
    } catch (IllFormed const& e) {
        CHECK(e.type == ClosureType::CONSTR_0_1);
        CHECK(e.where == sp);
        CHECK_THAT(e.what(), Catch::Contains("CONSTR_0_1 (closure type 3) at 0x") &&
                                 Catch::Contains("is no stack frame"));
    }
}

TEST_CASE_METHOD(Frames, "a thread keeps the closure that it waits for alive", "[unit]") {
    using enum WhyBlocked;
    Closure* const thread = heap.thread(heap.stack({heap.stop_frame()}));
    for (WhyBlocked const why :
         {NotBlocked, WhyBlocked::MVar, BlackHole, Read, Write, Delay, STM, DoProc, CCall, CCallInterruptible,
          MsgThrowTo, ThreadMigrating, MVarRead, IOCompletion}) {
        INFO(static_cast<int>(why));
        heap.block(thread, why, a);
        bool keeps = false;
        scan_closure(thread, [&](Closure* child) { keeps = keeps || untag(child) == a; });
        CHECK(keeps == (why == WhyBlocked::MVar || why == MVarRead || why == BlackHole || why == MsgThrowTo));
    }
}

TEST_CASE_METHOD(Frames, "only the frames of a stack are read, not the free space above them", "[unit]") {
    Closure* const stack = heap.stack({heap.ret_small("r", {a, 1, b}), heap.stop_frame()}, 5);
    Names names;
    scan_closure(stack, [&](Closure* child) { names.emplace_back(description(untag(child))); });
    CHECK(names == Names{"a", "b"});
}
