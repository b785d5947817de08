#include "dump_profile.hpp"

#include "by_retainer.hpp"
#include "by_type.hpp"

#include <trav/dump/v8/reader.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/series.hpp>

#include <utility>

namespace heapprof {

namespace {

trav::Profile profile_dump(trav::dump::V8Snapshot const& snapshot, Question const& question, double time) {
    trav::dump::Machinery const machinery(snapshot);
    auto const wanted = [&](char const* breakdown) { return question.breakdowns.count(breakdown) != 0; };
    Keys type("type"), root("root"), retainer("retainer");
    if (wanted("type")) type = by_type(snapshot);
    if (wanted("root")) root = by_root(snapshot, machinery, question.roots);
    if (wanted("retainer")) {
        retainer = by_retainer(snapshot, machinery, question.retainer_rule, question.retainer_cap);
    }
    // Every flow is solved by now: what is left is to count the nodes, for which no edges are needed.
    trav::dump::V8Graph const nodes(snapshot, [](auto const&) { return false; });
    trav::Profiler profiler{nodes, type, root, retainer};
    profiler.sample_heap(std::vector<Node>{}, time);
    return profiler.profile();
}

}  // namespace

Answer profile_dumps(Question const& question, Watch const& watch) {
    Answer answer;
    std::vector<trav::Profile> profiles;
    for (std::string const& file : question.files) {
        auto const snapshot = trav::dump::read_v8(
            file, [&](std::uint64_t done, std::uint64_t whole) { watch("reading " + file, done, whole); });
        watch("profiling " + file, 0, 0);
        answer.dumps.push_back(
            {file, snapshot.node_count(), snapshot.edge_count(), snapshot.total_size(), {}});
        if (question.largest != 0) answer.dumps.back().largest = largest(snapshot, question.largest);
        profiles.push_back(profile_dump(snapshot, question, static_cast<double>(answer.dumps.size())));
    }
    answer.profile = trav::series(std::move(profiles));
    return answer;
}

}  // namespace heapprof
