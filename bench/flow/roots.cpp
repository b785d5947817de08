// The suite `roots`: bytes by set of roots that reach an object, for 4, 20, 64 and 1000 roots near the top of
// the heap.
#include "../harness.hpp"
#include "bins.hpp"
#include "ghc_arrays.hpp"

#include <trav/flow/solve.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace bench {
namespace {

/// The roots out of `count` that a method uses: all of them, or some, evenly spread. Its time is then divided
/// by their share.
struct Chosen {
    std::size_t count, step;
    double share() const { return 1.0 / static_cast<double>(step); }
    bool all() const { return step == 1; }
};
/// A pass for each of many roots would take minutes. Eight roots show the cost of a pass.
Chosen some_of(std::size_t count, std::size_t objects) {
    if (count <= 8 || count * objects <= 50'000'000) return {count, 1};
    return {count, count / 8};
}

/// GHC's way (the merge request): one pass for each root, which descends while the root is new to an object.
/// Bytes are moved between bins.
template <class Bins>
struct PassForRoot {
    Arrays const& arrays;
    std::uint64_t* words;
    Bins& bins;
    unsigned root = 0;

    static bool visit(void* context, Number c, Number, std::uintptr_t, bool, std::uintptr_t*,
                      std::uintptr_t*) {
        auto& self = *static_cast<PassForRoot*>(context);
        auto const before = static_cast<typename Bins::Id>(self.words[c]);
        auto const after = self.bins.with(before, self.root);
        if (after == before) return false;
        if (before != 0) self.bins.add(before, -std::int64_t{self.arrays.sizes[c]});
        self.bins.add(after, self.arrays.sizes[c]);
        self.words[c] = after;
        return true;
    }
};
template <class Bins>
std::uint64_t by_ghc(Arrays const& arrays, std::vector<Number> const& roots, Chosen chosen, Bins bins) {
    std::vector<std::uint64_t> words(arrays.size());
    PassForRoot<Bins> pass{arrays, words.data(), bins};
    GhcEngine<GhcArrays> engine({arrays.graph(), words.data()});
    typename GhcEngine<GhcArrays>::Visit volatile visit = &PassForRoot<Bins>::visit;
    for (std::size_t i = 0; i < chosen.count; i += chosen.step) {
        pass.root = static_cast<unsigned>(i);
        engine.push_root(roots[i], 0);
        engine.work(visit, &pass);
    }
    return chosen.all() ? bins.answer() : not_compared;
}

/// The same with the library's depth-first traversal.
template <class Bins>
struct RevisitForRoot {
    using node_data = typename Bins::Id;
    Arrays const& arrays;
    Bins& bins;
    unsigned root = 0;
    bool visit(auto& here) {
        auto const after = bins.with(here.data, root);
        if (after == here.data) return false;
        if (!here.first) bins.add(here.data, -std::int64_t{arrays.sizes[here.node]});
        bins.add(after, arrays.sizes[here.node]);
        here.data = after;
        return true;
    }
};
template <class Bins>
std::uint64_t pass_for_each(Arrays const& arrays, std::vector<Number> const& roots, Chosen chosen,
                            Bins bins) {
    RevisitForRoot<Bins> policy{arrays, bins};
    auto walk = trav::traversal<trav::DepthFirst>(arrays.graph(), policy);
    walk.begin_pass();
    for (std::size_t i = 0; i < chosen.count; i += chosen.step) {
        policy.root = static_cast<unsigned>(i);
        walk.push_root(roots[i]);
        walk.run();
    }
    return chosen.all() ? bins.answer() : not_compared;
}

/// Root sets as a flow, over masks or over hash-consed sets.
template <class Bins>
struct RootFlow {
    using value = typename Bins::Id;
    static constexpr value nothing = 0;
    Bins bins;
    value join(value a, value b) { return bins.join(a, b); }
};
template <class Bins>
std::vector<trav::Source<Number, typename Bins::Id>> sources(Bins& bins, std::vector<Number> const& roots) {
    std::vector<trav::Source<Number, typename Bins::Id>> all;
    for (unsigned i = 0; i != roots.size(); ++i) all.push_back({roots[i], bins.with({}, i)});
    return all;
}

template <class Bins>
void contest(std::string const& title, Arrays const& arrays, std::vector<Number> const& roots,
             Settings const& settings, Contests& contests, Bins const& no_bins) {
    std::size_t const k = roots.size();
    Chosen const chosen = some_of(k, arrays.size());
    auto const solved = [&](auto solve) {
        return [&, solve, graph = arrays.graph()] {
            auto const flow = kept(RootFlow<Bins>{no_bins});
            auto const from = sources(flow->bins, roots);
            auto const found = kept(solve(graph, from, *flow));
            return [&arrays, flow, found] { return answer_of(arrays, flow->bins, *found); };
        };
    };
    auto const descents = [&](auto solve) {
        return [&, solve] {
            RootFlow<Bins> flow{no_bins};
            auto const from = sources(flow.bins, roots);
            return descents_per_object(arrays, [&](auto const& graph) { solve(graph, from, flow); });
        };
    };
    std::vector<Method> methods{
        {"GHC-shaped, a pass per root", [&] { return by_ghc(arrays, roots, chosen, no_bins); },
         chosen.share()},
        {"DepthFirst, a pass per root", [&] { return pass_for_each(arrays, roots, chosen, no_bins); },
         chosen.share()},
    };
    auto const add = [&](std::string const& method, auto solve) {
        methods.push_back({method, solved(solve), 1, "descents_per_object", descents(solve)});
    };
    if (k <= 20)
        add("solve_by_revisiting, BreadthFirst", [](auto const& graph, auto const& from, auto& flow) {
            return trav::solve_by_revisiting<trav::BreadthFirst>(graph, from, flow);
        });
    each_solver(k <= 64, add);
    methods.push_back({"Profiler, RootSets", [&] {
                           std::vector<trav::RootSets<Number>::Root> named;
                           for (Number const root : roots)
                               named.emplace_back(std::to_string(named.size()), root);
                           trav::RootSets<Number> by_root(named);
                           trav::Profiler profiler{arrays.sized_graph(), by_root};
                           profiler.sample(roots, 1);
                           return answer_of(profiler.profile());
                       }});
    contests.hold("roots", title, settings, methods,
                  {"GHC-shaped, a pass per root", "DepthFirst, a pass per root", "solve_by_numbering"});
}

}  // namespace

void roots(Settings const& settings, Contests& contests) {
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            Arrays const arrays = make_arrays(shape, order);
            for (std::size_t const k : {4u, 20u, 64u, 1000u}) {
                if (!settings.wants(std::to_string(k)) || k > settings.n) continue;
                auto const roots = roots_near_the_top(shape, order, k);
                auto const title = shape_name + ", " + name(order) + ", " + std::to_string(k) + " roots";
                if (k <= 64)
                    contest(title + ", masks", arrays, roots, settings, contests,
                            MaskBins(static_cast<unsigned>(k)));
                contest(title + ", sets", arrays, roots, settings, contests, SetBins());
            }
        }
    }
}

}  // namespace bench
