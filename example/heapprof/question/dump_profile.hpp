// What `heapprof dump` finds out: a series of dumps as one profile.
#pragma once

#include "../breakdown/by_root.hpp"
#include "largest.hpp"
#include "outline.hpp"
#include "retained_types.hpp"
#include "same_ids.hpp"

#include <trav/profile/profile.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heapprof {

/// What to find out.
struct Question {
    std::vector<std::string> files;
    std::set<std::string> breakdowns;  ///< "type", "root", "retainer", "owner", "site" ...
    std::vector<NamedRoot> roots;
    std::vector<std::string> retainer_rule;
    std::size_t retainer_cap = 8;
    std::size_t largest = 0;         ///< how many objects to list
    bool drops = false;              ///< without chains
    std::size_t retained_types = 0;  ///< how many types to list
    bool outline = false;            ///< whether to make that of the last dump
    OutlineSize outline_size;
};

/// A dump's own totals.
struct DumpFacts {
    std::string file;
    std::uint64_t nodes, edges, bytes;
    Largest largest;
    RetainedTypes retained_types;
};

/// The answer: a sample for each file, at times 1, 2, 3 ...
struct Answer {
    std::vector<DumpFacts> dumps;
    trav::Profile profile;
    Outline outline;
};

/// Throws dump::Error. Holds one dump at a time; says on a terminal what it is doing.
Answer profile_dumps(Question const& question);
/// The same, where other dumps have been read before: `ids` knows what ids meant there.
Answer profile_dumps(Question const& question, SameIds& ids);
/// For the ids in the question's selectors.
SameIds same_ids(Question const& question);

}  // namespace heapprof
