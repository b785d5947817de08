// trav/report/job.hpp: a run as in GHC's reports: the program, its arguments, the run-time system's
// arguments, and the date.
//
//     trav::Job const job = trav::job({"./Tree", "6", "+RTS", "-hc", "-RTS"});
//     trav::hp_job(job);         // Tree 6 +RTS -hc
//     trav::prof_job(job);       // Tree +RTS -hc -RTS 6
//     trav::ghc_date(0);         // Thu Jan  1 00:00 1970
#pragma once

#include "../detail/compiler.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trav {

struct Job {
    std::string program;  ///< without its folder
    std::vector<std::string> arguments{};
    std::vector<std::string> rts_arguments{};

    friend bool operator==(Job const&, Job const&) = default;
};

/// Parses a command line. `+RTS` and `-RTS` enclose the run-time system's arguments; `--RTS` ends them for
/// good, and so does a `--` outside of them.
inline Job job(std::vector<std::string> const& command_line) {
    Job parts;
    bool rts = false, plain = false;
    for (std::size_t i = 0; i != command_line.size(); ++i) {
        std::string const& word = command_line[i];
        if (i == 0) parts.program = word.substr(word.rfind('/') + 1);
        else if (plain) parts.arguments.push_back(word);
        else if (word == "--RTS") rts = false, plain = true;
        else if (word == "+RTS") rts = true;
        else if (word == "-RTS") rts = false;
        else {
            plain = !rts && word == "--";
            (rts ? parts.rts_arguments : parts.arguments).push_back(word);
        }
    }
    return parts;
}

namespace detail {

inline std::string spaced(std::vector<std::string> const& words) {
    std::string text;
    for (auto const& word : words) text += " " + word;
    return text;
}

}  // namespace detail

/// The JOB of a .hp file. GHC's programs that are not built for profiling write only their name there.
inline std::string hp_job(Job const& job) {
    return job.program + detail::spaced(job.arguments) + " +RTS" + detail::spaced(job.rts_arguments);
}

/// The command line in a .prof file.
inline std::string prof_job(Job const& job) {
    return job.program + " +RTS" + detail::spaced(job.rts_arguments) + " -RTS" +
           detail::spaced(job.arguments);
}

/// The date in either file, in UTC, from the seconds since the Unix epoch.
inline std::string ghc_date(std::uint64_t seconds) {
    using namespace std::chrono;
    static constexpr std::array<char const*, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array<char const*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::uint64_t last = 253402300799;  // the last second of the year 9999
    auto const time =
        sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(seconds < last ? seconds : last)));
    auto const day = floor<std::chrono::days>(time);
    year_month_day const date(day);
    hh_mm_ss const clock(time - day);
    auto const two = [](auto number, char fill) {
        std::string const digits = std::to_string(number);
        return digits.size() < 2 ? std::string(1, fill) + digits : digits;
    };
    return std::string(days[weekday(day).c_encoding()]) + " " + months[unsigned(date.month()) - 1] + " " +
           two(unsigned(date.day()), ' ') + " " + two(clock.hours().count(), '0') + ":" +
           two(clock.minutes().count(), '0') + " " + std::to_string(int(date.year()));
}

}  // namespace trav
