#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/graph/via.hpp>
#include <trav/profile/observed.hpp>
#include <trav/profile/profiler.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Cell {
    trav::Observed<Cell> next{};
    int value = 0;
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

TEST_CASE("observed: access is a use, tests and traversals are none", "[unit]") {
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

TEST_CASE("observed: a new object where one was before begins a life", "[unit]") {
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
