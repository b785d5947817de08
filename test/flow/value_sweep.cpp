// The counts of passes in memory order, beside a model with one value after another, and their treatment of
// other parts, blocks, and references excluded by the graph.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/value_sweep.hpp>
#include <trav/graph/csr.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace {

using Number = std::uint32_t;
using Mask = std::uint64_t;
using Lists = std::vector<std::vector<Number>>;

struct Plain {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};
struct WithTransfer : Plain {
    value transfer(Number, value own) const { return own | (own & 0xFFFFFF) << 1; }
};
struct WithCuts : Plain {
    Mask instead = Mask{1} << 40;
    std::optional<value> cut(Number n) const { return n % 5 == 2 ? std::optional(instead) : std::nullopt; }
};

/// Rows in one array.
struct Array {
    explicit Array(Lists const& lists) {
        for (auto const& list : lists) {
            targets.insert(targets.end(), list.begin(), list.end());
            offsets.push_back(static_cast<Number>(targets.size()));
        }
    }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
    std::vector<Number> offsets{0}, targets;
};
/// Children of their own.
struct Apart {
    using node = Number;
    Lists const* lists;
    std::vector<Number> const& children(Number n) const { return (*lists)[n]; }
    bool null(Number n) const { return n == ~Number{0}; }
    std::size_t index(Number n) const { return n; }
    std::size_t count() const { return lists->size(); }
    Number node_at(std::size_t i) const { return static_cast<Number>(i); }
};

struct Counts {
    std::size_t references = 0, grown = 0, reached = 0, sends = 0;
    bool loses_values = false;
    friend bool operator==(Counts const&, Counts const&) = default;
};

/// The documented passes.
template <class F>
struct Model {
    Lists const& lists;
    F flow;
    std::vector<Mask> values;
    std::set<std::size_t> pending{};
    Counts counts{};

    void send(bool up, bool first, std::size_t at) {
        Mask const value = trav::detail::sent(flow, static_cast<Number>(at), values[at]);
        counts.loses_values |= value == 0;
        for (Number const child : lists[at]) {
            if (child == ~Number{0}) continue;
            counts.references += first;
            Mask const before = values[child];
            values[child] |= value;
            if (values[child] == before) continue;
            bool const to_itself = trav::detail::Transfers<F, Number> && child == at;
            bool const late = (up ? child < at : child > at) || to_itself;
            if (first && !late) continue;
            pending.insert(child);
            counts.grown += late;
            counts.reached += first && before == 0;
        }
    }
    void first(bool up) {
        for (std::size_t i = 0; i != values.size(); ++i) {
            std::size_t const at = up ? i : values.size() - 1 - i;
            if (values[at] != 0) send(up, true, at);
        }
    }
    void next(bool up) {
        std::size_t const words = values.size() / 64 + 1;
        for (std::size_t k = 0; k != words; ++k) {
            std::size_t const word = up ? k : words - 1 - k;
            for (;;) {
                auto at = pending.lower_bound(up ? word * 64 : (word + 1) * 64);
                if (!up && at == pending.begin()) break;
                if (!up) --at;
                if (at == pending.end() || *at / 64 != word) break;
                std::size_t const place = *at;
                pending.erase(at);
                ++counts.sends;
                send(up, false, place);
            }
        }
    }
};

template <class G, class F>
struct Sweep {
    Sweep(G const& of, F& flow, std::vector<Mask>& values)
        : rows(of), sweep{flow, values.data(), values.size()} {
        sweep.pending.assign(values.size() / 64 + 1, 0);
    }
    bool first(bool up, std::size_t begin, std::size_t end) {
        up ? sweep.template first<true>(rows, begin, end) : sweep.template first<false>(rows, begin, end);
        return true;
    }
    bool next(bool up, std::size_t allowed = ~std::size_t{0}) {
        std::size_t const words = sweep.count / 64 + 1;
        return up ? sweep.template next<true>(rows, 0, words, allowed)
                  : sweep.template next<false>(rows, 0, words, allowed);
    }
    Counts counts() const {
        return {sweep.behind.references, sweep.behind.grown, sweep.behind.reached, sweep.sends,
                sweep.loses_values};
    }
    std::set<std::size_t> pending() const {
        std::set<std::size_t> all;
        for (std::size_t i = 0; i != sweep.count; ++i)
            if (sweep.pending[i / 64] >> i % 64 & 1) all.insert(i);
        return all;
    }

    trav::detail::SentRows<G> rows;
    trav::detail::ValueSweep<G, F> sweep;
};

