#include "catch.hpp"

#include <trav/dump/detail/filtered_targets.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using trav::dump::EdgeSet;
using trav::dump::EdgeSetBuilder;
using trav::dump::Node;
using trav::dump::Rows;
using trav::dump::detail::FilteredTargets;
using trav::dump::detail::rows_of;

namespace {

static_assert(std::forward_iterator<FilteredTargets::Cursor>);

enum class Layout { no_rows, narrow, wide, made };  // made: rows that are not a part of the dump

// A random dump; some nodes have no edges, some have more than a word of bits.
template <Layout layout>
struct RandomDump {
    struct Edge {
        Node from, to;
        std::uint64_t number;  // the position
    };
    explicit RandomDump(std::mt19937& random) {
        auto const nodes = 1 + random() % 30;
        for (std::size_t n = 0; n != nodes; ++n) {
            for (auto edges = random() % 3 == 0 ? 0 : random() % (random() % 5 == 0 ? 200 : 6); edges != 0;
                 --edges)
                targets.push_back(static_cast<Node>(random() % nodes));
            narrow.push_back(static_cast<std::uint32_t>(targets.size()));
        }
        wide.assign(narrow.begin(), narrow.end());
    }
    std::string source() const { return "random"; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(narrow.size() - 1); }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(targets.size()); }
    std::uint64_t size(Node) const { return 1; }
    int type(Node) const { return 0; }
    char const* type_name(int) const { return "T"; }
    void for_each_root(auto f) const { f(Node{0}, "root"); }
    void for_each_edge(Node n, auto f) const {
        for (std::uint32_t e = narrow[n]; e != narrow[n + 1]; ++e) f(Edge{n, targets[e], e});
    }
    Rows rows() const
        requires(layout != Layout::no_rows)
    {
        if (layout != Layout::wide) return {targets.data(), narrow.data(), nullptr, layout != Layout::made};
        return {targets.data(), nullptr, wide.data()};
    }

    std::vector<Node> targets;
    std::vector<std::uint32_t> narrow{0};
    std::vector<std::uint64_t> wide;
};

// Which edges are admitted, by position: few of them, most or all.
std::vector<bool> random_rule(std::mt19937& random, std::size_t edges) {
    std::vector<bool> admitted(edges);
    auto const rejects = random() % 3;
    for (std::size_t e = 0; e != edges; ++e)
        admitted[e] = rejects == 0 || (rejects == 1 ? random() % 50 != 0 : random() % 5 == 0);
    return admitted;
}

using Nodes = std::vector<Node>;

template <Layout layout>
void check(RandomDump<layout> const& dump, std::vector<bool> const& admitted, FilteredTargets const& found,
           Node first, Node last) {
    for (Node n = first; n != last; ++n) {
        Nodes expected;
        bool all = true;
        for (std::uint32_t e = dump.narrow[n]; e != dump.narrow[n + 1]; ++e) {
            if (admitted[e]) expected.push_back(dump.targets[e]);
            all = all && admitted[e];
        }
        auto const targets = found.of(n);
        REQUIRE(Nodes(targets.begin(), targets.end()) == expected);
        REQUIRE(targets.empty() == expected.empty());
        Nodes stepped;
        for (auto at = targets.begin(); at != targets.end();) stepped.push_back(*at++);
        REQUIRE(stepped == expected);

        auto const row = found.row_of(n);
        if (layout == Layout::no_rows || all || (layout == Layout::made && row.data() != nullptr))
            REQUIRE(Nodes(row.begin(), row.end()) == expected);
        else REQUIRE(row.data() == nullptr);
        Rows const rows = rows_of(dump);  // null if there are no edges
        bool const copied = rows.targets == nullptr || found.begin() != rows.targets;
        if (!copied) {
            REQUIRE(found.address(n) == rows.address(n));
            if (all) REQUIRE(row.data() == dump.targets.data() + dump.narrow[n]);
            REQUIRE(found.end() == dump.targets.data() + dump.narrow[last]);
        } else if (n + 1 == last) REQUIRE(found.end() == row.data() + row.size());
    }
}

template <Layout layout>
void check_random() {
    std::mt19937 random(17);
    for (int round = 0; round != 300; ++round) {
        RandomDump<layout> const dump(random);
        auto const admitted = random_rule(random, dump.targets.size());
        auto first = static_cast<Node>(random() % (dump.node_count() + 1)),
             last = static_cast<Node>(random() % (dump.node_count() + 1));
        if (first > last) std::swap(first, last);
        if (round % 2 == 0) first = 0, last = dump.node_count();
        INFO("round " << round << ", nodes " << first << " to " << last << " of " << dump.node_count());

        std::vector<std::uint64_t> asked, of_part;
        FilteredTargets const by_rule(
            dump,
            [&](auto const& edge) {
                asked.push_back(edge.number);
                return static_cast<bool>(admitted[edge.number]);
            },
            first, last);
        for (std::uint64_t e = dump.narrow[first]; e != dump.narrow[last]; ++e) of_part.push_back(e);
        REQUIRE(asked == of_part);
        check(dump, admitted, by_rule, first, last);

        // A set has no words after its last edge.
        EdgeSetBuilder builder(0);
        for (std::size_t e = 0; e != admitted.size(); ++e)
            if (admitted[e]) builder.add(e, true);
        auto set = std::make_unique<EdgeSet const>(std::move(builder).set());
        auto by_set = std::make_unique<FilteredTargets const>(dump, *set, first, last);
        set.reset();
        FilteredTargets const copy = *by_set;
        by_set.reset();
        check(dump, admitted, copy, first, last);

        check(dump, std::vector<bool>(admitted.size()), FilteredTargets(dump, EdgeSet(), first, last), first,
              last);
    }
}

}  // namespace

TEST_CASE("filtered targets: rows with narrow positions are filtered in place", "[property]") {
    check_random<Layout::narrow>();
}

TEST_CASE("filtered targets: rows with wide positions are filtered in place", "[property]") {
    check_random<Layout::wide>();
}

TEST_CASE("filtered targets: made rows are copied if few objects have all edges admitted", "[property]") {
    check_random<Layout::made>();

    // 80 objects, each with an edge to object 0 and, except that one, an edge to itself.
    struct Fixed : RandomDump<Layout::narrow> {
        Fixed(std::mt19937& random, bool in_dump) : RandomDump(random), in(in_dump) {
            targets = {0}, narrow = {0, 1};
            for (Node n = 1; n != 80; ++n) {
                targets.insert(targets.end(), {0, n});
                narrow.push_back(static_cast<std::uint32_t>(targets.size()));
            }
        }
        Rows rows() const { return {targets.data(), narrow.data(), nullptr, in}; }
        bool in;
    };
    std::mt19937 random(18);
    for (bool const made : {false, true}) {
        Fixed const dump(random, !made);
        for (Node const rejected : {Node{70}, Node{71}}) {  // of so many objects the first edge
            FilteredTargets const found(
                dump, [&](auto const& edge) { return edge.to != 0 || edge.from >= rejected; }, 0, 80);
            CHECK((found.begin() == dump.targets.data()) == (!made || rejected == 70));
            for (Node n = 0; n != 80; ++n) {
                auto const targets = found.of(n);
                Nodes const own = n == 0 ? Nodes{} : Nodes{n};
                CHECK(Nodes(targets.begin(), targets.end()) == (n < rejected ? own : Nodes{0, n}));
            }
        }
    }
}

TEST_CASE("filtered targets: without rows, the targets of admitted edges are copied", "[property]") {
    check_random<Layout::no_rows>();
}
