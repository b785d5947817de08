// Eventlogs as bytes, for tests.
#pragma once

#include <trav/report/eventlog/reader.hpp>
#include <trav/report/eventlog/writer.hpp>

#include <sstream>
#include <string>

inline trav::Eventlog parse_eventlog(std::string const& bytes) {
    std::istringstream in(bytes);
    return trav::read_eventlog(in, "x.eventlog");
}

// The bytes of this log; `end` marks its end.
inline std::string eventlog_bytes(trav::Eventlog const& log, bool end = true) {
    std::ostringstream out;
    trav::EventlogWriter writer(out, log.header);
    for (auto const& centre : log.cost_centres) writer.cost_centre(centre);
    if (log.profile) writer.profile(*log.profile);
    for (auto const& sample : log.samples) writer.sample(sample);
    if (log.tick_interval != 0) writer.ticks(log.tick_interval);
    for (auto const& tick : log.ticks) writer.tick(tick);
    if (end) writer.end();
    return out.str();
}

// A log with everything in it.
inline trav::Eventlog some_eventlog() {
    trav::Eventlog log;
    log.header = {{"./shop", "6", "+RTS", "-hc", "-l"}, "trav rts_p", 1465041594};
    log.cost_centres = {{1, "order", "Shop", "shop.hs:1"}, {2, "CAF", "Shop", "<entire-module>", true}};
    log.profile = {
        trav::EventlogBreakdown::cost_centre, 100000000, {"", "", "", "order", "", "", "lag,drag"}};
    log.samples = {{1000, 0, {}, {{4096, "", {1, 2}}, {8, "", {}}}}, {2000, 0, {}, {}}};
    log.tick_interval = 1000000;
    log.ticks = {{3000, 0, 1, {1, 2}}, {4000, 1, 2, {}}};
    return log;
}
