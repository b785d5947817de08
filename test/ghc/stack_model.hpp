// test/ghc/stack_model.hpp: a thread's stack as lists of frames, by GHC's rules for its chunks.
#pragma once

#include "catch.hpp"
#include "ghc/building.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace test {

/// The frames of each chunk, outermost first; an underflow frame has the address of the previous chunk.
struct StackModel {
    using Frame = std::vector<Word>;
    struct Chunk {
        std::size_t size = 0;
        std::vector<Frame> frames{};
        std::size_t used() const {
            std::size_t words = 0;
            for (Frame const& f : frames) words += f.size();
            return words;
        }
    };
    Word underflow;
    std::map<Closure*, Chunk> chunks{};
    Closure* now = nullptr;
    std::size_t total = 0;  // words of chunks

    /// The size of the next chunk, and the number of its frames from the old one. (GHC: threadStackOverflow)
    std::pair<std::size_t, std::size_t> next(std::size_t wanted) const {
        Chunk const& old = chunks.at(now);
        std::size_t moved = 0, words = 0, size = 4096;
        if (old.size - old.used() > old.size / 2) size = std::max(size, 2 * (old.size + 5));
        while (moved != old.frames.size() && words < 128)
            words += old.frames[old.frames.size() - ++moved].size();
        return {std::max(size, 5 + 2 + words + wanted) - 5, moved};
    }
    /// Continues on the chunk of the frames.
    void grow(std::size_t wanted, Closure* chunk) {
        auto const [size, moved] = next(wanted);
        Chunk& old = chunks.at(now);
        Chunk added{size};
        auto const kept = old.frames.end() - static_cast<std::ptrdiff_t>(moved);
        if (kept != old.frames.begin()) added.frames.push_back({underflow, address(now)});
        added.frames.insert(added.frames.end(), kept, old.frames.end());
        old.frames.erase(kept, old.frames.end());
        total += size;
        chunks.emplace(now = chunk, added);
    }
    /// The topmost frame, in its chunk.
    Frame const& top() {
        for (;; now = reinterpret_cast<Closure*>(chunks.at(now).frames.back()[1])) {
            Chunk const& chunk = chunks.at(now);
            if (chunk.frames.back()[0] != underflow) return chunk.frames.back();
            total -= chunk.size;
        }
    }
    /// Requires this chunk of the thread to have the frames and the cost centres.
    void check(Closure* c, CostCentreStack const* ccs) const {
        Chunk const& chunk = chunks.at(c);
        Stack& stack = *as<Stack>(c);
        REQUIRE(stack.stack_size == chunk.size);
        REQUIRE(stack.ccs == ccs);
        std::vector<Word> expected;
        for (std::size_t i = chunk.frames.size(); i-- != 0;)
            expected.insert(expected.end(), chunk.frames[i].begin(), chunk.frames[i].end());
        REQUIRE(stack.sp == words_after(&stack) + chunk.size - expected.size());
        REQUIRE(words(stack.sp, expected.size()) == expected);
    }
};

}  // namespace test
