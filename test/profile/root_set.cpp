#include "brute_force.hpp"
#include "catch.hpp"
#include "hsc_env.hpp"

#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/shares.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using test::Node;

TEST_CASE("root sets: the compiler state of the root profiler's example has its bands", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{{"hsc", &env.hsc}, {"eps", &env.eps}, {"fc", &env.fc}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector<test::HscEnv::node>{}, 0);
    auto const table = profiler.profile().by(roots);

    test::Expected const expected{
        {{"hsc"}, {{80, 3}}}, {{"hsc,eps"}, {{48, 2}}}, {{"hsc,fc"}, {{72, 3}}}, {{"hsc,eps,fc"}, {{32, 2}}}};
    CHECK(test::lines_of(table) == expected);
    CHECK(table.total() == trav::Amount{232, 10});
}

TEST_CASE("root sets: labels have the order of the roots", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{{"fc", &env.fc}, {"hsc", &env.hsc}, {"eps", &env.eps}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector<test::HscEnv::node>{}, 0);
    auto const profile = profiler.profile();
    CHECK(profile.by(roots).at("fc,hsc,eps") == trav::Amount{32, 2});
    CHECK(profile.by(roots).at("fc,hsc") == trav::Amount{72, 3});
    CHECK(profile.where(roots == "fc,hsc").by().total() == trav::Amount{72, 3});
    CHECK(profile.where(having(roots, {"eps", "fc"})).by().total() == trav::Amount{152, 7});
}

TEST_CASE("root sets: an object that only other roots reach is NOROOT", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{{"fc", &env.fc}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector{&env.hsc}, 0);
    auto const table = profiler.profile().by(roots);
    CHECK(table.at("fc") == trav::Amount{40 + 4 * 16, 5});
    CHECK(table.at("NOROOT") == trav::Amount{3 * 32 + 2 * 16, 5});
    CHECK(table.total() == trav::Amount{232, 10});
}

TEST_CASE("root sets: without a root everything is NOROOT", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{std::vector<trav::RootSets<test::HscEnv::node>::Root>{}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector{&env.hsc}, 0);
    CHECK(test::lines_of(profiler.profile().by(roots)) == test::Expected{{{"NOROOT"}, {{232, 10}}}});
}

TEST_CASE("root sets: a weak root is resolved at each sample, and keeps nothing alive", "[unit]") {
    test::HscEnv env;
    test::HscEnv::node eps = &env.eps;
    trav::RootSets<test::HscEnv::node> roots{{"fc", &env.fc}, {"eps", [&] { return eps; }}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector<test::HscEnv::node>{}, 0);
    eps = nullptr;
    profiler.sample(std::vector<test::HscEnv::node>{}, 1);
    eps = &env.other;
    profiler.sample(std::vector<test::HscEnv::node>{}, 2);
    auto const table = profiler.profile().by(roots);
    CHECK(table.at("eps", 0) == trav::Amount{32 + 16, 2});
    CHECK(table.at("fc,eps", 0) == trav::Amount{32, 2});
    CHECK(table.at("eps", 1) == trav::Amount{});
    CHECK(table.total(1) == trav::Amount{104, 5});
    CHECK(table.at("eps", 2) == trav::Amount{32 + 16, 2});
    CHECK(table.at("fc,eps", 2) == trav::Amount{32, 2});
}

TEST_CASE("root sets: roots with the same name are one root with several nodes", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{{"parts", &env.eps}, {"hsc", &env.hsc}, {"parts", &env.fc}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector<test::HscEnv::node>{}, 0);
    CHECK(test::lines_of(profiler.profile().by(roots)) ==
          test::Expected{{{"hsc"}, {{80, 3}}}, {{"parts,hsc"}, {{152, 7}}}});
}

