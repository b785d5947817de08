// test/ghc/machine/frames.cpp: the chunks of a thread's stack.
#include <trav/ghc/machine/frames.hpp>

#include "catch.hpp"

#include <algorithm>
#include <vector>

using namespace trav::ghc;

namespace {

struct Running {
    Heap heap;
    CostCentreStack *system = heap.cost_centres().system(), *main = heap.ccs(),
                    *ccs = heap.cost_centres().push(main, "f");
    Frames frames{heap};
    Closure* tso = nullptr;

    Running() {
        for (int i = 0; i != 200; ++i) heap.con("Dirt", {}, std::vector<Word>(100, ~Word{0}));
        heap.collect();
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
