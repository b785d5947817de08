// The address range of a mock heap's objects, for graphs of live heaps.
#pragma once

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/size.hpp>
#include <trav/ghc/live/address_range.hpp>

#include <algorithm>

namespace test {

/// From the first object to the end of the last.
inline trav::ghc::AddressRange range_of(trav::ghc::Heap const& heap) {
    using namespace trav::ghc;
    AddressRange range{~Word{0}, 0};
    for (Closure const* c : heap.objects()) {
        range.begin = std::min(range.begin, address(c));
        range.end = std::max(range.end, address(c) + size_words(c) * word_bytes);
    }
    return range;
}

}  // namespace test
