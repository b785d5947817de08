// A flow over parts while it is being solved: the values and figures of each rank after each exchange, beside
// a model with one message for each edge.
#include "catch.hpp"
#include "distributed/flows.hpp"
#include "distributed/passes_on.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/detail/solving.hpp>
#include <trav/distributed/threads.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::BadMessage;
using trav::distributed::Border;
using trav::distributed::Messages;
using trav::distributed::on_threads;
using trav::distributed::Threads;
using Part = trav::distributed::PartOf<Whole>;

namespace {

using Values = std::vector<std::uint64_t>;  // 0: none
/// The values of a rank at each stop.
struct Run {
    std::vector<Values> stops{};
    trav::distributed::Figures figures{};
};

/// The runs of a model with one message for each edge.
template <class F>
std::vector<Run> expected(Arrays const& arrays, std::vector<std::uint64_t> const& begins) {
    std::size_t const ranks = begins.size() - 1;
    F flow;
    std::vector<Run> runs(ranks);
    Values values(arrays.count());
    for (auto const& source : bit_of_each_root(arrays)) values[source.node] |= source.value;
    // by rank: the value of each ghost, and the value last sent to its owner
    std::vector<std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>>> ghosts(ranks);
    bool down = false;  // in turn
    auto const each_edge = [&](std::size_t rank, auto f) {
        auto const first = static_cast<std::uint32_t>(begins[rank]);
        auto const count = static_cast<std::uint32_t>(begins[rank + 1]) - first;
        for (std::uint32_t i = 0; i != count; ++i) {
            std::uint32_t const n = first + (down ? count - 1 - i : i);
            for (std::uint32_t e = arrays.offsets[n]; e != arrays.offsets[n + 1]; ++e)
                f(n, arrays.targets[e], arrays.targets[e] - first < count);
        }
        down = !down;
    };
    for (std::size_t rank = 0; rank != ranks; ++rank) {
        each_edge(rank, [&](std::uint32_t, std::uint32_t to, bool within) {
            if (within) return;
            ghosts[rank][to];
            ++runs[rank].figures.cut_edges;
        });
        runs[rank].figures.ghosts = ghosts[rank].size();
    }
    for (bool more = true; more;) {
        more = false;
        std::vector<std::pair<std::uint32_t, std::uint64_t>> told;
        for (std::size_t rank = 0; rank != ranks; ++rank) {
            Run& run = runs[rank];
            for (bool grown = true; grown;) {
                grown = false;
                each_edge(rank, [&](std::uint32_t n, std::uint32_t to, bool within) {
                    if (values[n] == 0) return;
                    std::uint64_t sent = values[n];
                    if constexpr (std::is_same_v<F, Cutting>) sent = flow.cut(n).value_or(sent);
                    std::uint64_t& its = within ? values[to] : ghosts[rank][to].first;
                    grown = grown || (its | sent) != its;
                    its |= sent;
                });
            }
            run.stops.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(begins[rank]),
                                   values.begin() + static_cast<std::ptrdiff_t>(begins[rank + 1]));
            for (auto& [ghost, its] : ghosts[rank])
                if (its.first != its.second) {
                    told.emplace_back(ghost, its.second = its.first);
                    ++run.figures.updates;
                    run.figures.bytes += sizeof(std::uint32_t) + sizeof(std::uint64_t);
                }
        }
        for (auto const& [n, value] : told) values[n] |= value;
        if (told.empty()) continue;
        more = true;
        for (Run& run : runs) ++run.figures.supersteps;
    }
    return runs;
}
template <class F>
std::vector<Run> solved(Arrays const& arrays, std::vector<std::uint64_t> const& begins) {
    std::vector<Run> runs(begins.size() - 1);
    on_threads(runs.size(), [&](Threads& comm) {
        Part const part(arrays.graph(), begins, comm.rank());
        Border<Part> const border(comm, part);
        F flow;
        trav::distributed::detail::Solving<Part, F> solving(part, border, flow, comm.size());
        for (auto const& source : bit_of_each_root(arrays))
            if (trav::distributed::owns(part, source.node)) solving.source(source.node, source.value);
        Run& run = runs[comm.rank()];
        solving.run(comm, [&] {
            Values& values = run.stops.emplace_back();
            for (std::uint64_t n = part.first(); n != part.first() + part.count(); ++n) {
                auto const* const value = solving.find(n);
                values.push_back(value != nullptr ? *value : 0);
            }
        });
        run.figures = solving.figures();
    });
    return runs;
}
template <class F>
void check(Arrays const& arrays, std::vector<std::uint64_t> const& begins) {
    auto const right = expected<F>(arrays, begins), found = solved<F>(arrays, begins);
    for (std::size_t rank = 0; rank != right.size(); ++rank) {
        CAPTURE(rank, right.size(), arrays.count());
        CHECK(found[rank].stops == right[rank].stops);
        trav::distributed::Figures const &a = found[rank].figures, &b = right[rank].figures;
        CHECK(a.cut_edges == b.cut_edges);
        CHECK(a.ghosts == b.ghosts);
        CHECK(a.supersteps == b.supersteps);
        CHECK(a.updates == b.updates);
        CHECK(a.bytes == b.bytes);
    }
}

/// Changes the place in the messages for the second rank.
struct Misplacing : PassesOn<Threads> {
    std::uint32_t place;
    Messages exchange(Messages messages) {
        if (!messages[1].empty()) std::memcpy(messages[1].data(), &place, sizeof place);
        return PassesOn::exchange(std::move(messages));
    }
};

}  // namespace

