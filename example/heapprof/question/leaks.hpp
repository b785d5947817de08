// leaks: the owners that grow from dump to dump, or, in one dump, those that hold most.
//
// An owner leaks if it grows steadily through at least three dumps, by half a percent of the heap and two
// percent of its growth or more. A cache that has reached its size levels off and does not leak. Two dumps
// show what grew, one dump shows only sizes: neither shows a leak. Code and the runtime's own tables are
// left out. breakdown/by_owner.hpp describes owners. Entries of a dictionary that appear one by one are one
// finding, as are owners with paths that differ only in numbers, such as those of threads.
#pragma once

#include "object_text.hpp"

#include <trav/profile/amount.hpp>
#include <trav/profile/profile.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
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
        std::uint64_t objects, bytes;
    };
    /// Objects of one type in a finding.
    struct Part {
        std::string type;
        trav::Amount first, last;  ///< in the first and the last dump
    };
    /// Objects that refer to those of a finding.
    struct Holder {
        std::string name;
        std::size_t held;  ///< number of examined objects that it holds
    };
    struct Finding {
        std::string name;
        Verdict verdict;
        std::vector<trav::Amount> amounts;  ///< in each dump
        std::size_t since;                  ///< the dump before the growth began
        std::size_t copies;                 ///< objects with this name
        trav::Amount freed;                 ///< at least, if all of them were gone
        ObjectName object;                  ///< the largest of them
        std::string selector;               ///< of this object
        std::vector<Part> contents;         ///< the types that hold most
        std::string held_type{};            ///< the type of the program that grows most in it, if any does
        std::vector<Holder> holders{};      ///< of some objects of this type, or of the objects themselves
        std::size_t examined = 0;           ///< the number of these objects
    };
    std::vector<Dump> dumps;
    std::vector<Finding> findings;

    bool leaks() const { return !findings.empty() && findings.front().verdict == Verdict::leaks; }
};

/// Searches dumps that are read one after another, the oldest first. Keeps no dump.
class LeakSearch {
  public:
    /// The number of dumps, and the most findings.
    explicit LeakSearch(std::size_t dumps, std::size_t most = 5);

    void add(std::string const& file, AnyDump const& dump);
    /// Complete after the last dump.
    LeaksAnswer const& answer() const { return answer_; }

  private:
    std::size_t dumps_, most_;
    std::vector<trav::Profile> profiles_;
    LeaksAnswer answer_;
};

/// At most `most` findings in these dumps, the oldest first. Reads one dump at a time.
LeaksAnswer leaks(std::vector<std::string> const& files, std::size_t most = 5);

/// The answer as paragraphs for a terminal of this width, and as JSON.
std::string leaks_text(LeaksAnswer const& answer, std::size_t columns);
void add_json(nlohmann::ordered_json& all, LeaksAnswer const& answer);

}  // namespace heapprof
