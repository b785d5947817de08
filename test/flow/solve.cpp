// test/flow/solve.cpp: tests that every solver finds the least fixed point, computed here by applying the
// equations to plain sets until nothing changes, and how many visits it needs.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/peer_solvers.hpp"
#include "support/random_graph.hpp"
#include "support/strategies.hpp"

#include <trav/flow/solve.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace test;

namespace {

using Objs = Heap<trav::Place>;  // objects with a word for a place
using Node = Obj<trav::Place>*;

// --- The equations, applied until nothing changes ------------------------------------------------

template <class L>
using Sources = std::vector<std::pair<int, L>>;  // -1: a null node
template <class L>
using Values = std::vector<std::optional<L>>;  // by number; empty: not reached

template <class L>
Values<L> by_definition(Shape const& shape, Sources<L> const& sources, auto join, auto sent) {
    Values<L> values(shape.children.size());
    bool changed = true;
    auto const flow_into = [&](int n, L const& value) {
        if (n < 0) return;
        auto& mine = values[static_cast<std::size_t>(n)];
        L const grown = mine ? join(*mine, value) : value;
        if (mine && *mine == grown) return;
        mine = grown;
        changed = true;
    };
    while (changed) {
        changed = false;
        for (auto const& [n, value] : sources) flow_into(n, value);
        for (int n = 0; n < shape.size(); ++n)
            if (auto const value = values[static_cast<std::size_t>(n)])
                for (int const child : shape.children[static_cast<std::size_t>(n)])
                    flow_into(child, sent(n, *value));
    }
    return values;
}

// --- The solvers ---------------------------------------------------------------------------------

struct Fields {
    using node = Node;
    auto const& children(node n) const { return n->fields; }
};
struct InOrder : Objects<trav::Place> {
    Objs* objects;
    node node_at(std::size_t index) const { return &objects->objects[index]; }
};

/// Compares the values that each solver finds, converted by `view`, with `expected`.
template <class F, class L>
void check_solvers(Shape const& shape, Sources<typename F::value> const& sources, F flow,
                   Values<L> const& expected, auto view) {
    INFO(shape.name << ", " << shape.size() << " nodes, " << sources.size() << " sources");
    Objs heap(shape);
    std::vector<trav::Source<Node, typename F::value>> begins;
    for (auto const& [n, value] : sources) begins.push_back({heap.at(n), value});
    auto const check = [&](char const* name, auto const& solved) {
        INFO(name);
        Values<L> found(expected.size());
        for (std::size_t n = 0; n != expected.size(); ++n)
            if (auto const* value = solved.find(&heap.objects[n])) found[n] = view(flow, *value);
        CHECK(found == expected);
    };
    Objects<trav::Place> const numbered{&heap};
    check("solve", trav::solve(numbered, begins, flow));
    InOrder const in_order{{&heap}, &heap};
    check("solve, in the order of memory", trav::solve(in_order, begins, flow));
    check("numbering", trav::solve_by_numbering(in_order, begins, flow));
    check("solve, hashed", trav::solve(Fields{}, begins, flow));
    check("condensing", peer::solve_by_condensing(numbered, begins, flow));
    check("condensing, hashed", peer::solve_by_condensing(Fields{}, begins, flow));
    for_each_store(heap, [&](auto& store, char const* kind) {
        for (int pass = 0; pass != 2; ++pass) check(kind, trav::solve(numbered, begins, flow, store));
    });
    check("sweeping", peer::solve_by_sweeping(numbered, begins, flow));
    check("sweeping, hashed", peer::solve_by_sweeping(Fields{}, begins, flow));
    check("revisiting, hashed", trav::solve_by_revisiting(Fields{}, begins, flow));
    for_each_strategy([&]<class Strategy>(char const* name) {
        check(name, trav::solve_by_revisiting<Strategy>(numbered, begins, flow));
    });
}

auto const as_is = [](auto const&, auto const& value) { return value; };

/// The kinds of random_graph.hpp, and graphs with an edge between any two nodes.
void for_all_shapes(std::uint32_t seed, int rounds, int most, auto f) {
    RandomGraphs random(seed);
    for (int round = 0; round != rounds; ++round) {
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind) f(random.graph(kind, most), random);
        int const n = 1 + random.below(most);
        Shape dense{"all edges", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {n / 2}};
        for (auto& children : dense.children)
            for (int to = 0; to != n; ++to) children.push_back(to);
        f(dense, random);
    }
}

