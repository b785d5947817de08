// trav/report/eventlog/heap_profile.hpp: converts the heap profile in an eventlog to the contents of a .hp
// file, to draw or write it.
//
//     trav::write_hp(out, trav::hp_file(trav::read_eventlog("Sharing.eventlog")));
//
// Labels of cost-centre stacks are complete, and without the number of the stack, which eventlogs do not
// have. MANY (GHC's set of too many retainers) and the empty first and last samples appear only in GHC's own
// .hp files.
#pragma once

#include "../hp/file.hpp"
#include "../hp/label.hpp"
#include "../job.hpp"
#include "eventlog.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// Converts the samples. Times are in seconds; a biographical profile has the times of its censuses.
inline HpFile hp_file(Eventlog const& log) {
    std::map<std::uint32_t, StackEntry> centres;
    for (auto const& centre : log.cost_centres) centres[centre.id] = {centre.label, centre.module};
    HpFile file;
    Job const run = job(log.header.arguments);
    file.header.job = log.header.rts.ends_with("_p") ? hp_job(run) : run.program;
    file.header.date = ghc_date(log.header.seconds);
    file.cut = log.cut;
    bool const by_stack = log.profile && log.profile->breakdown == EventlogBreakdown::cost_centre;
    for (auto const& sample : log.samples) {
        HpSample of_hp{static_cast<double>(sample.census.value_or(sample.time)) / 1e9};
        for (auto const& band : sample.bands) {
            std::vector<StackEntry> stack;
            for (auto const id : band.stack) {
                auto const known = centres.find(id);
                stack.push_back(known == centres.end() ? StackEntry{"?", "?"} : known->second);
            }
            of_hp.bands.push_back({by_stack ? stack_text(stack) : band.label, band.bytes});
        }
        file.samples.push_back(std::move(of_hp));
    }
    return file;
}

}  // namespace trav
