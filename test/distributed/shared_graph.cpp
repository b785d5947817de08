// The values of several ranks, compared node by node with one process: on random graphs of all shapes, with
// empty parts, with all edges cut, and on cycles through all ranks.
#include "catch.hpp"
#include "distributed/flows.hpp"
#include "distributed/passes_on.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/solve.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::on_threads;
using trav::distributed::PartOf;
using trav::distributed::SharedGraph;
using trav::distributed::Threads;
using Begins = std::vector<std::uint64_t>;

namespace {

// Compares with the result of one process and a numbered graph; `sources` makes the sources of a flow.
// Returns the number of supersteps.
template <class MakeFlow>
std::uint64_t check(Arrays const& arrays, std::vector<std::uint64_t> const& begins, MakeFlow make_flow,
                    auto sources) {
    auto const graph = arrays.graph();
    auto expected_flow = make_flow();
    auto const expected = trav::solve_by_numbering(graph, sources(expected_flow), expected_flow);
    std::atomic<std::uint32_t> compared = 0, wrong = 0;
    std::atomic<std::uint64_t> supersteps = 0;
    on_threads(begins.size() - 1, [&](Threads& comm) {
        PartOf const part(graph, begins, comm.rank());
        auto flow = make_flow();
        auto const found = trav::solve(SharedGraph(comm, part), sources(flow), flow);
        wrong += wrong_values(part, found, expected, [&](auto const& value, auto const& right) {
            return meaning(flow, value) == meaning(expected_flow, right);
        });
        compared += static_cast<std::uint32_t>(part.count());
        if (comm.rank() == 0) supersteps = found.figures().supersteps;
    });
    CHECK(wrong == 0);
    CHECK(compared == arrays.count());
    return supersteps;
}

void check_all(Arrays const& arrays, std::vector<std::uint64_t> const& begins) {
    INFO(arrays.count() << " nodes, " << begins.size() - 1 << " ranks");
    check(arrays, begins, [] { return Masks(); }, each_root(arrays, bit));
    check(arrays, begins, [] { return Least(); }, each_root(arrays, number));
    check(arrays, begins, [] { return Distance(); }, each_root(arrays, number));
    check(arrays, begins, [] { return Cutting(); }, each_root(arrays, bit));
    check(arrays, begins, [] { return Sets(); }, each_root(arrays, set_of_text));
    check(arrays, begins, [] { return CuttingSets(); }, each_root(arrays, set_of_text));
    check(arrays, begins, [] { return CuttingSets(2); }, each_root(arrays, set_of_text));
}

}  // namespace

TEST_CASE("several ranks find the same as one, on random graphs of all shapes", "[property]") {
    RandomGraphs random(14);
    for (int round = 0; round != 3; ++round)
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
            Arrays const arrays(random.graph(kind, 150));
            INFO("kind " << kind);
            for (std::size_t const ranks : all_ranks)
                check_all(arrays, random_parts(random, arrays.count(), ranks));
        }
}

TEST_CASE("several ranks find the same as one, with nearly all edges cut", "[property]") {
    RandomGraphs random(15);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
        Arrays const arrays = Arrays(random.graph(kind, 200)).scattered();
        for (std::size_t const ranks : all_ranks)
            check_all(arrays, trav::distributed::equal_parts(arrays.count(), ranks));
    }
}

TEST_CASE("with one object per rank all edges are cut, and some ranks may have none") {
    Arrays const arrays(cycle(4, {0, 2}));
    check_all(arrays, {0, 1, 2, 3, 4});
    check_all(arrays, {0, 0, 1, 1, 2, 3, 4, 4});
    check_all(arrays, {0, 0, 0, 4});
    check_all(Arrays(shape("", "")), {0, 0, 0});
}

TEST_CASE("values go round a cycle through all ranks") {
    Arrays const arrays(cycle(700, {3, 250, 699}));
    for (std::size_t const ranks : all_ranks) {
        auto const begins = trav::distributed::equal_parts(700, ranks);
        check_all(arrays, begins);
        // each exchange crosses each border once, and a value may have to go all the way round
        auto const supersteps = check(arrays, begins, [] { return Masks(); }, each_root(arrays, bit));
        CHECK(supersteps <= ranks + 1);
        CHECK((supersteps == 0) == (ranks == 1));
    }
}

