// test/policy/fuse.cpp: each part of a fusion gets the same calls as alone. Event logs are compared call by
// call.
#include "catch.hpp"
#include "support/event_log.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"
#include "support/strategies.hpp"

#include <trav/flow/solve.hpp>
#include <trav/policy/fuse.hpp>
#include <trav/traverse_heap.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace test;
using trav::BreadthFirst;
using trav::DepthFirst;
using trav::MarkStack;
using trav::Prefetch;

namespace {

using Node = Obj<>*;

// --- Parts of every kind -------------------------------------------------------------------------

struct Once : Recorder<void> {
    static constexpr bool once = true;
};
/// Keeps no data and asks for nothing; `log` records the calls.
struct Bare {
    Rule rule{};
    Log log{};
    void operator()(auto& here) { log.push_back({Event::visit, here.node->id, -1, here.first, 0, -1, -1}); }
};
struct LeaveOnly {
    Rule rule{};
    Log log{};
    void leave(auto& here) { log.push_back({Event::leave, here.node->id, -1, here.first, 0, -1, -1}); }
};
/// Its answer depends only on the number of the node; does not ask for the parent.
struct Parity {
    using node_data = bool;
    Rule rule{};
    Log log{};
    bool visit(auto& here) {
        log.push_back({Event::visit, here.node->id, -1, here.first, here.data, -1, -1});
        return !std::exchange(here.data, true) && here.node->id % 2 == 0;
    }
};

struct CountFirst {
    std::size_t objects = 0;
    void visit(auto& here) { objects += here.first; }
};

template <class P>
P ruled(Rule rule) {
    P part;
    part.rule = rule;
    return part;
}

template <class P>
constexpr bool inherits = std::is_same_v<trav::inherited_t<P>, int>;
template <class P>
constexpr bool hands_up = std::is_same_v<trav::returned_t<P>, int>;

// --- Alone and fused -----------------------------------------------------------------------------

/// The calls of one policy, and its results.
struct Told {
    Log log;
    bool stopped;
    int returned;
};

template <class Strategy, class Graph, class P>
Told alone(Graph const& graph, std::vector<Node> const& roots, P policy, int inherited) {
    auto traversal = trav::traversal<Strategy>(graph, policy);
    for (Node const root : roots) {
        if constexpr (inherits<P>) traversal.push_root(root, inherited);
        else traversal.push_root(root);
    }
    bool const stopped = !traversal.run();
    Told told{policy.log, stopped, 0};
    if constexpr (hands_up<P> && Strategy::returns) told.returned = traversal.returned();
    return told;
}

/// Compares part by part, and checks that the fusion stopped when all its parts had stopped.
void compare(std::vector<Told> const& told, std::vector<Told> const& expected, bool stopped) {
    bool all_stopped = true;
    for (std::size_t part = 0; part != expected.size(); ++part) {
        INFO("part " << part);
        CHECK(told[part].log == expected[part].log);
        CHECK(told[part].returned == expected[part].returned);
        all_stopped = all_stopped && expected[part].stopped;
    }
    CHECK(stopped == all_stopped);
}

/// Compares each part of a fusion with the same policy alone. Part i inherits 7 + i at a root.
template <class Strategy, class Graph, class F, class... Ps>
void check_law_of(F policy, Graph const& graph, std::vector<Node> const& roots, Ps&... parts) {
    auto traversal = trav::traversal<Strategy>(graph, policy);
    trav::inherited_t<F> inherited;
    auto const each = [&](auto f) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (f(std::integral_constant<std::size_t, I>{}, parts), ...);
        }(std::index_sequence_for<Ps...>{});
    };
    std::vector<Told> expected;
    each([&](auto i, auto const& part) {
        using P = std::remove_cvref_t<decltype(part)>;
        if constexpr (inherits<P>) F::template at<i>(inherited) = 7 + static_cast<int>(i());
        expected.push_back(alone<Strategy>(graph, roots, ruled<P>(part.rule), 7 + static_cast<int>(i())));
    });
    for (Node const root : roots) traversal.push_root(root, inherited);
    bool const stopped = !traversal.run();

    std::vector<Told> told;
    each([&](auto i, auto const& part) {
        using P = std::remove_cvref_t<decltype(part)>;
        told.push_back({part.log, expected[i].stopped, 0});
        if constexpr (hands_up<P> && Strategy::returns)
            told.back().returned = F::template at<i>(traversal.returned());
    });
    compare(told, expected, stopped);
}

