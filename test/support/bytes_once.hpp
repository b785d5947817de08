// test/support/bytes_once.hpp: the bytes of everything that some roots reach in a heap of trav::Objects, each
// byte once, by the addresses of all objects and blocks. The total of every profile of them is this sum.
#pragma once

#include <trav/graph/object_memory.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace test {

/// Also checks that malloc has given the bytes, except those of the roots.
template <class Heap>
std::size_t bytes_once(Heap const& heap, auto const& roots) {
    std::vector<trav::Object> all;
    std::set<std::pair<void const*, trav::Type const*>> known;
    auto const arrive = [&](trav::Object const& handle) {
        trav::Object const o = trav::resolve(heap, handle);
        if (known.emplace(o.address, o.type).second) all.push_back(o);
    };
    std::size_t of_roots = 0;
    for (trav::Object const& root : roots) {
        arrive(root);
        of_roots += all.back().type->size;
    }
    for (std::size_t i = 0; i != all.size(); ++i) heap.scan(trav::Object(all[i]), arrive);

    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> pieces;
    for (trav::Object const& o : all)
        trav::detail::each_interval(
            o, [&](std::uintptr_t begin, std::uintptr_t end) { pieces.emplace_back(begin, end); });
    std::sort(pieces.begin(), pieces.end());
    std::size_t bytes = 0;
    std::uintptr_t done = 0;
    for (auto const& [begin, end] : pieces) {
        bytes += std::max(end, done) - std::max(begin, done);
        done = std::max(end, done);
    }
#ifdef __GLIBC__
    auto const given = mallinfo2();
    if (given.uordblks != 0)
        CHECK(bytes <= given.uordblks + given.hblkhd + of_roots);  // not with a sanitizer
#endif
    return bytes;
}

}  // namespace test