// --- Sets of roots -------------------------------------------------------------------------------

using Set = std::set<int>;
Set unite(Set a, Set const& b) {
    a.insert(b.begin(), b.end());
    return a;
}

struct Mask {
    using value = std::uint64_t;
    value join(value a, value b) { return a | b; }
};

struct RootSet {
    using value = trav::InternedSets::Id;
    trav::InternedSets sets{};
    value join(value a, value b) { return sets.unite(a, b); }
};

auto const set_of_ids = [](auto const& flow, trav::InternedSets::Id id) {
    auto const elements = flow.sets.elements(id);
    return Set(elements.begin(), elements.end());
};

/// `count` random roots: some reach others, are repeated, or are null.
std::vector<int> roots_anywhere(Shape const& shape, RandomGraphs& random, int count) {
    std::vector<int> roots;
    for (int i = 0; i != count; ++i) roots.push_back(random.below(shape.size() + 1) - 1);
    return roots;
}

Values<Set> root_sets_by_definition(Shape const& shape, std::vector<int> const& roots) {
    Sources<Set> sources;
    for (std::size_t i = 0; i != roots.size(); ++i) sources.push_back({roots[i], {static_cast<int>(i)}});
    return by_definition(shape, sources, unite, [](int, Set const& own) { return own; });
}

}  // namespace

TEST_CASE("root sets of up to 64 roots are bit masks", "[property]") {
    for_all_shapes(21, 8, 30, [&](Shape const& shape, RandomGraphs& random) {
        auto const roots = roots_anywhere(shape, random, 64);
        Sources<std::uint64_t> sources;
        for (std::size_t i = 0; i != roots.size(); ++i) sources.push_back({roots[i], std::uint64_t{1} << i});
        check_solvers(shape, sources, Mask{}, root_sets_by_definition(shape, roots),
                      [](auto const&, std::uint64_t mask) {
                          Set set;
                          for (int i = 0; i != 64; ++i)
                              if (mask >> i & 1) set.insert(i);
                          return set;
                      });
    });
}

TEST_CASE("root sets may have any number of roots", "[property]") {
    auto const [count, most] =
        GENERATE(std::pair(1, 50), std::pair(20, 40), std::pair(64, 30), std::pair(1000, 6));
    int const rounds = count < 1000 ? 3 : 1;
    for_all_shapes(22, rounds, most, [&, how_many = count](Shape const& shape, RandomGraphs& random) {
        auto const roots = roots_anywhere(shape, random, how_many);
        RootSet flow;
        Sources<trav::InternedSets::Id> sources;
        for (std::size_t i = 0; i != roots.size(); ++i)
            sources.push_back({roots[i], flow.sets.singleton(static_cast<trav::InternedSets::Element>(i))});
        check_solvers(shape, sources, flow, root_sets_by_definition(shape, roots), set_of_ids);
    });
}

// --- Retainer sets: Park and Peyton Jones's equations --------------------------------------------

namespace {

/// A set of retainers, or MANY.
struct Retained {
    Set set;
    bool many = false;
    friend bool operator==(Retained const&, Retained const&) = default;
};

/// One node in ten is a retainer (more in small graphs), with one of 23 identities.
struct Retaining {
    std::uint32_t seed;
    bool is_retainer(int n) const {
        return (static_cast<std::uint32_t>(n) * 2654435761u + seed) / 16 % 10 == 0;
    }
    int identity(int n) const { return (n * 7 + static_cast<int>(seed)) % 23; }
};
constexpr int system_identity = 23;

struct Retainers {
    using value = trav::InternedSets::Id;
    Retaining rule;
    trav::InternedSets sets;
    value join(value a, value b) { return sets.unite(a, b); }
    std::optional<value> cut(Node n) {
        if (!rule.is_retainer(n->id)) return {};
        return sets.singleton(static_cast<trav::InternedSets::Element>(rule.identity(n->id)));
    }
};

}  // namespace