TEST_CASE("solving: each rank sends within its part until nothing grows, and then to others", "[property]") {
    RandomGraphs random(21);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind)
        for (std::size_t const ranks : {2u, 3u, 5u}) {
            Arrays const graph(random.graph(kind, 150));
            for (Arrays const& arrays : {graph, graph.scattered()}) {
                auto const begins = random_parts(random, arrays.count(), ranks);
                check<Masks>(arrays, begins);
                check<Cutting>(arrays, begins);
            }
        }
}

TEST_CASE("solving: parts of any size in or against the order of memory, or without one", "[unit]") {
    for (int const nodes : {2, 126, 128, 130, 300})
        for (int const step : {1, -1, nodes / 3 + 1}) {
            Shape shape{"", std::vector<std::vector<int>>(static_cast<std::size_t>(nodes)), {}};
            for (int n = 0; n != nodes; ++n) {
                int const to = n + step;
                if (step > 1 || (0 <= to && to < nodes))
                    shape.children[static_cast<std::size_t>(n)].push_back((to + nodes) % nodes);
            }
            shape.roots = {0, nodes / 2, nodes - 1};
            Arrays const arrays(shape);
            for (std::size_t const ranks : {1u, 2u, 3u}) {
                auto const begins = trav::distributed::equal_parts(arrays.count(), ranks);
                check<Masks>(arrays, begins);
                check<Cutting>(arrays, begins);
            }
        }
}

TEST_CASE("solving: a part only apparently in order sends all its values", "[unit]") {
    // each object refers to the one before it, but of the first ones, each odd one follows an even one
    for (bool const up : {false, true})
        for (int const nodes : {640, 1500, 2000}) {
            Shape list{"", std::vector<std::vector<int>>(static_cast<std::size_t>(nodes) + 1), {}};
            auto const place = [&](int n) { return up ? nodes - 1 - n : n; };
            auto const add = [&](int from, int to) {
                list.children[static_cast<std::size_t>(place(from))].push_back(place(to));
            };
            int const odd = nodes / 10 / 2 * 2;
            for (int n = odd + 1; n != nodes; ++n) add(n, n - 1);
            for (int n = 0; n != odd; n += 2)
                add(n, n + 1), add(n, std::max(n - 2, 0)), add(n + 1, std::max(n - 2, 0));
            add(odd, odd - 2);
            list.children.back() = {place(nodes - 1)};  // only a source has this one
            list.roots = {nodes, place(nodes - 1), place(nodes / 2), place(3)};
            Arrays const arrays(list);
            auto const all = static_cast<std::uint64_t>(nodes) + 1;
            check<Masks>(arrays, {0, all});
            check<Masks>(arrays, {0, all / 2, all});
            check<Cutting>(arrays, {0, 64, all});
        }
}

TEST_CASE("solving: a large part sends to others after half of its first sweep, if few references lead there",
          "[unit]") {
    // 4096 objects in order, and 1024 others
    auto const reached = [](bool up, std::vector<std::pair<int, int>> const& cut) {
        Shape list{"", std::vector<std::vector<int>>(5120), {up ? 0 : 4095}};
        for (int n = 1; n != 4096; ++n) {
            if (up) list.children[static_cast<std::size_t>(n - 1)].push_back(n);
            else list.children[static_cast<std::size_t>(n)].push_back(n - 1);
        }
        for (auto const& [from, to] : cut) list.children[static_cast<std::size_t>(from)].push_back(4096 + to);
        Arrays const arrays(list);
        auto const right = expected<Masks>(arrays, {0, 4096, 5120}),
                   found = solved<Masks>(arrays, {0, 4096, 5120});
        CHECK(found[0].stops.back() == right[0].stops.back());
        CHECK(found[1].stops.back() == right[1].stops.back());
        std::vector<std::ptrdiff_t> all;  // of the first part, at each stop
        for (Values const& values : found[0].stops) all.push_back(4096 - std::ranges::count(values, 0));
        return all;
    };
    using Stops = std::vector<std::ptrdiff_t>;
    for (bool const up : {false, true}) {
        CAPTURE(up);
        auto const place = [&](int steps) { return up ? steps : 4095 - steps; };
        CHECK(reached(up, {}) == Stops{4096});
        CHECK(reached(up, {{place(100), 5}, {place(4000), 7}}) == Stops{2049, 4096, 4096});
        CHECK(reached(up, {{place(2047), 5}}) == Stops{2049, 4096});
        CHECK(reached(up, {{place(2048), 5}}) == Stops{4096, 4096});
    }
    std::vector<std::pair<int, int>> cut;
    for (int n = 0; n != 1023; ++n) cut.emplace_back(2 * n, n);
    CHECK(reached(true, cut) == Stops{2049, 4096});
    cut.emplace_back(4000, 5);
    CHECK(reached(true, cut) == Stops{4096, 4096});
}

TEST_CASE("solving: a message about an object of another part is refused", "[unit]") {
    Arrays const arrays(shape("a:c b:d c: d:", "a"));
    auto const solve = [&](std::uint32_t place) {
        std::vector<std::uint64_t> values;
        on_threads(2, [&](Threads& comm) {
            Part const part(arrays.graph(), comm);
            Border<Part> const border(comm, part);
            Misplacing misplacing{{comm}, place};
            Masks flow;
            trav::distributed::detail::Solving<Part, Masks> solving(part, border, flow, 2);
            if (comm.rank() == 0) solving.source(0, 5);
            solving.run(misplacing, [] {});
            if (comm.rank() == 1)
                for (std::uint64_t const n : {2u, 3u})
                    values.push_back(solving.find(n) ? *solving.find(n) : 0);
        });
        return values;
    };
    CHECK(solve(0) == std::vector<std::uint64_t>{5, 0});
    CHECK(solve(1) == std::vector<std::uint64_t>{0, 5});
    CHECK_THROWS_WITH(solve(2), "trav: a message of another rank names no object");
    CHECK_THROWS_AS(solve(3), BadMessage);
}
