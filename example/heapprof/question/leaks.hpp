// leaks: the owners that grow from dump to dump, or, in one dump, those that hold most.
//
// An owner leaks if it grows steadily through at least three dumps, by half a percent of the heap and two
// percent of its growth or more. A cache that has reached its size levels off and does not leak. Two dumps
// show growth, one dump shows sizes: neither shows a leak. An owner that has lost half of its bytes from one
// dump to the next may be a cache after a clearing: it grew, but is no certain leak. Code and the runtime's
// own tables are left out. breakdown/by_owner.hpp describes owners. Entries of a dictionary that appear one
// by one are one finding, as are owners with paths that differ only in numbers, such as paths of threads, and
// the parts of one object of a library. rules.hpp has knowledge of libraries. An owner that a rule calls a
// cache, a pool or an interner grows, but is no leak; except a cache of 1,000 entries or more that has grown
// in each dump and lost no entry: its bound, if it has one, has no effect.
#pragma once

#include "../heap/object_text.hpp"
#include "dump_times.hpp"
#include "same_process.hpp"

#include <trav/profile/amount.hpp>
#include <trav/profile/profile.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heapprof {

/// The findings, worst first.
struct LeaksAnswer {
    enum class Verdict : unsigned char {
        leaks,  ///< grows in every step
        grew,   ///< in two dumps
        large,  ///< holds much of the last dump
    };
    struct Dump {
        std::string file;
        std::uint64_t objects, bytes;  ///< without instruments
        trav::Amount unreached{};      ///< out of reach of all roots
        trav::Amount soft{};           ///< part of `unreached`: kept by soft references of Java
        trav::Amount instruments{};    ///< records of allocations, such as those of Ruby's tracer
    };
    /// Objects of one type in a finding.
    struct Part {
        std::string type;
        trav::Amount first, last;  ///< in the first and the last dump
    };
    /// The holders of a finding's objects.
    struct Holder {
        std::string name;
        std::size_t held;  ///< number of examined objects that it holds
    };
    /// A line of the program that made objects of a finding.
    struct Origin {
        std::string what, place;  ///< the name of a function, if it is known, and its file and line
        std::size_t objects;      ///< of some that were looked at
        bool function;
    };
    /// An owner in a finding of several: the parts of one object.
    struct Member {
        std::string name;
        std::uint64_t bytes;  ///< in the last dump
    };
    struct Finding {
        std::string name;  ///< of the owner: path, type and place
        Verdict verdict;
        std::vector<trav::Amount> amounts;       ///< in each dump
        std::size_t since;                       ///< the dump before the growth began
        std::size_t fell = 0;                    ///< the last dump after a loss of half; 0: none
        bool leaps = false;                      ///< whether it grew as a buffer that doubles
        bool keeps_all = false;                  ///< whether it is a cache that has lost no entry
        std::string title{};                     ///< for people: the short name, or its holders
        std::vector<std::string> all_holders{};  ///< if two or more each hold most of it
        std::vector<Member> members{};           ///< the parts of one object, if it is of several
        std::size_t copies = 0;                  ///< objects with this name
        trav::Amount freed{};                    ///< if all of them were gone, or these holders
        ObjectName object{};                     ///< the largest of them
        bool together = false;                   ///< whether the next command is about all of them
        std::string field_of{};                  ///< the class with its field
        std::string selector{};                  ///< of this object
        std::vector<Part> contents{};            ///< the types that hold most
        std::string held_type{};                 ///< of its elements, or else of the largest growth in it
        std::size_t elements = 0;                ///< the number of its elements, if these are known
        std::string fields{};              ///< common_fields() of a type that says little; or dom_state()
        std::vector<Holder> holders{};     ///< of some objects of this type, or of the objects themselves
        std::size_t examined = 0;          ///< the number of these objects
        std::vector<Holder> references{};  ///< of the object itself, if it is one
        std::vector<Origin> origins{};     ///< where its objects were made
        std::string kind{}, say{}, see{};  ///< of the rule that matches: rules.hpp
    };
    std::vector<Dump> dumps;
    bool all_roots = false;  ///< whether a dump has all roots, as those of Java do
    DumpTimes::Clock clock = DumpTimes::Clock::none;
    std::vector<double> seconds{};  ///< of each dump since the first one, if there is a clock
    std::vector<Finding> findings;
    std::string left_out{};  ///< the largest group named only by a type, if it is no finding
    trav::Amount left_out_amount{};

    /// The number of findings that leak; they come first.
    std::size_t leaks() const;
};

/// By the id of a cache: the ids of its entries in one dump.
using CacheEntries = std::map<std::string, std::set<std::string>>;

struct LeaksOptions {
    std::size_t most = 5;            ///< findings
    std::vector<std::string> rules;  ///< files; rules.hpp
};

/// Searches dumps that are read one after another, the oldest first. Keeps no dump.
class LeakSearch {
  public:
    /// The number of dumps.
    explicit LeakSearch(std::size_t dumps, LeaksOptions options = {});

    /// Throws dump::Error if a file of rules cannot be read, or if the dump is not a later one of the same
    /// process.
    void add(std::string const& file, AnyDump const& dump);
    /// Complete after the last dump.
    LeaksAnswer const& answer() const { return answer_; }

  private:
    std::size_t dumps_;
    LeaksOptions options_;
    std::vector<trav::Profile> profiles_;
    std::vector<std::vector<std::string>> ids_;  // of the owners in each dump
    std::vector<CacheEntries> entries_;          // in each dump
    DumpTimes times_;
    SameProcess process_;
    LeaksAnswer answer_;
};

/// The findings in these dumps, the oldest first. Reads one dump at a time. Throws dump::Error if a file
/// cannot be read, or if the dumps are not of one process, the oldest first.
LeaksAnswer leaks(std::vector<std::string> const& files, LeaksOptions const& options = {});

/// The command to type next.
std::string next_command(LeaksAnswer const& answer, LeaksAnswer::Finding const& finding);

/// The answer as paragraphs for a terminal of this width, and as JSON.
std::string leaks_text(LeaksAnswer const& answer, std::size_t columns);
void add_json(nlohmann::ordered_json& all, LeaksAnswer const& answer);

}  // namespace heapprof