TEST_CASE("retainer sets are those of the equations, with and without a cap", "[property]") {
    std::size_t const cap =
        GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{8}, trav::InternedSets::no_cap);
    std::uint32_t seed = 0;
    for_all_shapes(23, 6, 60, [&](Shape const& shape, RandomGraphs&) {
        Retaining const rule{++seed};
        auto const from_root = [&](int n) {
            return rule.is_retainer(n) ? rule.identity(n) : system_identity;
        };
        auto const capped = [&](Set set) {
            return set.size() > cap ? Retained{{}, true} : Retained{std::move(set)};
        };

        Retainers flow{rule, trav::InternedSets(cap)};
        Sources<Retained> plain;
        Sources<trav::InternedSets::Id> sources;
        for (int const root : shape.roots) {
            int const identity = root < 0 ? 0 : from_root(root);
            plain.push_back({root, {{identity}}});
            sources.push_back(
                {root, flow.sets.singleton(static_cast<trav::InternedSets::Element>(identity))});
        }
        auto const expected = by_definition(
            shape, plain,
            [&](Retained const& a, Retained const& b) {
                return a.many || b.many ? Retained{{}, true} : capped(unite(a.set, b.set));
            },
            [&](int n, Retained const& own) {
                return rule.is_retainer(n) ? Retained{{rule.identity(n)}} : own;
            });
        check_solvers(shape, sources, flow, expected, [](Retainers const& found, trav::InternedSets::Id id) {
            return Retained{set_of_ids(found, id), id == trav::InternedSets::many};
        });
    });
}

// --- Flows that change values on their way -------------------------------------------------------

namespace {

/// The least number of edges from a source.
struct Distance {
    using value = std::uint32_t;
    value join(value a, value b) { return std::min(a, b); }
    value transfer(Node, value own) { return own + 1; }
};

/// The kinds of all objects above; a wall sends only its own kind.
struct Kinds {
    using value = std::uint32_t;
    static value kind(int n) { return 1u << n % 7; }
    static bool wall(int n) { return n % 9 == 4; }
    value join(value a, value b) { return a | b; }
    std::optional<value> cut(Node n) { return wall(n->id) ? std::optional(kind(n->id)) : std::nullopt; }
    value transfer(Node n, value own) { return own | kind(n->id); }
};

}  // namespace

TEST_CASE("distances are a flow", "[property]") {
    for_all_shapes(24, 12, 40, [&](Shape const& shape, RandomGraphs& random) {
        Sources<std::uint32_t> sources;
        for (int const root : shape.roots)
            sources.push_back({root, static_cast<std::uint32_t>(random.below(10))});
        auto const expected = by_definition(
            shape, sources, [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); },
            [](int, std::uint32_t own) { return own + 1; });
        check_solvers(shape, sources, Distance{}, expected, as_is);
    });
}

TEST_CASE("a node may add to values, and a cut replaces them", "[property]") {
    for_all_shapes(25, 12, 40, [&](Shape const& shape, RandomGraphs&) {
        Sources<std::uint32_t> sources;
        for (int const root : shape.roots) sources.push_back({root, 0});
        auto const expected = by_definition(
            shape, sources, [](std::uint32_t a, std::uint32_t b) { return a | b; },
            [](int n, std::uint32_t own) { return Kinds::wall(n) ? Kinds::kind(n) : own | Kinds::kind(n); });
        check_solvers(shape, sources, Kinds{}, expected, as_is);
    });
}

// --- Handles -------------------------------------------------------------------------------------

namespace {

/// Handle 2 n + 1 stands for node 2 n, handle 100 for no node; negative ones are null.
struct Tagged {
    using node = int;
    std::vector<std::vector<int>> handles;
    bool null(node n) const { return n < 0; }
    node resolve(node n) const { return n == 100 ? -1 : n & ~1; }
    auto const& children(node n) const { return handles[static_cast<std::size_t>(n / 2)]; }
};

}  // namespace

