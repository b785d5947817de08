// DumpTimes: how much time lies between dumps. A .hprof file says when it was written. For other formats it
// is the time of the file, if each file is at least five seconds younger than the one before it: copies and
// checkouts write files at once.
#pragma once

#include "../file/any_dump.hpp"

#include <string>
#include <vector>

namespace heapprof {

/// The time of writing that a dump records, in seconds since 1970; 0: not known.
double time_in(AnyDump const& dump);
/// The time of a file's last change, in seconds since 1970; 0: not known.
double time_of_file(std::string const& file);
/// Times of files that are nearer, in seconds, do not show an order.
inline constexpr double files_apart = 5;

class DumpTimes {
  public:
    enum class Clock : unsigned char { none, dumps, files };

    /// Adds the next dump, and the file that it was read from.
    void add(std::string const& file, AnyDump const& dump);

    /// The source of the times; none: they are unknown, or not in the order of the dumps.
    Clock clock() const;
    /// For each dump, the seconds since the first one; nothing if the clock is none.
    std::vector<double> seconds() const;

  private:
    std::vector<double> in_dumps_, of_files_;  // seconds since 1970; 0: unknown
};

}  // namespace heapprof
