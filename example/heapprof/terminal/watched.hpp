// Watched: a heap over time as files say it that are still growing: a .hp file, an eventlog, or dumps of
// heaps and folders of them.
//
// What is half-written is left for the next time, and said in `waiting`. A dump is read once.
#pragma once

#include "../command/dump_options.hpp"

#include <trav/profile/table.hpp>
#include <trav/report/hp/file.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// What the files say now.
struct WatchedHeap {
    trav::Table table;
    std::string unit = "bytes";
    std::string last;     ///< what the last sample is called: "at 0.3 seconds", "shop-3"
    std::string waiting;  ///< why there is not more; nothing: that is all
    trav::HpFile file;    ///< of a .hp file or an eventlog
    Answer dumps;         ///< of dumps
};

/// Watches the files of these options.
class Watched {
  public:
    /// `outline`: of the last dump, for a page. Throws if a file is not there.
    Watched(DumpOptions options, bool outline);

    /// Whether a file has changed since the last call, or is new; true the first time.
    bool changed();
    /// Reads what has changed.
    WatchedHeap const& read();
    /// Whether it is a .hp file or an eventlog.
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
