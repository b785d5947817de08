// DumpProfiler: profiles one dump, in one process or, in heapprof-mpi, in all ranks.
#pragma once

#include "../breakdown/by_retainer.hpp"
#include "../breakdown/by_root.hpp"
#include "../breakdown/by_type.hpp"
#include "../file/dump_formats.hpp"
#include "dump_profile.hpp"

#include <trav/graph/index_range.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/profile.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heapprof {

class DumpProfiler {
  public:
    /// The totals of a dump.
    struct Result {
        std::uint64_t bytes;
        trav::Profile profile;
    };

    virtual ~DumpProfiler() = default;
    /// Calls use(dump) with the dump in the file.
    virtual void visit(std::string const& file, trav::dump::Progress progress, UseDump use) const = 0;
    /// Whether this process reads all of each dump.
    virtual bool reads_all() const = 0;
    /// Throws dump::Error if the question takes too much memory; reports on standard error if it takes much.
    virtual void check(AnyDump const& dump, Question const& question) const = 0;
    /// Profiles a dump with the breakdowns of the question.
    virtual Result profile(AnyDump const& dump, Question const& question,
                           trav::dump::Progress const& progress, double time) const = 0;
    /// Called when all dumps have been profiled.
    virtual void end() const {}
};

/// The objects of a dump without edges, for counting.
struct CountedObjects {
    using node = Node;
    AnyDump const* dump;
    std::span<Node const> children(Node) const { return {}; }
    std::size_t size(Node n) const { return static_cast<std::size_t>(dump->size(n)); }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return dump->node_count(); }
    auto objects() const { return trav::IndexRange<Node>(count()); }
};

/// Adds the breakdowns by the dump's own groupings and by owner. They do not refer to the dump.
void add_groupings(AnyDump const& dump, Question const& question,
                   std::vector<trav::AnyBreakdown<Node>>& chosen);

/// The breakdowns of a question, at a place. They refer to the dump, but not to the place.
template <class Place>
std::vector<trav::AnyBreakdown<Node>> breakdowns_of(Question const& question, Place const& place) {
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.contains(breakdown); };
    std::vector<trav::AnyBreakdown<Node>> chosen;
    if (wanted("type")) chosen.emplace_back(by_type(place.dump()));
    if (wanted("root")) chosen.push_back(by_root(place, question.roots));
    if (wanted("retainer"))
        chosen.push_back(by_retainer(place, question.retainer_rule, question.retainer_cap));
    add_groupings(place.dump(), question, chosen);
    return chosen;
}

}  // namespace heapprof
