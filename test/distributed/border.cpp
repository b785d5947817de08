// The border of parts beside a count of all references, with and without rows in one array.
#include "catch.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/border.hpp>
#include <trav/distributed/threads.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::Border;
using trav::distributed::on_threads;
using trav::distributed::PartOf;
using trav::distributed::Threads;

namespace {

/// The children of each object, not in one array.
struct ApartRows {
    using node = std::uint32_t;
    std::vector<std::vector<std::uint32_t>> const* rows;
    std::vector<std::uint32_t> const& children(node n) const { return (*rows)[n]; }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return rows->size(); }
};

/// The answers of a rank.
struct Told {
    std::uint64_t ghosts = 0, cut_edges = 0;
    std::vector<std::uint64_t> begins{};
    std::vector<std::pair<std::uint32_t, std::uint64_t>> numbers{};  // of ghosts
    std::vector<std::vector<std::uint32_t>> wanted{};
};

using Rows = std::vector<std::vector<std::uint32_t>>;
std::vector<std::uint64_t> begins_of(std::size_t count) {
    return {0, count / 4, count / 4, count / 2, count};
}
std::size_t rank_of(std::uint32_t n, std::vector<std::uint64_t> const& begins) {
    std::size_t rank = 0;
    while (n >= begins[rank + 1]) ++rank;
    return rank;
}
/// The ghosts of a part.
std::set<std::uint32_t> ghosts_of(Rows const& rows, std::vector<std::uint64_t> const& begins,
                                  std::size_t rank) {
    std::set<std::uint32_t> all;
    for (auto n = static_cast<std::size_t>(begins[rank]); n != begins[rank + 1]; ++n)
        for (std::uint32_t const child : rows[n])
            if (rank_of(child, begins) != rank) all.insert(child);
    return all;
}

template <class G>
void check(G const& graph, Rows const& rows) {
    auto const begins = begins_of(rows.size());
    std::size_t const ranks = begins.size() - 1;
    std::vector<Told> all(ranks);
    on_threads(ranks, [&](Threads& comm) {
        PartOf<G> const part(graph, begins, comm.rank());
        Border<PartOf<G>> const border(comm, part);
        Told& told = all[comm.rank()];
        told.ghosts = border.ghosts(), told.cut_edges = border.cut_edges();
        for (std::size_t rank = 0; rank <= ranks; ++rank) told.begins.push_back(border.begin_of(rank));
        for (std::uint32_t const ghost : ghosts_of(rows, begins, comm.rank()))
            told.numbers.emplace_back(ghost, border.ghost(ghost));
        for (std::size_t rank = 0; rank != ranks; ++rank) told.wanted.push_back(border.wanted_by(rank));
    });
    for (std::size_t rank = 0; rank != ranks; ++rank) {
        CAPTURE(rank);
        auto const ghosts = ghosts_of(rows, begins, rank);
        std::uint64_t edges = 0, number = 0;
        for (auto n = static_cast<std::size_t>(begins[rank]); n != begins[rank + 1]; ++n)
            for (std::uint32_t const child : rows[n]) edges += ghosts.contains(child);
        CHECK(all[rank].ghosts == ghosts.size());
        CHECK(all[rank].cut_edges == edges);
        for (auto const& each : all[rank].numbers) CHECK(each.second == number++);
        for (std::size_t other = 0; other <= ranks; ++other) {
            std::uint64_t before = 0;
            for (std::uint32_t const ghost : ghosts) before += ghost < begins[other];
            CHECK(all[rank].begins[other] == before);
        }
        for (std::size_t other = 0; other != ranks; ++other) {
            std::vector<std::uint32_t> wanted;
            for (std::uint32_t const ghost : ghosts_of(rows, begins, other))
                if (rank_of(ghost, begins) == rank)
                    wanted.push_back(static_cast<std::uint32_t>(ghost - begins[rank]));
            CHECK(all[rank].wanted[other] == wanted);
        }
    }
}

}  // namespace

TEST_CASE("border: ghosts, their numbers, and who wants them", "[property]") {
    RandomGraphs random(7);
    for (int const count : {1, 5, 63, 64, 65, 400}) {
        CAPTURE(count);
        Rows rows(static_cast<std::size_t>(count));
        Shape shape{"", std::vector<std::vector<int>>(static_cast<std::size_t>(count)), {}};
        for (std::size_t n = 0; n != rows.size(); ++n)
            for (int i = random.below(40); i != 0; --i) {
                int const child = random.below(3) != 0 ? static_cast<int>(n) : random.below(count);
                rows[n].push_back(static_cast<std::uint32_t>(child));
                shape.children[n].push_back(child);
            }
        check(ApartRows{&rows}, rows);
        Arrays const arrays(shape);
        check(arrays.graph(), rows);
    }
}

TEST_CASE("border: a rank that asks for an object of another part is refused", "[unit]") {
    Rows const rows{{3}, {}, {}, {0}};
    CHECK_THROWS_AS(on_threads(2,
                               [&](Threads& comm) {
                                   // the ranks do not agree on where the second part begins
                                   std::vector<std::uint64_t> const begins{0, comm.rank() == 0 ? 2u : 4u, 4};
                                   PartOf<ApartRows> const part(ApartRows{&rows}, begins, comm.rank());
                                   Border<PartOf<ApartRows>> const border(comm, part);
                               }),
                    trav::distributed::BadMessage);
}