TEST_CASE("large parts send updates to other ranks halfway through their first sweep") {
    constexpr int nodes = 8192;
    for (bool const up : {false, true}) {
        auto const place = [&](int n) { return up ? nodes - 1 - n : n; };
        Shape list{"", std::vector<std::vector<int>>(nodes), {place(nodes - 1)}};
        for (int n = 1; n != nodes; ++n) list.children[static_cast<std::size_t>(place(n))] = {place(n - 1)};
        for (std::size_t const ranks : {1u, 2u}) {
            Arrays const arrays(list);
            auto const begins = trav::distributed::equal_parts(nodes, ranks);
            auto const steps = check(arrays, begins, [] { return Masks(); }, each_root(arrays, bit));
            CHECK(steps == ranks - 1);  // halfway there is nothing to send
        }
        Shape one = list;
        one.children[static_cast<std::size_t>(place(nodes - 10))].push_back(place(5));
        Arrays const arrays(one);
        CHECK(check(
                  arrays, trav::distributed::equal_parts(nodes, 2), [] { return Masks(); },
                  each_root(arrays, bit)) == 2);
        // references into the swept and unswept halves of all parts
        Shape far = list;
        for (int n = 0; n < nodes; n += 97) {
            far.children[static_cast<std::size_t>(place(n))].push_back(place((n + 3 * nodes / 4) % nodes));
            far.children[static_cast<std::size_t>(place(n))].push_back(place((n + nodes / 3) % nodes));
            if (n % 5 == 0) far.roots.push_back(place(n));
        }
        for (std::size_t const ranks : {2u, 3u})
            check_all(Arrays(far), trav::distributed::equal_parts(nodes, ranks));
        far.roots = {place(nodes - 1), place(nodes / 2 - 1)};
        check_all(Arrays(far), trav::distributed::equal_parts(nodes, 2));
    }
}

TEST_CASE("an object reached only from another rank sends") {
    // 0 -> 3 -> 1 -> 2; 0 and 1 are in the same rank, the others in ranks of their own
    Arrays const arrays(shape("a:d b:c c: d:b", "a"));
    CHECK(check(arrays, {0, 2, 3, 4}, [] { return Masks(); }, each_root(arrays, bit)) == 3);
    CHECK(check(arrays, {0, 2, 3, 4}, [] { return Sets(); }, each_root(arrays, set_of_text)) == 3);
}

TEST_CASE("a value known to an object is not sent again") {
    // a, b and c refer to d of the other rank, with the same value: it is sent once
    Arrays const arrays(shape("a:d b:d c:d d:", "abc"));
    on_threads(2, [&](Threads& comm) {
        PartOf const part(arrays.graph(), {0, 3, 4}, comm.rank());
        Masks flow;
        std::vector<trav::Source<std::uint32_t, std::uint64_t>> const sources{{0, 1}, {1, 1}, {2, 1}};
        auto const found = trav::solve(SharedGraph(comm, part), sources, flow);
        auto const figures = found.figures();
        bool const first = comm.rank() == 0;
        if (figures.cut_edges != (first ? 3 : 0) || figures.ghosts != (first ? 1 : 0) ||
            figures.updates != (first ? 1 : 0) || figures.bytes != (first ? 12 : 0) ||
            figures.supersteps != 1)
            throw std::logic_error("other figures than there must be");
    });
}

TEST_CASE("more values may arrive at once than fit into the buffer of arrivals") {
    // 1000 objects with a root each refer to 1000 others of two ranks, and these to one another; the object
    // of the last arrival has its value already
    Shape s{"", std::vector<std::vector<int>>(2001), {}};
    for (int n = 0; n != 1000; ++n) {
        s.children[static_cast<std::size_t>(n)] = {1000 + n * 7 % 1000, 1000 + n, 1000};
        s.children[static_cast<std::size_t>(1000 + n)] = {1001 + n};
        s.roots.push_back(n);
    }
    Arrays const arrays(s);
    check_all(arrays, {0, 1000, 2001});
    check_all(arrays, {0, 1000, 1500, 2001});
    check_all(arrays, {0, 400, 700, 2001});
}

TEST_CASE("a set is sent once as its elements, and then as its number") {
    // 40 objects; each refers to another object of the other rank
    Shape s{"", std::vector<std::vector<int>>(80), {}};
    for (int n = 0; n != 40; ++n) s.children[static_cast<std::size_t>(n)] = {n + 40}, s.roots.push_back(n);
    Arrays const arrays(s);
    on_threads(2, [&](Threads& comm) {
        PartOf const part(arrays.graph(), comm);
        Sets flow;
        auto const same = each_root(arrays, [](auto& sets, std::size_t) { return sets.set("abc"); });
        auto const found = trav::solve(SharedGraph(comm, part), same(flow), flow);
        // 4 bytes per object and 4 per set; once: the presence of elements, their number, 8 + 3 bytes of text
        if (comm.rank() == 0 && found.figures().bytes != 40 * 8 + 1 + 8 + 8 + 3)
            throw std::logic_error(std::to_string(found.figures().bytes) + " bytes");
    });
}

