// test/flow/streamed_graph.cpp: tests that flows over files have the least fixed point, computed here by
// applying the equations until nothing changes, and need few passes if references lead one way.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/flow/reach.hpp>
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/index_range.hpp>
#include <trav/graph/row_blocks.hpp>
#include <trav/graph/sized.hpp>
#include <trav/graph/write_csr.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using Node = std::uint32_t;

struct Reference {
    Node from, to;
    std::uint8_t kind;
};
struct Heap {
    Node nodes;
    std::vector<Reference> references;  // by `from`

    void write(std::string const& file) const {
        std::vector<std::uint32_t> offsets(nodes + 1), targets;
        for (auto const& each : references) {
            ++offsets[each.from + 1];
            targets.push_back(each.to);
        }
        for (Node n = 0; n != nodes; ++n) offsets[n + 1] += offsets[n];
        trav::write_csr(file, trav::Csr<>(offsets, targets), [&](trav::CsrColumnWriter& out) {
            out.items<std::uint8_t>("edge kind", targets.size(), [&](auto put) {
                for (auto const& each : references) put(each.kind);
            });
        });
    }
};

/// Most references lead to one side, some anywhere; some objects have many.
Heap random_heap(unsigned seed, int side) {
    std::mt19937 random(seed);
    Node const nodes = 1 + static_cast<Node>(random() % 1000);
    Heap heap{nodes, {}};
    for (Node n = 0; n != nodes; ++n)
        for (auto left = random() % 4 + (random() % 100 == 0 ? 50 : 0); left != 0; --left) {
            auto const step = static_cast<Node>(random() % 90);
            Node to = static_cast<Node>(random()) % nodes;
            if (random() % 16 != 0 && side > 0 && n + step < nodes) to = n + step;
            if (random() % 16 != 0 && side < 0 && n >= step) to = n - step;
            heap.references.push_back({n, to, static_cast<std::uint8_t>(random() % 3)});
        }
    return heap;
}

struct Masks {
    using value = std::uint8_t;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};
/// Every seventh object sends only its own bit.
struct CutMasks : Masks {
    std::optional<value> cut(Node n) const {
        return n % 7 == 3 ? std::optional<value>(static_cast<value>(1u << n % 8)) : std::nullopt;
    }
};
/// The least distance to a source, plus one; 0 means no value.
struct Distance {
    using value = std::uint16_t;
    static constexpr value nothing = 0xffff;
    value join(value a, value b) const { return a < b ? a : b; }
    value transfer(Node, value own) const { return own < 300 ? static_cast<value>(own + 1) : own; }
};
/// The greatest distance, at most 300: the value of an object that refers to itself grows to 300.
struct Depth {
    using value = std::uint16_t;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a < b ? b : a; }
    value transfer(Node, value own) const { return own < 300 ? static_cast<value>(own + 1) : own; }
};
/// Excludes references of kind 2, and references to every fifth object.
struct Some {
    bool operator()(Node, Node to, std::uint8_t kind) const { return kind != 2 && to % 5 != 4; }
};

template <class F>
using Sources = std::vector<trav::Source<Node, typename F::value>>;

template <class F>
std::vector<typename F::value> by_definition(Heap const& heap, Sources<F> const& sources, F flow,
                                             auto follow) {
    std::vector<typename F::value> values(heap.nodes, F::nothing);
    for (auto const& source : sources) values[source.node] = flow.join(values[source.node], source.value);
    for (bool changed = true; changed;) {
        changed = false;
        for (Reference const& each : heap.references) {
            Node const from = each.from, to = each.to;
            if (values[from] == F::nothing || !follow(from, to, each.kind)) continue;
            typename F::value sent = values[from];
            if constexpr (requires { flow.cut(from); }) sent = flow.cut(from).value_or(sent);
            if constexpr (requires { flow.transfer(from, sent); }) sent = flow.transfer(from, sent);
            auto const now = flow.join(values[to], sent);
            changed = changed || now != values[to];
            values[to] = now;
        }
    }
    return values;
}

template <class F>
void check(Heap const& heap, std::string const& file, Sources<F> const& sources, F flow, auto follow) {
    auto const expected = by_definition(heap, sources, flow, follow);
    trav::MappedCsr<> const graph(file, trav::Trust::arrays);
    for (std::size_t const size : {64u, 320u, 4096u}) {
        INFO("blocks of " << size);
        trav::RowBlocks rows(graph, "edge kind", size);
        auto const found = trav::solve(trav::StreamedGraph(rows, follow), sources, flow);
        std::vector<typename F::value> values;
        for (Node n = 0; n != heap.nodes; ++n) {
            auto const* const value = found.find(n);
            values.push_back(value ? *value : F::nothing);
        }
        CHECK(values == expected);
        CHECK(found.count() == heap.nodes);
    }
}

}  // namespace

