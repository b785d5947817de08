// The cost of censuses by retainer, by root and by type in a Haskell program with profiling (+RTS -hr),
// compared with GHC's own retainer profile of the same heap, alternately: the best of seven, in CPU ns per
// object; and the memory that a profile by type takes at most, as a share of the heap.
#include <trav/ghc/live/census.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/words.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <malloc.h>
#include <string>
#include <utility>
#include <vector>

#include <trav/ghc/live/runtime.hpp>  // last

extern "C" {
void heapCensus(Time when);  // from rts/ProfHeap.h
extern StgWord flip;         // from rts/TraverseHeap.h
}

namespace {

using namespace trav::ghc;
using Stack = trav::ghc::CostCentreStack const*;

double cpu() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}
template <class F>
double timed(F f) {
    double const start = cpu();
    f();
    return cpu() - start;
}

/// A line of /proc/self/status, in bytes: resident memory (VmRSS) or its peak (VmHWM).
double resident(std::string const& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == name + ":" && status >> kilobytes) return kilobytes * 1024;
    return 0;
}
/// The memory that `f` takes at most in addition.
template <class F>
double most_memory(F f) {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak begins again
    double const before = resident("VmRSS");
    f();
    return resident("VmHWM") - before;
}

using Sources = std::vector<trav::Source<Closure*, trav::InternedSets::Id>>;

/// The result of a census.
struct Found {
    std::size_t objects = 0, values = 0, visits = 0;
};

struct RootFlow {
    using value = trav::InternedSets::Id;
    trav::InternedSets sets{};
    value join(value a, value b) { return sets.unite(a, b); }
};

struct List {
    std::vector<Closure*> all{};
    void visit(auto& here) {
        if (here.first) all.push_back(here.node);
    }
};
struct Reset {
    void visit(auto& here) {
        if (here.first) here.node->hp = flip;
    }
};

class Bench {
  public:
    Bench() : graph_{world_.heap(), world_.threaded(), world_.region_of(), true}, roots_(world_.roots()) {}

    template <class Words>
    Found retainers(Words&& words) const {
        auto flow = trav::by_retainer<Closure*>([](Closure* c) { return is_retainer(c); },
                                                [](Closure* c) -> Stack { return c->ccs; }, 8, StackName{});
        flow.root_identity(reinterpret_cast<Stack>(CCS_SYSTEM));
        std::vector<Closure*> starts;
        for (Closure* const root : roots_)
            if (Closure* const c = graph_.resolve(root)) starts.push_back(c);
        Sources sources;
        flow.sources(starts, [&](Closure* c, auto set) { sources.push_back({c, set}); });
        return census(words, flow, sources);
    }
    /// By the roots `starts`, from spread().
    template <class Words>
    Found roots(Words&& words, std::vector<Closure*> const& starts) const {
        RootFlow flow;
        Sources sources;
        for (std::size_t i = 0; i != starts.size(); ++i)
            sources.push_back({starts[i], flow.sets.singleton(static_cast<std::uint32_t>(i))});
        return census(words, flow, sources);
    }
    trav::Amount types() const {
        auto type = trav::by("type", [this](Closure* c) { return graph_.label(c).data(); });
        trav::Profiler profiler{graph_, type};
        profiler.sample(roots_, 0);
        return std::move(profiler).profile().by().total();
    }
    /// The object of a stable pointer, and others reachable from it, at equal distances in visiting order.
    std::vector<Closure*> spread(Closure* kept, std::size_t count) const {
        List list;
        auto const starts = kept == nullptr ? roots_ : std::vector{kept};
        trav::traverse(graph_, starts, list);
        std::vector<Closure*> roots{list.all.front()};
        for (std::size_t i = 1; i < count; ++i) roots.push_back(list.all[i * (list.all.size() / count)]);
        return roots;
    }
    /// GHC considers words valid if their lowest bit is its flip bit, which it flips first.
    void invalidate() const {
        Reset reset;
        trav::traverse(graph_, roots_, reset);
    }

    trav::ghc::AddressRange heap() const { return world_.heap(); }

  private:
    Found census(auto& words, auto& flow, Sources const& sources) const {
        trav::ghc::Census census(graph_, words, flow);
        Found found;
        for (auto const& amount : census.run(sources))
            found.objects += amount.objects, found.values += amount.objects != 0;
        found.visits = census.visits();
        return found;
    }

    StoppedWorld world_;
    LiveGraph graph_;
    std::vector<Closure*> roots_;
};

}  // namespace

/// Prints a line of the table. `kept`: the heap in addition to the program's own, or null.
extern "C" void bench_census(char const* name, StgStablePtr kept) {
    performMajorGC();
    Bench const bench;
    auto const twenty =
        bench.spread(kept == nullptr ? nullptr : reinterpret_cast<Closure*>(deRefStablePtr(kept)), 20);
    std::vector<Closure*> const one(twenty.begin(), twenty.begin() + 1);
    double ghc = 1e99, header = 1e99, table = 1e99, by_one = 1e99, by_twenty = 1e99, by_type = 1e99;
    Found found;
    trav::Amount all;
    double const beside = most_memory([&] { all = bench.types(); });
    for (int i = 0; i != 7; ++i) {
        auto const least = [](double& time, auto f) { time = std::min(time, timed(f)); };
        bench.invalidate();
        least(ghc, [] { heapCensus(0); });
        least(header, [&] { found = bench.retainers(HeaderWords()); });
        least(table, [&] { bench.retainers(WordTable(bench.heap())); });
        least(by_one, [&] { bench.roots(HeaderWords(), one); });
        least(by_twenty, [&] { bench.roots(HeaderWords(), twenty); });
        least(by_type, [&] { bench.types(); });
    }
    auto const n = static_cast<double>(found.objects);
    auto const visits = static_cast<double>(found.visits);
    std::printf("%-16s %9zu %5zu %8.2f %6.1f %6.1f %5.2f %6.1f %5.2f %6.1f %6.1f %5.2f %6.1f %5.1f%%\n", name,
                found.objects, found.values, visits / n, ghc / n, header / n, header / ghc, table / n,
                table / ghc, by_one / n, by_twenty / n, by_twenty / by_one,
                by_type / static_cast<double>(all.objects), beside / static_cast<double>(all.bytes) * 100);
}
