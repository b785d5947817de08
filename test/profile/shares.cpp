#include "brute_force.hpp"
#include "catch.hpp"
#include "hsc_env.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/shares.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using test::Node;

TEST_CASE("shares: the compiler state has the expected shares", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{{"hsc", &env.hsc}, {"eps", &env.eps}, {"fc", &env.fc}};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots};
    profiler.sample(std::vector<test::HscEnv::node>{}, 0);
    trav::Shares const shares{profiler.profile(), roots};

    CHECK(shares.exclusive("hsc") == trav::Amount{80, 3});
    CHECK(shares.exclusive("eps") == trav::Amount{});
    CHECK(shares.reachable("hsc") == trav::Amount{232, 10});
    CHECK(shares.reachable("eps") == trav::Amount{80, 4});
    CHECK(shares.reachable("fc") == trav::Amount{104, 5});
    CHECK(shares.shared("eps", "fc") == trav::Amount{32, 2});
    CHECK(shares.shared("hsc", "fc") == trav::Amount{104, 5});
    CHECK(shares.freed_if_dropped({}) == trav::Amount{});
    CHECK(shares.freed_if_dropped({"hsc", "eps"}) == trav::Amount{128, 5});
    CHECK(shares.freed_if_dropped({"eps", "fc"}) == trav::Amount{});  // hsc holds both
    CHECK(shares.freed_if_dropped({"fc", "eps", "hsc", "fc"}) == trav::Amount{232, 10});
    CHECK(shares.unnamed() == trav::Amount{});

    // 80 + 48/2 + 72/2 + 32/3: 32 is 11 + 11 + 10
    CHECK(shares.fair_share("hsc") == 80 + 24 + 36 + 11);
    CHECK(shares.fair_share("eps") == 24 + 11);
    CHECK(shares.fair_share("fc") == 36 + 10);

    CHECK_THROWS_WITH(shares.exclusive("espresso"), "trav: no root is called 'espresso'");
    CHECK_THROWS_WITH(shares.freed_if_dropped({"eps", ""}), "trav: no root is called ''");
    CHECK_THROWS_AS((trav::Shares{profiler.profile(), roots, 1}), std::out_of_range);
    CHECK_THROWS_WITH((trav::Shares{profiler.profile(), roots, 1}),
                      "trav: there is no sample 1: the profile has 1, numbered from 0");
    trav::Profiler unused{test::HscEnv::Graph{}, roots};
    CHECK_THROWS_WITH((trav::Shares{unused.profile(), roots}), "trav: the profile has no sample");

    env.eps.fields.clear();
    profiler.sample(std::vector<test::HscEnv::node>{}, 1);
    CHECK(trav::Shares{profiler.profile(), roots, 0}.reachable("eps") == trav::Amount{80, 4});
    CHECK(trav::Shares{profiler.profile(), roots, 1}.reachable("eps") == trav::Amount{32, 1});
    CHECK(trav::Shares{profiler.profile(), roots}.reachable("eps") == trav::Amount{32, 1});
}

TEST_CASE("shares: with other roots, the last sample or one with a number", "[unit]") {
    test::HscEnv env;
    trav::RootSets<test::HscEnv::node> roots{{"eps", &env.eps}};
    trav::OtherRoots other_roots{roots};
    trav::Profiler profiler{test::HscEnv::Graph{}, roots, other_roots};
    profiler.sample(std::vector{&env.hsc}, 0);  // fc has x and y, too
    env.hsc.fields = {&env.eps};
    profiler.sample(std::vector{&env.hsc}, 1);
    auto const profile = profiler.profile();
    CHECK(trav::Shares{profile, roots, other_roots, 0}.freed_if_dropped({"eps"}) == trav::Amount{48, 2});
    CHECK(trav::Shares{profile, roots, other_roots, 1}.freed_if_dropped({"eps"}) == trav::Amount{80, 4});
    CHECK(trav::Shares{profile, roots, other_roots}.freed_if_dropped({"eps"}) == trav::Amount{80, 4});
}

TEST_CASE("shares: with OtherRoots, roots without a name are a holder", "[unit]") {
    // The program refers to a session from elsewhere, and to the cache only through its name.
    test::Heap<> heap(test::shape("a:bcd b:e c:e d:c e:", "a"));
    trav::RootSets<Node, std::uint32_t> roots{{"cache", heap.at(1)}, {"sessions", heap.at(3)}};
    trav::OtherRoots other_roots{roots};
    trav::Profiler profiler{test::SizedObjects{&heap}, roots, other_roots};
    profiler.sample(heap.roots, 0);
    auto const profile = profiler.profile();

    trav::Shares const unknown{profile, roots}, known{profile, roots, other_roots};
    CHECK(unknown.unnamed() == trav::Amount{test::bytes_of(0), 1});
    CHECK(known.unnamed() == trav::Amount{test::bytes_of(0), 1});
    // a still refers to c, and c to e: without OtherRoots, c seems to be freed with the sessions
    CHECK(unknown.freed_if_dropped({"sessions"}) == trav::Amount{test::bytes_of(2) + test::bytes_of(3), 2});
    CHECK(known.freed_if_dropped({"sessions"}) == trav::Amount{test::bytes_of(3), 1});
    CHECK(known.freed_if_dropped({"cache", "sessions"}) ==
          trav::Amount{test::bytes_of(1) + test::bytes_of(3), 2});
    CHECK(known.reachable("cache") == trav::Amount{test::bytes_of(1) + test::bytes_of(4), 2});
    // e has three holders, c two, including OtherRoots
    CHECK(known.fair_share("cache") == test::bytes_of(1) + (test::bytes_of(4) + 2) / 3);
}

