// Closures in memory with any contents. Each word of the memory comes from three bytes of the input: a
// number, a pair of numbers, or a pointer into the memory. Every closure reachable from the first one is
// refused or decoded: its children are among its fields, and all ways to list them agree.
#include "fuzz.hpp"

#include <trav/ghc/layout/check.hpp>
#include <trav/ghc/layout/children.hpp>
#include <trav/ghc/layout/fields.hpp>
#include <trav/ghc/layout/row.hpp>
#include <trav/ghc/layout/size.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

using namespace trav::ghc;

namespace {

constexpr std::size_t words = 96;

Word word(fuzz::Choices& choices, Word memory) {
    unsigned const kind = choices.below(6);
    Word const low = choices.byte(), high = choices.byte(), number = low | high << 8;
    switch (kind) {
    case 0: return number;
    case 1: return low | high << 32;
    case 2: return ~number;
    case 3: return number << 48;
    default: return memory + number % ((words + 8) * word_bytes);
    }
}

/// Checks a closure and returns its children.
std::vector<Closure*> children(Closure* c) {
    std::vector<Closure*> scanned, fields;
    scan_closure(c, [&](Closure* child) { scanned.push_back(child); });
    update_fields(c, [&](Closure* field) { fields.push_back(field); });
    fuzz::must(size_words(c) >= words_of<Closure>, "a closure has a header");
    if (type(c) != ClosureType::WEAK)
        for (Closure* child : scanned)
            fuzz::must(std::ranges::find(fields, child) != fields.end(), "children are fields");
    if (auto const row = trav::ghc::row(c); !row.empty())
        fuzz::must(std::ranges::equal(row, scanned), "a row is the children");
    return scanned;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static std::array<Word, words> memory;
    fuzz::Choices choices(data, size);
    Word const begin = address(memory.data());
    Word const first = begin + choices.below(words) * word_bytes;
    for (Word& w : memory) w = word(choices, begin);
    auto const readable = [&](Word at, Word bytes) {
        return at >= begin && at - begin <= sizeof memory && bytes <= sizeof memory - (at - begin);
    };
    std::array<bool, words> seen{};
    std::vector<Closure*> waiting{reinterpret_cast<Closure*>(first)};
    while (!waiting.empty()) {
        Closure* const c = untag(waiting.back());
        waiting.pop_back();
        if (readable(address(c), word_bytes) && std::exchange(seen[(address(c) - begin) / word_bytes], true))
            continue;
        try {
            check_closure(c, readable);
            for (Closure* child : children(c))
                if (child) waiting.push_back(child);
        } catch (IllFormed const& error) { fuzz::must_be_one_line(error.what()); }
    }
    return 0;
}
