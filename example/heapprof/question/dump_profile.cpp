#include "dump_profile.hpp"

#include "../breakdown/by_owner.hpp"
#include "../file/dump_formats.hpp"
#include "../heap/object_text.hpp"
#include "../heap/retained_heap.hpp"
#include "../terminal/progress.hpp"
#include "compare.hpp"
#include "dump_profiler.hpp"

#include <trav/dump/csr/dump.hpp>
#include <trav/profile/series.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// Whether the answer needs the whole graph in memory, not only a value per object.
bool walks(Question const& question) {
    bool const bands =
        question.breakdowns.contains("band") &&
        std::ranges::any_of(question.bands, [](WhereBand const& band) { return band.where.walks(); });
    return (question.where && question.where->walks()) || bands || question.largest != 0 ||
           question.retained_types != 0 || question.outline || question.leaks ||
           question.breakdowns.contains("owner");
}

// The id of the object of each name that retains most.
std::map<std::string, std::string> ids_of_owners(RetainedHeap const& heap) {
    EdgeSet const machinery = heap.dump.machinery();
    OwnerNames names(heap, machinery);
    auto const [owners, texts, nameless] = named_owners(heap, names);
    std::map<std::string, Node> largest;
    for (std::size_t i = 0; i != texts.size(); ++i) {
        Node const node = owners.owners[i].node;
        if (node == Owners::nobody) continue;
        Node& best = largest.try_emplace(texts[i], node).first->second;
        if (heap.tree.retained(node).bytes > heap.tree.retained(best).bytes) best = node;
    }
    std::map<std::string, std::string> ids;
    for (auto const& [name, node] : largest) ids.emplace(name, object_name(heap.dump, node).id);
    return ids;
}

// The first dump, to compare the outline of the last one with.
class Comparison {
  public:
    void add(AnyDump const& dump, bool is_last, Outline& outline) {
        if (!first_ && is_last) return;
        DumpObjects objects = objects_of(RetainedHeap(dump), types_);
        if (!first_) first_ = std::move(objects);
        if (!is_last) return;
        try {
            check_comparable(*first_, objects);
            outline.before = retained_before(*first_, objects, outline.nodes);
        } catch (trav::dump::Error const& error) { outline.not_compared = error.what(); }
    }

  private:
    TypeNumbers types_;
    std::optional<DumpObjects> first_;
};

}  // namespace

SameIds same_ids(Question const& question) {
    std::vector<trav::dump::Selector> selectors;
    for (NamedRoot const& root : question.roots)
        if (auto const* const selector = root.selector.selector()) selectors.push_back(*selector);
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
    LeakSearch leaks(question.files.size());
    Comparison comparison;
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
                std::vector<bool> wanted;
                if (question.where) wanted = question.where->find(dump);
                if (question.largest != 0)
                    facts.largest = largest(heap, question.largest, question.drops, wanted);
                if (question.retained_types != 0)
                    facts.retained_types = retained_types(heap, question.retained_types, wanted);
                if (outlined) answer.outline = outline(heap, question.outline_size);
                if (outlined && question.breakdowns.contains("owner")) answer.owners = ids_of_owners(heap);
            }
            if (question.leaks) {
                leaks.add(file, dump);
                if (outlined || answer.dumps.size() == 1) comparison.add(dump, outlined, answer.outline);
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
    answer.leaks = leaks.answer();
    choose_owners(profiles);
    answer.profile = trav::series(std::move(profiles));
    return answer;
}

}  // namespace heapprof
