// trav/dump/jvm/dump.hpp: the heap of a Java virtual machine as a Dump with breakdowns.
//
//     auto const dump = trav::dump::read_jvm_dump(input);
#pragma once

#include "../by_string.hpp"
#include "by_fill.hpp"
#include "by_loader.hpp"
#include "by_package.hpp"
#include "by_reference.hpp"
#include "by_thread.hpp"
#include "heap.hpp"
#include "reader.hpp"
#include "values.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace trav::dump {

/// A heap with breakdowns by classes and by threads, which are computed on demand.
struct JvmDump : JvmHeap {
    explicit JvmDump(JvmHeap heap) : JvmHeap(std::move(heap)) {}
    std::vector<std::string> own_types() const { return own_java_classes(*this); }
    std::string no_values() const { return no_java_values(*this); }
    void for_each_value(std::vector<bool> const& wanted, auto const& f) const {
        for_each_java_value(*this, wanted, f);
    }
    static constexpr std::array<DumpBreakdown<JvmHeap>, 6> breakdowns{{{"loader", by_loader},
                                                                       {"package", by_java_package},
                                                                       {"thread", by_thread},
                                                                       {"reference", by_reference},
                                                                       {"string", by_string<JvmHeap>},
                                                                       {"fill", by_java_fill}}};
};

/// Reads an hprof file to its end. Throws Error.
inline JvmDump read_jvm_dump(Input& input) { return JvmDump(read_hprof(input)); }

}  // namespace trav::dump
