#include "dump_profile.hpp"

#include "../breakdown/by_grouping.hpp"
#include "../breakdown/by_owner.hpp"
#include "../breakdown/by_retainer.hpp"
#include "../breakdown/by_retainer_on_disc.hpp"
#include "../breakdown/by_root_on_disc.hpp"
#include "../breakdown/by_type.hpp"
#include "../breakdown/on_disc.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/progress.hpp"
#include "heap_profiler.hpp"
#include "retained_heap.hpp"

#ifdef HEAPPROF_MPI
#include "../mpi/breakdowns_of_part.hpp"

#include <trav/dump/make_any_dump.hpp>
#include <trav/text/one_line.hpp>
#endif

#include <trav/profile/series.hpp>
#include <trav/report/text.hpp>

#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// Adds the breakdowns that need only the object itself.
void add_own(HeapProfiler& profiler, AnyDump const& dump, Question const& question) {
    for (std::string const& breakdown : question.breakdowns)
        if (own_breakdowns().contains(breakdown))
            profiler.add(by_grouping(breakdown, dump.grouping(breakdown)));
}

#ifdef HEAPPROF_MPI
CsrDump const* streamed(AnyDump const&) { return nullptr; }
#else
// The dump as a file that is streamed rather than walked; null if it is not a .csr dump.
CsrDump const* streamed(AnyDump const& dump) { return dump.get_if<CsrDump>(); }

// Adds the breakdowns of a streamed dump.
void add_streamed(HeapProfiler& profiler, AnyDump const& dump, Question const& question,
                  trav::dump::Progress const& progress) {
    if (question.breakdowns.contains("root")) profiler.add(by_root_on_disc(dump, question.roots, progress));
    if (question.breakdowns.contains("retainer"))
        profiler.add(by_retainer_on_disc(dump, question.retainer_rule, question.retainer_cap, progress));
}
#endif

// Adds the breakdowns that walk, each along its own edges.
void add_walking(HeapProfiler& profiler, AnyDump const& dump, Question const& question,
                 EdgeSet const& machinery) {
    if (question.breakdowns.contains("root")) profiler.add(by_root(dump, machinery, question.roots));
    if (question.breakdowns.contains("retainer"))
        profiler.add(by_retainer(dump, machinery, question.retainer_rule, question.retainer_cap));
}

// Profiles a dump with the breakdowns of the question.
trav::Profile profile_dump(AnyDump const& dump, Question const& question,
                           [[maybe_unused]] trav::dump::Progress const& progress, double time) {
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.contains(breakdown); };
    bool const walks = !streamed(dump) && (wanted("root") || wanted("retainer"));
    EdgeSet machinery;
    if (walks || wanted("owner")) machinery = dump.machinery();
    HeapProfiler profiler(dump);
    if (wanted("type")) profiler.add(by_type(dump));
    if (walks) add_walking(profiler, dump, question, machinery);
#ifndef HEAPPROF_MPI
    if (streamed(dump)) add_streamed(profiler, dump, question, progress);
#endif
    add_own(profiler, dump, question);
    if (wanted("owner")) profiler.add(by_grouping("owner", grouping_by_owner(dump, machinery)));
    return profiler.sample(trav::dump::roots(dump), time);
}

// The totals of a dump.
struct DumpProfile {
    std::uint64_t bytes;
    trav::Profile profile;
};

#ifdef HEAPPROF_MPI
// Each rank checks and counts only its part of a mapped dump, so the dump is not checked as a whole.
void visit(std::string const& file, trav::dump::Progress progress, UseDump use) {
    if (!is_mapped(file)) return visit_dump(file, std::move(progress), use);
    trav::dump::bad_file_as_error([&] { use(*trav::dump::any_dump(CsrDump(file, CsrDump::Unchecked{}))); });
}
DumpProfile count(AnyDump const& dump, Question const& question, trav::dump::Progress const& progress,
                  double time) {
    if (dump.get_if<CsrDump>() == nullptr)
        return {total_size(dump), profile_dump(dump, question, progress, time)};
    DumpPart const part(dump, *ranks);
    HeapProfiler profiler(dump, part.begins());
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.contains(breakdown); };
    if (wanted("type")) profiler.add(by_type(dump));
    if (wanted("root")) profiler.add(by_root(part, question.roots));
    if (wanted("retainer")) profiler.add(by_retainer(part, question.retainer_rule, question.retainer_cap));
    add_own(profiler, dump, question);
    if (wanted("owner")) profiler.add(by_grouping("owner", grouping_by_owner(dump, dump.machinery())));
    return {part.total_size(), profiler.sample(trav::dump::roots(dump), time)};
}
#else
void visit(std::string const& file, trav::dump::Progress progress, UseDump use) {
    visit_dump(file, std::move(progress), use);
}
DumpProfile count(AnyDump const& dump, Question const& question, trav::dump::Progress const& progress,
                  double time) {
    return {total_size(dump), profile_dump(dump, question, progress, time)};
}
#endif

