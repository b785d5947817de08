#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/detail/given_by_malloc.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using test::Node;

namespace {

bool is_retainer(int n) { return n % 3 == 1; }
std::string identity(int n) { return std::string(1, static_cast<char>('a' + n % 5)); }
std::string type_of(int n) { return "T" + std::to_string(n % 4); }

/// Every combination of the given columns of (root, retainer, type), counted by hand.
std::vector<std::vector<std::string>> bands_by_hand(test::Shape const& shape, std::vector<int> const& named) {
    auto const sets = test::retainer_sets(shape, is_retainer, identity);
    std::vector<std::vector<std::string>> bands;
    for (int n = 0; n < shape.size(); ++n) {
        std::vector<std::string> roots;
        for (std::size_t r = 0; r < named.size(); ++r)
            if (test::reached_from(shape, {named[r]})[static_cast<std::size_t>(n)])
                roots.push_back("r" + std::to_string(r));
        auto const& set = sets[static_cast<std::size_t>(n)];
        bands.push_back({roots.empty() ? "NOROOT" : test::joined(roots),
                         set.empty() ? "UNREACHED" : test::joined(set), type_of(n)});
    }
    return bands;
}

struct Breakdowns {
    explicit Breakdowns(test::Heap<>& heap, std::vector<int> const& named)
        : roots([&] {
              std::vector<trav::RootSets<Node>::Root> all;
              for (std::size_t r = 0; r < named.size(); ++r)
                  all.emplace_back("r" + std::to_string(r), heap.at(named[r]));
              return all;
          }()) {}
    trav::RootSets<Node> roots;
    decltype(trav::by_retainer<Node>([](Node n) { return is_retainer(n->id); },
                                     [](Node n) { return identity(n->id); })) retainers{
        {}, {}, {}, trav::InternedSets::no_cap};
    decltype(trav::by("type", [](Node n) { return type_of(n->id); })) type{"type", {}, {}};
};

/// A value that counts its instances.
struct Counted {
    int value;
    inline static int alive = 0;

    Counted(int v = 0) : value(v) { ++alive; }
    Counted(Counted const& other) : value(other.value) { ++alive; }
    Counted& operator=(Counted const&) = default;
    ~Counted() { --alive; }
    friend bool operator==(Counted const& a, Counted const& b) { return a.value == b.value; }
};
struct ByCounted {
    using value = Counted;
    static constexpr int nothing = 0;

    std::string name() const { return "counted"; }
    ByCounted& flow() { return *this; }
    value join(value const& a, value const& b) { return a.value | b.value; }
    void sources(auto const& roots, auto push) {
        for (Node const root : roots) push(root, Counted(1));
    }
    int key(Node, value const* reached) const { return reached ? reached->value : 0; }
    trav::Band band(int key) const { return {std::to_string(key)}; }
};
struct Enumerated : test::SizedObjects {
    std::size_t count() const { return heap->objects.size(); }
    std::size_t index(Node n) const { return static_cast<std::size_t>(n->id); }
    Node node_at(std::size_t i) const { return &heap->objects[i]; }
};

}  // namespace

TEST_CASE("profiler: more objects than a batch each have their own band") {
    test::Shape shape{"a hundred roots", std::vector<std::vector<int>>(100), {}};
    for (int n = 0; n != 100; ++n) shape.roots.push_back(n);
    test::Heap<> heap(shape);
    auto number = trav::by("number", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, number};
    profiler.sample(heap.roots, 0);
    auto const table = profiler.profile().by(number);
    CHECK(table.lines.size() == 100);
    for (int n = 0; n != 100; ++n) CHECK(table.at(std::to_string(n)).objects == 1);
}

