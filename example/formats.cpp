// GHC's files, written and read: a heap profile and an eventlog while a program runs, a time and allocation
// report at its end.
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>
#include <trav/report/eventlog/writer.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/hp/reader.hpp>
#include <trav/report/hp/writer.hpp>
#include <trav/report/json.hpp>
#include <trav/report/plot/svg.hpp>
#include <trav/report/prof/prof.hpp>
#include <trav/report/table.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

int main() {
    std::stringstream file, svg, log_file, prof_file;
    std::uint64_t const now = 1465041594;

    // [hp]
    trav::Job const job{"shop", {"6"}, {"-hr", "-l"}};
    trav::HpWriter hp{file, {.job = trav::hp_job(job), .date = trav::ghc_date(now)}};
    hp.sample({0.25, {{"sessions", 216000}, {"cache", 4800}}});
    hp.sample({0.50, {{"sessions", 432000}, {"cache", 4800}}});
    // [hp]

    // [read_hp]
    trav::HpFile const profile = trav::read_hp(file, "shop.hp");
    for (auto const& sample : profile.samples)
        for (auto const& band : sample.bands)
            std::cout << sample.time << ' ' << band.label << ' ' << band.value << '\n';
    // [read_hp]

    // [hp_profile]
    trav::Profile const bands = trav::hp_profile(profile);
    trav::Table const sessions = bands.where(trav::in("band", {"sessions"})).by_names({"band"});
    std::cout << trav::text(sessions) << trav::json_text(trav::json(sessions));
    trav::plot::write_svg(svg, trav::plot::traces(trav::hp_file(sessions, profile.header)));
    // [hp_profile]

    // [eventlog]
    trav::EventlogWriter log{
        log_file, {.arguments = {"shop", "6", "+RTS", "-hr", "-l"}, .rts = "trav rts_p", .seconds = now}};
    log.profile({trav::EventlogBreakdown::retainer});
    log.sample({.time = 250'000'000, .bands = {{216000, "sessions"}, {4800, "cache"}}});
    log.sample({.time = 500'000'000, .bands = {{432000, "sessions"}, {4800, "cache"}}});
    log.end();
    // [eventlog]

    // [read_eventlog]
    trav::Eventlog const events = trav::read_eventlog(log_file, "shop.eventlog");
    trav::HpFile const same = trav::hp_file(events);
    // [read_eventlog]

    // [prof]
    trav::ProfReport report{.job = job, .date = trav::ghc_date(now)};
    report.centres = {{1, "MAIN", "MAIN", "<built-in>"}, {2, "order", "Shop", "shop.hs:1"}};
    report.stacks = {{1, 0, 0}, {2, 1, 0, /*entries*/ 10, /*ticks*/ 3, /*bytes*/ 4800}};
    trav::write_prof(prof_file, report, trav::ProfLevel::verbose);
    // [prof]
    std::cout << prof_file.str();

    return same == profile && sessions.at("sessions", 1).bytes == 432000 &&
                   prof_file.str().find("   4800\n") != std::string::npos
               ? 0
               : 1;
}