TEST_CASE("handles are resolved, null sources send nothing, and repeated sources are joined") {
    Tagged const graph{{{3, 100, -1, 4}, {2, 5}, {}, {0}}};
    Mask flow;
    std::vector<trav::Source<int, std::uint64_t>> const sources{{1, 1}, {-1, 2}, {100, 4},
                                                                {3, 8}, {2, 8},  {3, 16}};
    auto const check = [](auto const& solved) {
        CHECK(*solved.find(0) == 1);
        CHECK(*solved.find(2) == (1 | 8 | 16));
        CHECK(*solved.find(4) == (1 | 8 | 16));
        CHECK_FALSE(solved.find(6));
    };
    check(trav::solve(graph, sources, flow));
    check(peer::solve_by_condensing(graph, sources, flow));
    check(peer::solve_by_sweeping(graph, sources, flow));
    test::for_each_strategy([&]<class Strategy>(char const* name) {
        INFO(name);
        check(trav::solve_by_revisiting<Strategy>(graph, sources, flow));
    });
}

TEST_CASE("without sources no node gets a value") {
    Tagged const graph{{{0}}};
    Mask flow;
    std::vector<trav::Source<int, std::uint64_t>> const none;
    CHECK_FALSE(trav::solve(graph, none, flow).find(0));
    CHECK_FALSE(peer::solve_by_condensing(graph, none, flow).find(0));
    CHECK_FALSE(peer::solve_by_sweeping(graph, none, flow).find(0));
    CHECK_FALSE(trav::solve_by_revisiting(graph, none, flow).find(0));
}

TEST_CASE("sources may be given in braces", "[unit]") {
    Objs heap({"a chain and one alone", {{1}, {}, {}}, {0, 2}});
    struct Masks {
        using value = int;
        int join(int a, int b) const { return a | b; }
    } masks;
    Objects<trav::Place> const graph{&heap};
    auto const found = trav::solve(graph, {{heap.at(0), 1}, {heap.at(1), 2}}, masks);
    CHECK(*found.find(heap.at(0)) == 1);
    CHECK(*found.find(heap.at(1)) == 3);
    CHECK(found.find(heap.at(2)) == nullptr);
}

TEST_CASE("if all sources have the same value, all reached nodes get it, including through handles") {
    Tagged const graph{{{3, 100, -1, 4}, {2, 5}, {}, {0}}};
    Mask flow;
    std::vector<trav::Source<int, std::uint64_t>> const sources{{1, 5}, {-1, 5}, {100, 5}};
    auto const values = trav::solve(graph, sources, flow);
    for (int const n : {0, 2, 4}) CHECK(*values.find(n) == 5);
    CHECK_FALSE(values.find(6));
}

namespace {
struct WithNothing : Mask {
    static constexpr value nothing = 0;
};
}  // namespace

namespace {

/// Nodes own memory, as do the values below: neither is trivially copyable.
struct Names {
    using node = std::string;
    std::map<node, std::vector<node>> const& edges;
    std::vector<node> const& children(node const& n) const { return edges.at(n); }
    std::size_t index(node const& n) const {
        return static_cast<std::size_t>(std::distance(edges.begin(), edges.find(n)));
    }
    std::size_t count() const { return edges.size(); }
};
struct SetsOfNames {
    using value = std::set<std::string>;
    value join(value a, value const& b) const {
        a.insert(b.begin(), b.end());
        return a;
    }
};
struct IsReached {
    using value = bool;
    static constexpr bool nothing = false;
    bool join(bool a, bool b) const { return a || b; }
};

}  // namespace