TEST_CASE("flows over files: find the least fixed point for all block sizes", "[property]") {
    Folder const folder;
    std::string const file = folder / "a.csr";
    for (unsigned seed = 0; seed != 60; ++seed) {
        INFO("seed " << seed);
        Heap const heap = random_heap(seed, static_cast<int>(seed % 3) - 1);
        heap.write(file);
        std::mt19937 random(seed + 1000);
        Sources<Masks> masks;
        Sources<Distance> distances;
        for (unsigned i = 0; i != 1 + seed % 5; ++i) {
            Node const n = static_cast<Node>(random()) % heap.nodes;
            masks.push_back({n, static_cast<std::uint8_t>(1u << i)});
            distances.push_back({n, static_cast<std::uint16_t>(i)});
        }
        check(heap, file, masks, Masks{}, trav::FollowAll{});
        check(heap, file, masks, Masks{}, Some{});
        check(heap, file, masks, CutMasks{}, trav::FollowAll{});
        check(heap, file, distances, Distance{}, Some{});
        check(heap, file, Sources<Depth>{{distances[0].node, std::uint16_t{1}}}, Depth{}, Some{});
        check(heap, file, Sources<Masks>{}, Masks{}, trav::FollowAll{});
        check(heap, file, Sources<trav::Reach>{{distances[0].node, true}}, trav::Reach{}, Some{});
    }
}

TEST_CASE("flows over files: take one pass if all references lead one way, and read only blocks with updates",
          "[unit]") {
    Folder const folder;
    std::string const file = folder / "a.csr";
    Node const nodes = 64 * 100;
    Masks masks;
    auto const solved = [&](Heap const& heap, Node source, std::size_t block = 64) {
        heap.write(file);
        trav::MappedCsr<> const graph(file, trav::Trust::arrays);
        trav::RowBlocks rows(graph, {}, block);
        CHECK(trav::StreamedGraph(rows).bytes<Masks>() == rows.bytes() + nodes + nodes / 8);
        return trav::solve(trav::StreamedGraph(rows), {{source, std::uint8_t{1}}}, masks);
    };
    Heap up{nodes, {}}, down{nodes, {}}, far{nodes, {}};
    for (Node n = 0; n + 1 != nodes; ++n) up.references.push_back({n, n + 1, 0});
    for (Node n = 1; n != nodes; ++n) down.references.push_back({n, n - 1, 0});
    for (Node n = 0; n + 1 < 64; ++n) far.references.push_back({n, n + 1, 0});
    far.references.push_back({63, nodes - 1, 0});
    far.references.push_back({nodes - 1, 0, 0});

    auto const all_up = solved(up, 0);
    CHECK(all_up.passes() == 1);
    CHECK(all_up.blocks_read() == 100);
    CHECK(all_up.find(nodes - 1) != nullptr);
    auto const all_down = solved(down, nodes - 1);
    CHECK(all_down.passes() == 1);
    CHECK(all_down.blocks_read() == 100);
    CHECK(all_down.find(0) != nullptr);
    CHECK(solved(up, 64 * 99).blocks_read() == 1);
    auto const from_middle = solved(up, 64 * 99);
    CHECK(from_middle.find(64 * 99 - 1) == nullptr);
    Heap behind{nodes, {}};  // late updates in the sweep of a block are sent before the next block
    for (Node n = 0; n != 41; ++n) behind.references.push_back({n, n + 1, 0});
    behind.references.push_back({100, 3, 0});
    auto const settled = solved(behind, 100, 128);
    CHECK(settled.passes() == 1);
    CHECK(settled.blocks_read() == 1);
    CHECK(settled.find(41) != nullptr);
    CHECK(settled.find(2) == nullptr);
    auto const and_far = solved(far, 0);
    CHECK(and_far.blocks_read() == 2);
    CHECK(and_far.find(nodes - 2) == nullptr);
    CHECK(and_far.find(nodes - 1) != nullptr);
}

namespace {

// By the mask of an object, along the references in a file.
struct ByMask {
    trav::RowBlocks<Node>* rows;
    Masks masks{};
    std::string name() const { return "mask"; }
    Masks& flow() { return masks; }
    void sources(auto const& roots, auto push) {
        for (Node const root : roots) push(root, std::uint8_t{1});
    }
    auto edges() const { return trav::StreamedGraph(*rows, Some{}); }
    int key(Node, std::uint8_t const* mask) const { return mask ? *mask : 0; }
    trav::Band band(int mask) const { return {std::to_string(mask)}; }
};
// The objects of the file, without edges.
struct Objects {
    using node = Node;
    Node nodes;
    std::span<Node const> children(Node) const { return {}; }
    std::size_t size(Node) const { return 8; }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return nodes; }
    auto objects() const { return trav::IndexRange<Node>(nodes); }
};

}  // namespace

namespace {

/// Rows that record how often the block announced as the next one was not the next one read.
struct Announced {
    using node = Node;
    trav::RowBlocks<Node>& rows;
    std::size_t next = ~std::size_t{0}, wrong = 0;

    std::size_t blocks() const { return rows.blocks(); }
    std::size_t begin(std::size_t block) const { return rows.begin(block); }
    trav::RowBlock<Node> read(std::size_t block, std::size_t then) {
        wrong += next < blocks() && next != block;
        next = then;
        return rows.read(block, then);
    }
};

}  // namespace

