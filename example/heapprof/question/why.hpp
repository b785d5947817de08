// why: why objects of a dump are alive: the shortest path from a global object or root, the referrers, and
// the dominators.
//
// Paths follow strong edges; they use the runtime's machinery only if nothing else leads to an object, and
// the last resorts of starts.hpp only if that does not lead there either.
// Referrers also include links of the runtime and weak references, marked as such. Retained sizes are counted
// by the dump's rule.
#pragma once

#include "../heap/object_text.hpp"
#include "held_by.hpp"

#include <trav/path/path_tree.hpp>
#include <trav/profile/amount.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The requested parts of the answer.
struct WhyOptions {
    bool each_root = false;  ///< a path from each root that leads to the object
    std::size_t top = 10;    ///< lines of each part; 0: all
};

/// The answer.
struct WhyAnswer {
    struct Step {
        std::string field;  ///< such as ".sessions" or "[3]"; empty for the first step
        ObjectName object;
        std::uint64_t retained;
        std::string key{};  ///< if the object is the value of a map's entry: `"user:17"`
    };
    struct Path {
        std::string selector;
        std::size_t begins_after;  ///< the selector of a long path starts after so many steps
        bool runtime;              ///< along links of the runtime
        std::vector<Step> steps;
        std::size_t left_out = 0;  ///< steps omitted in the middle of a path with over 100 steps
        bool repeats = false;      ///< they all equal the step before them, as along a list
        std::string root{};        ///< the first object's name as a root, unless the selector begins with it
    };
    struct Merged {
        bool runtime;
        trav::PathTree paths;
    };
    struct Dominator {
        ObjectName object;
        trav::Amount retained;
    };

    std::optional<ObjectName> object;   ///< if there is exactly one
    trav::Amount own, retained, total;  ///< each object once; `total`: of the dump
    std::vector<Path> paths;            ///< to one object: the shortest path, or one from each root
    std::size_t paths_in_all = 0;       ///< including paths not listed
    std::vector<Merged> merged;         ///< to several objects
    std::uint64_t unreached = 0;        ///< objects that no strong path reaches
    HeldBy held_by;
    std::vector<Dominator> dominators;  ///< common dominators of all objects, nearest first
    std::size_t more_dominators = 0;
};

/// Explains why these objects of a dump are alive.
WhyAnswer why(AnyDump const& dump, std::vector<Node> nodes, WhyOptions const& options);

/// The answer as lines, and as JSON.
std::string why_text(WhyAnswer const& answer, std::string const& selector, WhyOptions const& options);
void add_json(nlohmann::ordered_json& all, std::string const& selector, WhyAnswer const& answer);

}  // namespace heapprof