TEST_CASE(
    "root sets: with any number of roots, each object is in the band of exactly the roots that reach it",
    "[property]") {
    for (int const number : {1, 20, 33, 64, 1000}) {
        test::RandomGraphs graphs(static_cast<std::uint32_t>(number));
        for (int kind = 0; kind < test::RandomGraphs::kinds; ++kind) {
            // closures by hand cost roots x nodes
            test::Shape const shape = graphs.graph(kind, number == 1000 ? 40 : 100);
            test::Heap<> heap(shape);
            std::vector<trav::RootSets<Node>::Root> named;
            std::vector<int> objects;
            for (int i = 0; i < number; ++i) {
                objects.push_back(graphs.below(shape.size() + 1) - 1);  // -1: a null root
                named.emplace_back("r" + std::to_string(i), heap.at(objects.back()));
            }

            test::Expected expected;
            auto reached = test::closure(shape);
            std::vector<std::string> labels(reached.size());
            for (int i = 0; i < number; ++i) {
                auto const reach = test::reached_from(shape, {objects[static_cast<std::size_t>(i)]});
                for (std::size_t n = 0; n < reach.size(); ++n)
                    if (reach[n])
                        labels[n] += (labels[n].empty() ? "r" : ",r") + std::to_string(i), reached[n] = true;
            }
            for (std::size_t n = 0; n < reached.size(); ++n)
                if (reached[n])
                    test::add(expected, {labels[n].empty() ? "NOROOT" : labels[n]}, 0, 1,
                              test::bytes_of(static_cast<int>(n)));

            test::for_each_strategy([&]<class Strategy>(char const*) {
                trav::RootSets<Node> roots{named};
                trav::Profiler profiler{test::SizedObjects{&heap}, roots};
                profiler.template sample<Strategy>(heap.roots, 0);
                INFO(number << " roots, " << shape.name);
                CHECK(test::lines_of(profiler.profile().by(roots)) == expected);
            });
            std::vector<trav::RootSets<Node, std::uint32_t>::Root> same;
            for (auto const& root : named) same.emplace_back(root.name, root.node);
            trav::RootSets<Node, std::uint32_t> in_four_bytes{same};
            trav::Profiler profiler{test::SizedObjects{&heap}, in_four_bytes};
            profiler.sample(heap.roots, 0);
            INFO(number << " roots, " << shape.name << ", in four bytes");
            CHECK(test::lines_of(profiler.profile().by(in_four_bytes)) == expected);
        }
    }
}

TEST_CASE("root sets: if each cycle adds a root, the largest sets are MANY", "[unit]") {
    // cycle i has the roots 0 to i: the first 2047 cycles have 2047 * 2048 / 2 members together, which is
    // less than 2^21; with one more it would be more
    int const n = 20'000, listed = 2047;
    test::Shape shape{"", std::vector<std::vector<int>>(2 * n), {}};
    std::vector<trav::RootSets<Node>::Root> named;
    for (int i = 0; i != n; ++i) {
        shape.children[static_cast<std::size_t>(2 * i)] = {2 * i + 1};
        shape.children[static_cast<std::size_t>(2 * i + 1)] = {2 * i};
        if (i + 1 != n) shape.children[static_cast<std::size_t>(2 * i)].push_back(2 * i + 2);
    }
    test::Heap<> heap(shape);
    for (int i = 0; i != n; ++i) named.emplace_back(std::to_string(i), heap.at(2 * i));
    trav::RootSets<Node> roots{named};
    trav::Profiler profiler{test::SizedObjects{&heap}, roots};
    profiler.sample(heap.roots, 0);
    auto const profile = profiler.profile();
    auto const table = profile.by(roots);
    REQUIRE(table.lines.size() == listed + 1);
    CHECK(table.at("MANY").objects == 2 * (n - listed));
    CHECK(table.at("0").objects == 2);
    CHECK(table.at("0,1,2").objects == 2);
    CHECK(table.total().objects == 2 * n);
    // each root is in the sets of all cycles below its own
    CHECK(profile.where(having(roots, {"2000"})).by().total().objects == 2 * (listed - 2000));
    CHECK_THROWS_AS((trav::Shares{profile, roots}), std::length_error);  // the unlisted sets would be needed
}
