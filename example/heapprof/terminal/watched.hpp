// Watched: a heap over time, read from growing files: a .hp file, an eventlog, or dumps and folders of dumps.
//
// A half-written file is read next time and reported in `waiting`. Each dump is read once.
#pragma once

#include "../command/dump_options.hpp"

#include <trav/profile/table.hpp>
#include <trav/report/hp/file.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// The current state of the files.
struct WatchedHeap {
    trav::Table table;
    std::string unit = "bytes";
    std::string last;     ///< the name of the last sample: "at 0.3 seconds", "shop-3"
    std::string waiting;  ///< why a sample is missing; empty if none is
    trav::HpFile file;    ///< of a .hp file or an eventlog
    Answer dumps;         ///< of dumps
};

/// Watches the files of its options.
class Watched {
  public:
    /// `outline`: computes an outline of the last dump, for a page. Throws if a file is missing.
    Watched(DumpOptions options, bool outline);

    /// Whether a file has changed or appeared since the last call; true for the first call.
    bool changed();
    /// Reads the changed files.
    WatchedHeap const& read();
    /// Whether the file is a .hp file or an eventlog.
    bool profile() const { return profile_; }
    DumpOptions const& options() const { return options_; }

  private:
    struct Stamp {
        std::string path;
        std::int64_t seconds, nanoseconds;
        std::uint64_t size;
        friend bool operator==(Stamp const&, Stamp const&) = default;
    };
    struct Seen {
        Stamp stamp;
        Answer answer;
        std::string fault;
    };

    std::vector<Stamp> stamps() const;
    void read_profile();
    void read_dumps();

    DumpOptions options_;
    bool outline_, profile_;
    std::vector<Stamp> now_;
    bool first_ = true;
    std::map<std::string, Seen> seen_;
    SameIds ids_;
    WatchedHeap heap_;
};

}  // namespace heapprof