TEST_CASE("nodes and values may be of any type: strings, sets, truth values") {
    std::map<std::string, std::vector<std::string>> const edges{
        {"a", {"b", "c"}}, {"b", {"c"}}, {"c", {"b"}}, {"d", {"c"}}, {"e", {"d"}}};
    Names const graph{edges};
    auto const check = [&](auto solver) {
        SetsOfNames sets;
        std::vector<trav::Source<std::string, std::set<std::string>>> const from{{"a", {"a"}}, {"d", {"d"}}};
        auto const who = solver(graph, from, sets);
        CHECK(*who.find("a") == std::set<std::string>{"a"});
        CHECK(*who.find("b") == std::set<std::string>{"a", "d"});
        CHECK(*who.find("c") == std::set<std::string>{"a", "d"});
        CHECK(*who.find("d") == std::set<std::string>{"d"});
        CHECK(who.find("e") == nullptr);

        IsReached reached;
        auto const is =
            solver(graph, std::vector<trav::Source<std::string, bool>>{{"b", true}, {"d", false}}, reached);
        CHECK(*is.find("b"));
        CHECK(*is.find("c"));
        CHECK(is.find("a") == nullptr);
    };
    check([](auto const& g, auto const& from, auto& flow) { return trav::solve(g, from, flow); });
    check(
        [](auto const& g, auto const& from, auto& flow) { return peer::solve_by_condensing(g, from, flow); });
}

TEST_CASE("a flow with nothing finds the same values", "[property]") {
    for_all_shapes(27, 6, 40, [&](Shape const& shape, RandomGraphs& random) {
        auto const roots = roots_anywhere(shape, random, 10);
        Sources<std::uint64_t> sources;
        for (std::size_t i = 0; i != roots.size(); ++i) sources.push_back({roots[i], std::uint64_t{1} << i});
        auto const expected = by_definition(
            shape, sources, [](auto a, auto b) { return a | b; }, [](int, auto own) { return own; });
        check_solvers(shape, sources, WithNothing{}, expected, as_is);
    });
}

TEST_CASE("solvers agree on graphs large enough for one to give up midway", "[property]") {
    RandomGraphs random(28);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
        Shape const shape = random.graph(kind, 5000);
        INFO(shape.name << ", " << shape.size() << " nodes");
        Sources<std::uint64_t> sources;
        for (int const root : roots_anywhere(shape, random, 64))
            sources.push_back({root, std::uint64_t{1} << sources.size()});
        auto const join = [](std::uint64_t a, std::uint64_t b) { return a | b; };
        auto const expected = by_definition(shape, sources, join, [](int, std::uint64_t own) { return own; });
        Objs heap(shape);
        std::vector<trav::Source<Node, std::uint64_t>> begins;
        for (auto const& [n, value] : sources) begins.push_back({heap.at(n), value});
        auto const check = [&](auto flow) {
            InOrder const in_order{{&heap}, &heap};
            auto const compare = [&](auto const& solved) {
                Values<std::uint64_t> found(expected.size());
                for (std::size_t n = 0; n != expected.size(); ++n)
                    if (auto const* value = solved.find(&heap.objects[n])) found[n] = *value;
                CHECK(found == expected);
            };
            compare(trav::solve(Fields{}, begins, flow));
            compare(trav::solve(in_order, begins, flow));
        };
        check(Mask{});
        check(WithNothing{});
    }
}

// --- Visits --------------------------------------------------------------------------------------

namespace {

/// Counts how often children are listed.
struct Counting {
    using node = Node;
    std::size_t* calls;
    auto const& children(node n) const {
        ++*calls;
        return n->fields;
    }
};

/// Counts likewise, but children are scanned, so that prefetching them does not count: the graph does not
/// declare them contiguous.
struct Once {
    using node = Node;
    struct Children {
        Node const* first;
        Node const* last;
        Node const* begin() const { return first; }
        Node const* end() const { return last; }
    };
    std::size_t* calls;
    Children children(node n) const { return {n->fields.data(), n->fields.data() + n->fields.size()}; }
    void scan(node n, auto&& sink) const {
        ++*calls;
        for (node const child : n->fields) sink(child);
    }
};

template <class F>
std::size_t visits_of_sweeping(Shape const& shape, Sources<typename F::value> const& sources, F flow) {
    Objs heap(shape);
    std::vector<trav::Source<Node, typename F::value>> begins;
    for (auto const& [n, value] : sources) begins.push_back({heap.at(n), value});
    std::size_t calls = 0;
    peer::solve_by_sweeping(Counting{&calls}, begins, flow);
    return calls;
}

}  // namespace

