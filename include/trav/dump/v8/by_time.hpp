// by_time: splits the nodes of a snapshot by the second of their allocation: "4 s to 5 s" after the start of
// tracking. Requires that allocations were tracked: by DevTools in an allocation timeline, or by Node's
// inspector after HeapProfiler.startTrackingHeapObjects.
#pragma once

#include "../grouping.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace trav::dump {

/// The breakdown "time" of V8Dump.
inline Grouping by_time(V8Snapshot const& snapshot) {
    constexpr std::int64_t before = -1, not_tracked = -2;
    auto const& samples = snapshot.samples;
    auto const second = [&](Node n) -> std::int64_t {  // ids ascend with time
        auto const sample = std::ranges::lower_bound(samples, snapshot.id(n), {}, &V8Sample::last_id);
        if (sample == samples.end()) return not_tracked;
        if (sample == samples.begin()) return before;
        return static_cast<std::int64_t>((sample->microseconds - samples.front().microseconds) / 1'000'000);
    };
    return grouping_by(snapshot, second, [&](std::int64_t key) -> std::string {
        if (key == not_tracked) return "(not tracked)";
        if (key == before) return "(before)";
        return std::to_string(key) + " s to " + std::to_string(key + 1) + " s";
    });
}

}  // namespace trav::dump
