#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/graph/sized.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/set_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using test::Node;

namespace {

auto letters(std::string const& retainers, std::size_t cap = trav::InternedSets::no_cap) {
    return trav::by_retainer<Node>(
        [=](Node n) { return retainers.find(static_cast<char>('a' + n->id)) != std::string::npos; },
        [](Node n) { return std::string(1, static_cast<char>('A' + n->id)); }, cap);
}

/// The label of each object of a heap written as text, by number.
std::vector<std::string> labels_of(std::string const& graph, std::string const& roots,
                                   std::string const& retainers,
                                   std::size_t cap = trav::InternedSets::no_cap) {
    test::Heap<> heap(test::shape(graph, roots));
    auto by_retainers = letters(retainers, cap);
    auto by_id = trav::by("id", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, by_id, by_retainers};
    profiler.sample(heap.roots, 0);
    std::vector<std::string> labels(heap.objects.size(), "-");
    for (auto const& line : profiler.profile().by(by_id, by_retainers).lines)
        labels[static_cast<std::size_t>(std::stoi(line.texts[0]))] = line.texts[1];
    return labels;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("retainers: each equation holds", "[unit]") {
    // a root that is not a retainer has SYSTEM, any other has itself
    CHECK(labels_of("a:", "a", "") == Labels{"SYSTEM"});
    CHECK(labels_of("a:", "a", "a") == Labels{"A"});
    // a retainer passes on its identity, any other object its set
    CHECK(labels_of("a:b b:c c:", "a", "a") == Labels{"A", "A", "A"});
    CHECK(labels_of("a:b b:c c:", "a", "b") == Labels{"SYSTEM", "SYSTEM", "B"});
    CHECK(labels_of("a:b b:c c:d d:", "a", "ac") == Labels{"A", "A", "A", "C"});
    // an object that two retainers reach has both
    CHECK(labels_of("a:bc b:d c:d d:", "a", "abc") == Labels{"A", "A", "A", "B,C"});
    // a cycle through a retainer: its own identity comes back to it
    CHECK(labels_of("a:b b:a", "a", "b") == Labels{"B,SYSTEM", "B,SYSTEM"});
    // a second set that arrives later spreads below objects visited before
    CHECK(labels_of("a:bc b:d c:b d:", "a", "ac") == Labels{"A", "A,C", "A", "A,C"});
    // a root twice, a root below another
    CHECK(labels_of("a:b b:", "aab", "a") == Labels{"A", "A,SYSTEM"});
}

TEST_CASE("retainers: unreached objects have no retainers", "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:b", "a"));
    auto retainers = letters("a");
    trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
    profiler.sample_heap(heap.roots, 0);
    auto const table = profiler.profile().by(retainers);
    CHECK(table.at("A").objects == 2);
    CHECK(table.at("UNREACHED") == trav::Amount{test::bytes_of(2), 1});
}

TEST_CASE("retainers: a set larger than the cap is MANY", "[unit]") {
    std::string const graph = "a:e b:e c:e d:e e:f f:";  // four retainers reach e
    CHECK(labels_of(graph, "abcd", "abcd", 4) == Labels{"A", "B", "C", "D", "A,B,C,D", "A,B,C,D"});
    CHECK(labels_of(graph, "abcde", "abcde", 3) ==
          Labels{"A", "B", "C", "D", "MANY", "E"});  // a retainer also stops MANY
    CHECK(labels_of(graph, "abcd", "abcd", 3) == Labels{"A", "B", "C", "D", "MANY", "MANY"});
}

TEST_CASE("retainers: the default cap is eight", "[unit]") {
    for (int const retainers : {8, 9}) {
        test::Shape shape{"", std::vector<std::vector<int>>(static_cast<std::size_t>(retainers) + 2), {}};
        for (int i = 0; i < retainers; ++i) {
            shape.children[static_cast<std::size_t>(i)] = {retainers};
            shape.roots.push_back(i);
        }
        shape.children[static_cast<std::size_t>(retainers)] = {retainers + 1};
        test::Heap<> heap(shape);
        auto by_retainers =
            trav::by_retainer<Node>([=](Node n) { return n->id < retainers; }, [](Node n) { return n->id; });
        trav::Profiler profiler{test::SizedObjects{&heap}, by_retainers};
        profiler.sample(heap.roots, 0);
        auto const table = profiler.profile().by(by_retainers);
        CHECK(table.at("MANY").objects == (retainers == 8 ? 0 : 2));
        CHECK(table.at("0,1,2,3,4,5,6,7").objects == (retainers == 8 ? 2 : 0));
        // MANY lists no members (GHC: it has no elements)
        CHECK(profiler.profile().where(having(by_retainers, {"3"})).by().total().objects ==
              (retainers == 8 ? 3 : 1));
    }
}