TEST_CASE("solve reads the children of an object once, and joins at most twice per reference and object") {
    int const n = GENERATE(1000, 2000, 4000);
    auto const size = static_cast<std::size_t>(n);
    Shape two_way{"a chain with edges both ways", std::vector<std::vector<int>>(size), {}};
    Shape nested{"cycles in cycles", std::vector<std::vector<int>>(size), {}};
    Shape twos{"a row of cycles of two", std::vector<std::vector<int>>(size), {}};
    for (int i = 0; i != n; ++i) {
        auto const at = static_cast<std::size_t>(i);
        two_way.children[at] = {i + 1 < n ? i + 1 : -1, i - 1};
        nested.children[at] = {n - 1 - i, i + 1 < n ? i + 1 : -1};
        twos.children[at] = {i % 2 == 0 ? i + 1 : i - 1, i % 2 == 0 || i + 1 == n ? -1 : i + 1};
    }
    struct Counted {  // each object is a root: the sets grow with the graph
        using value = trav::InternedSets::Id;
        trav::InternedSets* sets;
        std::size_t* joins;
        value join(value a, value b) {
            ++*joins;
            return sets->unite(a, b);
        }
    };
    for (auto const& shape : {two_way, nested, twos}) {
        INFO(shape.name << ", " << n << " nodes");
        Objs heap(shape);
        trav::InternedSets sets;
        std::size_t joins = 0, calls = 0, references = 0;
        Counted flow{&sets, &joins};
        std::vector<trav::Source<Node, trav::InternedSets::Id>> sources;
        for (int i = 0; i < n; i += n / 50)
            sources.push_back({heap.at(i), sets.singleton(static_cast<trav::InternedSets::Element>(i))});
        for (auto const& children : shape.children) references += children.size();
        trav::solve(Once{&calls}, sources, flow);
        CHECK(calls == size);
        CHECK(joins <= 2 * (references + size));
        joins = calls = 0;
        peer::solve_by_condensing(Once{&calls}, sources, flow);
        CHECK(calls == size);
        CHECK(joins <= 2 * (references + size));
    }
}

