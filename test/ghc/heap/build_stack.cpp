// test/ghc/heap/build_stack.cpp: the words of frames, stacks and threads; run queues, compared with a model.
#include <trav/ghc/heap/build_stack.hpp>

#include "catch.hpp"
#include "ghc/building.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

using test::words;

struct Stacks : test::Building {
    Closure* code = heap.bco(a, a, a, "np");
    Word ccs = address(heap.ccs());

    /// The words of these frames, on the stack of an AP_STACK.
    std::vector<Word> written(std::vector<Frame> const& frames) {
        Closure* const c = heap.ap_stack(a, frames);
        return words(words_after(as<ApStack>(c)), as<ApStack>(c)->size);
    }
    /// Checks the type, the name, and the words behind the info pointer.
    void has(Frame const& frame, ClosureType kind, std::string const& text, std::vector<Word> expected) {
        INFO(name(kind));
        CHECK(info(frame.info).type == kind);
        CHECK(at_offset<char const>(info(frame.info), info(frame.info).description) == text);
        expected.insert(expected.begin(), address(frame.info));
        CHECK(written({frame}) == expected);
    }
    /// Likewise for a frame with profiling words and a small bitmap.
    void has(Frame const& frame, ClosureType kind, std::vector<Word> const& expected, Word bitmap) {
        has(frame, kind, std::string(name(kind)), expected);
        CHECK(info(frame.info).layout.bitmap == (bitmap << 6 | expected.size()));
    }
    Closure* thread() { return heap.thread(heap.stack({heap.stop_frame()})); }
};

}  // namespace

TEST_CASE_METHOD(Stacks, "frames of the runtime system", "[unit]") {
    using enum ClosureType;
    has(heap.update_frame(b), UPDATE_FRAME, {ccs, 0, B}, 0b011);
    has(heap.catch_frame(a), CATCH_FRAME, {ccs, 0, 0, A}, 0b0111);
    has(heap.atomically_frame(a, b), ATOMICALLY_FRAME, {ccs, 0, A, B}, 0b0011);
    has(heap.catch_stm_frame(a, b), CATCH_STM_FRAME, {ccs, 0, A, B}, 0b0011);
    has(heap.catch_retry_frame(a, b), CATCH_RETRY_FRAME, {ccs, 0, 0, A, B}, 0b00111);
    has(heap.stop_frame(), STOP_FRAME, {ccs, 0}, 0b11);
    has(heap.underflow_frame(a), UNDERFLOW_FRAME, {A}, 0b0);
}

TEST_CASE_METHOD(Stacks, "return addresses with their own names and bitmaps", "[unit]") {
    using enum ClosureType;
    Frame const small = heap.ret_small("r", {1, a, 2, b, 3});
    has(small, RET_SMALL, "r", {1, A, 2, B, 3});
    CHECK(info(small.info).layout.bitmap == (0b10101 << 6 | 5));
    has(heap.ret_small("r", {}), RET_SMALL, "r", {});
    std::vector<Slot> many(58, Slot(1));
    std::vector<Word> expected(58, 1);
    has(heap.ret_small("r", many), RET_SMALL, "r", expected);
    many.push_back(a), expected.push_back(A);
    CHECK_THROWS_WITH(heap.ret_small("r", many), "ghc heap: a RET_SMALL frame has at most 58 words");
    Frame const big = heap.ret_big("r", many);
    has(big, RET_BIG, "r", expected);
    auto const* const bitmap = at_offset<Word const>(info(big.info), info(big.info).layout.large_bitmap);
    CHECK(bitmap[0] == 59);
    CHECK(bitmap[1] == (Word{1} << 58) - 1);
    CHECK(heap.ret_small("r", {1}).info != heap.ret_small("r", {a}).info);
    CHECK(heap.ret_big("r", {1}).info != heap.ret_big("r", {a}).info);
}

