// diff: the answer of `heapprof diff`: how the objects of a heap changed over two or more dumps.
#pragma once

#include "../heap/object_text.hpp"
#include "compare.hpp"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace heapprof {

/// The answer: the changes of each type, the objects left behind, and growing objects.
struct DiffAnswer {
    struct Type {
        std::string type;
        TypeChange change;
    };
    struct Left {
        std::string type;
        trav::Amount amount;
    };
    struct LeftObject {
        ObjectName object;
        std::string path;
        std::uint64_t retained;
    };
    struct GrowingObject {
        ObjectName object;
        std::string path;                     ///< as in the names of owners, or a selector if known by that
        std::vector<std::uint64_t> retained;  ///< in each dump
    };

    std::vector<std::string> files;
    trav::dump::IdLife ids = trav::dump::IdLife::process;
    std::vector<Type> types;  ///< by growth, largest first
    std::size_t more_types = 0;
    TypeChange rest, total;  ///< of types not listed, and of all types
    /// Objects made between the first two dumps and still in the last, by type; for three or more dumps.
    std::vector<Left> left;
    std::size_t more_left = 0;
    trav::Amount rest_left;
    std::vector<LeftObject> left_objects;  ///< the objects of `left` that retain most
    std::vector<GrowingObject> growing;    ///< objects that retain more in every step
    std::size_t more_growing = 0;

    /// Whether objects are known by paths to them, so that only `growing` tells of objects.
    bool by_path() const { return ids == trav::dump::IdLife::dump; }
    /// Whether ids are used again, so that some surviving objects may be new.
    bool reused() const { return ids == trav::dump::IdLife::object; }
};

/// The answer, with at most `top` lines in each part; 0: all lines. `last` is the last dump.
DiffAnswer diff(RetainedHeap const& last, std::vector<DumpObjects> const& dumps, TypeNumbers const& types,
                std::size_t top);

/// The answer as lines, and as JSON; the changes of each type as CSV.
std::string diff_text(DiffAnswer const& answer);
void add_json(nlohmann::ordered_json& all, DiffAnswer const& answer);
void write_diff_csv(std::ostream& out, DiffAnswer const& answer);

}  // namespace heapprof