TEST_CASE("if joins are cheap, long cycles are still solved by components") {
    struct Cheap : WithNothing {
        std::size_t* joins;
        explicit Cheap(std::size_t* count) : joins(count) {}
        value join(value a, value b) {
            ++*joins;
            return a | b;
        }
    };
    int const n = GENERATE(1000, 4000);
    Shape two_way{
        "a chain with edges both ways", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
    for (int i = 0; i != n; ++i)
        two_way.children[static_cast<std::size_t>(i)] = {i + 1 < n ? i + 1 : -1, i - 1};
    Objs heap(two_way);
    std::vector<trav::Source<Node, std::uint64_t>> sources;
    for (int i = 0; i != 64; ++i) sources.push_back({heap.at(n / 64 * i), std::uint64_t{1} << i});
    std::size_t joins = 0;
    Cheap flow(&joins);
    auto const values = trav::solve(Fields{}, sources, flow);
    for (auto& object : heap.objects) REQUIRE(*values.find(&object) == ~std::uint64_t{0});
    CHECK(joins <= 8 * 3 * heap.objects.size());  // 2 references and 1 object
}

TEST_CASE("retainers cut a flow before components are formed") {
    // b and d are retainers: they break all cycles, and no value is sent twice
    struct Cutting {
        using value = std::uint64_t;
        std::size_t* joins;
        value join(value a, value b) {
            ++*joins;
            return a | b;
        }
        std::optional<value> cut(Node n) {
            return n->id % 2 ? std::optional(value{1} << n->id) : std::nullopt;
        }
    };
    Objs heap(shape("a:b b:c c:db d:a", ""));
    std::size_t joins = 0;
    Cutting flow{&joins};
    std::vector<trav::Source<Node, std::uint64_t>> const sources{{heap.at(0), 16}};
    for (bool const condensing : {false, true}) {
        auto const check = [&](auto const& values) {
            CHECK(*values.find(heap.at(0)) == (16 | 8));
            CHECK(*values.find(heap.at(1)) == (16 | 8 | 2));
            CHECK(*values.find(heap.at(2)) == 2);
            CHECK(*values.find(heap.at(3)) == 2);
        };
        joins = 0;
        if (condensing) check(peer::solve_by_condensing(Fields{}, sources, flow));
        else check(trav::solve(Fields{}, sources, flow));
        CHECK(joins == 2);  // at a and at b
    }
}

TEST_CASE("without cycles, sweeping visits an object once to find the order and once to send", "[property]") {
    RandomGraphs random(26);
    for (int round = 0; round != 10; ++round)
        for (int const kind : {0, 1, 2, 5, 6, 8, 9, 11}) {
            Shape const shape = random.graph(kind, 200);
            INFO(shape.name);
            std::size_t reached = 0;
            Shape all = shape;
            all.roots = roots_anywhere(shape, random, 64);
            for (bool const is_reached : closure(all)) reached += is_reached;
            Sources<std::uint64_t> masks;
            Sources<std::uint32_t> distances;
            for (std::size_t i = 0; i != all.roots.size(); ++i) {
                masks.push_back({all.roots[i], std::uint64_t{1} << i});
                distances.push_back({all.roots[i], static_cast<std::uint32_t>(random.below(100))});
            }
            CHECK(visits_of_sweeping(all, masks, Mask{}) == 2 * reached);
            CHECK(visits_of_sweeping(all, distances, Distance{}) == 2 * reached);
            CHECK(visits_of_sweeping(all, distances, Kinds{}) == 2 * reached);
        }
}

TEST_CASE("on cycles, sweeping visits an object again only if its value has grown") {
    int const n = GENERATE(1000, 2000, 4000);
    Shape two_way{
        "a chain with edges both ways", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
    Shape nested{"cycles in cycles", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
    for (int i = 0; i != n; ++i) {
        two_way.children[static_cast<std::size_t>(i)] = {i + 1 < n ? i + 1 : -1, i - 1};
        nested.children[static_cast<std::size_t>(i)] = {n - 1 - i, i + 1 < n ? i + 1 : -1};
    }
    for (auto const& shape : {two_way, nested}) {
        INFO(shape.name << ", " << n << " nodes");
        auto const nodes = static_cast<std::size_t>(n);
        CHECK(visits_of_sweeping(shape, {{n / 3, 1}}, Mask{}) == 2 * nodes);
        Sources<std::uint64_t> sources;
        for (int i = 0; i != 8; ++i) sources.push_back({n / 8 * i, std::uint64_t{1} << i});
        CHECK(visits_of_sweeping(shape, sources, Mask{}) <=
              (1 + 8) * nodes);  // one for the order, one for each bit
    }
}

TEST_CASE("an object that grows twice before its turn sends once") {
    // swept in the order a, c, b; then a, which grew through b and c, sends once more, and so do they
    CHECK(visits_of_sweeping(shape("a:bc b:a c:a", ""), {{1, 2}, {2, 4}, {0, 1}}, Mask{}) == 3 + 3 + 1 + 2);
}

TEST_CASE("an object that grows without a new value to send is not visited again") {
    struct Walls {  // everything is cut
        using value = std::uint64_t;
        value join(value a, value b) { return a | b; }
        std::optional<value> cut(Node n) { return value{1} << n->id; }
    };
    Shape const ring = shape("a:bd b:ca c:db d:ac", "");
    Sources<std::uint64_t> const sources{{0, 16}, {1, 32}, {2, 64}, {3, 128}};
    CHECK(visits_of_sweeping(ring, sources, Walls{}) == 2 * 4);

    Objs heap(ring);
    std::vector<trav::Source<Node, std::uint64_t>> begins;
    for (auto const& [n, value] : sources) begins.push_back({heap.at(n), value});
    std::size_t calls = 0;
    Walls flow;
    auto const values = trav::solve_by_revisiting(Counting{&calls}, begins, flow);
    CHECK(calls == 4);
    CHECK(*values.find(heap.at(0)) == (16 | 2 | 8));
}
