// test/flow/flow_sweep.cpp: compares the values of every sweep with the equations applied until nothing
// changes: over rows in one array, with gaps, behind pointers, in blocks of an order, in blocks as of a file,
// and in parts; with values in arrays, bits and stores; for joins, cuts, transfers, and visits. It also tests
// when sweeps give up.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"

#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/flow_sweep.hpp>
#include <trav/flow/memory_flow.hpp>
#include <trav/flow/reach.hpp>
#include <trav/flow/solve.hpp>
#include <trav/flow/store_sweep.hpp>
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/csr.hpp>
#include <trav/graph/rows.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/store/hashed.hpp>
#include <trav/strategy/memory_sweep.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

using namespace test;

namespace {

using Number = std::uint32_t;
using Mask = std::uint64_t;
using Sources = std::vector<std::pair<int, Mask>>;  // -1: a null node
using Values = std::vector<Mask>;                   // by number; 0: not reached

/// `sent(n, own)` is the value that n sends.
Values by_definition(Shape const& shape, Sources const& sources, auto sent) {
    Values values(shape.children.size());
    for (auto const& [n, value] : sources)
        if (n >= 0) values[static_cast<std::size_t>(n)] |= value;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t n = 0; n != values.size(); ++n) {
            if (values[n] == 0) continue;
            for (int const child : shape.children[n]) {
                if (child < 0) continue;
                Mask& theirs = values[static_cast<std::size_t>(child)];
                Mask const grown = theirs | sent(static_cast<int>(n), values[n]);
                changed = changed || grown != theirs;
                theirs = grown;
            }
        }
    }
    return values;
}

// --- Flows over nodes that `number(n)` identifies -------------------------------------------------

int number(Obj<>* n) { return n->id; }
int number(Number n) { return static_cast<int>(n); }

struct Plain {
    using value = Mask;
    static constexpr value nothing = 0;
    static constexpr bool portable = true;
    static Mask by_hand(int, Mask own) { return own; }
    value join(value a, value b) { return a | b; }
};
struct WithCuts : Plain {
    static Mask by_hand(int n, Mask own) { return n % 5 == 2 ? Mask{1} << 62 : own; }
    std::optional<value> cut(auto n) {
        return number(n) % 5 == 2 ? std::optional(Mask{1} << 62) : std::nullopt;
    }
};
struct WithTransfer : Plain {
    static Mask by_hand(int n, Mask own) { return own | Mask{1} << (40 + n % 7); }
    value transfer(auto n, value own) { return by_hand(number(n), own); }
};
/// A value grows each time it goes round a cycle.
struct WithGrowth : Plain {
    static Mask by_hand(int, Mask own) { return own | (own & 0xffff) << 1; }
    value transfer(auto, value own) { return by_hand(0, own); }
};
/// Plain, but with sets.
struct Sets {
    using value = trav::InternedSets::Id;
    static constexpr value nothing = trav::InternedSets::empty;
    trav::InternedSets sets{};
    value join(value a, value b) { return sets.unite(a, b); }
};

// --- Graphs --------------------------------------------------------------------------------------

/// A memory order in blocks of ten.
struct InBlocks : Objects<> {
    Heap<>* objects;

    struct Order {
        Heap<>* heap;
        std::size_t slots() const { return heap->objects.size(); }
        std::size_t slot(node n) const { return n == nullptr ? slots() : static_cast<std::size_t>(n->id); }
        std::size_t blocks() const { return (slots() + 9) / 10; }
        std::size_t begin(std::size_t block) const { return std::min(10 * block, slots()); }
        void each(std::size_t block, std::size_t, auto&& f) const {
            for (std::size_t i = begin(block); i != begin(block + 1); ++i) f(&heap->objects[i], i);
        }
    };
    Order memory_order() const { return {objects}; }
};

/// Rows in one array, surrounded by numbers that are not nodes.
struct Rows {
    explicit Rows(Shape const& shape) : targets(200, ~Number{0}) {
        for (auto const& children : shape.children) {
            offsets.push_back(static_cast<Number>(targets.size()));
            for (int const child : children)
                if (child >= 0) targets.push_back(static_cast<Number>(child));
        }
        offsets.push_back(static_cast<Number>(targets.size()));
        targets.insert(targets.end(), 200, ~Number{0});
    }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
    std::vector<Number> offsets, targets;
};

