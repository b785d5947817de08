// Profilers: a sample that fails at any point is not counted, and later samples are correct.
#include "profile/brute_force.hpp"
#include "support/failing.hpp"

#include "catch.hpp"

#include <trav/flow/solve.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/coverage.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/policies.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using test::Node;

namespace {

struct Page {
    std::vector<std::string> lines;
    std::function<void()> on_close;
    Page* next = nullptr;
};

/// A graph with members that may all throw.
struct Throwing : test::SizedObjects {
    auto const& children(Node n) const {
        test::may_throw();
        return n->fields;
    }
    std::size_t size(Node n) const {
        test::may_throw();
        return test::bytes_of(n->id);
    }
    std::vector<Node> objects() const {
        test::may_throw();
        return test::SizedObjects::objects();
    }
};

/// The same with objects in the order of memory.
struct InOrder : Throwing {
    std::size_t index(Node n) const { return static_cast<std::size_t>(n->id); }
    std::size_t count() const { return heap->objects.size(); }
    Node node_at(std::size_t index) const { return &heap->objects[index]; }
};

/// The colours of the roots that reach an object, with members that may throw.
struct Colours {
    using value = unsigned;
    value join(value a, value b) const {
        test::may_throw();
        return a | b;
    }
    Colours& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (Node const root : roots) test::may_throw(), push(root, root->id % 2 ? 1u : 2u);
    }
    std::string name() const { return "colours"; }
    value key(Node, value const* colours) const {
        test::may_throw();
        return colours ? *colours : 0;
    }
    trav::Band band(value colours) const { return {std::to_string(colours)}; }
};
/// The same along edges of its own: every second object has none.
struct AlongHalf : Colours {
    test::Heap<>* heap;
    explicit AlongHalf(test::Heap<>& of) : heap(&of) {}
    struct Half : Throwing {
        std::span<Node const> children(Node n) const {
            std::span<Node const> const all = Throwing::children(n);
            return n->id % 2 ? all.first(0) : all;
        }
    };
    Half edges() const { return {{{heap}}}; }
    std::string name() const { return "along"; }
};
/// Breaks down by the number of earlier visits, with a policy.
struct Distance {
    using node_data = int;
    using inherited = int;
    bool visit(auto& here) {
        test::may_throw();
        bool const closer = here.first || here.inherited < here.data;
        if (closer) here.data = here.inherited;
        here.to_children = here.data + 1;
        return closer;
    }
    Distance& policy() { return *this; }
    std::string name() const { return "distance"; }
    int key(Node, int const* distance) const { return distance ? *distance : -1; }
    trav::Band band(int distance) const { return {std::to_string(distance)}; }
};

/// Breaks down by the sample in which an object was first seen.
struct Birth {
    std::size_t now = 0;
    std::map<Node, std::size_t> born{};
    void begin_sample(std::size_t number, double) {
        test::may_throw();
        now = number;
    }
    void died(Node n) { born.erase(n); }
    std::string name() const { return "birth"; }
    std::size_t key(Node n) {
        test::may_throw();
        return born.try_emplace(n, now).first->second;
    }
    trav::Band band(std::size_t sample) const { return {std::to_string(sample)}; }
};

struct Breakdowns {
    explicit Breakdowns(test::Heap<>& heap) : roots{{"a", heap.at(0)}, {"b", heap.at(1)}}, along(heap) {}

    trav::RootSets<Node> roots;
    trav::OtherRoots<Node> other_roots{roots};
    decltype(trav::by_retainer<Node>(
        [](Node n) {
            test::may_throw();
            return n->id % 3 == 1;
        },
        [](Node n) {
            test::may_throw();
            return std::to_string(n->id % 5);
        })) retainers{{}, {}, {}, trav::InternedSets::no_cap};
    decltype(trav::by("type", [](Node n) {
        test::may_throw();
        return "a type of objects: " + std::to_string(n->id % 4);
    })) type{"type", {}, {}};
    Colours colours;
    AlongHalf along;
    Birth birth;
    Distance distance;
    trav::Biography<Node> life{[](Node n) {
        test::may_throw();
        return n->id % 11 == 10;
    }};
};