TEST_CASE("profiler: every combination of breakdowns, over time, equals counts by hand", "[property]") {
    std::uint32_t seed = 0;
    test::for_random_graphs(7, 4, 30, [&](test::Shape shape) {
        test::RandomGraphs random(++seed);
        constexpr std::size_t samples = 3;
        std::vector<int> named;
        for (int i = random.below(4); i > 0; --i) named.push_back(random.below(shape.size()));
        std::vector<test::Shape> shapes(samples, shape);
        for (std::size_t t = 1; t != samples; ++t) {
            shapes[t] = shapes[t - 1];
            for (int i = 0; i < 5; ++i) {
                auto& children = shapes[t].children[static_cast<std::size_t>(random.below(shape.size()))];
                if (random.below(2) != 0 && !children.empty()) children.pop_back();
                else children.push_back(random.below(shape.size()));
            }
        }

        using Places = std::vector<std::size_t>;
        std::vector<Places> const choices{{}, {0}, {1}, {2}, {0, 1}, {2, 0}, {1, 2}, {0, 1, 2}, {2, 1, 0}};
        std::vector<test::Expected> live(choices.size()), all(choices.size());
        for (std::size_t t = 0; t != samples; ++t) {
            auto const bands = bands_by_hand(shapes[t], named);
            auto from = shapes[t].roots;
            from.insert(from.end(), named.begin(), named.end());
            auto const reached = test::reached_from(shapes[t], from);
            for (std::size_t n = 0; n < bands.size(); ++n)
                for (std::size_t c = 0; c != choices.size(); ++c) {
                    std::vector<std::string> labels;
                    for (auto const place : choices[c]) labels.push_back(bands[n][place]);
                    test::add(all[c], labels, t, samples, test::bytes_of(static_cast<int>(n)));
                    if (reached[n])
                        test::add(live[c], labels, t, samples, test::bytes_of(static_cast<int>(n)));
                }
        }

        std::string first_live, first_all;
        test::for_each_strategy([&]<class Strategy>(char const*) {
            test::Heap<> heap(shape);
            Breakdowns of_live(heap, named), of_all(heap, named);
            trav::Profiler live_profiler{test::SizedObjects{&heap}, of_live.roots, of_live.retainers,
                                         of_live.type};
            trav::Profiler all_profiler{test::SizedObjects{&heap}, of_all.type, of_all.roots,
                                        of_all.retainers};
            for (std::size_t t = 0; t != samples; ++t) {
                for (int n = 0; n < shape.size(); ++n) {
                    heap.at(n)->fields.clear();
                    for (int const child : shapes[t].children[static_cast<std::size_t>(n)])
                        heap.at(n)->fields.push_back(heap.at(child));
                }
                live_profiler.template sample<Strategy>(heap.roots, static_cast<double>(t));
                all_profiler.template sample_heap<Strategy>(heap.roots, static_cast<double>(t));
            }
            auto const of_live_now = live_profiler.profile(), of_all_now = all_profiler.profile();
            for (std::size_t c = 0; c != choices.size(); ++c) {
                INFO(shape.name << ", choice " << c);
                CHECK(test::lines_of(of_live_now.by_columns(choices[c])) == live[c]);
                Places places;
                for (auto const place : choices[c]) places.push_back((place + 1) % 3);
                CHECK(test::lines_of(of_all_now.by_columns(places)) == all[c]);
            }
            if (first_live.empty()) first_live = test::text(of_live_now), first_all = test::text(of_all_now);
            CHECK(test::text(of_live_now) == first_live);
            CHECK(test::text(of_all_now) == first_all);
        });
    });
}

TEST_CASE("profiler: indices of nodes do not change the profile", "[unit]") {
    struct Numbered : test::SizedObjects {
        std::size_t index(Node n) const { return static_cast<std::size_t>(n->id); }
        std::size_t count() const { return heap->objects.size(); }
    };
    test::for_random_graphs(8, 2, 40, [&](test::Shape const& shape) {
        test::Heap<> heap(shape);
        Breakdowns a(heap, {0}), b(heap, {0});
        trav::Profiler hashed{test::SizedObjects{&heap}, a.roots, a.retainers, a.type};
        trav::Profiler dense{Numbered{{&heap}}, b.roots, b.retainers, b.type};
        for (int t = 0; t < 2; ++t) hashed.sample(heap.roots, t), dense.sample(heap.roots, t);
        CHECK(test::text(hashed.profile()) == test::text(dense.profile()));
    });
}

TEST_CASE("profiler: without breakdowns it counts everything in one line", "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:", "a"));
    trav::Profiler profiler{test::SizedObjects{&heap}};
    profiler.sample(heap.roots, 0);
    profiler.sample_heap(heap.roots, 1);
    auto const table = profiler.profile().by();
    CHECK(table.lines.size() == 1);
    CHECK(table.columns.empty());
    CHECK(table.total(0) == trav::Amount{test::bytes_of(0) + test::bytes_of(1), 2});
    CHECK(table.total(1) == trav::Amount{test::bytes_of(0) + test::bytes_of(1) + test::bytes_of(2), 3});
}

TEST_CASE("profiler: a profile is empty without samples or reached objects", "[unit]") {
    test::Heap<> heap(test::shape("a:", "-"));
    auto type = trav::by("type", [](Node) { return "T"; });
    trav::Profiler profiler{test::SizedObjects{&heap}, type};
    CHECK(profiler.profile().samples.empty());
    CHECK(profiler.profile().by(type).lines.empty());
    profiler.sample(heap.roots, 0);
    CHECK(profiler.profile().samples.size() == 1);
    CHECK(profiler.profile().by(type).lines.empty());
    CHECK(profiler.profile().by(type).total() == trav::Amount{});
    CHECK(profiler.statistics().visits_per_object() == 0);
}

