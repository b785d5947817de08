#include "dump_profiler_of_ranks.hpp"

#include "../heap/heap_graph.hpp"
#include "dump_part.hpp"

#include <trav/distributed/merge.hpp>
#include <trav/distributed/part.hpp>
#include <trav/distributed/part_csr.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/dump/make_any_dump.hpp>
#include <trav/profile/profiler.hpp>

#include <utility>

namespace heapprof {

namespace {

using trav::dump::CsrDump;

// The sum of all sizes, over all ranks. Throws dump::Error if it overflows.
std::uint64_t total_size(CsrDump const& dump, Place const& part) {
    std::uint64_t bytes = 0;
    for (Node n = part.first(); n != part.last(); ++n) bytes += dump.size(n);
    std::uint64_t const high = ranks->sum(bytes >> 32), low = ranks->sum(bytes & 0xFFFFFFFFu);
    if ((high + (low >> 32)) >> 32 != 0) dump.refuse_sum();
    return (high << 32) + low;
}

template <class Edges>
trav::Profile profile_part(DumpPart<Edges> const& part, Question const& question, double time) {
    using Part = trav::distributed::PartOf<CountedObjects>;
    trav::distributed::SharedGraph const heap(
        *ranks, Part(CountedObjects{&part.dump()}, part.begins(), ranks->rank()));
    trav::Profiler profiler{heap, breakdowns_of(question, part)};
    profiler.sample_heap(trav::dump::roots(part.dump()), time);
    auto profile = trav::distributed::merged(*ranks, profiler.profile());
    return profile ? *std::move(profile) : trav::Profile();
}

class AllRanks final : public DumpProfiler {
  public:
    // Each rank checks only its part of a mapped dump, so the dump is not checked as a whole.
    void visit(std::string const& file, trav::dump::Progress progress, UseDump use) const override {
        if (!is_mapped(file)) return visit_dump(file, std::move(progress), std::move(use));
        trav::dump::bad_file_as_error(
            [&] { use(*trav::dump::any_dump(CsrDump(file, CsrDump::Unchecked{}))); });
    }
    bool reads_all() const override { return false; }
    void check(AnyDump const&, Question const&) const override {}  // ranks stream nothing
    Result profile(AnyDump const& dump, Question const& question, trav::dump::Progress const&,
                   double time) const override {
        if (auto const* const csr = dump.get_if<CsrDump>()) {
            DumpPart const part(dump, CsrEdges{*csr},
                                trav::distributed::even_parts(csr->graph().offsets(), ranks->size()), *ranks);
            csr->check(part.first(), part.last());
            std::uint64_t const bytes = total_size(*csr, part);
            return {bytes, profile_part(part, question, time)};
        }
        DumpPart const part(dump, LinkEdges{dump},
                            trav::distributed::equal_parts(dump.node_count(), ranks->size()), *ranks);
        return {trav::dump::total_size(dump), profile_part(part, question, time)};
    }
    void end() const override {
        if (ranks->rank() != 0) throw LeftToTheFirst{};
    }
};

}  // namespace

DumpProfiler const& all_ranks() {
    static AllRanks const profiler;
    return profiler;
}

}  // namespace heapprof