TEST_CASE("shares: roots may have any name", "[unit]") {
    // a: b,c   b: d   c: d
    test::Heap<> heap(test::shape("a:bc b:d c:d d:", "a"));
    trav::RootSets<Node> roots{{"other", heap.at(1)}, {"NOROOT", heap.at(2)}, {"other,NOROOT", heap.at(3)}};
    trav::OtherRoots other_roots{roots};
    trav::Profiler profiler{test::SizedObjects{&heap}, roots, other_roots};
    profiler.sample(heap.roots, 0);
    trav::Shares const shares{profiler.profile(), roots, other_roots};
    CHECK(shares.exclusive("other") == trav::Amount{test::bytes_of(1), 1});
    CHECK(shares.exclusive("NOROOT") == trav::Amount{test::bytes_of(2), 1});
    CHECK(shares.reachable("other,NOROOT") == trav::Amount{test::bytes_of(3), 1});
    CHECK(shares.exclusive("other,NOROOT") == trav::Amount{});
    CHECK(shares.unnamed() == trav::Amount{test::bytes_of(0), 1});
}

TEST_CASE("shares: freed objects are those that become unreachable, on random graphs", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(2, 8, 40, [&](test::Shape const& shape) {
        test::RandomGraphs random(++seed);
        test::Heap<> heap(shape);
        std::vector<trav::RootSets<Node>::Root> named;
        std::vector<int> objects;
        int const number = 1 + random.below(6);
        for (int i = 0; i < number; ++i) {
            objects.push_back(random.below(shape.size()));
            named.emplace_back(std::string(1, static_cast<char>('a' + i)), heap.at(objects.back()));
        }
        trav::RootSets<Node> roots{named};
        trav::OtherRoots other_roots{roots};
        auto odd = trav::by("odd", [](Node n) { return n->id % 2; });  // splits the bins
        trav::Profiler profiler{test::SizedObjects{&heap}, odd, roots, other_roots};
        profiler.sample<trav::BreadthFirst>(heap.roots, 0);
        auto const profile = profiler.profile();
        trav::Shares const unknown{profile, roots}, known{profile, roots, other_roots};

        auto all_roots = shape.roots;
        all_roots.insert(all_roots.end(), objects.begin(), objects.end());
        auto const live = test::reached_from(shape, all_roots);
        auto const count = [&](auto counts) {
            trav::Amount sum;
            for (std::size_t n = 0; n < live.size(); ++n)
                if (live[n] && counts(n)) sum += trav::Amount{test::bytes_of(static_cast<int>(n)), 1};
            return sum;
        };

        for (unsigned mask = 0; mask < 1u << number; ++mask) {
            std::vector<std::string> dropped;
            std::vector<int> kept;
            std::set<int> dropped_objects;
            for (int i = 0; i < number; ++i) {
                auto const at = static_cast<std::size_t>(i);
                if (mask >> i & 1) dropped.push_back(named[at].name), dropped_objects.insert(objects[at]);
                else kept.push_back(objects[at]);
            }
            // the kept roots reach the same as before; the others reach neither the dropped objects nor
            // anything through them
            auto const by_kept = test::reached_from(shape, kept);
            auto const by_other_roots = test::reached_from(shape, shape.roots, dropped_objects);
            INFO(shape.name << ", dropped " << test::joined(dropped));
            CHECK(known.freed_if_dropped(dropped) == count([&](std::size_t n) {
                      return !by_kept[n] &&
                             (!by_other_roots[n] || dropped_objects.contains(static_cast<int>(n)));
                  }));
            auto const by_dropped =
                test::reached_from(shape, {dropped_objects.begin(), dropped_objects.end()});
            CHECK(unknown.freed_if_dropped(dropped) ==
                  count([&](std::size_t n) { return by_dropped[n] && !by_kept[n]; }));
            CHECK(known.freed_if_dropped(dropped).bytes <= unknown.freed_if_dropped(dropped).bytes);
        }

        std::vector<std::vector<bool>> reach;
        for (int const object : objects) reach.push_back(test::reached_from(shape, {object}));
        std::uint64_t fair = 0;
        for (std::size_t i = 0; i < objects.size(); ++i) {
            CHECK(unknown.reachable(named[i].name) == count([&](std::size_t n) { return reach[i][n]; }));
            for (std::size_t j = 0; j < objects.size(); ++j)
                CHECK(known.shared(named[i].name, named[j].name) ==
                      count([&](std::size_t n) { return reach[i][n] && reach[j][n]; }));
            fair += unknown.fair_share(named[i].name);

            double exact = 0;
            for (std::size_t n = 0; n < live.size(); ++n)
                if (reach[i][n])
                    exact += static_cast<double>(test::bytes_of(static_cast<int>(n))) /
                             static_cast<double>(
                                 std::ranges::count_if(reach, [&](auto const& r) { return bool(r[n]); }));
            CHECK(std::abs(exact - static_cast<double>(unknown.fair_share(named[i].name))) <= 1u << number);
        }
        CHECK(fair + unknown.unnamed().bytes == profile.by().total().bytes);
    });
}