TEST_CASE("profiler: time does not run backwards", "[unit]") {
    test::Heap<> heap(test::shape("a:", "a"));
    trav::Profiler profiler{test::SizedObjects{&heap}};
    profiler.sample(heap.roots, 1.5);
    profiler.sample(heap.roots, 1.5);
    CHECK_THROWS_WITH(profiler.sample(heap.roots, 1.25),
                      "trav: a sample at 1.250000 cannot follow one at 1.500000");
    CHECK_THROWS_AS(profiler.sample(heap.roots, std::numeric_limits<double>::infinity()),
                    std::invalid_argument);
    CHECK_THROWS_AS(profiler.sample_heap(heap.roots, std::numeric_limits<double>::quiet_NaN()),
                    std::invalid_argument);
    CHECK(profiler.profile().samples.size() == 2);  // the profile is unchanged
}

namespace {

/// A list of 10 objects, of 7 types.
struct Ten {
    test::Heap<> heap{test::shape("a:b b:c c:d d:e e:f f:g g:h h:i i:j j:", "a")};
    test::SizedObjects graph{&heap};
};

}  // namespace

TEST_CASE("profiler: a sample is not counted if a key throws", "[unit]") {
    bool const listed = GENERATE(false, true);
    Ten ten;
    int throws_at = 6, calls = 0;
    auto type = trav::by("type", [&](Node n) {
        if (++calls == throws_at) throw std::runtime_error("no key");
        return (calls < throws_at ? "before" : "after") + std::to_string(n->id % 7);
    });
    trav::Profiler profiler{ten.graph, type};
    auto const sample = [&](double time) {
        if (listed) profiler.sample_heap(ten.heap.roots, time);
        else profiler.sample(ten.heap.roots, time);
    };
    CHECK_THROWS_WITH(sample(2), "no key");
    CHECK(profiler.profile().samples.empty());
    CHECK(profiler.profile().columns.at(0).bands.empty());
    CHECK(profiler.statistics().visits == 0);
    sample(1);  // not before the failed sample, since there is none
    auto const profile = profiler.profile();
    REQUIRE(profile.samples.size() == 1);
    CHECK(profile.by(type).total(0).objects == 10);
    CHECK(profile.columns[0].bands.size() == 7);  // and none that begins with "before"
    CHECK(profile.by(type).at({"after0"}).objects == 2);
}

TEST_CASE("profiler: a sample is not counted if a size or an inherent use throws", "[unit]") {
    struct Sizes : test::SizedObjects {
        int* left;
        std::size_t size(Node n) const {
            if (--*left == 0) throw std::runtime_error("no size");
            return test::bytes_of(n->id);
        }
    };
    Ten ten;
    int sizes_left = 1000, uses_left = 1000;
    trav::Biography<Node> life{[&](Node n) {
        if (--uses_left == 0) throw std::runtime_error("no use");
        return n->id == 9;
    }};
    trav::Profiler profiler{Sizes{ten.graph, &sizes_left}, life};
    profiler.used(ten.heap.at(1));
    profiler.sample(ten.heap.roots, 0);
    profiler.used(ten.heap.at(1));
    (GENERATE(false, true) ? sizes_left : uses_left) = 6;
    CHECK_THROWS(profiler.sample(ten.heap.roots, 1));
    CHECK(profiler.profile().samples.size() == 1);
    profiler.used(ten.heap.at(2));
    ten.heap.at(7)->fields.clear();  // two die
    profiler.sample(ten.heap.roots, 2);
    auto const table = profiler.profile().by(life);
    CHECK(table.times == std::vector{0.0, 2.0});
    CHECK(table.total(0).objects == 10);
    CHECK(table.total(1).objects == 8);
    CHECK(table.at("INHERENT_USE", 0).objects == 1);
    CHECK(table.at("VOID", 0).objects == 1);  // the other dead one
    CHECK(table.at("USE", 0).objects == 1);
    CHECK(table.at("LAG", 0).objects == 7);
    CHECK(table.at("USE", 1).objects == 2);
    CHECK(table.at("LAG", 1).objects == 6);
}

TEST_CASE("profiler: roots may be any range, and handles are resolved", "[unit]") {
    struct Indirect : test::SizedObjects {
        Node resolve(Node n) const { return n->id == 0 ? n->fields[0] : n; }
    };
    test::Heap<> heap(test::shape("a:b b: c:", "a"));
    auto id = trav::by("id", [](Node n) { return n->id; });
    trav::Biography<Node> life;
    trav::Profiler profiler{Indirect{{&heap}}, id, life};
    Node const roots[] = {heap.at(0), heap.at(1), nullptr};
    profiler.created(heap.at(0));
    profiler.used(heap.at(0));
    profiler.sample(roots, 0);
    auto const table = profiler.profile().by(id, life);
    CHECK(table.lines.size() == 1);
    CHECK(table.at({"1", "USE"}).objects == 1);
}