/// The same with gaps: the children of every third object are not in a row.
struct RowsWithGaps {
    using node = Number;
    trav::Csr<Number, Number> rows;

    std::deque<Number> children(Number n) const {  // not contiguous
        auto const row = rows.children(n);
        return {row.begin(), row.end()};
    }
    std::span<Number const> row(Number n) const {
        if (n % 3 == 1) return {};
        return rows.children(n);
    }
    Number const* rows_begin() const { return rows.children(0).data(); }
    Number const* rows_end() const { return rows.rows_end(); }
    std::size_t index(Number n) const { return n; }
    std::size_t count() const { return rows.count(); }
    Number node_at(std::size_t i) const { return static_cast<Number>(i); }
};
static_assert(trav::detail::ArrayOfNumbers<RowsWithGaps> && !trav::detail::RowsOfNumbers<RowsWithGaps>);
/// The row of the first node may be null, so the beginning of the array is unknown.
struct RowsFromNowhere : RowsWithGaps {
    void rows_begin() const = delete;
};
static_assert(trav::detail::OneArray<RowsFromNowhere> && !trav::detail::ArrayOfNumbers<RowsFromNowhere>);

/// The values found; empty if the sweep gives up.
template <class F>
std::optional<Values> swept(auto const& graph, auto const& sources, F& flow) {
    trav::detail::FlowSweep<std::remove_cvref_t<decltype(graph)>, F> sweep;
    if (!sweep.run(graph, sources, flow)) return {};
    Values values;
    for (std::size_t i = 0; i != sweep.count(); ++i) {
        auto const* const value = sweep.find(i);
        values.push_back(value ? Mask{*value} : 0);
    }
    return values;
}
/// Sweeps block by block, and also finds the reached nodes.
template <class F>
std::optional<Values> swept_in_blocks(auto const& graph, auto const& sources, F& flow) {
    using N = trav::node_t<std::remove_cvref_t<decltype(graph)>>;
    auto const order = trav::detail::memory_order(graph);
    trav::detail::MemoryValues<F, N> found(flow), other(flow);
    found.begin(order.slots()), other.begin(order.slots());
    std::size_t reached = 0;
    for (auto const& [n, value] : sources) {
        std::size_t const slot = order.slot(n);
        if (slot < order.slots() && !(found.source(slot, value) && other.source(slot, value))) return {};
    }
    trav::detail::MemoryFlow<N>* const flows[]{&found, &other};
    if (!trav::detail::solve_in_memory(graph, order, std::span<trav::detail::MemoryFlow<N>* const>(flows),
                                       [](auto const&...) {}))
        return {};
    Values values;
    for (std::size_t i = 0; i != order.slots(); ++i) {
        auto const* const value = found.find(i);
        values.push_back(value ? Mask{*value} : 0);
        reached += value != nullptr;
        CHECK((other.find(i) ? Mask{*other.find(i)} : 0) == values.back());
    }
    CHECK(found.reached() == reached);
    CHECK(found.sends() >= reached);
    return values;
}
/// Sweeps with the values in a store.
template <class F>
std::optional<Values> swept_in_store(InBlocks const& graph, auto const& sources, F& flow) {
    trav::Hashed<Obj<>*, Mask> store;
    trav::detail::StoreSweep<InBlocks, F, decltype(store)> sweep(graph, flow, store);
    if (!sweep.run(sources)) return {};
    Values values;
    std::size_t reached = 0;
    for (auto& object : graph.objects->objects) {
        auto const value = store.find(&object);
        values.push_back(value ? *value : 0);
        reached += values.back() != 0;
    }
    CHECK(sweep.statistics().objects == reached);
    CHECK(sweep.statistics().visits >= reached);
    return values;
}
struct Count {
    static constexpr bool once = true;
    Values times;
    void visit(auto& here) { ++times[static_cast<std::size_t>(here.node->id)]; }
};
/// What is reached, in bits.
Values reached_in_bits(InBlocks const& graph, auto const& sources) {
    auto const order = graph.memory_order();
    trav::Reach reach;
    trav::detail::MemoryValues<trav::Reach, Obj<>*, trav::detail::Bits> found(reach);
    found.begin(order.slots());
    for (auto const& source : sources)
        if (source.node) found.source(order.slot(source.node), true);
    trav::detail::MemoryFlow<Obj<>*>* const flows[]{&found};
    if (!trav::detail::solve_in_memory(
            graph, order, std::span<trav::detail::MemoryFlow<Obj<>*>* const>(flows), [](auto const&...) {}))
        return {};
    Values values;
    for (std::size_t i = 0; i != order.slots(); ++i) values.push_back(found.reaches(i));
    return values;
}
/// How often MemorySweep visits each object.
Values visits(auto const& graph, auto const& sources) {
    Count policy{Values(graph.count())};
    std::vector<Obj<>*> roots;
    for (auto const& source : sources) roots.push_back(source.node);
    trav::traverse<trav::MemorySweep>(graph, roots, policy);
    return policy.times;
}
template <class F>
std::optional<Values> swept_rows_in_blocks(Shape const& shape, Sources const& sources, F flow = {}) {
    Rows const rows(shape);
    std::vector<trav::Source<Number, Mask>> begins;
    for (auto const& [n, value] : sources)
        if (n >= 0) begins.push_back({static_cast<Number>(n), value});
    return swept_in_blocks(rows.graph(), begins, flow);
}
template <class F>
std::optional<Values> swept_rows(Shape const& shape, Sources const& sources, F flow = {}) {
    Rows const rows(shape);
    std::vector<trav::Source<Number, Mask>> begins;
    for (auto const& [n, value] : sources)
        if (n >= 0) begins.push_back({static_cast<Number>(n), value});
    auto values = swept(rows.graph(), begins, flow);
    CHECK((swept(RowsWithGaps{rows.graph()}, begins, flow) == values));
    return values;
}