TEST_CASE("retainers: the elements are identities, not retainers", "[unit]") {
    test::Heap<> heap(test::shape("a:c b:c c:", "ab"));
    auto one = trav::by_retainer<Node>([](Node n) { return n->id < 2; }, [](Node) { return 7; });
    trav::Profiler profiler{test::SizedObjects{&heap}, one};
    profiler.sample(heap.roots, 0);
    CHECK(profiler.profile().by(one).at("7").objects == 3);
}

TEST_CASE("retainers: other roots may share an identity with retainers", "[unit]") {
    test::Heap<> heap(test::shape("a:c b:c c:", "ab"));
    auto retainers = trav::by_retainer<Node>([](Node n) { return n->id == 1; }, [](Node) { return 7; });
    retainers.root_identity(7);
    trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
    profiler.sample(heap.roots, 0);
    CHECK(test::lines_of(profiler.profile().by(retainers)) ==
          test::Expected{{{"7"}, {{test::bytes_of(0) + test::bytes_of(1) + test::bytes_of(2), 3}}}});
}

TEST_CASE("retainers: the size of an object is the graph's", "[unit]") {
    test::Heap<> heap(test::shape("a:bc b:d c:d d:", "a"));
    auto retainers = letters("bc");
    trav::Profiler profiler{
        trav::sized(test::SizedObjects{&heap}, [](Node n) { return n->id == 3 ? 100 : 1; }), retainers};
    profiler.sample(heap.roots, 0);
    CHECK(profiler.profile().by(retainers).at("SYSTEM") == trav::Amount{3, 3});
    CHECK(profiler.profile().by(retainers).at("B,C") == trav::Amount{100, 1});
}

TEST_CASE("retainers: the statistics are those of the paper", "[unit]") {
    // a, a root, retains b and c; both retain d; d has a leaf. Each is visited once to be numbered, and once
    // to send its set; the paper's algorithm visits d and its leaf again for c.
    test::Heap<> heap(test::shape("a:bc b:d c:d d:e e:", "a"));
    auto retainers = letters("abc");
    trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
    profiler.sample(heap.roots, 0);
    CHECK(profiler.statistics().visits == 10);
    CHECK(profiler.statistics().objects == 5);
    CHECK(profiler.statistics().visits_per_object() == Approx(2));
    CHECK(retainers.sets().count() == 4);  // {A}, {B}, {C}, {B,C}
    std::size_t bytes = 0;
    for (int i = 0; i < 5; ++i) bytes += test::bytes_of(i);
    CHECK(profiler.profile().by().total() == trav::Amount{bytes, 5});

    // every set is known by now: a second sample creates none
    profiler.sample(heap.roots, 1);
    CHECK(profiler.statistics().visits == 10);
    CHECK(retainers.sets().count() == 4);
}

TEST_CASE("retainers: have the least fixed point on random graphs, with any cap and any strategy",
          "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(1, 6, 60, [&](test::Shape const& shape) {
        ++seed;
        auto const is_retainer = [&](int n) {
            return (static_cast<std::uint32_t>(n) * 2654435761u + seed * 40503u) / 64 % 3 == 0;
        };
        auto const identity = [&](int n) {
            return "r" + std::to_string(n % (1 + static_cast<int>(seed % 20)));
        };
        auto const sets = test::retainer_sets(shape, is_retainer, identity);
        test::Heap<> heap(shape);
        for (std::size_t const cap :
             {std::size_t{1}, std::size_t{2}, std::size_t{8}, trav::InternedSets::no_cap}) {
            test::Expected expected;
            for (int n = 0; n < shape.size(); ++n) {
                auto const& set = sets[static_cast<std::size_t>(n)];
                if (!set.empty())
                    test::add(expected, {set.size() > cap ? "MANY" : test::joined(set)}, 0, 1,
                              test::bytes_of(n));
            }
            std::string first;
            test::for_each_strategy([&]<class Strategy>(char const*) {
                auto retainers = trav::by_retainer<Node>([&](Node n) { return is_retainer(n->id); },
                                                         [&](Node n) { return identity(n->id); }, cap);
                trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
                profiler.template sample<Strategy>(heap.roots, 0);
                auto const profile = profiler.profile();
                INFO(shape.name << ", cap " << cap);
                CHECK(test::lines_of(profile.by(retainers)) == expected);
                if (first.empty()) first = test::text(profile);
                CHECK(test::text(profile) == first);
            });
        }
    });
}

