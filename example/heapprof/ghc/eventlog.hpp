// The eventlog of a run of `heapprof ghc`.
#pragma once

#include <trav/ghc/machine/machine.hpp>
#include <trav/ghc/profile/breakdowns.hpp>
#include <trav/ghc/profile/heap_profile.hpp>
#include <trav/ghc/profile/options.hpp>
#include <trav/ghc/profile/prof.hpp>
#include <trav/report/eventlog/writer.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace heapprof {

/// Writes events as they occur.
class GhcEventlog {
  public:
    GhcEventlog(std::ostream& out, trav::ghc::Machine& machine, trav::ghc::RtsOptions const& options,
                std::vector<std::string> command_line, std::uint64_t seconds)
        : machine_(machine),
          options_(options),
          log_(out, {.arguments = std::move(command_line), .rts = "trav rts_p", .seconds = seconds}) {
        define();
        if (options.heap_profile()) log_.profile({breakdown(), nanoseconds(options.interval), filters()});
        if (options.time_profile != trav::ghc::TimeProfile::none) {
            log_.ticks(nanoseconds(machine.clock().options().seconds_per_tick));
            machine.on_tick([this](trav::ghc::Machine& m) {
                define();
                log_.tick({nanoseconds(m.seconds()), static_cast<std::uint32_t>(m.heap().capability()),
                           m.clock().ticks(), trav::ghc::eventlog_stack(m.heap().ccs())});
            });
        }
    }

    /// Writes completed samples. Biographical samples are complete at the end; they carry their census time.
    void samples(std::vector<trav::ghc::HeapSample> const& samples) {
        define();
        bool const by_stack = breakdown() == trav::EventlogBreakdown::cost_centre;
        bool const by_set = options_.ghc && breakdown() == trav::EventlogBreakdown::retainer;
        bool const lives = options_.uses(trav::ghc::HeapBreakdown::biography);
        for (auto const& sample : samples) {
            std::optional<std::uint64_t> census{};
            if (options_.by(trav::ghc::HeapBreakdown::biography)) census = nanoseconds(sample.time);
            trav::EventlogSample event{nanoseconds(lives ? machine_.seconds() : sample.time),
                                       lives ? ++era_ : 0, census};
            for (auto const& band : sample.bands) {
                if (by_set && band.identity.number == trav::ghc::GhcRetainerSets::many)
                    continue;  // GHC omits MANY
                if (by_stack) event.bands.push_back({band.bytes, {}, without_main(band.identity.members)});
                else event.bands.push_back({band.bytes, band.label});
            }
            log_.sample(event);
        }
    }
    void end() { log_.end(); }

  private:
    static std::uint64_t nanoseconds(double seconds) {
        return static_cast<std::uint64_t>(std::llround(seconds * 1e9));
    }

    static std::vector<std::uint32_t> without_main(std::vector<std::uint32_t> stack) {
        stack.pop_back();
        return stack;
    }

    /// The breakdown's number. Products have none and use that of closure types: their bands are texts, too.
    trav::EventlogBreakdown breakdown() const {
        if (options_.breakdowns.size() != 1) return trav::EventlogBreakdown::closure_type;
        return trav::ghc::row_of(options_.breakdowns.front()).eventlog;
    }
    /// The restrictions in the event's order, without breakdowns that the event lacks.
    std::array<std::string, 7> filters() const {
        std::array<std::string, 7> texts;
        for (auto const& r : options_.restrictions) {
            auto const filter = trav::ghc::row_of(r.breakdown).filter;
            if (!filter) continue;
            std::string& text = texts[r.anywhere ? trav::ghc::filter_anywhere : *filter];
            for (auto const& name : r.names) text += (text.empty() ? "" : ",") + name;
        }
        return texts;
    }
    /// Defines new cost centres.
    void define() {
        auto const& centres = machine_.heap().cost_centres().centres();
        for (; defined_ < centres.size(); ++defined_)
            log_.cost_centre(trav::ghc::eventlog_centre(centres[defined_]));
    }

    trav::ghc::Machine& machine_;
    trav::ghc::RtsOptions const& options_;
    trav::EventlogWriter log_;
    std::size_t defined_ = 0;
    std::uint64_t era_ = 0;
};

}  // namespace heapprof