/// Rows in blocks, as RowBlocks has them of a file.
struct BlocksOfRows {
    using node = Number;
    Rows const& all;
    std::size_t size;
    std::vector<std::uint64_t> offsets{all.offsets.begin(), all.offsets.end()};
    std::size_t reads = 0;

    std::size_t blocks() const { return (offsets.size() - 1 + size - 1) / size; }
    std::size_t begin(std::size_t block) const { return std::min(block * size, offsets.size() - 1); }
    trav::RowBlock<Number> read(std::size_t block, std::size_t) {
        ++reads;
        std::size_t const first = begin(block);
        return {first, begin(block + 1) - first, &offsets[first], &all.targets[offsets[first]], nullptr};
    }
};
static_assert(trav::Rows<BlocksOfRows>);
template <class F>
Values swept_as_of_a_file(Shape const& shape, Sources const& sources, std::size_t size) {
    Rows const rows(shape);
    BlocksOfRows blocks{rows, size};
    std::vector<trav::Source<Number, Mask>> begins;
    for (auto const& [n, value] : sources)
        if (n >= 0) begins.push_back({static_cast<Number>(n), value});
    F flow;
    auto const found = trav::solve(trav::StreamedGraph(blocks), begins, flow);
    Values values;
    for (std::size_t n = 0; n != shape.children.size(); ++n) {
        auto const* const value = found.find(static_cast<Number>(n));
        values.push_back(value ? *value : 0);
    }
    return values;
}
template <class F>
Values swept_in_parts(Shape const& shape, Sources const& sources, std::size_t ranks) {
    Rows const rows(shape);
    std::vector<trav::Source<Number, Mask>> begins;
    for (auto const& [n, value] : sources)
        if (n >= 0) begins.push_back({static_cast<Number>(n), value});
    Values values(shape.children.size());
    trav::distributed::on_threads(ranks, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(rows.graph(), comm);
        F flow;
        auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), begins, flow);
        for (std::uint64_t n = part.first(); n != part.first() + part.count(); ++n)
            if (auto const* const value = found.find(n)) values[static_cast<std::size_t>(n)] = *value;
    });
    return values;
}

/// Node i becomes node size - 1 - i.
Shape upside_down(Shape shape) {
    auto const turn = [last = shape.size() - 1](int& n) { n = n < 0 ? n : last - n; };
    std::ranges::reverse(shape.children);
    for (auto& children : shape.children) std::ranges::for_each(children, turn);
    std::ranges::for_each(shape.roots, turn);
    return shape;
}

