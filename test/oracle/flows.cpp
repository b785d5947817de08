// Every solver of flows against the definitions of the flows.
#include "flows.hpp"
#include "check.hpp"
#include "definitions.hpp"

#include <algorithm>
#include <string>

using namespace oracle;

namespace {

/// Calls f.operator()<Solver>(name) for each solver.
void every_solver(auto f) {
    f.template operator()<Solve<Objects>>("Solve<Objects>");
    f.template operator()<Solve<Fields>>("Solve<Fields>");
    f.template operator()<SolveIn<In::hashed>>("SolveIn<In::hashed>");
    f.template operator()<SolveIn<In::dense>>("SolveIn<In::dense>");
    f.template operator()<SolveIn<In::in_node>>("SolveIn<In::in_node>");
    f.template operator()<SolveIn<In::header_word>>("SolveIn<In::header_word>");
    f.template operator()<Condense<Objects>>("Condense<Objects>");
    f.template operator()<Condense<Fields>>("Condense<Fields>");
    f.template operator()<Sweep<Objects>>("Sweep<Objects>");
    f.template operator()<Sweep<Fields>>("Sweep<Fields>");
    f.template operator()<Revisit<Fields, trav::DepthFirst>>("Revisit<Fields, trav::DepthFirst>");
    f.template operator()<Revisit<Objects, trav::DepthFirst>>("Revisit<Objects, trav::DepthFirst>");
    f.template operator()<Revisit<Objects, trav::MarkStack>>("Revisit<Objects, trav::MarkStack>");
    f.template operator()<Revisit<Objects, trav::BreadthFirst>>("Revisit<Objects, trav::BreadthFirst>");
    f.template operator()<Revisit<Objects, trav::Prefetch<4>>>("Revisit<Objects, trav::Prefetch<4>>");
    f.template operator()<Revisit<Objects, test::AnyOrder>>("Revisit<Objects, test::AnyOrder>");
}

}  // namespace

TEST_CASE("oracle: root masks, nearest roots and retainers, by four of the solvers in turn", "[property]") {
    hold(
        "flows.hpp", "flows", "graphs", {8'000, 400'000},
        [](auto& dice, int size) {
            Case c = random_heap(dice, 2 + size / 4);
            if (c.nodes != 0)
                for (int k = dice.below(8); k > 0; --k) c.roots.push_back(dice.below(c.nodes));
            return c;
        },
        [&](Checks& checks, Case const& c) {
            auto const shape = shape_of(c);
            Numbers masks_expected(at(c.nodes), 0), nearest_expected(at(c.nodes), null);
            for (int i = 0; i != static_cast<int>(c.roots.size()); ++i) {
                auto from = shape;
                from.roots = {c.roots[at(i)]};
                auto const distances = test::distances(from);
                for (std::size_t n = 0; n != distances.size(); ++n) {
                    if (distances[n] < 0) continue;
                    masks_expected[n] |= 1 << i % 30;
                    int& nearest = nearest_expected[n];
                    nearest = nearest < 0 ? distances[n] + i : std::min(nearest, distances[n] + i);
                }
            }
            for (int& mask : masks_expected)
                if (mask == 0) mask = null;
            Sets const retainers_expected = test::retainer_sets(
                shape, [&](int n) { return c.retainer(n) != null; },
                [&](int n) { return name_of(c.retainer(n)); }, "z");
            std::size_t solver = 0;
            every_solver([&]<class Solver>(char const* name) {
                if (!checks.due(solver++, 4)) return;
                checks.let("Solver", name);
                ORACLE_SAME(checks, masks_expected, masks<Solver, Masks>(c));
                ORACLE_SAME(checks, nearest_expected, nearest<Solver>(c));
                ORACLE_SAME(checks, retainers_expected, retainers<Solver>(c));
            });
            ORACLE_SAME(checks, masks_expected, masks<Solve<Objects>, MasksWithNothing>(c));
            ORACLE_SAME(checks, masks_expected, masks<Solve<Fields>, MasksWithNothing>(c));
        });
}
