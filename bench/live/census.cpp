// What a retainer census and a census of roots cost in a program of GHC's with profiling (+RTS -hr), beside
// GHC's own retainer profile of the same heap, in turns: the best of seven, in CPU ns for each object.
#include <trav/ghc/live/census.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/words.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include <trav/ghc/live/runtime.hpp>  // last

extern "C" {
void heapCensus(Time when);  // of rts/ProfHeap.h
extern StgWord flip;         // of rts/TraverseHeap.h
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

struct Source {
    Closure* node;
    std::uint32_t value;
};

/// What is counted, so that nothing is timed that was not done.
struct Sum {
    std::size_t bytes = 0, objects = 0, values = 0;
};
Sum sum(std::vector<trav::Amount> const& amounts) {
    Sum all;
    for (auto const& a : amounts)
        all.bytes += a.bytes, all.objects += a.objects, all.values += a.objects != 0;
    return all;
}

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
    Sum retainers(Words&& words) const {
        auto flow = trav::by_retainer<Closure*>([](Closure* c) { return is_retainer(c); },
                                                [](Closure* c) -> Stack { return c->ccs; }, 8, StackName{});
        flow.root_identity(reinterpret_cast<Stack>(CCS_SYSTEM));
        std::vector<Closure*> starts;
        for (Closure* const root : roots_)
            if (Closure* const c = graph_.resolve(root)) starts.push_back(c);
        std::vector<Source> sources;
        flow.sources(starts, [&](Closure* c, std::uint32_t set) { sources.push_back({c, set}); });
        trav::ghc::Census run(graph_, words, flow);
        auto const amounts = run.run(sources);
        visits_ = static_cast<double>(run.visits());
        return sum(amounts);
    }
    /// By so many roots: objects all over the heap, the first of which is what is kept.
    template <class Words>
    Sum roots(Words&& words, std::vector<Closure*> const& starts) const {
        RootFlow flow;
        std::vector<Source> sources;
        for (std::size_t i = 0; i != starts.size(); ++i)
            sources.push_back({starts[i], flow.sets.singleton(static_cast<std::uint32_t>(i))});
        return sum(trav::ghc::Census(graph_, words, flow).run(sources));
    }
    /// What a stable pointer holds, and others that it reaches, at equal distances in an order of visits.
    std::vector<Closure*> spread(Closure* kept, std::size_t count) const {
        List list;
        auto const starts = kept == nullptr ? roots_ : std::vector{kept};
        trav::traverse(graph_, starts, list);
        std::vector<Closure*> roots{list.all.front()};
        for (std::size_t i = 1; i < count; ++i) roots.push_back(list.all[i * (list.all.size() / count)]);
        return roots;
    }
    /// GHC takes words for valid whose lowest bit is its flip bit, which it flips first.
    void invalidate() const {
        Reset reset;
        trav::traverse(graph_, roots_, reset);
    }

    trav::ghc::AddressRange heap() const { return world_.heap(); }
    mutable double visits_ = 0;

  private:
    StoppedWorld world_;
    LiveGraph graph_;
    std::vector<Closure*> roots_;
};

}  // namespace

/// A line of the table. `kept`: the heap, beside what the program has anyway; or null.
extern "C" void bench_census(char const* name, StgStablePtr kept) {
    performMajorGC();
    Bench const bench;
    auto const twenty =
        bench.spread(kept == nullptr ? nullptr : reinterpret_cast<Closure*>(deRefStablePtr(kept)), 20);
    std::vector<Closure*> const one(twenty.begin(), twenty.begin() + 1);
    double ghc = 1e99, header = 1e99, table = 1e99, by_one = 1e99, by_twenty = 1e99;
    Sum found;
    for (int i = 0; i != 7; ++i) {
        auto const least = [](double& time, auto f) { time = std::min(time, timed(f)); };
        bench.invalidate();
        least(ghc, [] { heapCensus(0); });
        least(header, [&] { found = bench.retainers(HeaderWords()); });
        least(table, [&] { bench.retainers(WordTable(bench.heap())); });
        least(by_one, [&] { bench.roots(HeaderWords(), one); });
        least(by_twenty, [&] { bench.roots(HeaderWords(), twenty); });
    }
    auto const n = static_cast<double>(found.objects);
    std::printf("%-16s %9zu %5zu %8.2f %6.1f %6.1f %5.2f %6.1f %5.2f %6.1f %6.1f %5.2f\n", name,
                found.objects, found.values, bench.visits_ / n, ghc / n, header / n, header / ghc, table / n,
                table / ghc, by_one / n, by_twenty / n, by_twenty / by_one);
}
