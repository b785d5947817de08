// The answer of `heapprof dump`: a series of dumps as one profile.
#pragma once

#include "../breakdown/named_root.hpp"
#include "largest.hpp"
#include "leaks.hpp"
#include "outline.hpp"
#include "retained_types.hpp"
#include "same_ids.hpp"
#include "where.hpp"

#include <trav/profile/profile.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heapprof {

/// The question: the files, the breakdowns and the lists.
struct Question {
    std::vector<std::string> files;
    std::optional<Where> where;        ///< the objects to count
    std::vector<WhereBand> bands;      ///< of the breakdown "band"
    std::set<std::string> breakdowns;  ///< "type", "root", "retainer", "owner", "site" ...
    std::vector<NamedRoot> roots;
    std::vector<std::string> retainer_rule;
    std::size_t retainer_cap = 8;
    std::size_t largest = 0;         ///< number of objects to list
    bool drops = false;              ///< `largest` lists only the last object of a chain
    std::size_t retained_types = 0;  ///< number of types to list
    bool outline = false;            ///< whether to make the outline of the last dump
    OutlineSize outline_size;
    bool leaks = false;  ///< whether to search for leaks, and to compare the outline with the first dump
};

/// A dump's own totals.
struct DumpFacts {
    std::string file;
    std::uint64_t nodes, edges, bytes;
    Largest largest;
    RetainedTypes retained_types;
};

/// The answer: one sample per file, at times 1, 2, 3 ...
struct Answer {
    std::vector<DumpFacts> dumps;
    trav::Profile profile;
    Outline outline;
    LeaksAnswer leaks;
    std::map<std::string, std::string> owners;  ///< the id of the largest object of each owner
};

class DumpProfiler;
/// The profiler of one process: dump_profiler.hpp.
DumpProfiler const& one_process();

/// Throws dump::Error. Keeps one dump in memory at a time; shows progress on a terminal.
Answer profile_dumps(Question const& question, DumpProfiler const& profiler = one_process());
/// The same after other dumps have been read: `ids` remembers the meaning of ids there.
Answer profile_dumps(Question const& question, SameIds& ids, DumpProfiler const& profiler = one_process());
/// Makes a SameIds for the ids in the question's selectors.
SameIds same_ids(Question const& question);

}  // namespace heapprof
