#include "dump_profile.hpp"

#include "../breakdown/by_own.hpp"
#include "../breakdown/by_owner.hpp"
#include "../breakdown/by_retainer.hpp"
#include "../breakdown/by_type.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/progress.hpp"
#include "heap_profiler.hpp"
#include "same_ids.hpp"

#include <trav/profile/series.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// The breakdowns that the question is about, each along the edges that it follows.
template <trav::dump::Dump D>
trav::Profile profile_dump(D const& dump, Question const& question, double time) {
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.contains(breakdown); };
    std::optional<decltype(trav::dump::machinery(dump))> machinery;
    if (wanted("root") || wanted("retainer") || wanted("owner"))
        machinery.emplace(trav::dump::machinery(dump));
    trav::dump::DumpGraph const nodes(dump, [](auto const&) { return false; });  // these are only counted
    HeapProfiler profiler(nodes);
    if (wanted("type")) profiler.add(ByType(dump));
    if (wanted("root")) profiler.add(by_root(dump, *machinery, question.roots));
    if (wanted("retainer"))
        profiler.add(by_retainer(dump, *machinery, question.retainer_rule, question.retainer_cap));
    for (std::string const& breakdown : question.breakdowns)
        if (own_breakdowns().contains(breakdown)) profiler.add(by_own(dump, breakdown));
    if (wanted("owner")) profiler.add(by_owner(dump, *machinery));
    return profiler.sample(trav::dump::roots(dump), time);
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
        with_dump(file, progress, [&](auto const& dump) {
            line.show("profiling " + file);
            ids.check(dump);
            answer.dumps.push_back({file, dump.node_count(), dump.edge_count(), total_size(dump), {}, {}});
            bool const outlined = question.outline && &file == &question.files.back();
            if (question.largest != 0 || question.retained_types != 0 || outlined) {
                RetainedHeap const heap(dump);
                DumpFacts& facts = answer.dumps.back();
                if (question.largest != 0) facts.largest = largest(heap, question.largest, question.drops);
                if (question.retained_types != 0)
                    facts.retained_types = retained_types(heap, question.retained_types);
                if (outlined) answer.outline = outline(heap, question.outline_size);
            }
            profiles.push_back(profile_dump(dump, question, static_cast<double>(answer.dumps.size())));
        });
    }
    leave_to_the_first();
    answer.profile = trav::series(std::move(profiles));
    return answer;
}

}  // namespace heapprof
