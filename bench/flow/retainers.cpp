// The suite `retainers`: bytes by retainer set. Every tenth object is a retainer, with one of 1000
// identities; a set of more than 8 is MANY.
#include "../harness.hpp"
#include "bins.hpp"
#include "ghc_arrays.hpp"

#include <trav/flow/solve.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/strategy/breadth_first.hpp>

#include <string>
#include <vector>

namespace bench {
namespace {

using contest::RetainerFlow;

constexpr std::size_t cap = 8;  // like RetainerFlow's
constexpr Number system_identity = 0, identities = 1000;

/// By node: its identity, from 1, or 0 if it is not a retainer.
std::vector<Number> identities_of(std::size_t nodes) {
    std::vector<Number> identity(nodes);
    for (std::size_t n = 0; n != nodes; ++n) {
        std::uint64_t const dice = mix(n + 1);
        if (dice % 10 == 0) identity[n] = static_cast<Number>(1 + (dice >> 32) % identities);
    }
    return identity;
}

/// GHC's algorithm: a child gets one retainer at a time, and an object is visited again for each new
/// retainer. Sets are in the library's table, which is faster than GHC's. With GHC's two shortcuts, its sets
/// are not exact, so they are not compared.
template <bool Shortcuts>
struct GhcRetainers {
    std::vector<Number> const& identity;
    std::uint64_t* words;  // sets; 0: none yet
    SetBins& bins;
    std::uint64_t descents = 0;

    std::size_t size(std::uint64_t set) const { return bins.sets().size(static_cast<SetBins::Id>(set)); }
    static bool visit(void* context, Number c, Number parent, std::uintptr_t data, bool, std::uintptr_t*,
                      std::uintptr_t* child_data) {
        auto& self = *static_cast<GhcRetainers*>(context);
        auto const r = static_cast<Number>(data);
        std::uint64_t& set = self.words[c];
        Number const own = self.identity[c];
        std::uint64_t const parents = Shortcuts && self.identity[parent] == 0 ? self.words[parent] : 0;
        if (set == 0) {
            set = parents != 0 ? parents : self.bins.sets().singleton(r);
            *child_data = own != 0 ? own : r;
        } else {
            auto const known = static_cast<SetBins::Id>(set);
            if (known == trav::InternedSets::many || self.bins.sets().contains(known, r)) return false;
            set =
                parents != 0 && self.size(parents) == self.size(set) + 1 ? parents : self.bins.with(known, r);
            if (own != 0) return false;
            *child_data = r;
        }
        ++self.descents;
        return true;
    }
};

template <bool Shortcuts>
std::uint64_t by_ghc(Arrays const& arrays, std::vector<Number> const& identity, double& descents) {
    std::vector<std::uint64_t> words(arrays.size());
    SetBins bins(cap);
    GhcRetainers<Shortcuts> retainers{identity, words.data(), bins};
    GhcEngine<GhcArrays> engine({arrays.graph(), words.data()});
    typename GhcEngine<GhcArrays>::Visit volatile visit = &GhcRetainers<Shortcuts>::visit;
    for (Number const root : arrays.roots)
        engine.push_root(root, identity[root] != 0 ? identity[root] : system_identity);
    engine.work(visit, &retainers);
    descents = static_cast<double>(retainers.descents) / static_cast<double>(arrays.size());
    for (Number n = 0; n != arrays.size(); ++n)
        if (words[n] != 0) bins.add(static_cast<SetBins::Id>(words[n]), arrays.sizes[n]);
    std::uint64_t const answer = bins.answer();
    return Shortcuts ? not_compared : answer;
}

}  // namespace

void retainers(Settings const& settings, Contests& contests) {
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            Arrays const arrays = make_arrays(shape, order);
            auto const identity = identities_of(arrays.size());
            double descents = 0, exact_descents = 0;
            std::string const extra = "descents_per_object";
            std::vector<Method> methods{{"GHC's algorithm",
                                         [&] { return by_ghc<true>(arrays, identity, descents); }, 1, extra,
                                         [&] { return descents; }},
                                        {"the same without shortcuts",
                                         [&] { return by_ghc<false>(arrays, identity, exact_descents); }, 1,
                                         extra, [&] { return exact_descents; }}};
            auto const add = [&](std::string const& method, auto solve) {
                methods.push_back({method,
                                   [&, solve, graph = arrays.graph()] {
                                       auto const flow = kept(RetainerFlow{identity});
                                       auto const from = flow->sources(arrays.roots);
                                       auto const found = kept(solve(graph, from, *flow));
                                       return [&arrays, flow, found] {
                                           return answer_of(arrays, flow->bins, *found);
                                       };
                                   },
                                   1, extra,
                                   [&, solve] {
                                       RetainerFlow flow{identity};
                                       auto const from = flow.sources(arrays.roots);
                                       return descents_per_object(
                                           arrays, [&](auto const& graph) { solve(graph, from, flow); });
                                   }});
            };
            add("solve_by_revisiting, DepthFirst", [](auto const& graph, auto const& from, auto& flow) {
                return trav::solve_by_revisiting<trav::DepthFirst>(graph, from, flow);
            });
            each_solver(true, add);
            methods.push_back({"Profiler, by_retainer", [&] {
                                   auto by_retainer =
                                       trav::by_retainer<Number>([&](Number n) { return identity[n] != 0; },
                                                                 [&](Number n) { return identity[n]; }, cap);
                                   trav::Profiler profiler{arrays.sized_graph(), by_retainer};
                                   profiler.sample(arrays.roots, 1);
                                   return answer_of(profiler.profile());
                               }});
            contests.hold("retainers", shape_name + ", " + name(order), settings, methods,
                          {"GHC's algorithm", "solve_by_numbering"});
        }
    }
}

}  // namespace bench
