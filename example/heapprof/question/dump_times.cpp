#include "dump_times.hpp"

#include <trav/dump/jvm/dump.hpp>

#include <algorithm>
#include <functional>
#include <sys/stat.h>

namespace heapprof {

namespace {

// Whether each time is known, and later than the one before it by at least some seconds.
bool in_order(std::vector<double> const& times, double apart) {
    auto const too_near = [apart](double before, double after) { return after - before < apart; };
    return times.size() > 1 && times.front() > 0 &&
           std::ranges::adjacent_find(times, too_near) == times.end();
}

}  // namespace

double time_in(AnyDump const& dump) {
    auto const* const jvm = dump.get_if<trav::dump::JvmDump>();
    return jvm == nullptr ? 0 : static_cast<double>(jvm->written) / 1000;
}

double time_of_file(std::string const& file) {
    struct stat facts{};
    if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
    return static_cast<double>(facts.st_mtim.tv_sec) + static_cast<double>(facts.st_mtim.tv_nsec) / 1e9;
}

void DumpTimes::add(std::string const& file, AnyDump const& dump) {
    in_dumps_.push_back(time_in(dump));
    of_files_.push_back(time_of_file(file));
}

DumpTimes::Clock DumpTimes::clock() const {
    constexpr double tick = 0.0005;  // times in dumps are whole milliseconds
    if (in_order(in_dumps_, tick)) return Clock::dumps;
    bool const told = std::ranges::any_of(in_dumps_, [](double time) { return time > 0; });
    return !told && in_order(of_files_, files_apart) ? Clock::files : Clock::none;
}

std::vector<double> DumpTimes::seconds() const {
    if (clock() == Clock::none) return {};
    std::vector<double> all = clock() == Clock::dumps ? in_dumps_ : of_files_;
    double const first = all.front();
    for (double& each : all) each -= first;
    return all;
}

}  // namespace heapprof