enum class Kind { named, listed, in_order };
/// A profiler of all of these. A list cannot contain a breakdown with a policy. In the order of memory, flows
/// must name their `nothing`.
template <Kind Is>
auto profiler_of(test::Heap<>& heap, Breakdowns& by) {
    Throwing const graph{{&heap}};
    if constexpr (Is == Kind::listed)
        return trav::Profiler{graph, std::vector<trav::AnyBreakdown<Node>>{by.roots, by.other_roots,
                                                                           by.retainers, by.type, by.colours,
                                                                           by.along, by.birth, by.life}};
    else if constexpr (Is == Kind::named)
        return trav::Profiler{graph,    by.roots,   by.other_roots, by.retainers, by.type,
                              by.along, by.colours, by.birth,       by.life,      by.distance};
    else return trav::Profiler{InOrder{{{&heap}}}, by.roots, by.retainers, by.type, by.life};
}
/// Most references lead upwards.
test::Shape steps(int n) {
    test::Shape shape{"steps", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
    for (int i = 0; i + 3 < n; ++i) shape.children[static_cast<std::size_t>(i)] = {i + 1, i + 3};
    return shape;
}

/// Five samples of a heap that changes. One of them is taken by attempt(f), unless it is left out.
template <Kind Is>
std::string profiled(bool whole_heap, bool leave_out, auto attempt) {
    test::RandomGraphs random(7);
    test::Heap<> heap(Is == Kind::in_order ? steps(60) : random.graph(9, 60));
    Breakdowns by(heap);
    auto profiler = profiler_of<Is>(heap, by);
    std::vector<Node> roots{heap.at(0), heap.at(1), heap.at(2)};
    auto const sample = [&](double time) {
        if (whole_heap) profiler.sample_heap(roots, time);
        else profiler.sample(roots, time);
    };
    int const count = static_cast<int>(heap.objects.size());
    for (int t = 0; t != 5; ++t) {
        for (int i = 0; i != 12; ++i) profiler.used(heap.at(random.below(count)));
        profiler.created(heap.at(random.below(count)));
        for (int i = 0; i != 6; ++i) {
            auto& fields = heap.at(random.below(count))->fields;
            if (!fields.empty() && random.below(2) != 0) fields.pop_back();
            else fields.push_back(heap.at(random.below(count)));
        }
        if (t != 2) sample(t);
        else if (!leave_out) attempt([&] { sample(t); });
    }
    return test::text(profiler.profile());
}

template <Kind Is>
void check_each(test::Failing& failing, bool whole_heap) {
    auto const at_once = [](auto f) { f(); };
    std::string const with = profiled<Is>(whole_heap, false, at_once);
    std::string const without = profiled<Is>(whole_heap, true, at_once);
    REQUIRE(with != without);
    std::size_t const failures = test::for_every_failure(failing, [&](auto attempt) {
        bool failed = false;
        std::string const found = profiled<Is>(whole_heap, false, [&](auto f) { failed = attempt(f); });
        CHECK((found == (failed ? without : with)));
    });
    CHECK(failures > 20);
}

}  // namespace

template <>
struct trav::Described<Page> : trav::Members<&Page::lines, &Page::on_close, &Page::next> {};

TEST_CASE("failing: coverage is correct after any allocation fails", "[unit]") {
    Page last{{"a line that is too long to be in the string itself"}, [] {}}, page{{"short"}, [] {}, &last};
    trav::Objects<> const heap;
    auto const roots = trav::roots(page);
    using Tracked = trav::detail::TrackedCoverage<trav::Objects<>, std::array<trav::Object, 1>>;
    auto const seen = trav::coverage(heap, roots).seen;
    CHECK(seen.objects == 3);
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              attempt([&] { trav::coverage(heap, roots); });
              CHECK((trav::coverage(heap, roots).seen == seen));
          }) > 3);
    // no block is tracked here, so all of them are outside
    std::uint64_t const outside = Tracked(heap, roots).coverage().outside;
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              attempt([&] { Tracked(heap, roots).coverage(); });
              CHECK(Tracked(heap, roots).coverage().outside == outside);
          }) > 3);
}

