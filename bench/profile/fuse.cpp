// The suite `fuse`: three breakdowns over four censuses, each alone and all in one pass: retainer sets, root
// sets of 20 roots, and biographies. In one pass they are named, or in a list as if chosen at run time, which
// should take at most 1.05 times as long.
#include "../arrays.hpp"
#include "../flow/bins.hpp"
#include "../harness.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <string>
#include <vector>

namespace bench {
namespace {

constexpr unsigned censuses = 4;

/// The number of objects counted in all censuses. A tenth of them is used before each census, if any
/// breakdown records uses.
std::uint64_t counted(Arrays const& arrays, auto profiler_of) {
    auto profiler = profiler_of(arrays.sized_graph());
    for (unsigned census = 1; census <= censuses; ++census) {
        if constexpr (requires { profiler.used(Number{0}); })
            for (Number n = census; n < arrays.size(); n += 10) profiler.used(n);
        profiler.sample(arrays.roots, census);
    }
    std::uint64_t objects = 0;
    trav::Profile const profile = profiler.profile();
    for (auto const& sample : profile.samples)
        for (auto const& entry : sample.entries) objects += entry.amount.objects;
    return objects;
}
/// The same for named breakdowns.
template <class... Breakdowns>
std::uint64_t counted_by(Arrays const& arrays, Breakdowns&... breakdowns) {
    return counted(arrays, [&](auto graph) { return trav::Profiler{graph, breakdowns...}; });
}

}  // namespace

void fuse(Settings const& settings, Contests& contests) {
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            Arrays const arrays = make_arrays(shape, order);
            std::vector<trav::RootSets<Number>::Root> named;
            for (Number const root : roots_near_the_top(shape, order, 20))
                named.emplace_back(std::to_string(named.size()), root);
            auto const new_retainers = [] {
                return trav::by_retainer<Number>([](Number n) { return mix(n + 1) % 10 == 0; },
                                                 [](Number n) { return (mix(n + 1) >> 32) % 1000; });
            };
            auto const retainers = [&] {
                auto by = new_retainers();
                return counted_by(arrays, by);
            };
            auto const roots = [&] {
                trav::RootSets<Number> by(named);
                return counted_by(arrays, by);
            };
            auto const lives = [&] {
                trav::Biography<Number> by;
                return counted_by(arrays, by);
            };
            std::vector<Method> const methods{
                {"retainers alone", retainers, censuses},
                {"root sets alone", roots, censuses},
                {"biography alone", lives, censuses},
                {"one after the other",
                 [&] {
                     retainers();
                     roots();
                     return lives();
                 },
                 censuses},
                {"fused",
                 [&] {
                     auto by_retainer = new_retainers();
                     trav::RootSets<Number> by_root(named);
                     trav::Biography<Number> life;
                     return counted_by(arrays, by_retainer, by_root, life);
                 },
                 censuses},
                {"fused, from a list",
                 [&] {
                     auto by_retainer = new_retainers();
                     trav::RootSets<Number> by_root(named);
                     trav::Biography<Number> life;
                     return counted(arrays, [&](auto graph) {
                         return trav::Profiler{
                             graph, std::vector<trav::AnyBreakdown<Number>>{by_retainer, by_root, life}};
                     });
                 },
                 censuses},
            };
            contests.hold(
                "fuse", shape_name + ", " + name(order), settings, methods,
                {"retainers alone", "root sets alone", "biography alone", "one after the other", "fused"});
        }
    }
}

}  // namespace bench
