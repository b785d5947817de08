// trav/ghc/profile/prof.hpp: the cost centres of a mock GHC heap as a time and allocation report, and as
// eventlog records.
//
//     trav::write_prof(file, ghc::prof_report(heap.cost_centres(), job, date), trav::ProfLevel::summary);
#pragma once

#include "../../report/eventlog/eventlog.hpp"
#include "../../report/prof/report.hpp"
#include "../layout/cost_centre.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::ghc {

/// The costs of each stack so far. A tick is `tick_interval` microseconds long. O(stacks log stacks).
inline ProfReport prof_report(CostCentres& centres, Job job, std::string date,
                              std::uint64_t tick_interval = 1000) {
    ProfReport report{.job = std::move(job), .date = std::move(date), .tick_interval = tick_interval};
    std::map<CostCentre const*, std::size_t> places;
    for (auto at = centres.centres().rbegin(); at != centres.centres().rend(); ++at) {  // newest first
        constexpr std::array<std::string_view, 5> overhead{"SYSTEM", "GC", "OVERHEAD_of", "DONT_CARE",
                                                           "IDLE"};
        bool const built_in = std::string_view(at->source) == "<built-in>";
        places[&*at] = report.centres.size();
        report.centres.push_back({at->id, at->label, at->module, at->source, at->is_caf != 0,
                                  built_in && std::ranges::find(overhead, at->label) != overhead.end()});
    }
    std::vector<CostCentreStack const*> order;
    for (auto const& ccs : centres.stacks()) order.push_back(&ccs);
    std::ranges::sort(order, [](auto const* a, auto const* b) {  // parents before children
        return a->depth != b->depth ? a->depth < b->depth : a->id > b->id;
    });
    std::map<CostCentreStack const*, std::size_t> stacks;
    for (auto const* ccs : order) {
        std::size_t const parent = ccs->parent ? stacks.at(ccs->parent) : 0;
        stacks[ccs] = report.stacks.size();
        report.stacks.push_back({ccs->id, places.at(ccs->cc), parent, ccs->scc_count, ccs->time_ticks,
                                 ccs->mem_alloc * word_bytes});
    }
    return report;
}

/// The eventlog definition of a cost centre.
inline EventlogCostCentre eventlog_centre(CostCentre const& cc) {
    return {static_cast<std::uint32_t>(cc.id), cc.label, cc.module, cc.source, cc.is_caf != 0};
}
/// A stack in an eventlog: innermost first, without MAIN.
inline std::vector<std::uint32_t> eventlog_stack(CostCentreStack const* ccs) {
    std::vector<std::uint32_t> ids;
    for (; ccs->parent; ccs = ccs->parent) ids.push_back(static_cast<std::uint32_t>(ccs->cc->id));
    return ids;
}

}  // namespace trav::ghc
