// Compares three computations of the retainer sets of a program's own heap: GHC's -hr (a sample in its .hp
// file), trav's version of GHC's algorithm, and the definition. For programs without -threaded, with `+RTS
// -hr`.
#include <trav/flow/solve.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/profile/ghc_retainers.hpp>
#include <trav/profile/retainer.hpp>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <trav/ghc/live/runtime.hpp>  // last

extern "C" void heapCensus(Time when);  // from rts/ProfHeap.h: takes a sample of the requested profile

namespace {

using namespace trav::ghc;
using trav::InternedSets;

bool by_address(trav::ghc::CostCentreStack const* a, trav::ghc::CostCentreStack const* b) {
    return std::less<>()(a, b);
}
trav::ghc::CostCentreStack const* system_stack() {
    return reinterpret_cast<trav::ghc::CostCentreStack const*>(CCS_SYSTEM);
}

/// Whether GHC's census counts it: it omits threads (without -xt) and objects in pinned blocks.
bool counted(LiveGraph const& graph, Closure* c) {
    if (graph.is_static(c) || type(c) == ClosureType(TSO) || type(c) == ClosureType(STACK)) return false;
    return (Bdescr(reinterpret_cast<StgPtr>(c))->flags & BF_PINNED) == 0;
}

/// Writes a line for each set: its bytes, and the labels of its retainers in alphabetical order.
void write(std::string const& path, LiveGraph const& graph, auto const& nodes, auto& retainers,
           auto const& set_of) {
    std::unordered_map<std::uint32_t, std::size_t> bytes;
    for (Closure* const c : nodes)
        if (counted(graph, c)) bytes[set_of(c)] += graph.size(c);
    std::multiset<std::pair<std::string, std::size_t>> lines;
    for (auto const& [set, sum] : bytes) {
        auto const band = retainers.band(set);
        std::multiset<std::string> const members(band.members.begin(), band.members.end());
        std::string text;
        for (auto const& member : members) text += (text.empty() ? "" : ",") + member;
        lines.emplace(members.empty() ? band.text : text, sum);
    }
    std::ofstream file(path);
    for (auto const& [text, sum] : lines) file << sum << '\t' << text << '\n';
}

/// The number of nodes that do not have the join of the values from their parents and the roots.
std::size_t unequal(LiveGraph const& graph, auto const& sources, auto& flow, auto const& solved) {
    std::unordered_map<Closure*, InternedSets::Id> joined;
    auto const receive = [&](Closure* handle, InternedSets::Id set) {
        Closure* const c = graph.resolve(handle);
        if (c == nullptr) return;
        auto const [at, fresh] = joined.try_emplace(c, set);
        if (!fresh) at->second = flow.join(at->second, set);
    };
    for (auto const& source : sources) receive(source.node, source.value);
    for (Closure* const c : solved.nodes()) {
        auto const own = flow.cut(c);
        graph.scan(c, [&](Closure* child) { receive(child, own ? *own : *solved.find(c)); });
    }
    std::size_t different = joined.size() - solved.nodes().size();
    for (Closure* const c : solved.nodes()) different += joined.at(c) != *solved.find(c);
    return different;
}

}  // namespace

/// Writes PREFIX.ghc and PREFIX.exact, and the nodes that contradict the definition. Returns -1 on failure.
extern "C" int compare_retainers(char const* prefix, std::size_t cap) try {
    performMajorGC();
    heapCensus(0);
    StoppedWorld const stopped;
    LiveGraph const graph{stopped.heap(), stopped.threaded(), stopped.region_of(), true};
    auto const roots = stopped.roots();

    GhcRetainersOf<LiveGraph> as_ghc(graph, cap, by_address);
    as_ghc.pass(roots, system_stack());

    auto exactly = trav::by_retainer<Closure*>(
        [](Closure* c) { return is_retainer(c); },
        [](Closure* c) -> trav::ghc::CostCentreStack const* { return c->ccs; }, cap, StackName{});
    exactly.root_identity(system_stack());
    std::vector<trav::Source<Closure*, InternedSets::Id>> sources;
    std::vector<Closure*> starts;
    for (Closure* const root : roots)
        if (Closure* const c = graph.resolve(root)) starts.push_back(c);
    exactly.sources(starts, [&](Closure* c, InternedSets::Id set) { sources.push_back({c, set}); });
    auto const solved = trav::solve(graph, sources, exactly);

    auto const& nodes = solved.nodes();
    write(std::string(prefix) + ".ghc", graph, nodes, as_ghc, [&](Closure* c) { return as_ghc.key(c); });
    write(std::string(prefix) + ".exact", graph, nodes, exactly, [&](Closure* c) { return *solved.find(c); });
    std::printf("%zu closures, %zu visits of GHC's\n", nodes.size(), as_ghc.statistics().visits);
    if (auto const wrong = unequal(graph, sources, exactly, solved))
        return std::fprintf(stderr, "retained: %zu closures do not have the join of what they receive\n",
                            wrong),
               -1;
    return 0;
} catch (std::exception const& e) {
    std::fprintf(stderr, "retained: %s\n", e.what());
    return -1;
}