TEST_CASE("sources may be given in braces; sources outside of the graph are refused") {
    Arrays const arrays(shape("a:b b:c c:", ""));
    on_threads(2, [&](Threads& comm) {
        PartOf const part(arrays.graph(), comm);
        Masks flow;
        auto const found = trav::solve(SharedGraph(comm, part), {{0, 1}, {2, 4}}, flow);
        if (trav::distributed::owns(part, 2) && *found.find(2) != 5) throw std::logic_error("c has 1 and 4");
    });
    CHECK_THROWS_WITH(on_threads(2,
                                 [&](Threads& comm) {
                                     PartOf const part(arrays.graph(), comm);
                                     Masks flow;
                                     (void)trav::solve(SharedGraph(comm, part), {{3, 1}}, flow);
                                 }),
                      "trav: the source 3 is no node: there are 3");
}

TEST_CASE("a part only apparently in order sends all its values") {
    // each object refers to the one before it, except the first 2000: of these, each even object is reached
    // from above, and each odd object from the even one below it
    Shape s{"", std::vector<std::vector<int>>(20000), {19999}};
    for (int n = 1; n != 20000; ++n) s.children[static_cast<std::size_t>(n)] = {n - 1};
    for (int n = 0; n != 2000; n += 2) {
        s.children[static_cast<std::size_t>(n)] = {n + 1, std::max(n - 2, 0)};
        s.children[static_cast<std::size_t>(n) + 1] = {std::max(n - 2, 0)};
    }
    s.children[2000] = {1998};
    Arrays const arrays(s);
    Masks flow;
    auto const sources = bit_of_each_root(arrays);
    auto const graph = arrays.graph();
    auto const expected = trav::solve_by_numbering(graph, sources, flow);
    for (std::size_t const ranks : all_ranks) {
        std::atomic<std::uint32_t> wrong = 0;
        on_threads(ranks, [&](Threads& comm) {
            PartOf const part(graph, comm);
            Masks mine;
            wrong += wrong_values(part, trav::solve(SharedGraph(comm, part), sources, mine), expected);
        });
        CHECK(wrong == 0);
    }
}

namespace {

// A rank with one exchange that loses the last byte of a received message.
struct Losing : PassesOn<Threads> {
    int exchanges_before;

    trav::distributed::Messages exchange(trav::distributed::Messages messages) {
        auto received = PassesOn::exchange(std::move(messages));
        if (exchanges_before-- == 0)
            for (auto& message : received)
                if (!message.empty()) message.pop_back();
        return received;
    }
};

}  // namespace

TEST_CASE("a truncated message is refused: of ghosts, of values, of sets") {
    Arrays const arrays(cycle(4, {0}));
    for (int const exchange : {0, 1}) {
        auto const solve = [&](auto make_flow, auto value) {
            on_threads(2, [&](Threads& comm) {
                Losing losing{{comm}, exchange};
                PartOf const part(arrays.graph(), comm);
                auto flow = make_flow();
                (void)trav::solve(SharedGraph(losing, part), each_root(arrays, value)(flow), flow);
            });
        };
        char const* const words =
            "trav: a message of another rank ends too early: is it of the same program?";
        CHECK_THROWS_WITH(solve([] { return Masks(); }, bit), words);
        CHECK_THROWS_WITH(solve([] { return Sets(); }, set_of_text), words);
    }
}

TEST_CASE("a rank with a graph of other objects is refused") {
    Arrays const four(cycle(4, {0})), three(cycle(3, {0}));
    auto const solve = [&] {
        on_threads(2, [&](Threads& comm) {  // the first rank refers to 2, but the second does not have it
            bool const first = comm.rank() == 0;
            PartOf const part(first ? four.graph() : three.graph(), first ? Begins{0, 2, 4} : Begins{0, 3, 3},
                              comm.rank());
            Masks flow;
            (void)trav::solve(SharedGraph(comm, part), {{0, 1}}, flow);
        });
    };
    CHECK_THROWS_WITH(solve(),
                      "trav: another rank asks for an object that is not of this part: have all ranks "
                      "the same graph?");
}