TEST_CASE_METHOD(Stacks, "frames of byte code and of calls", "[unit]") {
    using enum ClosureType;
    Frame const returns = heap.ret_bco(code, {5, b}), calls = heap.ret_fun(f, {a, 5, b});
    has(returns, RET_BCO, "RET_BCO", {address(code), 5, B});
    has(heap.ret_bco(code, {5}), RET_BCO, "RET_BCO", {address(code), 5});
    has(calls, RET_FUN, "RET_FUN", {3, F, A, 5, B});
    has(heap.ret_fun(tagged(f), {}, "g"), RET_FUN, "g", {0, F});
    CHECK(info(returns.info).layout.bitmap == 0);
    CHECK(info(calls.info).layout.bitmap == 0);
    std::string const wrong = "ghc heap: the arguments given do not fit those of ";
    CHECK_THROWS_WITH(heap.ret_bco(code, {b}), wrong + "the byte code object");
    CHECK_THROWS_WITH(heap.ret_bco(code, {5, b, b}), wrong + "the byte code object");
    CHECK_THROWS_WITH(heap.ret_fun(tagged(f), {5}), wrong + "f");
}

TEST_CASE_METHOD(Stacks, "closures with frames: sizes, then the frames from the innermost", "[unit]") {
    Frame const inner = heap.ret_small("r", {7, b}), outer = heap.update_frame(a);
    std::vector<Word> const both{address(inner.info), 7, B, address(outer.info), ccs, 0, A};
    CHECK(written({}).empty());
    CHECK(written({inner, outer}) == both);

    Closure* const stack = heap.stack({inner, outer}, 5);
    CHECK(size_words(stack) == 5 + 5 + 7);
    CHECK(as<Stack>(stack)->stack_size == 12);
    CHECK(as<Stack>(stack)->dirty == 0);
    CHECK(as<Stack>(stack)->marking == 0);
    CHECK(as<Stack>(stack)->sp == words_after(as<Stack>(stack)) + 5);
    CHECK(words(words_after(as<Stack>(stack)), 5) == std::vector<Word>(5, 0));
    CHECK(words(as<Stack>(stack)->sp, 7) == both);

    Closure* const stopped = heap.ap_stack(f, {inner, outer});
    CHECK(size_words(stopped) == 6 + 7);
    CHECK(words(stopped + 1, 3) == std::vector<Word>{0, 7, F});
    CHECK(words(words_after(as<ApStack>(stopped)), 7) == both);

    Closure* const continuation = heap.continuation({inner, outer});
    CHECK(size_words(continuation) == 6 + 7);
    CHECK(words(continuation + 1, 3) == std::vector<Word>{0, 0, 7});
    CHECK(words(words_after(as<Continuation>(continuation)), 7) == both);

    std::uint64_t const before = heap.bytes_allocated();
    heap.stack({inner}, 4);
    CHECK(heap.bytes_allocated() - before == (5 + 4 + 3) * word_bytes);
    Closure* const queue = heap.blocking_queue(a, b, f, b);
    CHECK(size_words(queue) == 3 + 4);
    CHECK(words(queue + 1, 4) == std::vector<Word>{A, B, F, B});
    CHECK(info(queue).layout.payload.ptrs == 4);
    CHECK(info(queue).layout.payload.nptrs == 0);
}

TEST_CASE_METHOD(Stacks, "a new thread runs its stack", "[unit]") {
    Closure* const stack = heap.stack({heap.stop_frame()}, 9);
    Closure* const made = heap.thread(stack);
    Word const end = address(tagged(heap.end_tso_queue()));
    Tso const& tso = *as<Tso>(made);
    CHECK(tso.what_next == WhatNext::RunGHC);
    CHECK(tso.why_blocked == WhyBlocked::NotBlocked);
    CHECK(tso.flags == 0);
    CHECK(words(made + 1, 3) == std::vector<Word>{end, 0, address(stack)});
    CHECK(words(&tso.block_info, 11) ==
          std::vector<Word>{end, 1, 0, 0, 0, address(tagged(heap.no_trec())), end, end, 0, 3 + 9, ccs});
    CHECK(as<Tso>(thread())->id == 2);
    heap.block(made, WhyBlocked::MVar, b);
    CHECK(tso.why_blocked == WhyBlocked::MVar);
    CHECK(address(tso.block_info) == B);
    CHECK(heap.roots().empty());
}