template <class F>
void check(auto const& graph, Lists const& lists, F flow, std::vector<Mask> const& sources) {
    for (bool const up : {true, false}) {
        CAPTURE(up);
        auto values = sources;
        Sweep<std::remove_cvref_t<decltype(graph)>, F> sweep(graph, flow, values);
        Model<F> model{lists, flow, sources};
        // in two pieces
        sweep.first(up, 0, values.size() / 3);
        sweep.first(up, values.size() / 3, values.size());
        model.first(up);
        CHECK(values == model.values);
        CHECK(sweep.counts() == model.counts);
        CHECK(sweep.pending() == model.pending);
        for (int pass = 0; pass != 100 && !model.pending.empty(); ++pass) {
            CHECK(sweep.next(up));
            model.next(up);
            CHECK(values == model.values);
            CHECK(sweep.counts().grown == model.counts.grown);
            CHECK(sweep.counts().sends == model.counts.sends);
            CHECK(sweep.pending() == model.pending);
        }
        CHECK(model.pending.empty());
    }
}

/// Most references lead upwards; rows have up to six children.
Lists random_lists(std::size_t count, test::RandomGraphs& random) {
    Lists lists(count);
    for (std::size_t i = 0; i != count; ++i)
        for (int k = random.below(7) - random.below(3); k > 0; --k) {
            bool const back = random.below(8) == 0;
            auto const far = static_cast<std::size_t>(random.below(50));
            std::size_t const to = back ? i - (far < i ? far : i) : i + far;
            if (to < count) lists[i].push_back(static_cast<Number>(to));
        }
    return lists;
}
std::vector<Mask> random_sources(std::size_t count, test::RandomGraphs& random) {
    std::vector<Mask> sources(count);
    for (int bit = 0; bit != 12; ++bit)
        sources[static_cast<std::size_t>(random.below(static_cast<int>(count)))] |= Mask{1} << bit;
    return sources;
}

}  // namespace

TEST_CASE("value sweep: it sends, and counts, what a model does", "[property]") {
    test::RandomGraphs random(3);
    for (std::size_t const count : {1u, 5u, 63u, 64u, 65u, 200u, 700u}) {
        CAPTURE(count);
        Lists lists = random_lists(count, random);
        auto const sources = random_sources(count, random);
        Array const array(lists);
        check(array.graph(), lists, Plain{}, sources);
        check(array.graph(), lists, WithTransfer{}, sources);
        check(array.graph(), lists, WithCuts{}, sources);
        for (auto& list : lists)
            if (!list.empty() && list[0] % 4 == 1) list[0] = ~Number{0};
        Apart const apart{&lists};
        check(apart, lists, Plain{}, sources);
        check(apart, lists, WithTransfer{}, sources);
        check(apart, lists, WithCuts{}, sources);
    }
}

TEST_CASE("value sweep: by hand, a late update that reaches an object", "[unit]") {
    Lists const lists{{1}, {2}, {3}, {0}, {5}, {}};
    Array const array(lists);
    Plain flow;
    std::vector<Mask> values{0, 0, 1, 0, 0, 0};
    Sweep<trav::Csr<Number, Number>, Plain> sweep(array.graph(), flow, values);
    sweep.first(true, 0, 6);
    CHECK(sweep.counts() == Counts{2, 1, 1, 0, false});
    CHECK(sweep.pending() == std::set<std::size_t>{0});
    CHECK(sweep.next(true));
    CHECK(sweep.counts() == Counts{2, 1, 1, 2, false});
    CHECK(values == std::vector<Mask>{1, 1, 1, 1, 0, 0});
    CHECK(sweep.pending().empty());
}

TEST_CASE("value sweep: a pass gives up after more late updates than are allowed", "[unit]") {
    Lists lists(301);
    for (Number i = 0; i != 10; ++i) lists[300].push_back(i);
    Array const array(lists);
    for (std::size_t const allowed : {9u, 10u}) {
        Plain flow;
        std::vector<Mask> values(301);
        values[300] = 1;
        Sweep<trav::Csr<Number, Number>, Plain> sweep(array.graph(), flow, values);
        sweep.sweep.pending[300 / 64] |= Mask{1} << 300 % 64;
        CHECK(sweep.next(true, allowed) == (allowed == 10));
        if (allowed == 10) CHECK(sweep.counts() == Counts{0, 10, 0, 1, false});
    }
}

TEST_CASE("value sweep: a reached object that sends nothing is told", "[unit]") {
    Lists const lists{{1}, {2}, {3}, {}};
    Array const array(lists);
    WithCuts flow{{}, 0};
    std::vector<Mask> values{1, 0, 0, 0};
    Sweep<trav::Csr<Number, Number>, WithCuts> sweep(array.graph(), flow, values);
    sweep.first(true, 0, 2);
    CHECK_FALSE(sweep.counts().loses_values);
    sweep.first(true, 2, 3);
    CHECK(sweep.counts().loses_values);
    sweep.first(true, 3, 4);
    CHECK(sweep.counts().loses_values);
    CHECK(values == std::vector<Mask>{1, 1, 1, 0});
    sweep.sweep.pending[0] = 2;  // 1 sends what 2 has; 2 sends nothing
    CHECK(sweep.next(true));
    sweep.sweep.pending[0] = 4;
    CHECK_FALSE(sweep.next(true));
}