TEST_CASE("failing: a sample in which any call throws is not counted", "[unit]") {
    bool const whole_heap = GENERATE(false, true);
    check_each<Kind::named>(test::calls, whole_heap);
    check_each<Kind::listed>(test::calls, whole_heap);
    check_each<Kind::in_order>(test::calls, whole_heap);
}

TEST_CASE("failing: a sample in which any allocation fails is not counted", "[unit]") {
    bool const whole_heap = GENERATE(false, true);
    check_each<Kind::named>(test::allocations, whole_heap);
    check_each<Kind::listed>(test::allocations, whole_heap);
    check_each<Kind::in_order>(test::allocations, whole_heap);
}

TEST_CASE("failing: an event that a biography failed to record is reported again and counts once", "[unit]") {
    // The same history each time. The step `fails_at` is taken by attempt(f), and repeated if it failed.
    auto const told = [](int fails_at, auto attempt) {
        trav::Biography<int> life;
        test::RandomGraphs random(3);
        int step = 0;
        auto const tell = [&](auto f) {
            if (step++ != fails_at || attempt(f)) f();
        };
        for (int era = 0; era != 4; ++era) {
            for (int i = 0; i != 20; ++i) {
                int const n = random.below(90), to = 90 + random.below(90), what = random.below(4);
                tell([&] {
                    if (what == 0) life.created(n);
                    else if (what == 1) life.used(n);
                    else if (what == 2) life.died(n);
                    else life.moved(n, to);
                });
            }
            for (int n = 0; n != 180; ++n)
                if ((n + era) % 3 != 0) tell([&] { life.alive(n, static_cast<unsigned>(n % 2 * era), 8); });
            tell([&] { life.end_census(); });
        }
        std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, std::uint64_t> found;
        life.each([&](std::size_t census, std::uint32_t row, std::uint32_t band, trav::Amount const& amount) {
            found[{census, row, band}] += amount.bytes;
        });
        return std::pair(found, step);
    };
    auto const undisturbed = told(-1, [](auto) { return true; });
    auto const& expected = undisturbed.first;
    auto const steps = undisturbed.second;
    std::size_t failures = 0;
    for (int fails_at = 0; fails_at != steps; ++fails_at)
        failures += test::for_every_failure(test::allocations, [&](auto attempt) {
            bool tried = false;
            auto const found = told(fails_at, [&](auto f) { return tried = true, attempt(f); }).first;
            CHECK(tried);
            CHECK((found == expected));
        });
    CHECK(failures > 50);
}

TEST_CASE("failing: dominators are correct after any call or allocation fails", "[unit]") {
    test::RandomGraphs random(5);
    test::Heap<> heap(random.graph(9, 60));
    Throwing const graph{{&heap}};
    auto const text = [&](auto const& tree) {
        std::string all;
        tree.walk([&](auto const& at) {
            all += std::to_string(at.node->id) + ' ' + std::to_string(at.depth) + ' ' +
                   std::to_string(at.retained.bytes) + '\n';
        });
        for (Node const n : tree.largest(5)) all += std::to_string(n->id) + ' ';
        return all;
    };
    std::string const expected = text(trav::dominators(graph, heap.roots));
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    std::size_t const failures = test::for_every_failure(*failing, [&](auto attempt) {
        std::string found;
        bool const failed = attempt([&] { found = text(trav::dominators(graph, heap.roots)); });
        if (failed) found = text(trav::dominators(graph, heap.roots));
        CHECK(found == expected);
    });
    CHECK(failures > 20);
}
