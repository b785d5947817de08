// NamedHeap: a dump with its retained sizes and the names of its owners.
#pragma once

#include <heapprof/breakdown/owner_names.hpp>

#include <trav/dump/any_dump.hpp>

#include <string>

struct NamedHeap {
    explicit NamedHeap(trav::dump::AnyDump const& its) : dump(its) {}

    trav::dump::AnyDump const& dump;
    heapprof::RetainedHeap heap{dump};
    trav::dump::EdgeSet machinery = dump.machinery();
    heapprof::OwnerNames names{heap, machinery};
};

/// The name of one object as an owner.
inline std::string name_of(trav::dump::AnyDump const& dump, trav::dump::Node n) {
    NamedHeap heap(dump);
    heap.names.add({n});
    return heap.names(n);
}
