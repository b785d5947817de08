// by_thread: splits the objects of a Java heap by the only thread that keeps them alive, through its thread
// object or through the local variables of its functions: the objects that would be freed if the thread
// ended. Objects that other roots keep alive as well are "(other)". Objects that only threads keep alive, but
// several of them, are "(several threads)".
#pragma once

#include "../grouping.hpp"
#include "heap.hpp"
#include "threads.hpp"

#include <cstdint>

namespace trav::dump {

/// The breakdown "thread" of JvmDump.
inline Grouping by_thread(JvmHeap const& heap) {
    JavaThreads const threads(heap);
    return grouping_by(
        heap, [&](Node n) { return threads(n); }, [&](std::uint32_t holder) { return threads.name(holder); });
}

}  // namespace trav::dump