TEST_CASE("profiler: a death that is reported ends a life before its handle is used again", "[unit]") {
    test::Heap<> heap(test::shape("a:", "a"));
    trav::Biography<Node> life;
    trav::Profiler profiler{test::SizedObjects{&heap}, life};
    profiler.sample({heap.at(0)}, 0);
    profiler.died(heap.at(0));
    profiler.used(heap.at(0));  // a new object at the same address
    profiler.sample({heap.at(0)}, 1);
    auto const table = profiler.profile().by(life);
    CHECK(table.at("VOID", 0).objects == 1);  // not LAG
    CHECK(table.at("USE", 1).objects == 1);
}

TEST_CASE("profiler: roots may be given in braces, and the time defaults to the clock's", "[unit]") {
    test::Heap<> heap({"two alone", {{}, {}, {}}, {0, 1}});
    auto number = trav::by("number", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, number};
    profiler.sample({heap.at(0), heap.at(1)});
    profiler.sample({heap.at(2)});
    profiler.sample({heap.at(2)}, 1e6);
    auto const samples = profiler.profile().samples;
    REQUIRE(samples.size() == 3);
    CHECK(samples[0].entries.size() == 2);
    CHECK(samples[1].entries.size() == 1);
    CHECK(samples[0].time >= 0);
    CHECK(samples[0].time <= samples[1].time);
    CHECK(samples[1].time < 1e6);
    CHECK_THROWS_AS(profiler.sample({heap.at(2)}), std::invalid_argument);  // after one in the future
}

TEST_CASE("profiler: objects of an indexed graph that are only counted take no memory", "[unit]") {
    struct Many : test::SizedObjects {
        std::size_t index(Node n) const { return static_cast<std::size_t>(n->id); }
        std::size_t count() const { return ~std::size_t{0} / 16; }  // more than fits into memory
    };
    test::Heap<> heap(test::shape("a:b b: c:", "a"));
    auto type = trav::by("type", [](Node n) { return type_of(n->id); });
    trav::Profiler profiler{Many{{&heap}}, type};
    profiler.sample_heap(heap.roots, 0);
    CHECK(profiler.profile().samples[0].entries.size() == 3);
}

TEST_CASE("profiler: the last profile first frees the data about the heap", "[unit]") {
    test::Shape shape{"a list", std::vector<std::vector<int>>(100), {0}};
    for (int n = 1; n != 100; ++n) shape.children[static_cast<std::size_t>(n - 1)] = {n};
    test::Heap<> heap(shape);
    auto const check = [&](auto graph) {
        int const before = Counted::alive;
        ByCounted by;
        trav::Profiler profiler{graph, by};
        for (int sample = 0; sample != 2; ++sample) {
            profiler.sample(heap.roots, sample);
            auto const profile = test::text(profiler.profile());
            CHECK(Counted::alive >= before + 100);
            CHECK(test::text(std::move(profiler).profile()) == profile);
            CHECK(Counted::alive < before + 100);
            CHECK(profiler.profile().by(by).at("1", static_cast<std::size_t>(sample)).objects == 100);
        }
    };
    check(test::SizedObjects{&heap});
    check(Enumerated{{&heap}});
}

TEST_CASE("profiler: no memory per object remains after a sample, or after the last profile", "[unit]") {
    std::size_t const objects = 100'000;
    test::Shape shape{"a list", std::vector<std::vector<int>>(objects), {0}};
    for (std::size_t n = 1; n != objects; ++n) shape.children[n - 1] = {static_cast<int>(n)};
    test::Heap<> heap(shape);
    auto const given = [] { return trav::detail::given_by_malloc().bytes; };
    auto const check = [&](auto graph) {
        trav::RootSets<Node> roots{{"first", heap.at(0)}};
        auto type = trav::by("type", [](Node n) { return type_of(n->id); });
        auto retainers = trav::by_retainer<Node>([](Node n) { return is_retainer(n->id); },
                                                 [](Node n) { return identity(n->id); });
        auto const before = given();
        trav::Profiler profiler{graph, roots, type, retainers};
        for (int time = 0; time != 4; ++time) profiler.sample(heap.roots, time);
        auto const after_four = given();
        for (int time = 4; time != 16; ++time) profiler.sample(heap.roots, time);
        CHECK(given() < after_four + objects);
        trav::Profile const profile = std::move(profiler).profile();
        CHECK(profile.by(type).total(15).objects == objects);
        CHECK(given() < before + objects);
    };
    check(test::SizedObjects{&heap});
    check(Enumerated{{&heap}});
}
