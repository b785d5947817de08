// test/ghc/machine/frames.cpp: a thread's stack: sizes, chunks, and random pushes and pops beside a model.
#include <trav/ghc/machine/frames.hpp>

#include "catch.hpp"
#include "ghc/building.hpp"
#include "ghc/stack_model.hpp"

#include <algorithm>
#include <random>
#include <vector>

using namespace trav::ghc;

namespace {

using test::words;

struct Running {
    Heap heap;
    CostCentreStack *system = heap.cost_centres().system(), *main = heap.ccs(),
                    *ccs = heap.cost_centres().push(main, "f");
    Frames frames{heap};
    Closure* tso = nullptr;

    Running() {
        test::fill(heap);
        tso = frames.thread(ccs);
        frames.select(tso);
    }
    Stack& stack() { return *as<Stack>(as<Tso>(tso)->stackobj); }
    std::size_t free() { return static_cast<std::size_t>(stack().sp - words_after(&stack())); }
    std::size_t used() { return stack().stack_size - free(); }
    Word* end() { return words_after(&stack()) + stack().stack_size; }
    /// A return address of a frame with that many words.
    Entry const* of_size(std::size_t words) {
        std::vector<Slot> const others(words - 1, Slot(1));
        return words > 59 ? heap.ret_big("big", others).info : heap.ret_small("small", others).info;
    }
    Word* push(std::size_t words) {
        Word* const at = frames.push(of_size(words), words);
        std::fill(at + 1, at + words, 1);
        return at;
    }
};

}  // namespace

TEST_CASE_METHOD(Running, "a new thread takes 1024 bytes of words: its TSO 18, its STACK 110",
                 "[conformance]") {
    CHECK(size_bytes(tso) == 128);
    CHECK(size_bytes(&stack()) == 864);
    CHECK(stack().ccs == ccs);
    CHECK(tso->ccs == system);
    CHECK(as<Tso>(tso)->cccs == main);
    CHECK(heap.ccs() == main);
    CHECK(as<Tso>(tso)->tot_stack_size == 105);
    CHECK(stack().dirty == 0);
    CHECK(stack().sp == end() - 3);
    CHECK(info(*reinterpret_cast<Entry const**>(stack().sp)).type == ClosureType::STOP_FRAME);
    CHECK(stack().sp[1] == address(main));  // where the frame was made
}

TEST_CASE_METHOD(Running, "a chunk is filled to its last word", "[unit]") {
    CHECK(frames.has_room(102 - 21));
    CHECK_FALSE(frames.has_room(102 - 20));
    Closure* const first = &stack();
    Word* const last = push(100);
    CHECK(frames.sp() == last);
    CHECK(push(2) == words_after(as<Stack>(first)));
    CHECK(&stack() == first);
    CHECK(free() == 0);
    Word* const next = push(1);
    CHECK(&stack() != first);
    CHECK(frames.sp() == next);
    CHECK(size_bytes(&stack()) == 32768 - 16);
    CHECK(stack().ccs == ccs);
    CHECK(stack().dirty == 1);
    CHECK(as<Tso>(tso)->tot_stack_size == 105 + 4091);
    CHECK(next == end() - 3 - 100 - 2 - 1);  // all frames began in the first 128 words
    frames.pop(1);
    CHECK(frames.sp()[1] == 1);
    CHECK(frames.top() == next + 1);
}

TEST_CASE_METHOD(Running, "a chunk has at least 32 KiB, and room for the new frame", "[unit]") {
    push(5000);
    CHECK(stack().stack_size == 2 + 3 + 5000);  // with room for an underflow frame
    CHECK(free() == 2);
    frames.overflow();
    CHECK(stack().stack_size == 2 + 5000);
    CHECK(free() == 0);
    frames.overflow();
    CHECK(stack().stack_size == 2 + 5000);
}

TEST_CASE_METHOD(Running, "a chunk with a free lower half is followed by one of twice its size", "[unit]") {
    frames.overflow();
    CHECK(free() == 4091 - 3);
    push(4091 - 3 - 2045);
    frames.overflow();
    CHECK(stack().stack_size == 4091);
    frames.pop(2043);
    frames.overflow();
    CHECK(stack().stack_size == 2 * 4096 - 5);
    Running other;
    other.frames.overflow();
    other.push(4091 - 3 - 2046);
    other.frames.overflow();
    CHECK(other.stack().stack_size == 2 * 4096 - 5);
    CHECK(as<Tso>(other.tso)->tot_stack_size == 105 + 4091 + 8187);
}

