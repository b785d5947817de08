// The suite `census`: one census of the mock GHC heap after a copying collection, by GHC's breakdowns -hr
// (retainers), -ho (named roots) and -hb (biography), each alone and all in one: nanoseconds per object,
// including the counting. Compared with the same census if the profiler does not know the order of the
// objects in memory, and so must number them.
#include "../ghc_heap.hpp"
#include "../harness.hpp"

#include <trav/ghc/profile/census_graph.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <string>
#include <vector>

namespace bench {
namespace {

using namespace trav::ghc;

constexpr unsigned censuses = 8;

/// The heap of a small program, collected.
class Program {
  public:
    Program(std::string const& shape, std::size_t n) {
        bool const eight = shape == "eight retainers";
        Closure* const all = shape == "tree" ? tree(n) : map(n / 3);
        for (std::size_t i = 0; i != (eight ? 8 : 1); ++i) {
            heap_.set_ccs(
                heap_.cost_centres().push(heap_.cost_centres().main(), "keeper" + std::to_string(i)));
            pointers_.push_back(heap_.stable(heap_.thunk("keep", {all})));
        }
        heap_.collect();
    }
    Heap& heap() { return heap_; }
    std::vector<Closure*> roots() {
        std::vector<Closure*> all;
        for (auto const pointer : pointers_) all.push_back(heap_.deref(pointer));
        return all;
    }

  private:
    Closure* boxed(std::size_t i) { return heap_.con("I#", {}, {1000 + i}); }
    /// Data.Map.fromList of n boxed numbers.
    Closure* map(std::size_t n) {
        if (n == 0) return tip_;
        Closure* const left = map((n - 1) / 2);
        Closure* const key = boxed(n);
        Closure* const value = boxed(2 * n);
        return heap_.con("Bin", {key, value, left, map(n - 1 - (n - 1) / 2)}, {n});
    }
    /// A tree with n inner nodes.
    Closure* tree(std::size_t n) {
        if (n == 0) return tip_;
        Closure* const left = tree((n - 1) / 2);
        return heap_.con("Node", {left, tree(n - 1 - (n - 1) / 2)});
    }

    Heap heap_;
    Closure* tip_ = heap_.static_con("Tip");
    std::vector<StablePtr> pointers_;
};

/// The heap without its memory order.
struct Unordered : CensusGraph {
    using CensusGraph::CensusGraph;
    void memory_order() const = delete;
};

template <class Graph>
std::uint64_t counted(Program& program, auto&... breakdowns) {
    trav::Profiler profiler{Graph(program.heap()), breakdowns...};
    auto const roots = program.roots();
    for (unsigned i = 0; i != censuses; ++i) profiler.sample_heap(roots, i);
    std::uint64_t bytes = 0;
    trav::Profile const profile = profiler.profile();
    for (auto const& entry : profile.samples[0].entries) bytes += entry.amount.bytes;
    return bytes;
}
template <class Graph>
void add_methods(Program& program, std::string const& how, std::vector<Method>& methods) {
    auto const roots = [&program] {
        std::vector<trav::RootSets<Closure*, std::uint32_t>::Root> named;
        for (auto* const root : program.roots()) named.emplace_back(std::to_string(named.size()), root);
        return trav::RootSets<Closure*, std::uint32_t>(named);
    };
    auto const add = [&](std::string const& name, auto run) {
        methods.push_back({name + how, run, censuses});
    };
    add("-hr", [&program] {
        auto retainers = by_retainer(program.heap());
        return counted<Graph>(program, retainers);
    });
    add("-ho", [&program, roots] {
        auto by_root = roots();
        return counted<Graph>(program, by_root);
    });
    add("-hb", [&program] {
        trav::Biography<Closure*> life;
        return counted<Graph>(program, life);
    });
    add("-hr, -ho and -hb", [&program, roots] {
        auto retainers = by_retainer(program.heap());
        auto by_root = roots();
        trav::Biography<Closure*> life;
        return counted<Graph>(program, retainers, by_root, life);
    });
}

/// A walk over the heap that adds up sizes: the minimum cost of a census.
std::uint64_t walk(Program& program) {
    std::uint64_t bytes = 0;
    Objects const all = program.heap().objects();
    for (auto at = all.begin(); at != all.end(); ++at) bytes += size_bytes(*at);
    return bytes;
}

}  // namespace

void census(Settings const& settings, Contests& contests) {
    for (std::string const shape : {"map", "tree", "eight retainers"}) {
        Program program(shape, settings.n);
        std::vector<Method> methods{{"limit: linear walk", [&] { return walk(program); }}};
        add_methods<CensusGraph>(program, "", methods);
        add_methods<Unordered>(program, ", by numbering", methods);
        contests.hold("census", shape, settings, methods, {"limit: linear walk"});
    }
}

}  // namespace bench
