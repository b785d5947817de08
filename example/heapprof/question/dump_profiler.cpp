#include "dump_profiler.hpp"

#include "../breakdown/by_owner.hpp"
#include "../breakdown/in_memory.hpp"
#include "../breakdown/streamed.hpp"
#include "../terminal/remarks.hpp"

#include <trav/dump/by_grouping.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/text.hpp>

#include <utility>

namespace heapprof {

namespace {

// The memory that the breakdowns of a streamed dump take, without the retainers and the sets.
std::uint64_t bytes_of_streamed(CsrDump const& dump, Question const& question) {
    bool const root = question.breakdowns.contains("root"),
               retainer = question.breakdowns.contains("retainer");
    if (!root && !retainer) return 0;
    std::uint64_t of_object = retainer ? sizeof(trav::InternedSets::Id) : 0;
    if (root)
        of_object += with_root_flow(question.roots.size(),
                                    []<class Flow>(Flow) { return sizeof(typename Flow::value); });
    std::uint64_t const bits = root && retainer ? 4 : 3;
    return dump.node_count() * of_object + dump.node_count() / 8 * bits +
           trav::RowBlocks(dump.graph(), edge_kinds).bytes();
}

// Reports that memory if it is large. Throws dump::Error if it is too large.
void say_memory(CsrDump const& dump, Question const& question) {
    std::uint64_t const bytes = bytes_of_streamed(dump, question);
    check_memory(dump.source(), bytes, "this takes", dump.node_count(), "");
    if (bytes < std::uint64_t{1} << 26) return;
    remark_at_once(dump.source() + ": takes " + trav::humanised(bytes) + " of memory for " +
                   trav::grouped(dump.node_count()) + " objects");
}

class OneProcess final : public DumpProfiler {
  public:
    void visit(std::string const& file, trav::dump::Progress progress, UseDump use) const override {
        visit_dump(file, std::move(progress), std::move(use));
    }
    bool reads_all() const override { return true; }
    void check(AnyDump const& dump, Question const& question) const override {
        if (auto const* const csr = dump.get_if<CsrDump>()) say_memory(*csr, question);
    }
    Result profile(AnyDump const& dump, Question const& question, trav::dump::Progress const& progress,
                   double time) const override {
        trav::Profiler profiler{CountedObjects{&dump}, dump.get_if<CsrDump>()
                                                           ? breakdowns_of(question, Streamed(dump, progress))
                                                           : breakdowns_of(question, InMemory(dump))};
        profiler.sample_heap(trav::dump::roots(dump), time);
        return {total_size(dump), profiler.profile()};
    }
};

}  // namespace

DumpProfiler const& one_process() {
    static OneProcess const profiler;
    return profiler;
}

void add_groupings(AnyDump const& dump, Question const& question,
                   std::vector<trav::AnyBreakdown<Node>>& chosen) {
    for (std::string const& breakdown : question.breakdowns)
        if (own_breakdowns().contains(breakdown))
            chosen.emplace_back(by_grouping(breakdown, dump.grouping(breakdown)));
    if (question.where) chosen.emplace_back(by_grouping("where", by_where(dump, *question.where)));
    if (question.breakdowns.contains("band"))
        chosen.emplace_back(by_grouping("band", by_bands(dump, question.bands)));
    if (question.breakdowns.contains("owner")) chosen.push_back(by_owner(dump));
}

}  // namespace heapprof
