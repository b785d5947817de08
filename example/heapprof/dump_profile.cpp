#include "dump_profile.hpp"

#include "by_retainer.hpp"
#include "by_type.hpp"
#include "dump_formats.hpp"

#include <trav/profile/profiler.hpp>
#include <trav/profile/series.hpp>

#include <utility>

namespace heapprof {

namespace {

template <trav::dump::Dump D>
trav::Profile profile_dump(D const& dump, Question const& question, double time) {
    auto const machinery = trav::dump::machinery(dump);
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.count(breakdown) != 0; };
    Keys type("type"), root("root"), retainer("retainer");
    if (wanted("type")) type = by_type(dump);
    if (wanted("root")) root = by_root(dump, machinery, question.roots);
    if (wanted("retainer")) {
        retainer = by_retainer(dump, machinery, question.retainer_rule, question.retainer_cap);
    }
    // Every flow is solved by now: what is left is to count the nodes, for which no edges are needed.
    trav::dump::DumpGraph const nodes(dump, [](auto const&) { return false; });
    trav::Profiler profiler{nodes, type, root, retainer};
    profiler.sample_heap(std::vector<Node>{}, time);
    return profiler.profile();
}

}  // namespace

Answer profile_dumps(Question const& question, Watch const& watch) {
    Answer answer;
    std::vector<trav::Profile> profiles;
    for (std::string const& file : question.files) {
        auto const progress = [&](std::uint64_t done, std::uint64_t whole) {
            watch("reading " + file, done, whole);
        };
        with_dump(file, progress, [&](auto const& dump) {
            watch("profiling " + file, 0, 0);
            answer.dumps.push_back({file, dump.node_count(), dump.edge_count(), total_size(dump), {}});
            if (question.largest != 0) answer.dumps.back().largest = largest(dump, question.largest);
            profiles.push_back(profile_dump(dump, question, static_cast<double>(answer.dumps.size())));
        });
    }
    answer.profile = trav::series(std::move(profiles));
    return answer;
}

}  // namespace heapprof
