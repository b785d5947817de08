#include "catch.hpp"
#include "report/some_table.hpp"
#include "report/stacks/some_stacks.hpp"

#include <trav/graph/csr.hpp>
#include <trav/profile/dominator.hpp>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace {

// Each stack with its own amount, "a;b": {bytes, objects}.
std::map<std::string, trav::Amount> listed(trav::Stacks const& stacks) {
    std::map<std::string, trav::Amount> result;
    for (std::size_t i = 0; i != stacks.frames().size(); ++i) {
        std::string text;
        for (std::size_t const each : stacks.stack(i)) text += stacks.frames()[each].name + ';';
        CHECK(result.emplace(text, stacks.frames()[i].own).second);
    }
    return result;
}

}  // namespace

TEST_CASE("stacks: a name below the same names is one frame", "[unit]") {
    trav::Stacks stacks;
    auto const a = stacks.below(trav::Stacks::top, "a"), b = stacks.below(a, "b");
    CHECK(stacks.below(a, "b") == b);
    CHECK(stacks.below(trav::Stacks::top, "b") != b);
    CHECK(stacks.below(b, "b") != b);
    stacks.add(b, {3, 1});
    stacks.add(b, {4, 1});
    CHECK(stacks.frames()[b].own == trav::Amount{7, 2});
    CHECK(stacks.stack(b) == std::vector{a, b});
    CHECK(stacks.stack(trav::Stacks::top).empty());
    CHECK(stacks.total() == trav::Amount{7, 2});
}

TEST_CASE("stacks: stacks of a table have a frame for each breakdown", "[unit]") {
    using Listed = std::map<std::string, trav::Amount>;
    CHECK(listed(trav::table_stacks(some_table(), 1)) == Listed{{"", {0, 0}},
                                                                {"cache;", {0, 0}},
                                                                {"cache;Map;", {8192, 3}},
                                                                {"a,b;", {0, 0}},
                                                                {"a,b;Big Map;", {0, 0}},
                                                                {"cache;Set;", {512, 5}},
                                                                {"a,b;Set;", {100, 1}}});
}

TEST_CASE("stacks: the amounts of small frames go to their parents", "[unit]") {
    using Listed = std::map<std::string, trav::Amount>;
    auto const stacks = some_stacks();
    CHECK(listed(stacks.without_small(0)) == listed(stacks));
    // cache has 300 including the frames below it, and stays; the top-level Map has 50
    CHECK(listed(stacks.without_small(201)) == Listed{{"", {57, 2}},
                                                      {"server;", {210, 5}},
                                                      {"server;cache;", {0, 0}},
                                                      {"server;cache;Map;", {300, 2}}});
    CHECK(listed(stacks.without_small(300)).size() == 4);
    CHECK(listed(stacks.without_small(301)) == Listed{{"", {57, 2}}, {"server;", {510, 7}}});
    CHECK(listed(stacks.without_small(511)) == Listed{{"", {567, 9}}});
}

TEST_CASE("stacks: in a dominator tree, each object's bytes are below its dominators'", "[unit]") {
    // 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3, 1 -> 4 -> 5 -> 6; so 0 dominates 3
    std::vector<std::uint32_t> const offsets{0, 2, 4, 5, 5, 6, 7, 7}, targets{1, 2, 3, 4, 3, 5, 6},
        sizes{1, 2, 4, 8, 16, 32, 64};
    trav::Csr const heap(offsets, targets, sizes);
    std::array<char const*, 7> const labels{"root", "A", "A", "B", "cell", "cell", "B"};
    auto const tree = trav::dominators(heap, {0u});
    auto const label = [&](std::uint32_t n) { return labels[n]; };
    using Listed = std::map<std::string, trav::Amount>;
    CHECK(listed(trav::dominator_stacks(tree, label)) == Listed{{"", {0, 0}},
                                                                {"root;", {1, 1}},
                                                                {"root;A;", {6, 2}},
                                                                {"root;A;cell;", {48, 2}},
                                                                {"root;A;cell;B;", {64, 1}},
                                                                {"root;B;", {8, 1}}});
    CHECK(listed(trav::dominator_stacks(tree, label, 2)) ==
          Listed{{"", {0, 0}}, {"root;", {1, 1}}, {"root;A;", {118, 5}}, {"root;B;", {8, 1}}});
}

TEST_CASE("stacks: a long list with alternating labels is cut off at a depth", "[unit]") {
    std::uint32_t const n = 100000;
    std::vector<std::uint32_t> offsets, targets, sizes(n, 3);
    for (std::uint32_t i = 0; i != n; ++i) {
        offsets.push_back(i);
        if (i + 1 != n) targets.push_back(i + 1);
    }
    offsets.push_back(n - 1);
    trav::Csr const list(offsets, targets, sizes);
    auto const tree = trav::dominators(list, {0u});
    auto const stacks = trav::dominator_stacks(tree, [](std::uint32_t i) { return i % 2 == 0 ? "a" : "b"; });
    CHECK(stacks.frames().size() == 65);
    CHECK(stacks.total() == trav::Amount{3 * n, n});
}
