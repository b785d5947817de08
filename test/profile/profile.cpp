#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using test::Node;

TEST_CASE("profiles: tables are sorted by sum, then by label", "[unit]") {
    test::Heap<> heap(test::shape("a: b: c: d: e:", "abcde"));  // 8, 16, 24, 32, 40 bytes
    std::vector<std::string> types{"x", "z", "y", "w", "x"};
    auto type = trav::by("type", [&](Node n) { return types[static_cast<std::size_t>(n->id)]; });
    auto id = trav::by("id", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, type, id};
    profiler.sample(heap.roots, 0.5);
    profiler.sample(std::vector{heap.at(1), heap.at(2)}, 1.5);  // z: 32 in total, like w; y: 48, like x
    auto const table = profiler.profile().by(type);
    std::vector<std::string> labels;
    for (auto const& line : table.lines) labels.push_back(line.texts[0]);
    CHECK(labels == std::vector<std::string>{"x", "y", "w", "z"});
    CHECK(table.columns == std::vector<std::string>{"type"});
    CHECK(table.times == std::vector<double>{0.5, 1.5});
    CHECK(table.at("x", 0) == trav::Amount{48, 2});
    CHECK(table.at("x", 1) == trav::Amount{});
    CHECK(table.at("nothing") == trav::Amount{});
    CHECK(table.lines[1].sum() == trav::Amount{48, 2});
    CHECK(table.total(0) == trav::Amount{120, 5});
    CHECK(table.total(1) == trav::Amount{40, 2});
    CHECK_THROWS_AS(table.at("x", 2), std::out_of_range);

    auto const both = profiler.profile().by(id, type);
    CHECK(both.columns == std::vector<std::string>{"id", "type"});
    CHECK(both.at({"4", "x"}) == trav::Amount{40, 1});
    CHECK(test::lines_of(profiler.profile().by_names({"id", "type"})) == test::lines_of(both));
    CHECK(profiler.profile().by_names({}).lines.size() == 1);
}

TEST_CASE("profiles: a breakdown that was not profiled is refused", "[unit]") {
    test::Heap<> heap(test::shape("a:", "a"));
    auto type = trav::by("type", [](Node) { return "T"; });
    auto other = trav::by("module", [](Node) { return "M"; });
    trav::RootSets<Node> roots{{"a", heap.at(0)}};
    trav::Profiler profiler{test::SizedObjects{&heap}, type, roots};
    profiler.sample(heap.roots, 0);
    auto const profile = profiler.profile();
    std::string const text = "trav: the breakdown 'module' was not profiled; these were: type, root";
    CHECK_THROWS_AS(profile.by(other), trav::NotProfiled);
    CHECK_THROWS_AS(profile.by_columns({profile.columns.size()}), std::out_of_range);
    CHECK_THROWS_WITH(profile.by(type, other), text);
    CHECK_THROWS_WITH(profile.by_names({"module"}), text);
    CHECK_THROWS_WITH(profile.where(other == "M"), text);
    CHECK_THROWS_WITH(profile.column_of(other), text);
    CHECK_THROWS_WITH(trav::Profile{}.by(other),
                      "trav: the breakdown 'module' was not profiled; no breakdown was");
    // a copy is another breakdown, though it has the same name
    auto copy = type;
    CHECK_THROWS_AS(profile.by(copy), trav::NotProfiled);
}