TEST_CASE("retainers and root sets are short", "[unit]") {
    for (std::string const name : {"retainer", "root_set"}) {
        std::ifstream header("include/trav/profile/" + name + ".hpp");
        REQUIRE(header);
        int code = 0;
        for (std::string line; std::getline(header, line);) {
            auto const begin = line.find_first_not_of(" \t");
            code += begin != std::string::npos && line.compare(begin, 2, "//") != 0;
        }
        CHECK(code > 20);
        CHECK(code < 60);
    }
}

TEST_CASE("retainers: an object with 20,000 retainers needs no list per intermediate set", "[unit]") {
    int const n = 20'000;
    test::Shape shape{"", std::vector<std::vector<int>>(n + 1, {n}), {}};
    shape.children[n] = {};
    for (int i = 0; i != n; ++i) shape.roots.push_back(i);
    test::Heap<> heap(shape);
    auto retainers = trav::by_retainer<Node>([=](Node node) { return node->id < n; },
                                             [](Node node) { return node->id; }, trav::InternedSets::no_cap);
    trav::Profiler profiler{test::SizedObjects{&heap}, retainers};
    profiler.sample(heap.roots, 0);
    CHECK(retainers.sets().words() <= 88 * std::size_t{n});  // lists would be n / 2 * n
    auto const profile = profiler.profile();
    CHECK(profile.columns[0].bands.size() == n + 1);
    std::size_t largest = 0;
    for (auto const& band : profile.columns[0].bands) largest = std::max(largest, band.members.size());
    CHECK(largest == n);
    CHECK(profile.where(having(retainers, {"19999"})).by().total().objects == 2);
}

TEST_CASE("retainers: a band has no details if names have none", "[unit]") {
    trav::Identities<int, trav::AsText> plain{trav::AsText{}};
    std::vector<std::uint32_t> const both{plain.number(7), plain.number(5)};
    trav::Band const band = plain.band(both);
    CHECK(band.text == "5,7");
    CHECK(band.members == std::vector<std::string>{"5", "7"});
    CHECK(band.details.empty());
}

TEST_CASE("retainers: the identities of sets that are numbered in another order", "[unit]") {
    auto const name = [](char c) { return std::string(1, c); };
    trav::Identities<char, decltype(name)> here(name), there(name);
    trav::InternedSets sets, others;
    here.set_system('s'), there.set_system('s');
    for (char const c : {'a', 'b', 'c'}) here.number(c);
    for (char const c : {'x', 'c', 'b'}) there.number(c);  // 'a' is not known there
    for (unsigned mask = 0; mask != 16; ++mask) {
        std::vector<std::uint32_t> numbers;
        std::vector<std::optional<char>> expected;
        std::vector<std::string> names;
        for (std::uint32_t n = 0; n != 4; ++n) {
            if ((mask >> n & 1) == 0) continue;
            numbers.push_back(n);
            expected.push_back(n == 0 ? std::nullopt : std::optional("sabc"[n]));
            names.emplace_back(1, "sabc"[n]);
        }
        std::ranges::sort(names);
        auto const elements = here.elements(sets, sets.of(numbers));
        CHECK(elements == expected);
        auto const set = there.set(others, elements);
        CHECK(there.band(others.elements(set)).members == names);
        CHECK(there.elements(others, set)->size() == names.size());
    }
    CHECK(here.number('d') == 4);  // after a question for identities
    CHECK(here.elements(sets, sets.singleton(4))->front() == 'd');
    CHECK(there.set(others, std::vector<std::optional<char>>{'s', std::nullopt, 'c', 'c'}) ==
          others.of(std::vector<std::uint32_t>{0, 2}));
    CHECK_FALSE(here.elements(sets, trav::InternedSets::many).has_value());
    CHECK(there.set(others, std::nullopt) == trav::InternedSets::many);
}