/// Checks the values for a shape and for its mirror image. Returns the number of sweeps that did not give up.
template <class F>
int check_shape(Shape const& original, Sources sources, F) {
    int found = 0;
    Shape shape = original;
    for (bool const turned : {false, true}) {
        INFO(shape.name << ", " << shape.size() << " nodes" << (turned ? ", upside down" : ""));
        auto const expected = by_definition(shape, sources, F::by_hand);
        Heap<> heap(shape);
        std::vector<trav::Source<Obj<>*, Mask>> begins;
        for (auto const& [n, value] : sources) begins.push_back({heap.at(n), value});
        F flow;
        auto const by_pointer = swept(OrderedObjects<>{{&heap}}, begins, flow);
        auto const by_row = swept_rows(shape, sources, flow);
        auto const in_blocks = swept_in_blocks(OrderedObjects<>{{&heap}}, begins, flow);
        auto const in_small_blocks = swept_in_blocks(InBlocks{{&heap}, &heap}, begins, flow);
        auto const in_store = swept_in_store(InBlocks{{&heap}, &heap}, begins, flow);
        auto const rows_in_blocks = swept_rows_in_blocks(shape, sources, flow);
        for (auto const* const values :
             {&by_pointer, &by_row, &in_blocks, &rows_in_blocks, &in_small_blocks, &in_store}) {
            if (!*values) continue;
            CHECK((**values == expected));
            ++found;
        }
        CHECK((swept_as_of_a_file<F>(shape, sources, 64) == expected));
        CHECK((swept_as_of_a_file<F>(shape, sources, 512) == expected));
        CHECK((swept_in_parts<F>(shape, sources, 3) == expected));
        Values reached;
        for (Mask const value : expected) reached.push_back(value != 0);
        auto const in_bits = reached_in_bits(InBlocks{{&heap}, &heap}, begins);
        CHECK((in_bits.empty() || in_bits == reached));
        CHECK(visits(OrderedObjects<>{{&heap}}, begins) == reached);
        CHECK(visits(InBlocks{{&heap}, &heap}, begins) == reached);
        shape = upside_down(std::move(shape));
        for (auto& [n, value] : sources) n = n < 0 ? n : shape.size() - 1 - n;
    }
    return found;
}

Sources roots_anywhere(Shape const& shape, RandomGraphs& random, int count) {
    Sources sources;
    for (int i = 0; i != count; ++i) sources.push_back({random.below(shape.size() + 1) - 1, Mask{1} << i});
    return sources;
}

Shape empty(char const* name, int n) {
    return {name, std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
}
/// Each object refers to one to three recently created objects.
Shape allocated(int n) {
    RandomGraphs random(static_cast<std::uint32_t>(n));
    Shape shape = empty("objects that refer to older ones", n);
    for (int i = 1; i < n; ++i)
        for (int k = random.below(3); k >= 0; --k)
            shape.children[static_cast<std::size_t>(i)].push_back(i - 1 - random.below(std::min(i, 100)));
    return shape;
}
Shape shuffled(Shape const& shape, RandomGraphs& random) {
    std::vector<int> place(shape.children.size());
    std::iota(place.begin(), place.end(), 0);
    for (int i = shape.size(); i > 1; --i)
        std::swap(place[static_cast<std::size_t>(i - 1)], place[static_cast<std::size_t>(random.below(i))]);
    Shape moved = empty("shuffled", shape.size());
    for (std::size_t i = 0; i != place.size(); ++i)
        for (int const child : shape.children[i])
            moved.children[static_cast<std::size_t>(place[i])].push_back(
                place[static_cast<std::size_t>(child)]);
    return moved;
}

/// An unknown order.
struct Unknown {
    std::size_t* read;
    std::size_t slots() const { return 0; }
    std::size_t slot(Number) const { return 1; }
    std::size_t blocks() const { return 1; }
    std::size_t begin(std::size_t) const { return 0; }
    void each(std::size_t, std::size_t, auto const&) const { ++*read; }
};

}  // namespace

TEST_CASE("sweeps solve the equations on graphs of every kind", "[property]") {
    RandomGraphs random(41);
    int found = 0, all = 0;
    for (int round = 0; round != 6; ++round)
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind, all += 3 * 12) {
            Shape const shape = random.graph(kind, round == 0 ? 1500 : 100);
            auto const sources = roots_anywhere(shape, random, 8);
            found += check_shape(shape, sources, Plain{});
            found += check_shape(shape, sources, WithCuts{});
            found += check_shape(shape, sources, WithTransfer{});
        }
    INFO(found << " of " << all << " found");
    CHECK(found > all / 2);
}

