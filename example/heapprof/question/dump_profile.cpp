#include "dump_profile.hpp"

#include "../breakdown/by_owner.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/progress.hpp"
#include "dump_profiler.hpp"
#include "retained_heap.hpp"

#include <trav/dump/csr/dump.hpp>
#include <trav/profile/series.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// Whether the answer needs the whole graph in memory, not only a value per object.
bool walks(Question const& question) {
    return question.largest != 0 || question.retained_types != 0 || question.outline ||
           question.breakdowns.contains("owner");
}

}  // namespace

SameIds same_ids(Question const& question) {
    std::vector<trav::dump::Selector> selectors;
    for (NamedRoot const& root : question.roots) selectors.push_back(root.selector);
    for (std::string const& term : question.retainer_rule)
        if (term.starts_with('@') || term.starts_with("[@")) selectors.emplace_back(term);
    return SameIds(std::move(selectors));
}

Answer profile_dumps(Question const& question, DumpProfiler const& profiler) {
    SameIds ids = same_ids(question);
    return profile_dumps(question, ids, profiler);
}

Answer profile_dumps(Question const& question, SameIds& ids, DumpProfiler const& profiler) {
    ProgressLine line;
    Answer answer;
    std::vector<trav::Profile> profiles;
    for (std::string const& file : question.files) {
        auto const progress = [&](std::uint64_t done, std::uint64_t whole) {
            line.show("reading " + file, done, whole);
        };
        profiler.visit(file, progress, [&](AnyDump const& dump) {
            if (auto const* const csr = dump.get_if<trav::dump::CsrDump>();
                csr != nullptr && walks(question)) {
                csr->check(0, csr->node_count());
                check_walk(dump);
            }
            line.show("");
            profiler.check(dump, question);
            line.show("profiling " + file);
            if (question.files.size() > 1 || profiler.reads_all()) ids.check(dump);  // examines all ids
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
                profiler.profile(dump, question, streaming, static_cast<double>(answer.dumps.size()));
            answer.dumps.back().bytes = bytes;
            profiles.push_back(std::move(profile));
        });
    }
    profiler.end();
    choose_owners(profiles);
    answer.profile = trav::series(std::move(profiles));
    return answer;
}

}  // namespace heapprof