// Whether the answer needs the whole graph in memory, not only a value per object.
bool walks(Question const& question) {
    return question.largest != 0 || question.retained_types != 0 || question.outline ||
           question.breakdowns.contains("owner");
}

// The memory that the breakdowns of a streamed dump take, without the retainers and the sets.
std::uint64_t bytes_on_disc(CsrDump const& dump, Question const& question) {
    bool const root = question.breakdowns.contains("root"),
               retainer = question.breakdowns.contains("retainer");
    if (!root && !retainer) return 0;
    std::uint64_t of_object = retainer ? sizeof(trav::InternedSets::Id) : 0;
    if (root)
        of_object += with_root_flow(question.roots.size(),
                                    []<class Flow>(Flow) { return sizeof(typename Flow::value); });
    return dump.node_count() * of_object + dump.node_count() / 8 * std::uint64_t{3} +
           trav::RowBlocks(dump.graph(), edge_kinds).bytes();
}

// Reports that memory if it is large. Throws dump::Error if it is too large. Several ranks stream nothing.
void say_memory(CsrDump const& dump, Question const& question) {
    std::uint64_t const bytes = bytes_on_disc(dump, question);
    check_memory(dump.source(), bytes, "this takes", dump.node_count(), "");
    if (bytes < std::uint64_t{1} << 26) return;
    std::cerr << "heapprof: " + trav::one_line(dump.source()) + ": takes " + trav::humanised(bytes) +
                     " of memory for " + trav::grouped(dump.node_count()) + " objects\n";
}

}  // namespace

SameIds same_ids(Question const& question) {
    std::vector<trav::dump::Selector> selectors;
    for (NamedRoot const& root : question.roots) selectors.push_back(root.selector);
    for (std::string const& term : question.retainer_rule)
        if (term.starts_with('@') || term.starts_with("[@")) selectors.emplace_back(term);
    return SameIds(std::move(selectors));
}

Answer profile_dumps(Question const& question) {
    SameIds ids = same_ids(question);
    return profile_dumps(question, ids);
}

Answer profile_dumps(Question const& question, SameIds& ids) {
    ProgressLine line;
    Answer answer;
    std::vector<trav::Profile> profiles;
    for (std::string const& file : question.files) {
        auto const progress = [&](std::uint64_t done, std::uint64_t whole) {
            line.show("reading " + file, done, whole);
        };
        visit(file, progress, [&](AnyDump const& dump) {
            if (auto const* const csr = dump.get_if<CsrDump>(); csr != nullptr && walks(question)) {
                csr->check(0, csr->node_count());
                check_walk(dump);
            }
            line.show("");
            if (CsrDump const* const csr = streamed(dump)) say_memory(*csr, question);
            line.show("profiling " + file);
            if (question.files.size() > 1 || !of_several_ranks) ids.check(dump);  // examines all ids
            answer.dumps.push_back({file, dump.node_count(), dump.edge_count(), 0, {}, {}});
            bool const outlined = question.outline && &file == &question.files.back();
            if (question.largest != 0 || question.retained_types != 0 || outlined) {
                RetainedHeap const heap(dump);
                DumpFacts& facts = answer.dumps.back();
                if (question.largest != 0) facts.largest = largest(heap, question.largest, question.drops);
                if (question.retained_types != 0)
                    facts.retained_types = retained_types(heap, question.retained_types);
                if (outlined) answer.outline = outline(heap, question.outline_size);
            }
            auto const streaming = [&](std::uint64_t done, std::uint64_t whole) {
                line.show("profiling " + file, done, whole);
            };
            auto [bytes, profile] =
                count(dump, question, streaming, static_cast<double>(answer.dumps.size()));
            answer.dumps.back().bytes = bytes;
            profiles.push_back(std::move(profile));
        });
    }
    leave_to_the_first();
    answer.profile = trav::series(std::move(profiles));
    return answer;
}

}  // namespace heapprof
