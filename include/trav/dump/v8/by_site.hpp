// by_site: splits the nodes of a snapshot by the function that allocated them: "load (shop/shop.js:9)", with
// the first line of the function. Requires that allocations were tracked: by DevTools in an allocation
// timeline with stacks, or by Node's inspector in HeapProfiler.startTrackingHeapObjects with
// trackAllocations.
#pragma once

#include "../detail/part_of_name.hpp"
#include "../grouping.hpp"
#include "places.hpp"
#include "snapshot.hpp"

#include <cstdint>
#include <string>

namespace trav::dump {

/// The breakdown "site" of V8Dump.
inline Grouping by_site(V8Snapshot const& snapshot) {
    return grouping_by(
        snapshot, [&](Node n) { return snapshot.allocated_by.empty() ? 0 : snapshot.allocated_by[n]; },
        [&](std::uint32_t site) {
            if (site == 0) return std::string("(not traced)");
            V8Function const& function = snapshot.functions[site - 1];
            std::string text = detail::part_of_name(snapshot.strings[function.name]);
            if (text.empty()) text = "(anonymous)";
            std::string const file = short_script_name(snapshot.strings[function.script]);
            if (file.empty()) return text;
            text += " (" + file;
            return text + (function.line == 0 ? "" : ':' + std::to_string(function.line)) + ')';
        });
}

}  // namespace trav::dump
