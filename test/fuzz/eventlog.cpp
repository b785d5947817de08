// Eventlogs. Every log that can be read is unchanged after it is written and read back, and can be converted
// to a heap profile.
#include "fuzz.hpp"

#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>
#include <trav/report/eventlog/writer.hpp>

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

trav::Eventlog read(std::string_view text) {
    fuzz::Stream in(text);
    return trav::read_eventlog(in, "x.eventlog");
}

/// The same log as a file; nothing if its times do not ascend.
std::optional<std::string> written(trav::Eventlog const& log) {
    std::ostringstream out;
    trav::EventlogWriter writer(out, log.header);
    for (auto const& centre : log.cost_centres) writer.cost_centre(centre);
    if (log.profile) writer.profile(*log.profile);
    writer.ticks(log.tick_interval);
    try {
        for (auto const& sample : log.samples) writer.sample(sample);
        for (auto const& tick : log.ticks) writer.tick(tick);
    } catch (std::invalid_argument const&) { return std::nullopt; }
    writer.end();
    return std::move(out).str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    try {
        trav::Eventlog const log = read(fuzz::text(data, size));
        fuzz::must(hp_file(log).samples.size() == log.samples.size(), "each sample is one of the profile");
        auto const text = written(log);
        if (!text) return 0;
        std::optional<trav::Eventlog> again;
        try {
            again = read(*text);
        } catch (trav::Unreadable const&) { fuzz::must(log.cut, "what is written can be read"); }
        if (!again) return 0;
        fuzz::must(!again->cut, "what is written is whole");
        fuzz::must(again->cost_centres == log.cost_centres, "the cost centres are kept");
        fuzz::must(again->ticks == log.ticks, "the ticks are kept");
        fuzz::must(std::ranges::equal(
                       again->samples, log.samples, {}, [](auto const& s) { return s.bands.size(); },
                       [](auto const& s) { return s.bands.size(); }),
                   "the samples are kept");
        fuzz::must(written(*again) == text, "the same bytes are written again");
    } catch (trav::Unreadable const& error) { fuzz::must_be_one_line(error.what()); }
    return 0;
}