TEST_CASE_METHOD(Running, "the frames that begin in the first 128 words move to the new chunk", "[unit]") {
    frames.overflow();
    push(50), push(128);
    frames.overflow();
    CHECK(used() == 2 + 128);
    push(127);
    frames.overflow();
    CHECK(used() == 2 + 127 + 128);
    push(125), push(2);
    frames.overflow();
    CHECK(used() == 2 + 127 + 127);
}

TEST_CASE_METHOD(Running, "a chunk that is left no longer counts as a thread's stack", "[unit]") {
    frames.overflow();
    Word* const below = push(200);
    push(150);
    frames.overflow();
    CHECK(as<Tso>(tso)->tot_stack_size == 105 + 4091 + 8187);
    frames.pop(150);
    CHECK(frames.top() == below);
    CHECK(as<Tso>(tso)->tot_stack_size == 105 + 4091);
}

TEST_CASE_METHOD(Running, "an update frame has its cost centres, a zero and its thunk", "[unit]") {
    Closure* const thunk = heap.thunk("t");
    push(4);
    frames.pop(4);
    frames.push_update(thunk, main);
    CHECK(words(frames.sp(), 4) ==
          std::vector<Word>{address(heap.update_frame(thunk).info), address(main), 0, address(thunk)});
    CHECK(Frames::words(frames.sp()) == 4);
    CHECK(frames.sp() == end() - 3 - 4);
    for (std::size_t const words : {1u, 2u, 59u, 60u, 61u, 300u}) CHECK(Frames::words(push(words)) == words);
}

TEST_CASE("threads have their own stacks", "[unit]") {
    Running one;
    Closure* const other = one.frames.thread(one.main);
    one.push(2);
    one.frames.select(other);
    CHECK(one.frames.sp() == words_after(as<Stack>(as<Tso>(other)->stackobj)) + 105 - 3);
    CHECK(as<Stack>(as<Tso>(other)->stackobj)->ccs == one.main);
    one.frames.select(one.tso);
    CHECK(one.frames.sp() == one.end() - 5);
}

TEST_CASE_METHOD(Running, "chunks are those of a model", "[property]") {
    Closure* const first = &stack();
    test::StackModel model{address(heap.underflow_frame(nullptr).info)};
    model.now = first;
    model.total = 105;
    model.chunks[first] = {105, {words(stack().sp, 3)}};
    std::mt19937 random(3);
    std::vector<std::size_t> const sizes{1, 2, 3, 5, 8, 30, 59, 60, 100, 127, 128, 129, 500, 3000};
    std::size_t grown = 0, left = 0;
    for (Word step = 0; step != 1200; ++step) {
        std::size_t const kind = random() % 100;
        std::size_t const growing = step / 150 % 2 ? 55 : 40;
        if (kind < growing) {
            std::size_t const which = random() % 8 ? 6 : sizes.size();
            std::size_t const n = sizes[random() % which];
            auto const& chunk = model.chunks.at(model.now);
            std::size_t const room = chunk.size - chunk.used();
            REQUIRE(free() == room);
            REQUIRE(frames.has_room(n) == (room >= n + 21));
            Word* const at = frames.push(of_size(n), n);
            std::fill(at + 1, at + n, step);
            if (room < n) model.grow(n, &stack()), ++grown;
            test::StackModel::Frame frame(n, step);
            frame[0] = address(of_size(n));
            model.chunks.at(model.now).frames.push_back(frame);
        } else if (kind < 98) {
            Closure* const before = model.now;
            test::StackModel::Frame const top = model.top();
            left += model.now != before;
            REQUIRE(words(frames.top(), top.size()) == top);
            REQUIRE(Frames::words(frames.top()) == top.size());
            auto& chunk = model.chunks.at(model.now);
            if (top[0] == address(heap.stop_frame().info)) continue;
            frames.pop(top.size());
            chunk.frames.pop_back();
        } else {
            frames.overflow();
            model.grow(0, &stack()), ++grown;
        }
        REQUIRE(as<Tso>(tso)->tot_stack_size == model.total);
        REQUIRE(&stack() == model.now);
        for (Closure* at = &stack();;) {
            model.check(at, ccs);
            auto const& outermost = model.chunks.at(at).frames.front();
            if (outermost[0] != model.underflow) break;
            at = reinterpret_cast<Closure*>(outermost[1]);
        }
    }
    CHECK(grown > 10);
    CHECK(left > 5);
}