template <class Strategy, class Graph, class... Ps>
void check_law(Graph const& graph, std::vector<Node> const& roots, Ps... parts) {
    check_law_of<Strategy>(trav::fuse(parts...), graph, roots, parts...);
}
/// The same for policies with void visits, fused for a node type.
template <class Strategy, class Graph, class... Ps>
void check_law_everywhere(Graph const& graph, std::vector<Node> const& roots, Ps... parts) {
    auto policy = trav::fuse<Node>(parts...);
    static_assert(std::is_same_v<decltype(policy), trav::FusedVoid<Ps...>>);
    check_law_of<Strategy>(policy, graph, roots, parts...);
}

/// A graph without numbers: its data is hashed, and moves during the traversal.
struct Fields {
    using node = Node;
    auto const& children(node n) const { return n->fields; }
};

template <class Strategy>
void check_law_on(Shape const& shape, std::uint32_t seed) {
    INFO(shape.name << ", seed " << seed);
    Heap<> heap(shape);
    auto const rule = [&](std::uint32_t most, std::uint32_t part) {
        return Rule{.seed = seed + part, .most = most};
    };
    Rule const stops{.seed = seed, .stop_after = 1 + seed % 17, .most = 2};
    auto const on = [&](auto const& graph) {
        check_law<Strategy>(graph, heap.roots, Recorder<void>{}, ruled<Recorder<bool>>(rule(1, 1)),
                            ruled<Recorder<trav::go>>(rule(3, 2)), Once{}, Bare{}, Parity{},
                            ruled<Recorder<trav::go>>(stops));
        check_law<Strategy>(graph, heap.roots, Bare{});
        check_law<Strategy>(graph, heap.roots, ruled<Recorder<trav::go>>(stops),
                            ruled<Recorder<trav::go>>(Rule{.stop_after = 2}));
        check_law_everywhere<Strategy>(graph, heap.roots, Bare{});
        check_law_everywhere<Strategy>(graph, heap.roots, Once{}, Once{});
        check_law_everywhere<Strategy>(graph, heap.roots, Bare{}, Recorder<void>{}, Once{}, Recorder<void>{});
        if constexpr (Strategy::returns) {
            check_law_everywhere<Strategy>(graph, heap.roots, LeavingRecorder<void>{}, Bare{}, Once{},
                                           LeaveOnly{}, LeavingRecorder<void>{});
            check_law<Strategy>(graph, heap.roots, ruled<LeavingRecorder<bool>>(rule(1, 3)),
                                LeavingRecorder<void>{}, LeaveOnly{}, ruled<Recorder<bool>>(rule(3, 4)),
                                ruled<LeavingRecorder<trav::go>>(rule(3, 5)), Bare{},
                                ruled<LeavingRecorder<trav::go>>(stops));
            check_law<Strategy>(graph, heap.roots, LeaveOnly{}, Parity{});
        }
    };
    on(Fields{});
    if constexpr (Strategy::returns) {  // for other strategies these are the same
        on(Objects<>{&heap});
        on(AtOnceObjects<>{{&heap}});
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("each part gets the same calls as alone", "[property]", OrderedStrategies) {
    std::uint32_t seed = 0;
    for_random_graphs(11, 12, 24, [&](Shape const& shape) { check_law_on<TestType>(shape, ++seed); });
}

namespace {

/// Any number of equal parts.
template <std::size_t Parts, class Strategy>
void check_many(Shape const& shape) {
    Heap<> heap(shape);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        check_law<Strategy>(Objects<>{&heap}, heap.roots,
                            ruled<Recorder<trav::go>>(Rule{
                                .seed = static_cast<std::uint32_t>(I), .stop_after = 2 + I, .most = 2})...);
    }(std::make_index_sequence<Parts>{});
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("a fusion may have any number of parts up to 64", "[property]",
                       ((std::size_t Parts), Parts), 1, 2, 3, 8, 9, 33, 64) {
    for_random_graphs(12, 2, 40, [&](Shape const& shape) {
        INFO(shape.name);
        check_many<Parts, DepthFirst>(shape);
        check_many<Parts, BreadthFirst>(shape);
    });
}

TEMPLATE_LIST_TEST_CASE("fusions can be fused", "[property]", OrderedStrategies) {
    std::uint32_t seed = 0;
    for_random_graphs(13, 8, 24, [&](Shape const& shape) {
        INFO(shape.name);
        ++seed;
        Heap<> heap(shape);
        Objects<> const graph{&heap};
        auto a = ruled<Recorder<trav::go>>(Rule{.seed = seed, .most = 2});
        auto stops = ruled<Recorder<trav::go>>(Rule{.stop_after = 1 + seed % 9});
        auto c = ruled<Recorder<trav::go>>(Rule{.seed = seed + 1});
        auto inner = trav::fuse(a, stops);
        auto policy = trav::fuse(inner, c);
        auto traversal = trav::traversal<TestType>(graph, policy);
        for (Node const root : heap.roots) traversal.push_root(root);
        traversal.run();
        CHECK(a.log == alone<TestType>(graph, heap.roots, ruled<decltype(a)>(a.rule), 0).log);
        CHECK(stops.log == alone<TestType>(graph, heap.roots, ruled<decltype(stops)>(stops.rule), 0).log);
        CHECK(c.log == alone<TestType>(graph, heap.roots, ruled<decltype(c)>(c.rule), 0).log);
    });
}

namespace {

/// Two parts with these answers, each with its own roots.
template <class Strategy, class Answer>
void check_own_roots(Shape const& shape, std::uint32_t seed) {
    Heap<> heap(shape);
    Objects<> const graph{&heap};
    auto a = ruled<Recorder<Answer>>(Rule{.seed = seed, .most = 2});
    auto b = ruled<Recorder<Answer>>(Rule{.seed = seed + 1, .most = 2});
    auto policy = trav::fuse(a, b);
    auto traversal = trav::traversal<Strategy>(graph, policy);
    std::vector<Node> roots_of_a, roots_of_b;
    for (std::size_t i = 0; i != heap.roots.size(); ++i) {
        typename decltype(policy)::inherited inherited;
        inherited.active = static_cast<std::uint8_t>((i + seed) % 4);  // neither, a, b, both
        if (inherited.active & 1) roots_of_a.push_back(heap.roots[i]);
        if (inherited.active & 2) roots_of_b.push_back(heap.roots[i]);
        traversal.push_root(heap.roots[i], inherited);
    }
    traversal.run();
    CHECK(a.log == alone<Strategy>(graph, roots_of_a, ruled<decltype(a)>(a.rule), 0).log);
    CHECK(b.log == alone<Strategy>(graph, roots_of_b, ruled<decltype(b)>(b.rule), 0).log);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("parts can have their own roots", "[property]", OrderedStrategies) {
    std::uint32_t seed = 0;
    for_random_graphs(14, 12, 24, [&](Shape const& shape) {
        INFO(shape.name);
        check_own_roots<TestType, trav::go>(shape, ++seed);
        check_own_roots<TestType, void>(shape, ++seed);
    });
}

TEST_CASE("a stopped part is not called again, and the other parts continue") {
    Heap<> heap(shape("a:bc b:d c:d d:", "a"));
    int calls = 0;
    auto stops = [&](auto&) { return ++calls == 2 ? trav::go::stop : trav::go::down; };
    CountFirst goes_on;
    auto policy = trav::fuse(stops, goes_on);
    CHECK_FALSE(trav::traverse(Fields{}, heap.roots, policy).stopped);
    CHECK(calls == 2);
    CHECK(goes_on.objects == 4);
}

namespace {

/// Counts its visits, and says stop at each.
struct StopsAtOnce {
    int calls = 0;
    StopsAtOnce split() const { return {}; }
    void merge(StopsAtOnce&& found) { calls += found.calls; }
    trav::go visit(auto&) { return ++calls, trav::go::stop; }
};
struct CountsInThreads {
    int objects = 0;
    CountsInThreads split() const { return {}; }
    void merge(CountsInThreads&& found) { objects += found.objects; }
    void visit(auto& here) { objects += here.first; }
};

}  // namespace

TEST_CASE("a part that said stop in a thread stays stopped in the whole") {
    Heap<> heap(shape("a:bc b:d c:d d:", "a"));
    StopsAtOnce stops;
    CountsInThreads goes_on;
    auto policy = trav::fuse(stops, goes_on);
    {
        auto in_thread = policy.split();
        trav::traverse(Fields{}, heap.roots, in_thread);
        policy.merge(std::move(in_thread));
    }
    CHECK(stops.calls == 1);
    CHECK(goes_on.objects == 4);
    trav::traverse(Fields{}, heap.roots, policy);
    CHECK(stops.calls == 1);
    CHECK(goes_on.objects == 8);
}

// --- Prefetching: the same fixed point, in an unspecified order ----------------------------------

namespace {

/// Which roots reach a node, by number modulo 64.
struct Colours {
    using value = std::uint64_t;
    value join(value a, value b) const { return a | b; }
};
/// The last multiple of three on a path to a node, the least one of all paths.
struct Nearest {
    using value = int;
    value join(value a, value b) const { return a < b ? a : b; }
    value transfer(Node n, value l) const { return n->id % 3 == 0 ? n->id : l; }
};

}  // namespace

TEST_CASE("under prefetching each part reaches the same fixed point as alone", "[property]") {
    for_random_graphs(15, 20, 40, [&](Shape const& shape) {
        INFO(shape.name);
        Heap<> heap(shape);
        Objects<> const graph{&heap};
        Colours colours;
        Nearest nearest;
        std::vector<trav::Source<Node, std::uint64_t>> coloured;
        std::vector<trav::Source<Node, int>> near;
        for (Node const root : heap.roots) {
            coloured.push_back({root, root ? std::uint64_t{1} << root->id % 64 : 0});
            near.push_back({root, 1000});
        }
        auto const colour_of = trav::solve_by_revisiting<DepthFirst>(graph, coloured, colours);
        auto const nearest_of = trav::solve_by_revisiting<DepthFirst>(graph, near, nearest);

        trav::Revisit<Colours> a{colours};
        trav::Revisit<Nearest> b{nearest};
        CountFirst count;
        auto policy = trav::fuse(a, count, b);
        using F = decltype(policy);
        auto traversal = trav::traversal<Prefetch<8>>(graph, policy);
        for (Node const root : heap.roots) {
            F::inherited inherited;
            F::at<0>(inherited) = root ? std::uint64_t{1} << root->id % 64 : 0;
            F::at<2>(inherited) = 1000;
            traversal.push_root(root, inherited);
        }
        CHECK(traversal.run());
        std::size_t reached = 0;
        for (auto& object : heap.objects) {
            auto const* data = traversal.store().find(&object);
            auto const* colour = colour_of.find(&object);
            REQUIRE((data != nullptr) == (colour != nullptr));
            if (data == nullptr) continue;
            ++reached;
            CHECK(data->seen == 0b111);
            CHECK(F::at<0>(*data) == *colour);
            CHECK(F::at<2>(*data) == *nearest_of.find(&object));
        }
        CHECK(count.objects == reached);
    });
}

// --- The cost of a fusion ------------------------------------------------------------------------

namespace {

struct Kept {
    using node_data = std::uint32_t;
    using inherited = std::uint32_t;
    void visit(auto&) {}
};
struct HandsUp {
    using returned = std::uint64_t;
    void leave(auto&) {}
};

template <class P>
using Frame = typename DepthFirst::Walker<Fields, P, trav::DefaultStore<Fields, P>>::Frame;
template <class P>
using Item = typename MarkStack::Walker<Fields, P, trav::DefaultStore<Fields, P>>::Item;

using ThreeEmpty = trav::Fused<CountFirst, CountFirst, CountFirst>;
static_assert(sizeof(ThreeEmpty::node_data) == 1);
static_assert(sizeof(ThreeEmpty::inherited) == 1);
static_assert(trav::detail::absent<trav::returned_t<ThreeEmpty>>);
static_assert(!ThreeEmpty::wants_parent);
#ifndef _GLIBCXX_DEBUG
static_assert(sizeof(Frame<CountFirst>) == 2 * sizeof(void*));
static_assert(sizeof(Frame<ThreeEmpty>) == 3 * sizeof(void*));
#endif
static_assert(sizeof(Item<ThreeEmpty>) == 2 * sizeof(void*));

using EightWithData =
    trav::Fused<Kept, CountFirst, CountFirst, CountFirst, CountFirst, CountFirst, CountFirst, Kept>;
static_assert(sizeof(EightWithData::node_data) == 12);
static_assert(sizeof(EightWithData::inherited) == 12);

using WithLeave = trav::Fused<CountFirst, HandsUp, CountFirst>;
static_assert(sizeof(WithLeave::returned) == 8);
static_assert(sizeof(WithLeave::node_data) == 1);

// If no visit returns a value, the fusion is as large as one policy; otherwise fuse<N> is fuse.
template <class... Ps>
using FusedForNode = decltype(trav::fuse<Node>(std::declval<Ps&>()...));
static_assert(
    std::is_same_v<FusedForNode<CountFirst, Kept, HandsUp>, trav::FusedVoid<CountFirst, Kept, HandsUp>>);
static_assert(std::is_same_v<FusedForNode<CountFirst, Parity>, trav::Fused<CountFirst, Parity>>);
static_assert(std::is_same_v<FusedForNode<Recorder<trav::go>>, trav::Fused<Recorder<trav::go>>>);
static_assert(sizeof(trav::FusedVoid<Kept, CountFirst, Kept>::node_data) == 8);
static_assert(trav::detail::absent<trav::inherited_t<trav::FusedVoid<CountFirst, CountFirst>>>);
static_assert(trav::VisitsOnce<trav::FusedVoid<Once, Once>> &&
              !trav::VisitsOnce<trav::FusedVoid<Once, Bare>>);
static_assert(!trav::Leaves<trav::FusedVoid<Kept>, Node> &&
              trav::Leaves<trav::FusedVoid<Kept, HandsUp>, Node>);

// A fusion has a member if one of its parts has it.
static_assert(!trav::Leaves<ThreeEmpty, Node> && !trav::Leaves<trav::Fused<Kept>, Node>);
static_assert(trav::Leaves<WithLeave, Node> && trav::Leaves<trav::Fused<ThreeEmpty, HandsUp>, Node>);
static_assert(trav::Fused<CountFirst, Once>::wants_parent);

}  // namespace

TEST_CASE("policies without leave can be fused for a strategy that never returns") {
    Heap<> heap(shape("a:bc b:c c:a", "a"));
    CountFirst one, two;
    auto lambda = [objects = 0](auto& here) mutable { objects += here.first; };
    auto policy = trav::fuse(one, lambda, two);
    trav::traverse<MarkStack>(Fields{}, heap.roots, policy);
    CHECK(one.objects == 3);
    CHECK(two.objects == 3);
}

TEST_CASE("the parts of a fusion return separate values") {
    Heap<> heap(shape("a:bc b:c c:", "a"));
    LeavingRecorder<void> up;
    CountFirst count;
    auto policy = trav::fuse(count, up);
    auto const outcome = trav::traverse(Fields{}, heap.roots, policy);
    CHECK_FALSE(outcome.stopped);
    CHECK(decltype(policy)::at<1>(outcome.returned) ==
          2 * (1 + 2 * (1 + 2)));  // c passes 2 to b, b passes 6 to a, a passes 14
}

TEST_CASE("a fusion visits each arrival once for all of its parts") {
    Heap<> heap(shape("a:bc b:c c:a", "a"));
    Recorder<void> one, two;
    auto policy = trav::fuse(one, two);
    auto traversal = trav::traversal<trav::Counted<DepthFirst>>(Fields{}, policy);
    traversal.push_root(heap.roots[0]);
    traversal.run();
    CHECK(traversal.statistics().visits == 5);
    CHECK(traversal.statistics().objects == 3);
}
