// trav/report/prof/retainers.hpp: the lines of GHC's retainer profiler (-hr) in .prof files: its passes while
// the program runs, and the sets at the end.
//
//     trav::write_retainer_pass(file, 0, {.seconds = 0.25, .max_stack = 108, .visits_per_object = 6.5});
//     trav::write_retainer_sets(file, trav::SetTable{profile, retainers}.sets);
#pragma once

#include "../../profile/set_table.hpp"
#include "../hp/writer.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace trav {

/// The cost of one pass over the heap.
struct RetainerPass {
    double seconds;
    std::uint64_t max_stack;  ///< elements
    double visits_per_object;
};

/// Writes the cost of a pass; passes are numbered from 0.
inline void write_retainer_pass(std::ostream& out, std::uint64_t number, RetainerPass const& pass) {
    out << "Retainer Profiling: " + std::to_string(number) + ", at " + detail::hp_time(pass.seconds) +
               " seconds\n\tMax auxiliary stack size = " + std::to_string(pass.max_stack) +
               "\n\tAverage number of visits per object = " + detail::hp_time(pass.visits_per_object) + "\n"
        << std::flush;
}

/// Writes the sets; nothing if there are none. A SetTable has every set of every object in any sample, each
/// numbered once; GHC writes only the sets of the last sample.
inline void write_retainer_sets(std::ostream& out, std::vector<SetTable::Set> const& sets) {
    if (sets.empty()) return;
    std::string text = "\nRetainer sets created during profiling:\n";
    for (auto const& set : sets) {
        text += "SET " + std::to_string(set.number) + " = {";
        for (auto const& element : set.elements)
            text += (&element == &set.elements.front() ? "" : ", ") + element;
        text += "}\n";
    }
    out << text << std::flush;
}

}  // namespace trav
