// A struct as a node, with a trav::HashOf and no std::hash: every part of the library accepts it. (Nodes of
// trav::Objects are structs with a std::hash.)
#include "catch.hpp"
#include "support/strategies.hpp"

#include <trav/flow/solve.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/graph/reverse.hpp>
#include <trav/graph/sized.hpp>
#include <trav/path.hpp>
#include <trav/profile.hpp>
#include <trav/report/heapsnapshot.hpp>
#include <trav/view/edges.hpp>
#include <trav/view/postorder.hpp>
#include <trav/view/preorder.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Square {
    int row = -1, column = -1;
    friend bool operator==(Square const&, Square const&) = default;
};

}  // namespace

template <>
struct trav::HashOf<Square> {
    int operator()(Square at) const { return at.row * 8 + at.column; }
};

namespace {

/// A chess board with moves to the right and down.
struct Board {
    using node = Square;
    bool null(Square at) const { return at.row > 7 || at.column > 7; }
    std::vector<Square> squares = std::vector<Square>(128);
    Board() {
        for (int i = 0; i != 64; ++i) {
            squares[static_cast<std::size_t>(2 * i)] = {i / 8, i % 8 + 1};
            squares[static_cast<std::size_t>(2 * i + 1)] = {i / 8 + 1, i % 8};
        }
    }
    std::span<Square const> children(Square at) const {
        return std::span(squares).subspan(static_cast<std::size_t>(2 * (at.row * 8 + at.column)), 2);
    }
    std::size_t size(Square) const { return 1; }
};
struct Count {
    int visits = 0, first = 0;
    void visit(auto& here) { ++visits, first += here.first; }
};
struct Distance {
    using value = int;
    value join(value a, value b) const { return std::min(a, b); }
    value transfer(Square, value own) const { return own + 1; }
};
/// By row; counts deaths.
struct ByRow {
    int dead = 0;
    std::string name() const { return "row"; }
    int key(Square at) const { return at.row; }
    trav::Band band(int row) const { return {std::to_string(row)}; }
    void died(Square) { ++dead; }
};

constexpr Square corner{0, 0}, middle{4, 4}, end{7, 7};

}  // namespace

TEST_CASE("struct nodes: work in traversals, views, flows, adaptors and paths", "[unit]") {
    Board const board;
    test::for_each_strategy<Board, Count>([&]<class Strategy>(char const*) {
        Count count;
        trav::traverse<Strategy>(board, {corner}, count);
        CHECK(count.first == 64);
        CHECK(count.visits == 113);  // 56 moves to the right, 56 down, and the root
    });
    CHECK(std::ranges::distance(trav::views::preorder(board, std::vector{middle})) == 16);
    CHECK(std::ranges::distance(trav::views::postorder(board, std::vector{middle})) == 16);
    CHECK(std::ranges::distance(trav::views::edges(board, std::vector{corner})) == 112);

    Distance distance;
    CHECK(*trav::solve(board, {{corner, 0}}, distance).find(middle) == 8);

    auto const back = trav::reverse(board, std::vector{corner});
    Count before;
    trav::traverse(back, {middle}, before);
    CHECK(before.first == 25);
    Count along;
    trav::traverse(trav::filter_edges(board, [](Square a, Square b) { return a.row == b.row; }), {corner},
                   along);
    CHECK(along.first == 8);
    CHECK(trav::path(board, {corner}, end).size() == 15);  // the corner, and 14 moves
}

TEST_CASE("struct nodes: work in dominators, breakdowns and files", "[unit]") {
    Board const board;
    auto const tree = trav::dominators(board, std::vector{corner});
    CHECK(tree.idom({3, 0}) == Square{2, 0});
    CHECK(tree.idom(middle) == corner);
    CHECK(tree.retained(corner).objects == 64);

    ByRow row;
    trav::RootSets<Square> roots{{"middle", middle}};
    trav::OtherRoots other_roots{roots};
    auto retainers =
        trav::by_retainer<Square>([](Square at) { return at == middle; }, [](Square at) { return at; }, 8,
                                  [](Square at) { return "row " + std::to_string(at.row); });
    trav::Biography<Square> life;
    auto column = trav::by("column", [](Square at) { return at.column; });
    auto square = trav::by(
        "square", [](Square at) { return at; },
        [](Square at) { return std::string{"abcdefgh"[at.column]} + std::to_string(at.row + 1); });
    trav::Profiler profiler{board, row, roots, other_roots, retainers, life, column, square};
    profiler.used(middle);
    profiler.sample({corner}, 0);
    profiler.died(middle);
    profiler.sample({middle}, 1);
    auto const profile = profiler.profile();
    CHECK(profile.by(row).at("0").objects == 8);
    CHECK(profile.by(roots).at("middle").objects == 16);
    CHECK(profile.by(other_roots).at("named").objects == 1);  // everything else is reachable around it
    CHECK(profile.where(having(retainers, {"row 4"})).by().total().objects == 15);
    CHECK(profile.by(life).at("VOID").objects == 48);
    CHECK(profile.by(life).at("USE").objects == 1);
    CHECK(profile.by(column).total(1).objects == 16);
    CHECK(profile.by(square).at("c5").objects == 1);
    CHECK(row.dead == 1 + 48);
    auto const held = trav::retained_by_band(tree, column);
    auto const first = std::ranges::find(held, "0", &trav::RetainedByBand::text);
    REQUIRE(first != held.end());
    CHECK(first->retained.objects == 64);

    std::ostringstream file;
    trav::write_heapsnapshot(file, board, {{"board", corner}});
    CHECK(file.str().size() > 1000);
}