TEST_CASE("sweeps end at the ends of words, blocks and rows") {
    for (int const n : {1, 2, 3, 63, 64, 65, 127, 128, 1023, 1024, 1025, 2048, 3001}) {
        Shape const shape = allocated(n);
        CHECK(check_shape(shape, {{n - 1, 1}, {n / 2, 2}, {0, 4}}, Plain{}) == 12);
        CHECK(check_shape(shape, {{n - 1, 1}, {n / 2, 2}, {0, 4}}, WithCuts{}) == 12);
        CHECK(check_shape(shape, {{n - 1, 1}, {n / 2, 2}, {0, 4}}, WithTransfer{}) == 12);
    }
}

TEST_CASE("a heap without objects is swept") {
    CHECK(swept_rows(empty("nothing", 0), {}, Plain{}) == Values{});
    trav::Csr<Number, Number> const none({}, {});
    Plain flow;
    CHECK(swept(none, std::vector<trav::Source<Number, Mask>>{}, flow) == Values{});
}

TEST_CASE("an object first reached by a late update is reached once, and sends once") {
    for (int const between : {0, 1000}) {  // objects
        Shape shape = empty("b is reached from behind", 6 + between);
        int const c = 2 + between;
        shape.children[0] = {c};
        shape.children[1] = {c + 3};
        shape.children[static_cast<std::size_t>(c)] = {1, c + 1, c + 2};
        shape.children[static_cast<std::size_t>(c + 1)] = {c + 2};
        shape.children[static_cast<std::size_t>(c + 2)] = {c + 3};
        Rows const rows(shape);
        auto const graph = rows.graph();
        auto const order = trav::detail::memory_order(graph);
        Plain flow;
        trav::detail::MemoryValues<Plain, Number> values(flow);
        values.begin(order.slots());
        REQUIRE(values.source(0, 1));
        trav::detail::MemoryFlow<Number>* const flows[]{&values};
        REQUIRE(trav::detail::solve_in_memory(
            graph, order, std::span<trav::detail::MemoryFlow<Number>* const>(flows), [](auto const&...) {}));
        CHECK(values.reached() == 6);
        CHECK(values.sends() == 6);
    }
}

TEST_CASE("a value that an object sends to itself through a transfer is sent on") {
    Shape loop = empty("a loop", 3);
    loop.children = {{1}, {1, 2}, {}};
    CHECK(check_shape(loop, {{0, 1}}, WithTransfer{}) == 12);
    CHECK(check_shape(loop, {{0, 1}}, WithGrowth{}) == 12);
}

TEST_CASE("sweeps work over sets") {
    int const n = 3000;
    Rows const rows(allocated(n));
    std::vector<trav::Source<Number, Number>> begins;
    Sets flow;
    Sources sources;
    for (int i = 0; i != 40; ++i) {
        begins.push_back({static_cast<Number>(n - 1 - 7 * i), flow.sets.singleton(static_cast<Number>(i))});
        sources.push_back({n - 1 - 7 * i, Mask{1} << i});
    }
    auto const expected = by_definition(allocated(n), sources, Plain::by_hand);
    auto const found = swept(rows.graph(), begins, flow);
    REQUIRE(found);
    for (std::size_t i = 0; i != found->size(); ++i) {
        Mask mask = 0;
        for (auto const element : flow.sets.elements(static_cast<Number>((*found)[i])))
            mask |= Mask{1} << element;
        CHECK(mask == expected[i]);
    }
}

TEST_CASE("objects allocated before their parents send once, for any number of values") {
    struct Counted : trav::Csr<Number, Number> {
        std::size_t* calls;
        std::span<Number const> children(Number n) const {
            ++*calls;
            return Csr::children(n);
        }
    };
    int const n = 20000;
    for (bool const up : {false, true}) {
        Shape const shape = up ? upside_down(allocated(n)) : allocated(n);
        Rows const rows(shape);
        std::vector<trav::Source<Number, Mask>> begins;
        for (int i = 0; i != 64; ++i)
            begins.push_back({static_cast<Number>(up ? 9 * i : n - 1 - 9 * i), Mask{1} << i});
        std::size_t calls = 0;
        Plain flow;
        auto const found = swept(Counted{rows.graph(), &calls}, begins, flow);
        REQUIRE(found);
        auto const reached =
            static_cast<std::size_t>(std::ranges::count_if(*found, [](Mask m) { return m != 0; }));
        CHECK(reached > 10000u);
        CHECK(calls >= reached);
        CHECK(calls <= reached + 4u * 1024u + 1u);  // samples and their children; the start of the first row
    }
}

