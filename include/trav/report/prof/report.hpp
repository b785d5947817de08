// trav/report/prof/report.hpp: the contents of a time and allocation report (GHC's -p): cost centres, and the
// tree of their stacks.
//
//     trav::ProfReport report{.job = trav::job({"shop"})};
//     report.centres = {{1, "MAIN", "MAIN", "<built-in>"}, {2, "order", "Shop", "shop.hs:1"}};
//     report.stacks = {{1, 0, 0}, {2, 1, 0, 10, 3, 4800}};    // under MAIN 10 entries, 3 ticks, 4800 bytes
//     trav::write_prof(std::cout, report);                    // report/prof/prof.hpp; json.hpp for -pj
//
// A plain value, for any program.
#pragma once

#include "../../detail/raise.hpp"
#include "../job.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace trav {

struct ProfCentre {
    std::int64_t id;
    std::string label, module, source;
    bool is_caf = false;
    bool is_overhead =
        false;  ///< SYSTEM, GC, OVERHEAD_of, DONT_CARE, IDLE: not the program's, and only in full reports
};

/// A stack of cost centres: its top, and the stack below.
struct ProfStack {
    std::int64_t id;
    std::size_t centre;  ///< an index in `centres`
    std::size_t parent;  ///< an index in `stacks`, less than this one's; the first stack is its own parent
    std::uint64_t entries = 0;
    std::uint64_t ticks = 0;
    std::uint64_t alloc = 0;  ///< bytes, without the overhead of profiling
};

struct ProfReport {
    Job job{};
    std::string date{};
    std::uint64_t tick_interval = 1000;  ///< microseconds
    unsigned processors = 1;
    unsigned capabilities = 0;          ///< as requested; 0 in a run-time system that has only one
    std::vector<ProfCentre> centres{};  ///< GHC lists the last registered first
    std::vector<ProfStack> stacks{};    ///< MAIN first; GHC lists the newest child of a parent first

    /// Throws std::invalid_argument if an index is invalid.
    void check() const {
        for (std::size_t i = 0; i != stacks.size(); ++i)
            if (stacks[i].centre >= centres.size() ||
                (i == 0 ? stacks[i].parent != 0 : stacks[i].parent >= i))
                detail::raise(
                    std::invalid_argument("trav: stack " + std::to_string(stacks[i].id) +
                                          " of a report has no cost centre or no stack before it below"));
    }
};

/// The level of detail: GHC's -p, -P, -pa.
enum class ProfLevel { summary = 1, verbose, all };

}  // namespace trav