TEST_CASE("value sweep: it looks ahead only from the middle of the array", "[unit]") {
    for (std::size_t const size : {0u, 10u, 193u, 194u, 195u, 300u}) {
        CAPTURE(size);
        std::vector<Number> const offsets{0, static_cast<Number>(size)}, targets(size);
        trav::Csr<Number, Number> const graph{offsets, targets};
        trav::detail::SentRows<trav::Csr<Number, Number>> const rows(graph);
        Mask const values[1] = {};
        for (std::size_t at = 0; at != size; ++at) {
            bool const inside = at >= 96 && at + 98 < size;  // 96 behind, and two words from 96 on
            CHECK(rows.prefetch_ahead<true, 2>(targets.data() + at, values) == inside);
            CHECK(rows.prefetch_ahead<false, 1>(targets.data() + at, values) == inside);
        }
    }
    trav::Csr<Number, Number> const none{{}, {}};
    CHECK_FALSE(trav::detail::SentRows<trav::Csr<Number, Number>>(none).prefetch_ahead<true, 1>(
        static_cast<Number const*>(nullptr), static_cast<Mask const*>(nullptr)));
}

namespace {

/// Nodes from `limit` on are in another part.
struct Part : trav::Csr<Number, Number> {
    std::size_t limit;
    std::vector<std::pair<Number, Mask>>* sent;
    bool elsewhere(Number n) const { return n >= limit; }
    void send_elsewhere(Number n, Mask value) const { sent->emplace_back(n, value); }
};
/// References to 3 do not count, and none of node 0's.
struct Partly : trav::Csr<Number, Number> {
    bool follows(Number from, Number const* child) const { return from != 0 && *child != 3; }
};
/// Only nodes from `begin` on are in the block.
struct Block : trav::Csr<Number, Number> {
    std::size_t begin;
    bool in_block(std::size_t at) const { return at >= begin; }
};

}  // namespace

TEST_CASE("value sweep: the graph takes what is sent elsewhere", "[unit]") {
    Lists const lists{{1, 7, 2}, {8}, {0, 9}, {}};
    Array const array(lists);
    std::vector<std::pair<Number, Mask>> sent;
    Part const part{array.graph(), 4, &sent};
    Plain flow;
    std::vector<Mask> values{1, 2, 0, 0};
    Sweep<Part, Plain> sweep(part, flow, values);
    sweep.first(true, 0, 4);
    CHECK(sent == std::vector<std::pair<Number, Mask>>{{7, 1}, {8, 3}, {9, 1}});
    CHECK(values == std::vector<Mask>{1, 3, 1, 0});
    sweep.sweep.pending[0] = 2;
    CHECK(sweep.next(true));
    CHECK(sent.size() == 4);
    CHECK(sent.back() == std::pair<Number, Mask>{8, 3});
}

TEST_CASE("value sweep: it sends along the references that count", "[unit]") {
    for (std::size_t const padding : {0u, 300u}) {  // references before and behind, to look ahead
        Lists lists{{1}, {2, 3, 4}, {}, {4}, {3, 5, 5, 3}, {}};
        for (std::size_t i = 0; i != 2; ++i) lists.emplace_back(padding, Number{2});
        lists.insert(lists.begin() + 1, lists.back());
        lists.pop_back();
        for (auto& list : lists)  // node 1 is new
            for (Number& child : list) child += child != 0 && child != 3;
        Array const array(lists);
        Partly const graph{array.graph()};
        Plain flow;
        std::vector<Mask> values(lists.size());
        values[0] = 1, values[2] = 2;
        Sweep<Partly, Plain> sweep(graph, flow, values);
        sweep.first(true, 0, values.size());
        // 2 -> 5 -> 6; references to 3 do not count, nor do those of 0
        CHECK(values == std::vector<Mask>{1, 0, 2, 0, 0, 2, 2, 0});
    }
}

TEST_CASE("value sweep: in a block, late updates of other blocks are sent but not counted", "[unit]") {
    Lists lists(12);
    lists[10] = {2, 8, 11}, lists[11] = {9, 2}, lists[9] = {8};
    Array const array(lists);
    Block const block{array.graph(), 6};
    Plain flow;
    std::vector<Mask> values(12);
    values[10] = 1, values[11] = 2;
    Sweep<Block, Plain> sweep(block, flow, values);
    sweep.first(true, 6, 12);
    CHECK(values[2] == 3);
    CHECK(values[8] == 1);
    CHECK(values[9] == 3);
    CHECK(sweep.pending() == std::set<std::size_t>{2, 8, 9});
    CHECK(sweep.sweep.behind.grown == 2);  // 8 and 9
    CHECK(sweep.next(true, 0));            // it does not give up: 9 sends to 8, which it has passed
    CHECK(values[8] == 3);
    CHECK(sweep.sweep.behind.grown == 3);
    CHECK(sweep.sweep.sends == 0);
    CHECK(sweep.pending().empty());
}