TEST_CASE_METHOD(Stacks, "a thread outside of the run queues keeps its link", "[unit]") {
    Closure *const first = heap.schedule(thread()), *const waits = thread();
    Closure* const end = tagged(heap.end_tso_queue());
    as<Tso>(waits)->next = b;
    heap.unschedule(waits);
    heap.promote(waits);
    CHECK(as<Tso>(waits)->next == b);
    CHECK(heap.root_lists().run_queue() == std::vector{first});
    heap.migrate(waits, 0);
    CHECK(as<Tso>(waits)->next == end);
    CHECK(heap.root_lists().run_queue() == std::vector{first});
    as<Tso>(first)->next = b;
    heap.promote(first);
    CHECK(as<Tso>(first)->next == end);
}

TEST_CASE("run queues are those of a model, linked in order", "[property]") {
    Heap heap({.capabilities = 3});
    Closure* const end = tagged(heap.end_tso_queue());
    std::vector<Closure*> threads, suspended;
    std::vector<std::vector<Closure*>> queues(3);
    for (std::size_t i = 0; i != 12; ++i) {
        heap.run_on(i % 3);
        threads.push_back(heap.thread(heap.stack({heap.stop_frame()})));
        CHECK(as<Tso>(threads[i])->cap == i % 3);
    }
    std::mt19937 random(5);
    for (int step = 0; step != 2000; ++step) {
        Closure* const tso = threads[random() % threads.size()];
        auto* queue = &queues[as<Tso>(tso)->cap];
        auto const at = std::find(queue->begin(), queue->end(), tso);
        bool const runs = at != queue->end();
        bool const away = std::find(suspended.begin(), suspended.end(), tso) != suspended.end();
        std::size_t const capability = random() % 3;
        switch (random() % 6) {
        case 0:
            if (runs || away) break;
            CHECK(heap.schedule(tso) == tso);
            queue->push_back(tso);
            break;
        case 1:
            if (runs) queue->erase(at);
            heap.unschedule(tso);
            break;
        case 2:
            if (queues[capability].empty()) break;
            heap.run_on(capability);
            CHECK(heap.unschedule() == queues[capability].front());
            queues[capability].erase(queues[capability].begin());
            break;
        case 3:
            if (runs) std::rotate(queue->begin(), at, at + 1);
            heap.promote(tso);
            break;
        case 4:
            if (away) break;
            heap.migrate(tso, capability);
            CHECK(as<Tso>(tso)->cap == capability);
            if (runs) queue->erase(at), queues[capability].push_back(tso);
            break;
        default:
            if (!runs && !away) {
                heap.suspend(tso), suspended.push_back(tso);
            } else if (!suspended.empty()) {
                heap.resume();
                auto& its = queues[as<Tso>(suspended.back())->cap];
                its.insert(its.begin(), suspended.back());
                suspended.pop_back();
            }
        }
        REQUIRE(heap.root_lists().run_queues() == queues);
        REQUIRE(heap.root_lists().suspended() == suspended);
        std::vector<Closure*> others(threads);
        for (auto const& each : queues)
            for (std::size_t i = 0; i != each.size(); ++i) {
                REQUIRE(as<Tso>(each[i])->next == (i + 1 == each.size() ? end : each[i + 1]));
                std::erase(others, each[i]);
            }
        for (Closure* const c : others) REQUIRE(as<Tso>(c)->next == end);
    }
}
