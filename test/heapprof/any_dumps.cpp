// The functions that precompiled.hpp declares.
#include "heapprof/precompiled.hpp"

namespace trav::dump {

template std::unique_ptr<AnyDump const> any_dump(CsrDump);
template std::unique_ptr<AnyDump const> any_dump(EdgeList);
template std::unique_ptr<AnyDump const> any_dump(JvmDump);
template std::unique_ptr<AnyDump const> any_dump(RubyHeap);
template std::unique_ptr<AnyDump const> any_dump(V8Dump);
template std::unique_ptr<AnyDump const> any_dump(V8Snapshot);

}  // namespace trav::dump
