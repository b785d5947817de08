#include "brute_force.hpp"
#include "catch.hpp"
#include "support/bytes_once.hpp"

#include <trav/graph/objects.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/observed.hpp>
#include <trav/profile/profiler.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Cell {
    trav::Observed<Cell> next{};
    int value = 0;
};

static_assert(sizeof(trav::Observed<Cell>) == 2 * sizeof(void*));

struct Animal {
    virtual ~Animal() = default;
    int meals = 0;
};
struct Cat : Animal {};
/// Its animals may be of any kind; it does not own them.
struct Zoo {
    std::vector<trav::Observed<Animal, trav::Object>> animals;
};

using Bands = std::vector<std::pair<std::string, std::uint64_t>>;
Bands bands(trav::Table const& table, std::size_t sample) {
    Bands bands;
    for (auto const& line : table.lines)
        if (line.amounts[sample].objects != 0) bands.push_back({line.texts[0], line.amounts[sample].objects});
    std::ranges::sort(bands);
    return bands;
}

}  // namespace

template <>
struct trav::Described<Animal> : trav::Members<> {};
template <>
struct trav::Described<Cat> : trav::Extends<Animal> {};
template <>
struct trav::Described<Zoo> : trav::Members<&Zoo::animals> {};

TEST_CASE("observed: an access is a use, tests and traversals are not", "[unit]") {
    trav::Biography<Cell*> life;
    auto const a = std::make_unique<Cell>(), b = std::make_unique<Cell>(), c = std::make_unique<Cell>();
    auto const list = observe(life, a.get());
    a->next = observe(life, b.get());
    b->next = observe(life, c.get());

    trav::Profiler profiler{trav::Via<&Cell::next>{}, life};
    profiler.sample(std::vector{list.get()}, 0);
    CHECK(bands(profiler.profile().by(life), 0) == Bands{{"LAG", 3}});

    list->value = 1;
    ++(*list->next).value;
    CHECK(list);
    CHECK(a->next.get() == b.get());
    CHECK(b->next != a->next);
    profiler.sample(std::vector{list.get()}, 1);
    CHECK(bands(profiler.profile().by(life), 1) == Bands{{"LAG", 1}, {"USE", 2}});
    CHECK(b->value == 1);

    list->next = nullptr;
    CHECK(!a->next);
    profiler.sample(std::vector{list.get()}, 2);
    CHECK(bands(profiler.profile().by(life), 1) == Bands{{"USE", 2}, {"VOID", 1}});
    CHECK(bands(profiler.profile().by(life), 2) == Bands{{"USE", 1}});
}

TEST_CASE("observed: a new object at an old address begins a life", "[unit]") {
    trav::Biography<Cell*> life;
    Cell cell;
    trav::Profiler profiler{trav::Via<&Cell::next>{}, life};
    for (int i = 0; i < 2; ++i) {
        auto const first = observe(life, &cell);
        CHECK(first->value == 0);
        profiler.sample(std::vector{&cell}, 2 * i);
        profiler.sample(std::vector{&cell}, 2 * i + 1);
    }
    auto const table = profiler.profile().by(life);
    for (std::size_t t : {0u, 2u}) CHECK(bands(table, t) == Bands{{"USE", 1}});
    CHECK(bands(table, 1) == Bands{{"DRAG", 1}});  // the first one
    CHECK(bands(table, 3) == Bands{{"USE", 1}});   // the second one survives
}

TEST_CASE("observed: in a heap of many types, a base-class pointer resolves to its object", "[unit]") {
    trav::Biography<trav::Object> life;
    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<Cat>(), life, type};
    Cat tom, leo;
    Animal cow;
    Zoo zoo{{observe(life, &tom), observe(life, &leo), observe(life, &cow), nullptr}};
    auto const count = [&](char const* phase, char const* of, std::size_t sample) {
        return profiler.profile().by(life, type).at({phase, of}, sample).objects;
    };
    profiler.sample(trav::roots(zoo), 0);
    CHECK(zoo.animals[0].get() == &tom);
    CHECK(zoo.animals[0].node() == trav::object(tom));
    ++zoo.animals[0]->meals;
    ++(*zoo.animals[2]).meals;
    profiler.sample(trav::roots(zoo), 1);
    CHECK(count("USE", "Cat", 1) == 1);
    CHECK(count("LAG", "Cat", 1) == 1);
    CHECK(count("USE", "Animal", 1) == 1);
    zoo.animals.erase(zoo.animals.begin(), zoo.animals.begin() + 2);
    profiler.sample(trav::roots(zoo), 2);
    CHECK(profiler.profile().by(type).total(2).bytes ==
          test::bytes_once(trav::Objects<Cat>(), trav::roots(zoo)));
    CHECK(count("VOID", "Cat", 1) == 1);
    CHECK(count("USE", "Cat", 1) == 1);
    CHECK(count("LAG", "Cat", 0) == 1);
    CHECK(count("USE", "Cat", 2) == 0);
}