TEST_CASE("the direction is found without reading all children of one object") {
    // an object with all others as children, which refer back to it
    struct Star {
        using node = int;
        std::size_t* read;
        int nodes;

        struct Children {
            struct At {
                std::size_t* read;
                int n;
                int operator*() const { return ++*read, n; }
                At& operator++() { return ++n, *this; }
                bool operator==(At const& other) const { return n == other.n; }
            };
            At first, last;
            At begin() const { return first; }
            At end() const { return last; }
        };
        Children children(int n) const { return {{read, n == 0}, {read, n == 0 ? nodes : 1}}; }
        std::size_t index(int n) const { return static_cast<std::size_t>(n); }
        std::size_t count() const { return static_cast<std::size_t>(nodes); }
        int node_at(std::size_t i) const { return static_cast<int>(i); }
    };
    std::size_t read = 0;
    Star const star{&read, 1'000'000};
    CHECK(trav::detail::sampled_edges(star).direction() == -1);
    CHECK(read < 100'000);
    read = 0;
    CHECK(trav::detail::direction_in_memory(star, trav::detail::memory_order(star)) == -1);
    CHECK(read < 100'000);
}

TEST_CASE("objects of unknown order lead in no direction, and are not read") {
    Shape pair = empty("a pair", 2);
    pair.children = {{1}, {}};
    Rows const rows(pair);
    std::size_t read = 0;
    CHECK(trav::detail::direction_in_memory(rows.graph(), Unknown{&read}) == 0);
    CHECK(read == 0);
}

TEST_CASE("sweeping gives up without an order") {
    RandomGraphs random(42);
    Shape const shape = allocated(20000);
    Sources const sources{{100, 1}, {7, 2}, {15000, 4}};
    Shape const other = shuffled(shape, random);
    CHECK(swept_rows(shape, sources, Plain{}));
    CHECK_FALSE(swept_rows(other, sources, Plain{}));
    CHECK(swept_rows_in_blocks(shape, sources, Plain{}));
    CHECK_FALSE(swept_rows_in_blocks(other, sources, Plain{}));
}

TEST_CASE("sweeps continue without an order if many edges lead to objects with many children") {
    RandomGraphs random(46);
    auto const with_hubs = [&](int n, int hubs, int out) {
        Shape shape = empty("hubs", n);
        for (int i = 0; i != n; ++i)
            for (int k = i < hubs ? out : 2; k != 0; --k)
                shape.children[static_cast<std::size_t>(i)].push_back(k % 2 != 0 ? random.below(n)
                                                                                 : random.below(hubs));
        return shape;
    };
    Sources const sources{{100, 1}, {7, 2}, {4000, 4}};
    Shape const shape = shuffled(with_hubs(5000, 50, 100), random);
    auto const expected = by_definition(shape, sources, Plain::by_hand);
    CHECK((swept_rows(shape, sources, Plain{}) == expected));
    CHECK_FALSE(swept_rows(with_hubs(5000, 50, 20), sources, Plain{}));  // too few children
    CHECK_FALSE(swept_rows(shape, sources, WithCuts{}));
    // a list against the direction, so that each sweep reaches one more object
    Shape against = with_hubs(60'000, 50, 100);
    for (int i = 40'000; i != 60'000; ++i) against.children[static_cast<std::size_t>(i)] = {i - 64};
    CHECK_FALSE(swept_rows(against, {{59'999, 1}}, Plain{}));
}

TEST_CASE("sweeping gives up if late updates are the first to reach many objects") {
    // most edges lead upwards between unreached objects; the reached objects are in 300 lists that lead
    // downwards
    Shape shape = empty("lists", 20000);
    for (int i = 0; i != 300; ++i) shape.children[0].push_back(10000 + i);
    for (int i = 0; i != 9000; ++i)
        if (int const from = 10299 - i; from > 1300)
            shape.children[static_cast<std::size_t>(from)].push_back(from - 300);
    for (int i = 11000; i != 19999; ++i) shape.children[static_cast<std::size_t>(i)] = {i + 1, i + 1};
    CHECK_FALSE(swept_rows(shape, {{0, 1}}, Plain{}));
    CHECK_FALSE(swept_rows_in_blocks(shape, {{0, 1}}, Plain{}));
}

TEST_CASE("sweeping gives up if the first sweep reaches too many objects late") {
    // a list upwards; some of its objects refer back to leaves. One more sweep would be enough
    auto const with_leaves = [](int every) {
        Shape shape = empty("leaves behind", 3000);
        for (int i = 1000; i + 1 < 3000; ++i) {
            auto& children = shape.children[static_cast<std::size_t>(i)];
            children = {i + 1};
            if (i % every == 0) children.push_back(i % 1000);
        }
        return shape;
    };
    CHECK_FALSE(swept_rows(with_leaves(1), {{1000, 1}}, Plain{}));
    CHECK_FALSE(swept_rows_in_blocks(with_leaves(1), {{1000, 1}}, Plain{}));
    CHECK(swept_rows(with_leaves(20), {{1000, 1}}, Plain{}));
    CHECK(swept_rows_in_blocks(with_leaves(20), {{1000, 1}}, Plain{}));
}

TEST_CASE("sweeping gives up if a sweep does not halve the late updates") {
    // a list upwards reaches all objects first, and another value comes down some lists step by step
    Sources const sources{{0, 1}, {19000, 2}};
    auto const against_the_sweep = [](int lists) {
        Shape shape = empty("lists", 20000);
        for (int i = 0; i + 1 < 20000; ++i) shape.children[static_cast<std::size_t>(i)] = {i + 1};
        for (int i = 0; i != lists; ++i)
            for (int from = 19000 + i; from > 11000; from -= 1000)
                shape.children[static_cast<std::size_t>(from)].push_back(from - 1000);
        return shape;
    };
    CHECK_FALSE(swept_rows(against_the_sweep(200), sources, Plain{}));
    CHECK_FALSE(swept_rows_in_blocks(against_the_sweep(200), sources, Plain{}));
    Shape const few = against_the_sweep(50);
    auto const found = swept_rows(few, sources, Plain{});
    REQUIRE(found);
    CHECK((*found == by_definition(few, sources, Plain::by_hand)));
}

TEST_CASE("sweeping gives up if an object sends nothing") {
    struct CutsToNothing : Plain {
        std::optional<value> cut(Number n) { return n == 2 ? std::optional<value>(nothing) : std::nullopt; }
    };
    Shape const shape = allocated(10);
    CHECK(swept_rows(shape, {{9, 1}}, Plain{}));
    CHECK_FALSE(swept_rows(shape, {{9, 1}, {8, 0}}, Plain{}));
    CHECK_FALSE(swept_rows(shape, {{2, 1}}, CutsToNothing{}));
    CHECK_FALSE(swept_rows(shape, {{2, 1}, {1, 1}}, CutsToNothing{}));  // not the last one that sends
    CHECK_FALSE(swept_rows_in_blocks(shape, {{9, 1}, {8, 0}}, Plain{}));
    CHECK_FALSE(swept_rows_in_blocks(shape, {{2, 1}}, CutsToNothing{}));
    CHECK_FALSE(swept_rows_in_blocks(shape, {{2, 1}, {1, 1}}, CutsToNothing{}));
}

TEST_CASE("solve() finds the same values with and without a useful memory order") {
    Shape const shape = allocated(3000);
    RandomGraphs random(43);
    Shape const other = shuffled(shape, random);
    for (Shape const* const one : {&shape, &other}) {
        Rows const rows(*one);
        auto const graph = rows.graph();
        Plain flow;
        std::vector<trav::Source<Number, Mask>> const begins{{2900, 1}, {1500, 2}};
        auto const expected = by_definition(*one, {{2900, 1}, {1500, 2}}, Plain::by_hand);
        auto const check = [&](auto const& found) {
            std::size_t reached = 0;
            for (Number n = 0; n != 3000; ++n) {
                auto const* const value = found.find(n);
                CHECK((value ? *value : 0) == expected[n]);
                reached += expected[n] != 0;
            }
            CHECK(found.nodes().size() == reached);
            std::vector<Number> listed(found.nodes().begin(), found.nodes().end());
            std::ranges::sort(listed);
            CHECK(listed.size() == reached);
            for (Number const n : listed) CHECK(expected[n] != 0);
            CHECK(std::ranges::adjacent_find(listed) == listed.end());
        };
        check(trav::solve(graph, begins, flow));
        check(trav::solve_by_numbering(graph, begins, flow));
    }
}
