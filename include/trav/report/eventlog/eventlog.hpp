// trav/report/eventlog/eventlog.hpp: the contents of GHC's eventlog about the heap and its cost centres.
//
//     trav::Eventlog const log = trav::read_eventlog("Sharing.eventlog");  // report/eventlog/reader.hpp
//     trav::HpFile const series = trav::hp_file(log);  // report/eventlog/heap_profile.hpp
//
// report/eventlog/writer.hpp writes the same contents. Times are nanoseconds since the program's start.
#pragma once

#include "../../detail/compiler.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trav {

/// GHC's numbers for the breakdowns of a heap profile.
enum class EventlogBreakdown : std::uint32_t {
    cost_centre = 1,
    module,
    description,
    type,
    retainer,
    biography,
    closure_type,
    info_table,  ///< GHC 9.2 and later
    era,         ///< GHC 9.10 and later
};

/// The program, and the time of its start.
struct EventlogHeader {
    std::vector<std::string> arguments{};  ///< the program's name, its arguments and the run-time system's
    std::string rts{};                     ///< "GHC-9.0.2 rts_p"; ends in `_p` if built for profiling
    std::uint64_t seconds = 0;             ///< of the Unix epoch, at the start

    friend bool operator==(EventlogHeader const&, EventlogHeader const&) = default;
};

struct EventlogCostCentre {
    std::uint32_t id;
    std::string label, module, source;
    bool is_caf = false;

    friend bool operator==(EventlogCostCentre const&, EventlogCostCentre const&) = default;
};

/// The settings of the heap profile.
struct EventlogProfile {
    EventlogBreakdown breakdown;
    std::uint64_t interval = 0;  ///< between samples
    /// Restrictions: modules, descriptions, types, cost centres, any cost centre of the stack, retainers,
    /// biographies.
    std::array<std::string, 7> filters{};

    friend bool operator==(EventlogProfile const&, EventlogProfile const&) = default;
};

/// One band of one sample: a label, or a stack of cost centres.
struct EventlogBand {
    std::uint64_t bytes;
    std::string label{};
    std::vector<std::uint32_t> stack{};  ///< ids of cost centres, innermost first, without MAIN

    friend bool operator==(EventlogBand const&, EventlogBand const&) = default;
};

struct EventlogSample {
    std::uint64_t time;     ///< the time of writing
    std::uint64_t era = 0;  ///< of a biographical profile; otherwise 0
    std::optional<std::uint64_t>
        census{};  ///< the time of the census of a biographical sample, which is written later
    std::vector<EventlogBand> bands{};

    friend bool operator==(EventlogSample const&, EventlogSample const&) = default;
};

/// A tick of the time profiler.
struct EventlogTick {
    std::uint64_t time;
    std::uint32_t capability;
    std::uint64_t ticks;  ///< so far
    std::vector<std::uint32_t> stack{};

    friend bool operator==(EventlogTick const&, EventlogTick const&) = default;
};

/// The contents of an eventlog about the heap and cost centres.
struct Eventlog {
    EventlogHeader header{};
    std::vector<EventlogCostCentre> cost_centres{};
    std::optional<EventlogProfile> profile{};
    std::vector<EventlogSample> samples{};  ///< ordered by census, or else by time
    std::uint64_t tick_interval = 0;
    std::vector<EventlogTick> ticks{};
    bool cut = false;  ///< the end is missing: the program was killed or is still running

    friend bool operator==(Eventlog const&, Eventlog const&) = default;
};

}  // namespace trav
