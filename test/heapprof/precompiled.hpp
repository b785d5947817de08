// What most tests of heapprof include, compiled once. So is an AnyDump of each format: in any_dumps.cpp.
#pragma once

#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/dump_of.hpp"

#include <trav/dump/any_dump.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/dump/graph/edge_list.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/ruby/heap.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/dump/v8/snapshot.hpp>

#include <memory>

namespace trav::dump {

extern template std::unique_ptr<AnyDump const> any_dump(CsrDump);
extern template std::unique_ptr<AnyDump const> any_dump(EdgeList);
extern template std::unique_ptr<AnyDump const> any_dump(JvmDump);
extern template std::unique_ptr<AnyDump const> any_dump(RubyHeap);
extern template std::unique_ptr<AnyDump const> any_dump(V8Dump);
extern template std::unique_ptr<AnyDump const> any_dump(V8Snapshot);

}  // namespace trav::dump
