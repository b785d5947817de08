// heap_roots.cpp: what HeapRoots.hs calls. It is compiled once for each way: ghc -prof defines PROFILING.
#if !defined(PROFILING)
#define TRAV_GHC_PROFILING 0
#endif
#include <trav/ghc/live/graph.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <trav/ghc/live/runtime.hpp>  // last: it defines the names of closure types as macros

namespace {

using trav::ghc::Closure;
using trav::ghc::LiveGraph;

/// What a census counts by: HeapRoots.hs has the same numbers.
enum class By : int { root, type };

using RootSets = trav::RootSets<Closure*>;
using Breakdowns = std::vector<trav::AnyBreakdown<Closure*>>;

RootSets named_roots(std::size_t count, StgStablePtr const* pointers, char const* const* names) {
    std::vector<RootSets::Root> roots;
    for (std::size_t i = 0; i != count; ++i)
        roots.emplace_back(names[i], reinterpret_cast<Closure*>(deRefStablePtr(pointers[i])));
    return RootSets(std::move(roots));
}

/// A profile of what the roots reach: whether it is static, and the band that `by` says.
trav::Profile profile_of(LiveGraph const& graph, RootSets& roots, By by) {
    Breakdowns chosen{trav::by("static", [&](Closure* c) { return graph.is_static(c); })};
    if (by == By::root) chosen.emplace_back(roots);
    else chosen.emplace_back(trav::by("type", [&](Closure* c) { return graph.label(c).data(); }));
    std::vector<Closure*> nodes;
    for (auto const& root : roots.roots()) nodes.push_back(root.node());
    trav::Profiler profiler{graph, chosen};
    profiler.sample(nodes, 0);
    return profiler.profile();
}

}  // namespace

/// A census, or why there is none.
struct HeapCensus {
    struct Line {
        std::vector<std::string> members;
        trav::Amount amount;
    };
    std::string error;
    std::vector<Line> lines;

    /// Takes the objects of the heap over, not what is static.
    void take(trav::Profile const& profile) {
        for (auto const& entry : profile.samples.front().entries) {
            if (profile.columns[0].bands[entry.bands[0]].text != "0") continue;
            auto const& band = profile.columns[1].bands[entry.bands[1]];
            lines.push_back({band.members.empty() ? std::vector{band.text} : band.members, entry.amount});
        }
    }
};

// The caller frees what a census answers; what is answered of it lives as long.
extern "C" {

/// To be imported `safe`. Null: there is no memory.
HeapCensus* heap_roots_census(int by, std::size_t count, StgStablePtr const* pointers,
                              char const* const* names) {
    HeapCensus* const census = new (std::nothrow) HeapCensus;
    if (census == nullptr) return nullptr;
    try {
        trav::ghc::StoppedWorld const stopped;
        RootSets roots = named_roots(count, pointers, names);
        LiveGraph const graph{stopped.heap(), stopped.threaded(), stopped.region_of()};
        census->take(profile_of(graph, roots, By{by}));
    } catch (std::bad_alloc const&) {
        delete census;
        return nullptr;
    } catch (std::exception const& e) { census->error = e.what(); }
    return census;
}
/// Empty: there was none.
char const* heap_roots_error(HeapCensus const* census) { return census->error.c_str(); }
std::size_t heap_roots_lines(HeapCensus const* census) { return census->lines.size(); }
std::size_t heap_roots_bytes(HeapCensus const* census, std::size_t line) {
    return census->lines[line].amount.bytes;
}
std::size_t heap_roots_objects(HeapCensus const* census, std::size_t line) {
    return census->lines[line].amount.objects;
}
std::size_t heap_roots_members(HeapCensus const* census, std::size_t line) {
    return census->lines[line].members.size();
}
char const* heap_roots_member(HeapCensus const* census, std::size_t line, std::size_t member) {
    return census->lines[line].members[member].c_str();
}
void heap_roots_free(HeapCensus* census) { delete census; }

}  // extern "C"
