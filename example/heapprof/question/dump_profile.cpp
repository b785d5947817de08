#include "dump_profile.hpp"

#include "../breakdown/by_own.hpp"
#include "../breakdown/by_owner.hpp"
#include "../breakdown/by_retainer.hpp"
#include "../breakdown/by_retainer_on_disc.hpp"
#include "../breakdown/by_root_on_disc.hpp"
#include "../breakdown/by_type.hpp"
#include "../breakdown/on_disc.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/progress.hpp"
#include "heap_profiler.hpp"
#include "same_ids.hpp"

#ifdef HEAPPROF_MPI
#include "../mpi/breakdowns_of_part.hpp"
#endif

#include <trav/profile/series.hpp>
#include <trav/report/text.hpp>

#include <cstdint>
#include <iostream>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// Whether a dump is profiled by streaming its file.
template <class D>
constexpr bool streamed = trav::dump::MappedDump<D> && !of_several_ranks;

// The breakdowns that the question is about, each along the edges that it follows.
template <trav::dump::Dump D>
trav::Profile profile_dump(D const& dump, Question const& question,
                           [[maybe_unused]] trav::dump::Progress const& progress, double time) {
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.contains(breakdown); };
    std::optional<decltype(trav::dump::machinery(dump))> machinery;
    if (wanted("root") || wanted("retainer") || wanted("owner"))
        machinery.emplace(trav::dump::machinery(dump));
    HeapProfiler profiler([&] {  // the objects are only counted
        if constexpr (streamed<D>) return CountedObjects{&dump};
        else return trav::dump::DumpGraph(dump, [](auto const&) { return false; });
    }());
    if (wanted("type")) profiler.add(ByType(dump));
    if constexpr (streamed<D>) {
        if (wanted("root")) profiler.add(by_root_on_disc(dump, question.roots, progress));
        if (wanted("retainer"))
            profiler.add(by_retainer_on_disc(dump, question.retainer_rule, question.retainer_cap, progress));
    } else {
        if (wanted("root")) profiler.add(by_root(dump, *machinery, question.roots));
        if (wanted("retainer"))
            profiler.add(by_retainer(dump, *machinery, question.retainer_rule, question.retainer_cap));
    }
    for (std::string const& breakdown : question.breakdowns)
        if (own_breakdowns().contains(breakdown)) profiler.add(by_own(dump, breakdown));
    if (wanted("owner")) profiler.add(by_owner(dump, *machinery));
    return profiler.sample(trav::dump::roots(dump), time);
}

// What is counted in a dump.
struct Counted {
    std::uint64_t bytes;
    trav::Profile profile;
};
template <trav::dump::Dump D>
Counted count(D const& dump, Question const& question, trav::dump::Progress const& progress, double time) {
    return {total_size(dump), profile_dump(dump, question, progress, time)};
}

#ifdef HEAPPROF_MPI
// A mapped dump is not checked as a whole, and each rank counts its part.
template <class F>
void visit(std::string const& file, trav::dump::Progress progress, F f) {
    if (!is_mapped(file)) return visit_dump(file, std::move(progress), std::move(f));
    trav::dump::bad_file_as_error([&] { f(CsrDump(file, CsrDump::Unchecked{})); });
}
Counted count(CsrDump const& dump, Question const& question, trav::dump::Progress const&, double time) {
    DumpPart const part(dump, *ranks);
    HeapProfiler profiler(CountedObjects{&dump}, part.begins());
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.contains(breakdown); };
    if (wanted("type")) profiler.add(ByType(dump));
    if (wanted("root")) profiler.add(by_root(part, question.roots));
    if (wanted("retainer")) profiler.add(by_retainer(part, question.retainer_rule, question.retainer_cap));
    for (std::string const& breakdown : question.breakdowns)
        if (own_breakdowns().contains(breakdown)) profiler.add(by_own(dump, breakdown));
    if (wanted("owner")) profiler.add(by_owner(dump, dump.machinery()));
    return {part.total_size(), profiler.sample(trav::dump::roots(dump), time)};
}
#else
template <class F>
void visit(std::string const& file, trav::dump::Progress progress, F f) {
    visit_dump(file, std::move(progress), std::move(f));
}
#endif

// Whether the graph has to be in memory, and not only what is found of each object.
bool walks(Question const& question) {
    return question.largest != 0 || question.retained_types != 0 || question.outline ||
           question.breakdowns.contains("owner");
}

// What the breakdowns of a dump that is streamed will take, without the retainers and the sets.
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

// Says that, if it is much. Throws dump::Error if it is too much. Several ranks have nothing to stream.
[[maybe_unused]] void say_memory(CsrDump const& dump, Question const& question) {
    std::uint64_t const bytes = bytes_on_disc(dump, question);
    check_memory(dump.source(), bytes, "this takes", dump.node_count(), "");
    if (bytes < std::uint64_t{1} << 26) return;
    std::cerr << "heapprof: " + trav::detail::one_line(dump.source()) + ": takes " + trav::humanised(bytes) +
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
        visit(file, progress, [&](auto const& dump) {
            using D = std::decay_t<decltype(dump)>;
            if constexpr (trav::dump::MappedDump<D>)
                if (walks(question)) dump.check(0, dump.node_count()), check_walk(dump);
            line.show("");
            if constexpr (streamed<D>) say_memory(dump, question);
            line.show("profiling " + file);
            if (question.files.size() > 1 || !of_several_ranks) ids.check(dump);  // looks at all ids
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
