// test/ghc/building.hpp: a heap in memory once full of other objects, and the words of new ones.
#pragma once

#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace test {

using namespace trav::ghc;

/// Fills the blocks of the next objects with ones.
inline void fill(Heap& heap) {
    for (int i = 0; i != 200; ++i) heap.con("Dirt", {}, std::vector<Word>(100, ~Word{0}));
    heap.collect();
}

inline std::vector<Word> words(void const* from, std::size_t n) {
    std::vector<Word> words(n);
    if (n) std::memcpy(words.data(), from, n * word_bytes);
    return words;
}

/// A heap with three objects for the fields of others.
struct Building {
    Heap heap;
    Closure *a = nullptr, *b = nullptr, *f = nullptr;
    Word A = 0, B = 0, F = 0;  // pointers to these, with their tags

    Building() {
        fill(heap);
        a = heap.con(Code("A").number(2));
        b = heap.con(Code("B").number(9));
        f = heap.fun(Code("f").args("pnp"));
        A = address(a) + 3, B = address(b) + 7, F = address(f) + 3;
        more_ = {a, b, b};
        heap.set_fresh_word(12);
        heap.set_ccs(heap.cost_centres().push(heap.ccs(), "main"));
    }

    /// Checks the header and the words of an object.
    void has_words(Closure* c, ClosureType kind, std::vector<Word> const& expected, CostCentreStack* ccs) {
        CHECK(type(c) == kind);
        CHECK(c->ccs == ccs);
        CHECK(c->hp == 12);
        CHECK(words(c + 1, expected.size()) == expected);
    }
    /// a and b, of a list that has one more.
    List<Closure*> a_b() const { return std::span(more_).first(2); }

  private:
    std::vector<Closure*> more_{};
};

}  // namespace test
