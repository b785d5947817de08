#include <trav/graph/sized.hpp>

#include <trav/graph/csr.hpp>
#include <trav/graph/via.hpp>

#include "expected_edges.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace {

struct Obj {
    std::vector<Obj*> fields;
    std::uint16_t bytes = 0;
    long payload() const { return bytes + 100L; }
};

using Heap = trav::Via<&Obj::fields>;
static_assert(sizeof(trav::sized(Heap{}, &Obj::bytes)) == sizeof(&Obj::bytes));
// the result is the same range
static_assert(
    std::is_same_v<decltype(trav::sized(Heap{}, &Obj::bytes).children(nullptr)), std::vector<Obj*> const&>);

constexpr unsigned offsets[] = {0, 1, 1}, targets[] = {1};
constexpr auto numbered = trav::sized(trav::Csr<>(offsets, targets), [](unsigned n) { return 10 * n; });
static_assert(trav::HeapGraph<decltype(numbered)> && trav::IndexedGraph<decltype(numbered)>);
static_assert(numbered.size(1) == 10 && numbered.count() == 2 && numbered.children(0)[0] == 1);

// The first node is an at-once node.
struct AtOnce : trav::Csr<> {
    using trav::Csr<>::Csr;
    bool at_once(unsigned n) const { return n == 0; }
    void scan(unsigned n, auto&& sink) const {
        for (unsigned const child : children(n)) sink(child);
    }
};

// All rows in one array; row() has the first one only.
struct Rows : trav::Csr<> {
    Rows() : trav::Csr<>(::offsets, ::targets) {}
    static constexpr std::size_t readable_children = 2;
    unsigned targets[4] = {1, 0, 0, 0};
    auto children(unsigned n) const { return std::vector<unsigned>(1 - n, n); }
    std::span<unsigned const> row(unsigned n) const {
        return n == 0 ? std::span<unsigned const>(targets, 1) : std::span<unsigned const>();
    }
    unsigned const* rows_begin() const { return targets; }
    unsigned const* rows_end() const { return targets + 4; }
};

// Refers back, and solves flows by itself: the answer is what it gets.
struct BothWays : AtOnce {
    using AtOnce::AtOnce;
    void scan_back(unsigned n, auto&& sink) const { sink(n + 10); }
    static constexpr bool solves_flows = true;
    template <class>
    static consteval bool check() {
        return true;
    }
    auto solve(int sources, std::string const& flow) const { return flow + std::to_string(sources); }
};

}  // namespace

TEST_CASE("sized takes a field, a member function or a callable", "[unit]") {
    Obj a, b;
    a.bytes = 7;
    a.fields = {&b, &a};
    CHECK(Heap{}.size(&a) == sizeof(Obj));
    CHECK(trav::sized(Heap{}, &Obj::bytes).size(&a) == 7);
    CHECK(trav::sized(Heap{}, &Obj::payload).size(&a) == 107);
    CHECK(trav::sized(Heap{}, [extra = 5](Obj* o) { return o->bytes + extra; }).size(&a) == 12);
    check_edges(trav::sized(Heap{}, &Obj::bytes), {&a, &b}, {{1, 0}, {}});
    check_edges(numbered, {0u, 1u}, {{1}, {}});
}

TEST_CASE("sized keeps references back, and solutions of flows", "[unit]") {
    auto const graph = trav::sized(BothWays(offsets, targets), [](unsigned) { return 1; });
    static_assert(trav::ScansBack<decltype(graph)> && trav::SolvesFlows<decltype(graph)>);
    std::vector<unsigned> back;
    graph.scan_back(1, [&](unsigned n) { back.push_back(n); });
    CHECK(back == std::vector{11u});
    std::string const flow = "flow ";
    CHECK(graph.solve(7, flow) == "flow 7");
}

TEST_CASE("sized keeps at-once nodes", "[unit]") {
    auto const graph = trav::sized(AtOnce(offsets, targets), [](unsigned) { return 1; });
    static_assert(trav::AtOnceGraph<decltype(graph)>);
    CHECK(graph.at_once(0));
    CHECK_FALSE(graph.at_once(1));
}

TEST_CASE("sized keeps rows", "[unit]") {
    auto const graph = trav::sized(Rows(), [](unsigned) { return 1; });
    static_assert(trav::detail::ArrayOfNumbers<decltype(graph)>);
    static_assert(trav::detail::readable_children<decltype(graph)> == 2);
    CHECK(graph.row(0).data() == graph.base().targets);
    CHECK(graph.row(1).data() == nullptr);
    CHECK(graph.rows_begin() == graph.base().targets);
    CHECK(graph.rows_end() == graph.base().targets + 4);
}
