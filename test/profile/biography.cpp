#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/graph/via.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using test::Node;
using trav::Phase;

namespace {

/// Bytes of one phase at each census, from a biography without a profiler.
template <class N>
std::vector<std::uint64_t> bytes_in(trav::Biography<N> const& life, Phase phase) {
    std::vector<std::uint64_t> bytes(life.era() - 1);
    life.each([&](std::size_t census, std::uint32_t, std::uint32_t band, trav::Amount const& amount) {
        if (band == static_cast<std::uint32_t>(phase)) bytes[census] += amount.bytes;
    });
    return bytes;
}
using Bytes = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("biography: a census of nothing decides the lives of all objects", "[unit]") {
    struct Obj {
        std::vector<Obj*> fields{};
    } used, never;
    trav::Biography<Obj*> life;
    trav::Profiler profiler{trav::Via<&Obj::fields>{}, life};
    profiler.sample({&used, &never}, 0.0);
    profiler.used(&used);
    profiler.sample({&used, &never}, 1.0);
    profiler.sample({&used, &never}, 2.0);
    auto const phase = [&](Phase p, std::size_t sample) {
        return profiler.profile().where(life == p).by().total(sample).objects;
    };
    CHECK((phase(Phase::use, 2) == 1 && phase(Phase::drag, 2) == 0 && phase(Phase::void_, 2) == 0));
    profiler.sample({}, 3.0);
    CHECK((phase(Phase::use, 1) == 1 && phase(Phase::drag, 1) == 0 && phase(Phase::void_, 1) == 1));
    CHECK((phase(Phase::use, 2) == 0 && phase(Phase::drag, 2) == 1 && phase(Phase::void_, 2) == 1));
    CHECK(profiler.profile().by().total(3).objects == 0);
}

TEST_CASE("biography: A is void, B lags, is used and drags, C survives", "[unit]") {
    // A, 5 words, is created in era 1, never used, and dead in era 3. B, 5 words, is created in era 1, used
    // in era 2, and dead in era 5. C, 4 words, is created in era 2, used in eras 2 and 3, and alive at the
    // end.
    trav::Biography<char> life;
    auto const census = [&](std::string const& alive) {
        for (char const n : alive) life.alive(n, 0, n == 'C' ? 32u : 40u);
        life.end_census();
    };
    life.created('A'), life.created('B');
    census("AB");
    life.created('C'), life.used('B'), life.used('C');
    census("ABC");
    life.died('A'), life.used('C');
    census("BC");
    census("BC");
    life.died('B');
    census("C");
    CHECK(life.era() == 6);
    CHECK(bytes_in(life, Phase::void_) == Bytes{40, 40, 0, 0, 0});
    CHECK(bytes_in(life, Phase::lag) == Bytes{40, 0, 0, 0, 0});
    CHECK(bytes_in(life, Phase::use) == Bytes{0, 72, 32, 32, 32});
    CHECK(bytes_in(life, Phase::drag) == Bytes{0, 0, 40, 40, 0});
    CHECK(bytes_in(life, Phase::inherent_use) == Bytes{0, 0, 0, 0, 0});
}

TEST_CASE("biography: a death is detected at the next census", "[unit]") {
    test::Heap<> heap(test::shape("a:bc b: c:", "a"));
    trav::Biography<Node> life;
    trav::Profiler profiler{test::SizedObjects{&heap}, life};
    profiler.used(heap.at(1));
    profiler.sample(heap.roots, 0);
    profiler.sample(heap.roots, 1);
    heap.at(0)->fields.clear();
    auto const before = profiler.profile().by(life);
    CHECK(before.at("USE", 1).bytes == test::bytes_of(1));  // its death is still unknown
    CHECK(before.at("LAG", 1).bytes == test::bytes_of(0) + test::bytes_of(2));
    profiler.sample(heap.roots, 2);
    auto const after = profiler.profile().by(life);
    CHECK(after.at("USE", 0).bytes == test::bytes_of(1));
    CHECK(after.at("DRAG", 1).bytes == test::bytes_of(1));
    CHECK(after.at("VOID", 0).bytes == test::bytes_of(2));
    CHECK(after.at("VOID", 1).bytes == test::bytes_of(2));
    CHECK(after.at("LAG", 0).bytes == test::bytes_of(0));
    CHECK(after.total(2) == trav::Amount{test::bytes_of(0), 1});
}

TEST_CASE("biography: a new object at an old address has a life of its own", "[unit]") {
    trav::Biography<int> life;
    life.used(1);
    life.alive(1, 0, 8);
    life.end_census();
    life.alive(1, 0, 8);
    life.end_census();
    SECTION("if it is reported") {
        life.created(1);
        life.alive(1, 0, 8);
        life.end_census();
        CHECK(bytes_in(life, Phase::use) == Bytes{8, 0, 0});
        CHECK(bytes_in(life, Phase::drag) == Bytes{0, 8, 0});
        CHECK(bytes_in(life, Phase::lag) == Bytes{0, 0, 8});
    }
    SECTION("otherwise both are taken for one object") {
        life.alive(1, 0, 8);
        life.end_census();
        CHECK(bytes_in(life, Phase::use) == Bytes{8, 8, 8});
    }
}

TEST_CASE("biography: a use counts once more after a birth, a death or a move", "[unit]") {
    trav::Biography<int> life;
    life.used(1);
    life.created(1);  // the use was its predecessor's
    life.alive(1, 0, 8);
    life.end_census();
    CHECK(bytes_in(life, Phase::lag) == Bytes{8});
    life.used(1);
    life.moved(1, 2);
    life.used(1);  // another object
    life.alive(1, 0, 16), life.alive(2, 0, 8);
    life.end_census();
    CHECK(bytes_in(life, Phase::lag) == Bytes{8, 0});
    CHECK(bytes_in(life, Phase::use) == Bytes{0, 24});
}

TEST_CASE("biography: a life moves with its object, onto the address of a dead one", "[unit]") {
    trav::Biography<int> life;
    life.used(1), life.used(2);
    life.alive(1, 0, 8), life.alive(2, 0, 16);
    life.end_census();
    life.alive(1, 0, 8), life.alive(2, 0, 16);
    life.end_census();
    life.moved(1, 2);
    life.moved(2, 2);
    life.moved(7, 8);  // unknown: nothing happens
    life.used(2);
    life.alive(2, 0, 8);
    life.end_census();
    CHECK(bytes_in(life, Phase::use) == Bytes{24, 8, 8});
    CHECK(bytes_in(life, Phase::drag) == Bytes{0, 16, 0});
}

TEST_CASE("biography: inherent use is a phase", "[unit]") {
    trav::Biography<int> life{[](int n) { return n > 9; }};
    for (int i = 0; i < 2; ++i) {
        life.alive(1, 0, 8), life.alive(10, 0, 16);
        life.end_census();
    }
    life.end_census();
    CHECK(bytes_in(life, Phase::inherent_use) == Bytes{16, 16, 0});
    CHECK(bytes_in(life, Phase::void_) == Bytes{8, 8, 0});
}

TEST_CASE("biography: objects that no census finds are not counted", "[unit]") {
    trav::Biography<int> life;
    life.created(1), life.used(1), life.died(1);
    life.created(2);
    life.end_census();
    life.end_census();
    bool any = false;
    life.each([&](auto...) { any = true; });
    CHECK(!any);
}

TEST_CASE("biography: an object with handle 0 may replace a dead object", "[unit]") {
    trav::Biography<int> life;
    life.alive(5, 0, 8);
    life.end_census();
    life.end_census();  // 5 has died
    life.alive(0, 0, 16), life.alive(7, 0, 32);
    life.end_census();
    life.alive(0, 0, 16);
    life.end_census();
    CHECK(bytes_in(life, Phase::void_) == Bytes{8, 0, 32, 0});
    CHECK(bytes_in(life, Phase::lag) == Bytes{0, 0, 16, 16});
}

TEST_CASE("biography: an object reported alive twice does not stand for another", "[unit]") {
    trav::Biography<int> life;
    life.alive(1, 0, 8), life.alive(2, 0, 16);
    life.end_census();
    life.alive(1, 0, 8), life.alive(1, 0, 8);
    life.end_census();
    CHECK(bytes_in(life, Phase::void_)[0] == 16);
    CHECK(bytes_in(life, Phase::lag)[0] == 8);
}

TEST_CASE("biography: a report may be undone, and repeated with another row", "[unit]") {
    trav::Biography<int> life{[](int n) { return n == 3; }};
    for (int census = 0; census != 3; ++census) {
        if (census == 1) life.used(1);
        for (int const n : {1, 2, 3}) life.alive(n, 7, 8);
        for (int const n : {2, 3, 1}) life.take_back(n, 7, 8);
        for (int const n : {1, 2, 3}) life.alive(n, 1, 8);
        life.end_census();
    }
    std::map<std::pair<std::size_t, std::uint32_t>, trav::Amount> found;
    life.each([&](std::size_t census, std::uint32_t row, std::uint32_t band, trav::Amount const& amount) {
        CHECK(row == 1);
        found[{census, band}] += amount;
    });
    auto const is = [&](std::size_t census, Phase phase) {
        return found[{census, static_cast<std::uint32_t>(phase)}].objects;
    };
    for (std::size_t census = 0; census != 3; ++census) CHECK(is(census, Phase::inherent_use) == 1);
    CHECK((is(0, Phase::lag) == 2 && is(1, Phase::lag) == 1 && is(2, Phase::lag) == 1));
    CHECK((is(0, Phase::use) == 0 && is(1, Phase::use) == 1 && is(2, Phase::use) == 1));
}

TEST_CASE("biography: an object that dies during the census that found it does not hide another death",
          "[unit]") {
    trav::Biography<char> life;
    life.alive('A', 0, 8), life.alive('B', 0, 16), life.alive('C', 0, 32);
    life.end_census();
    life.alive('A', 0, 8), life.alive('C', 0, 32);
    life.died('A');
    life.end_census();
    CHECK(bytes_in(life, Phase::void_) == Bytes{8 + 16, 8});
    CHECK(bytes_in(life, Phase::lag) == Bytes{32, 32});
}

TEST_CASE("biography: an object used during the census that found it lives on", "[unit]") {
    trav::Biography<char> life;
    life.alive('A', 0, 8), life.alive('B', 0, 16);
    life.end_census();
    life.alive('A', 0, 8), life.used('A');  // B dies
    life.end_census();
    life.alive('A', 0, 8);
    life.end_census();
    life.end_census();
    CHECK(bytes_in(life, Phase::lag) == Bytes{8, 8, 0, 0});
    CHECK(bytes_in(life, Phase::drag) == Bytes{0, 0, 8, 0});
    CHECK(bytes_in(life, Phase::void_) == Bytes{16, 0, 0, 0});
}

TEST_CASE("biography: objects may come in any order, with others between them", "[unit]") {
    trav::Biography<int> life;
    for (std::vector<int> const& alive : {std::vector{1, 2, 3, 4}, {4, 3, 2, 1}, {3, 8, 4, 9, 2}, {2, 3}}) {
        for (int const n : alive) life.alive(n, 0, std::uint64_t{1} << n);
        life.end_census();
    }
    CHECK(bytes_in(life, Phase::void_) == Bytes{2 + 16, 2 + 16, 16 + 256 + 512, 0});
    CHECK(bytes_in(life, Phase::lag) == Bytes{4 + 8, 4 + 8, 4 + 8, 4 + 8});
}

TEST_CASE("biography: a profile may be restricted to phases", "[unit]") {
    test::Heap<> heap(test::shape("a:bc b: c:", "a"));
    trav::Biography<Node> life;
    auto id = trav::by("id", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, life, id};
    profiler.used(heap.at(1));
    profiler.sample(heap.roots, 0);
    profiler.sample(heap.roots, 1);
    heap.at(0)->fields.clear();
    profiler.sample(heap.roots, 2);
    auto const profile = profiler.profile();
    auto const rows = [](trav::Table const& table) {
        std::set<std::string> ids;
        for (auto const& line : table.lines) ids.insert(line.texts[0]);
        return test::joined(ids);
    };
    CHECK(rows(profile.where(life == Phase::drag).by(id)) == "1");
    CHECK(rows(profile.where(life == (Phase::drag | Phase::void_)).by(id)) == "1,2");
    CHECK(rows(profile.where(life == (Phase::lag | Phase::use | Phase::inherent_use)).by(id)) == "0,1");
    CHECK(rows(profile.where(!(life == (Phase::lag | Phase::use))).by(id)) == "1,2");
}

TEST_CASE("biography: long idle lives are decided as a whole", "[unit]") {
    constexpr std::uint32_t censuses = 1000, objects = 300;
    trav::Biography<std::uint32_t> life;
    for (std::uint32_t era = 1; era <= censuses; ++era) {
        for (std::uint32_t n = 0; n < objects; ++n) life.alive(n, n % 2, 8);
        life.end_census();
    }
    for (std::uint32_t n = 0; n < objects; n += 3) life.used(n);
    life.end_census();  // all have died
    auto const lag = bytes_in(life, Phase::lag), dead = bytes_in(life, Phase::void_);
    for (std::uint32_t t = 0; t < censuses; ++t) {
        REQUIRE(lag[t] == 8 * 100);
        REQUIRE(dead[t] == 8 * 200);
    }
    CHECK(lag[censuses] == 0);
    CHECK(dead[censuses] == 0);
}

namespace {

/// A heap of objects that are created, used and destroyed, with the complete history of each.
struct World {
    struct History {
        int id;
        std::map<std::size_t, std::vector<std::string>> censuses{};  // when alive, and its bands then
        std::set<std::size_t> uses{};                                // for each use, the next census
    };
    static bool inherent(int id) { return id % 11 == 10; }
    static bool retainer(int id) { return id % 4 == 1; }
    static std::string maker(int id) { return "m" + std::to_string(id % 3); }

