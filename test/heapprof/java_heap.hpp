// JavaHeap: a Java heap in memory with its tables of `heapprof java`, for tests.
#pragma once

#include "heapprof/java_program.hpp"

#include <heapprof/question/java.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>

// A written heap with its retained sizes.
struct JavaHeap {
    explicit JavaHeap(WrittenHprof const& file)
        : dump(trav::dump::any_dump(trav::dump::JvmDump(file.read()))), heap(*dump) {}
    trav::dump::JvmHeap const& java() const { return *dump->get_if<trav::dump::JvmDump>(); }
    heapprof::JavaThreadsAnswer threads(std::size_t top = 0) const { return java_threads(java(), heap, top); }
    heapprof::JavaLoadersAnswer loaders(std::size_t top = 0) const { return java_loaders(java(), heap, top); }
    trav::dump::Node node(std::uint64_t id) const {
        return dump->find_id(fmt::format("0x{:x}", id), 0, dump->node_count()).value();
    }
    std::unique_ptr<trav::dump::AnyDump const> dump;
    heapprof::RetainedHeap heap;
};
