// The costs and rows of a report by cost centres, beside recursion over the children of each stack.
#include "catch.hpp"

#include <trav/report/prof/detail/costs.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using trav::detail::ProfCost;
using trav::detail::ProfCosts;

namespace {

using Amounts = std::pair<std::uint64_t, std::uint64_t>;        // ticks and bytes
using Rows = std::vector<std::pair<std::size_t, std::size_t>>;  // stacks and depths

Amounts amounts(ProfCost const& cost) { return {cost.ticks, cost.alloc}; }
Rows rows(ProfCosts const& costs) {
    Rows all;
    for (auto const& row : costs.rows()) all.emplace_back(row.stack, row.depth);
    return all;
}

struct Model {
    Model(trav::ProfReport const& of, bool all) : report(of), everything(all), children(of.stacks.size()) {
        for (std::size_t i = 1; i < of.stacks.size(); ++i) children[of.stacks[i].parent].push_back(i);
    }
    bool counts(std::size_t stack) const {
        return everything || !report.centres[report.stacks[stack].centre].is_overhead;
    }
    Amounts own(std::size_t stack) const { return {report.stacks[stack].ticks, report.stacks[stack].alloc}; }
    /// A stack without a count adds nothing to those below.
    Amounts inherited(std::size_t stack) const {
        Amounts sum = counts(stack) ? own(stack) : Amounts{};
        for (std::size_t const child : children[stack])
            if (counts(child)) sum.first += inherited(child).first, sum.second += inherited(child).second;
        return sum;
    }
    bool shown(std::size_t stack) const {
        auto const& its = report.stacks[stack];
        return everything || stack == 0 || its.entries + its.ticks + its.alloc != 0 ||
               std::ranges::any_of(children[stack], [&](std::size_t child) { return shown(child); });
    }
    void add_rows(Rows& rows, std::size_t stack, std::size_t depth) const {
        rows.emplace_back(stack, depth);
        auto sorted = children[stack];
        std::ranges::sort(sorted, {}, [&](std::size_t i) {
            auto const& its = report.stacks[i];
            return std::tuple(~its.entries, report.centres[its.centre].label, i);
        });
        for (std::size_t const child : sorted)
            if (shown(child)) add_rows(rows, child, depth + 1);
    }

    trav::ProfReport const& report;
    bool everything;
    std::vector<std::vector<std::size_t>> children;
};

}  // namespace

TEST_CASE("prof costs: sums and rows of random trees are those of a model", "[property]") {
    for (std::uint32_t seed = 0; seed != 200; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
        trav::ProfReport report;
        for (std::int64_t i = 0; i != 6; ++i)
            report.centres.push_back(
                {i, std::string(1, "cab"[below(3)]), "M", "s", below(2) == 0, below(4) == 0});
        for (std::size_t i = 0, count = 1 + below(25); i != count; ++i) {
            trav::ProfStack stack{0, below(6), i == 0 ? 0 : below(i)};
            if (below(3) == 0) stack.entries = below(3);
            if (below(3) == 0) stack.ticks = below(100);
            if (below(3) == 0) stack.alloc = below(1000);
            report.stacks.push_back(stack);
        }
        for (bool const everything : {false, true}) {
            ProfCosts const costs(report, everything);
            Model const model(report, everything);
            Amounts total{};
            std::vector<Amounts> centres(6);
            for (std::size_t i = 0; i != report.stacks.size(); ++i) {
                CHECK(amounts(costs.inherited(i)) == model.inherited(i));
                auto const [ticks, bytes] = model.own(i);
                auto& centre = centres[report.stacks[i].centre];
                centre.first += ticks, centre.second += bytes;
                if (model.counts(i)) total.first += ticks, total.second += bytes;
            }
            CHECK(amounts(costs.total()) == total);
            for (std::size_t i = 0; i != 6; ++i) {
                CHECK(amounts(costs.of_centre(i)) == centres[i]);
                CHECK(costs.counts(i) == (everything || !report.centres[i].is_overhead));
            }
            Rows expected;
            model.add_rows(expected, 0, 0);
            CHECK(rows(costs) == expected);
        }
    }
}

TEST_CASE("prof costs: siblings by entries, then by label, then as in the report", "[unit]") {
    trav::ProfReport report{.centres = {{1, "b", "M", "s"}, {2, "a", "M", "s"}}};
    report.stacks = {{1, 0, 0},    {2, 0, 0, 1}, {3, 1, 0, 1}, {4, 0, 0, 9},
                     {5, 1, 0, 1}, {6, 0, 0, 1}, {7, 0, 3, 1}};
    CHECK(rows(ProfCosts(report, false)) == Rows{{0, 0}, {3, 1}, {6, 2}, {2, 1}, {4, 1}, {1, 1}, {5, 1}});
}

TEST_CASE("prof costs: shares of the total, in percent", "[unit]") {
    trav::ProfReport report{.centres = {{1, "a", "M", "s"}, {2, "GC", "GC", "s", false, true}}};
    report.stacks = {{1, 0, 0, 0, 8, 400}, {2, 1, 0, 0, 8, 100}};
    ProfCosts const program(report, false), all(report, true);
    CHECK(program.time_of({2, 100}) == 25);
    CHECK(program.alloc_of({2, 100}) == 25);
    CHECK(program.time_of(program.total()) == 100);
    CHECK(all.time_of({2, 100}) == 12.5);
    CHECK(all.alloc_of({2, 100}) == 20);
    CHECK(all.alloc_of({2, 0}) == 0);
    trav::ProfReport const empty;
    ProfCosts const none(empty, true);
    CHECK(none.rows().empty());
    CHECK(none.time_of({2, 100}) == 0);
    CHECK(none.alloc_of({2, 100}) == 0);
}

TEST_CASE("prof costs: an invalid tree is refused", "[unit]") {
    trav::ProfReport report{.centres = {{1, "a", "M", "s"}}};
    report.stacks = {{1, 0, 0}, {22, 0, 1}};
    CHECK_THROWS_WITH(ProfCosts(report, true),
                      "trav: stack 22 of a report has no cost centre or no stack before it below");
}