    test::Shape shape;
    test::Heap<> heap;
    std::vector<History> histories;
    std::vector<std::size_t> owner;  // the history of the object at each address
    std::size_t census = 0;
    test::RandomGraphs random;

    World(test::Shape s, std::uint32_t seed) : shape(s), heap(s), random(seed) {
        for (int i = 0; i < shape.size(); ++i) owner.push_back(histories.size()), histories.push_back({i});
    }
    /// The type may change over time.
    std::string type(int id) const {
        return "t" + std::to_string((static_cast<std::size_t>(id) + census / 5) % 3);
    }

    /// The events between two censuses.
    template <class Profiler>
    void live(Profiler& profiler, int busy) {
        auto const reached = test::closure(shape);
        for (int i = 0; i < busy; ++i) {
            int const n = random.below(shape.size()), m = random.below(shape.size());
            auto const at = static_cast<std::size_t>(n);
            switch (random.below(4)) {
            case 0:  // a use; two uses in a row count as one
            case 1:
                if (!reached[at]) break;
                profiler.used(heap.at(n));
                if (random.below(3) == 0) profiler.used(heap.at(n));
                histories[owner[at]].uses.insert(census);
                break;
            case 2:  // adds or removes an edge
                if (random.below(2) != 0 && !shape.children[at].empty()) {
                    shape.children[at].pop_back(), heap.at(n)->fields.pop_back();
                } else if (reached[at] && reached[static_cast<std::size_t>(m)]) {
                    shape.children[at].push_back(m), heap.at(n)->fields.push_back(heap.at(m));
                }
                break;
            default:  // a new object at the address of a dead one, held by a live one
                if (reached[at] || !reached[static_cast<std::size_t>(m)] || test::closure(shape)[at]) break;
                profiler.created(heap.at(n));
                owner[at] = histories.size();
                histories.push_back({n});
                shape.children[at].clear(), heap.at(n)->fields.clear();
                shape.children[static_cast<std::size_t>(m)].push_back(n),
                    heap.at(m)->fields.push_back(heap.at(n));
                break;
            }
        }
    }
    /// Notes the objects that the current census finds.
    void note() {
        auto const sets = test::retainer_sets(shape, retainer, maker);
        auto const reached = test::closure(shape);
        for (int n = 0; n < shape.size(); ++n)
            if (auto const at = static_cast<std::size_t>(n); reached[at])
                histories[owner[at]].censuses[census] = {type(n), test::joined(sets[at])};
        ++census;
    }
    /// The final classification: by phase, and by phase with one of the noted bands.
    test::Expected expected(int band) const {
        test::Expected lines;
        for (auto const& history : histories) {
            bool const survives = census != 0 && history.censuses.contains(census - 1);
            for (auto const& [t, bands] : history.censuses) {
                std::string const phase = test::phase({{}, history.uses, !survives}, t);
                std::vector<std::string> labels{inherent(history.id) ? "INHERENT_USE" : phase};
                if (band >= 0) labels.push_back(bands[static_cast<std::size_t>(band)]);
                test::add(lines, labels, t, census, test::bytes_of(history.id));
            }
        }
        return lines;
    }
};

void check(World& world, std::size_t censuses, int busy, std::size_t often) {
    trav::Biography<Node> life{[](Node n) { return World::inherent(n->id); }};
    auto type = trav::by("type", [&](Node n) { return world.type(n->id); });
    auto retainers = trav::by_retainer<Node>([](Node n) { return World::retainer(n->id); },
                                             [](Node n) { return World::maker(n->id); });
    trav::Profiler profiler{test::SizedObjects{&world.heap}, life, type, retainers};
    while (world.census != censuses) {
        world.live(profiler, busy);
        profiler.sample(world.heap.roots, static_cast<double>(world.census));
        world.note();
        if (world.census % often != 0) continue;
        auto const profile = profiler.profile();
        INFO(world.shape.name << ", census " << world.census);
        CHECK(test::lines_of(profile.by(life)) == world.expected(-1));
        CHECK(test::lines_of(profile.by(life, type)) == world.expected(0));
        CHECK(test::lines_of(profile.by(life, retainers)) == world.expected(1));
    }
}

}  // namespace

TEST_CASE("biography: equals complete histories of random heaps, with types and retainers", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(4, 4, 25, [&](test::Shape const& shape) {
        World world(shape, ++seed);
        check(world, 24, 6, 4);
    });
}

TEST_CASE("biography: works for 1000 censuses", "[property]") {
    test::RandomGraphs graphs(5);
    World world(graphs.graph(9, 20), 5);
    check(world, 1000, 2, 1000);
}