TEST_CASE("flows over files: passes turn, and announce the blocks that they read", "[unit]") {
    Folder const folder;
    std::string const file = folder / "a.csr";
    Heap heap{640, {}};
    for (Node n = 0; n != heap.nodes; ++n) {
        if (n % 64 != 63) heap.references.push_back({n, n + 1, 0});
        if (n == 63 || n == 127) heap.references.push_back({n, n + 1, 0});  // into the third block
        if (n % 64 == 63 && n > 64) heap.references.push_back({n, n - 64, 0});
    }
    heap.write(file);
    trav::MappedCsr<> const graph(file, trav::Trust::arrays);
    trav::RowBlocks blocks(graph, {}, 64);
    Announced rows{blocks};
    Masks masks;
    auto const found = trav::solve(trav::StreamedGraph(rows),
                                   {{Node{0}, std::uint8_t{1}}, {Node{639}, std::uint8_t{2}}}, masks);
    CHECK(*found.find(63) == 3);
    CHECK(*found.find(191) == 3);
    CHECK(*found.find(639) == 2);
    CHECK(found.find(600) == nullptr);
    CHECK(found.passes() == 3);  // up: 639 sends; down: its value reaches all blocks; up: from 63 to 191
    CHECK(rows.wrong == 1);      // the first pass expects each block to be reached
    CHECK(rows.next >= rows.blocks());  // none after the last
}

TEST_CASE("flows over files: a breakdown may follow the edges in a file", "[unit]") {
    Folder const folder;
    std::string const file = folder / "a.csr";
    Heap const heap{200, {{1, 2, 0}, {2, 4, 0}, {2, 130, 1}, {3, 5, 0}, {130, 131, 2}, {131, 132, 0}}};
    heap.write(file);  // Some leaves out 131, by its kind, and 4
    trav::MappedCsr<> const graph(file, trav::Trust::arrays);
    trav::RowBlocks rows(graph, "edge kind", 64);
    ByMask breakdown{&rows};
    trav::Profiler profiler{Objects{heap.nodes}, breakdown};
    for (double const time : {1.0, 2.0}) {
        profiler.sample_heap({Node{1}}, time);
        auto const table = profiler.profile().by(breakdown);
        REQUIRE(table.lines.size() == 2);
        CHECK(table.at("1").objects == 3);
        CHECK(table.at("0").objects == 197);
    }
}

namespace {

struct InMemory {
    using node = Node;
    trav::MappedCsr<> const* graph;
    auto children(Node n) const { return graph->children(n); }
    auto objects() const { return trav::IndexRange<Node>(graph->count()); }
};

}  // namespace

TEST_CASE("flows over files: a profiler of the file finds what one of the graph in memory finds",
          "[property]") {
    Folder const folder;
    std::string const file = folder / "a.csr";
    auto const size = [](Node n) { return std::size_t{n % 5 + 1}; };
    for (unsigned seed = 0; seed != 12; ++seed) {
        Heap const heap = random_heap(seed, static_cast<int>(seed % 3) - 1);
        heap.write(file);
        trav::MappedCsr<> const graph(file, trav::Trust::arrays);
        std::vector<trav::RootSets<Node>::Root> named{{"first", Node{0}}, {"last", heap.nodes - 1}};
        auto const profiled = [&](auto const& from) {
            trav::RootSets<Node> roots(named);
            trav::OtherRoots other_roots{roots};
            auto third = trav::by("third", [](Node n) { return n % 3; });
            trav::Profiler profiler{from, roots, other_roots, third};
            profiler.sample({heap.nodes / 2}, 1);
            profiler.sample(std::vector<Node>{}, 2);
            profiler.sample_heap({heap.nodes / 3}, 3);
            std::vector<std::string> lines;
            trav::Profile const profile = std::move(profiler).profile();
            for (auto const& line : profile.by(roots, other_roots, third).lines) {
                std::string text;
                for (auto const& part : line.texts) text += part + ' ';
                for (auto const& amount : line.amounts)
                    text += std::to_string(amount.bytes) + '/' + std::to_string(amount.objects) + ' ';
                lines.push_back(text);
            }
            return lines;
        };
        trav::RowBlocks rows(graph, {}, 64);
        CHECK(profiled(trav::sized(trav::StreamedGraph(rows), size)) ==
              profiled(trav::sized(InMemory{&graph}, size)));
    }
}

TEST_CASE("flows over files: refuse a source that does not exist", "[unit]") {
    Folder const folder;
    std::string const file = folder / "a.csr";
    Heap{3, {{0, 1, 0}}}.write(file);
    trav::MappedCsr<> const graph(file);
    trav::RowBlocks rows(graph);
    Masks masks;
    CHECK_THROWS_WITH(trav::solve(trav::StreamedGraph(rows), {{Node{3}, std::uint8_t{1}}}, masks),
                      "trav: solve: source 3, but there are 3 nodes");
}
