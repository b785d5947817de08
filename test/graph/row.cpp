// Rows of children: of all nodes, of some, in one array, or of none.
#include <trav/graph/row.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <forward_list>
#include <span>
#include <vector>

using namespace trav::detail;

namespace {

using Row = std::span<int const>;
using Nodes = std::vector<int>;

/// Children without a row.
struct Apart {
    using node = int;
    std::vector<std::forward_list<int>> lists;
    std::forward_list<int> const& children(int n) const { return lists[static_cast<std::size_t>(n)]; }
};
struct Vectors {
    using node = int;
    std::vector<Nodes> rows;
    Nodes const& children(int n) const { return rows[static_cast<std::size_t>(n)]; }
};
/// Rows of even nodes.
struct Even : Apart {
    std::vector<Nodes> rows;
    Row row(int n) const { return n % 2 == 0 ? Row(rows[static_cast<std::size_t>(n)]) : Row(); }
};
/// A node 3 has the nodes 3, 4 and 5: all rows are in one array, and nodes begin at 2.
struct Array {
    using node = int;
    std::vector<int> all;
    Row children(int n) const { return Row(all).subspan(static_cast<std::size_t>(n), 3); }
    std::size_t index(int n) const { return static_cast<std::size_t>(n - 2); }
    std::size_t count() const { return all.size() - 4; }
    int node_at(std::size_t index) const { return static_cast<int>(index) + 2; }
    int const* rows_end() const { return all.data() + all.size(); }
};
struct Begun : Array {
    int const* rows_begin() const { return all.data(); }
};
struct WithNull : Begun {
    bool null(int n) const { return n == 0; }
};
struct Readable : Vectors {
    static constexpr std::size_t readable_children = 4;
};
/// Only a scan lists the children of odd nodes; -1 is null.
struct AtOnce {
    using node = int;
    Nodes row;
    Nodes const& children(int) const { return row; }
    bool at_once(int n) const { return n % 2 != 0; }
    bool null(int n) const { return n == -1; }
    void scan(int n, auto&& sink) const {
        for (int const child : row) sink(at_once(n) && child != -1 ? child + 100 : child);
    }
};

static_assert(!InARow<Apart> && AlwaysInARow<Vectors> && !MostlyInARow<Vectors>);
static_assert(!AlwaysInARow<Even> && MostlyInARow<Even> && InARow<Even>);
static_assert(!OneArray<Vectors> && OneArray<Array> && RowsOfNumbers<Array> && RowsOfNumbers<Begun>);
static_assert(!ArrayOfNumbers<WithNull> && !ArrayOfNumbers<Vectors>);
static_assert(readable_children<Readable> == 4 && readable_children<Vectors> == 0);

template <class G>
Nodes each(G const& graph, int n) {
    Nodes all;
    each_child(graph, n, [&](int child) { all.push_back(child); });
    return all;
}
template <class G>
Nodes first(G const& graph, int n, std::size_t left) {
    Nodes all;
    first_children(graph, n, left, [&](int child) { all.push_back(child); });
    return all;
}
Nodes listed(auto const& nodes) { return {nodes.begin(), nodes.end()}; }

}  // namespace

TEST_CASE("row: the list of children, or the row given by the graph", "[unit]") {
    Vectors const vectors{{{}, {7, 8, 9}}};
    CHECK(row_of(vectors, 0).empty());
    CHECK(row_of(vectors, 1).data() == vectors.rows[1].data());
    CHECK(row_of(vectors, 1).size() == 3);
    Even const even{{{{1}, {2}}}, {{5, 6}, {}}};
    CHECK(listed(row_of(even, 0)) == Nodes{5, 6});
    CHECK(row_of(even, 1).data() == nullptr);
}

TEST_CASE("row: the readable children at a row, and the beginning of the array", "[unit]") {
    Array const array{{0, 1, 2, 3, 4, 5, 6, 7}};
    int const* const end = array.all.data() + 8;
    for (std::ptrdiff_t left = 0; left != 9; ++left)
        for (std::size_t count = 0; count != 10; ++count)
            CHECK(may_read(array, end - left, count) == (count <= static_cast<std::size_t>(left)));
    Readable const readable{{{{}, {1}}}};
    for (std::size_t const count : {0u, 1u, 4u, 5u}) {
        CHECK(may_read(readable, nullptr, count) == (count <= 4));
        CHECK(may_read(Vectors(), nullptr, count) == (count == 0));
    }
    CHECK(rows_begin(array) == array.all.data() + 2);  // the row of the first node
    Begun const begun{{{0, 1, 2, 3, 4, 5}}};
    CHECK(rows_begin(begun) == begun.all.data());
}

TEST_CASE("row: all children, from the list or from a scan", "[unit]") {
    AtOnce const graph{{5, -1, 6}};
    CHECK(each(graph, 0) == Nodes{5, -1, 6});
    CHECK(each(graph, 1) == Nodes{105, 106});  // a scan's, without null ones
    CHECK(listed(scanned(graph, 0)) == Nodes{5, 6});
    CHECK(listed(scanned(graph, 1)) == Nodes{105, 106});
    Apart const apart{{{}, {3, 2, 1}}};
    CHECK(each(apart, 0).empty());
    CHECK(each(apart, 1) == Nodes{3, 2, 1});
    CHECK(listed(scanned(apart, 1)) == Nodes{3, 2, 1});
}

TEST_CASE("row: the first children, at most as many as wanted", "[unit]") {
    AtOnce const graph{{5, -1, 6, 7}};
    Apart const apart{{{5, 0, 6, 7}}};
    for (std::size_t left = 0; left != 7; ++left) {
        CAPTURE(left);
        Nodes const all{5, -1, 6, 7}, scan{105, 106, 107}, list{5, 0, 6, 7};
        auto const some = [&](Nodes const& from) {
            return Nodes(from.begin(),
                         from.begin() + static_cast<std::ptrdiff_t>(std::min(left, from.size())));
        };
        CHECK(first(graph, 2, left) == some(all));
        CHECK(first(graph, 1, left) == some(scan));
        CHECK(first(apart, 0, left) == some(list));
    }
}
