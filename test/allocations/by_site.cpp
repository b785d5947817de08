// Breakdowns by allocation site, compared with counts by hand.
#include <trav/profile/by_site.hpp>

#include "catch.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Plane {
    std::string name;
    std::vector<int> seats;
};
struct Hangar {  // a block of more than 1 KiB, which begins with the counts of shared_ptr
    char walls[2000] = {};
    Plane* plane = nullptr;
};
struct Pilot {
    std::shared_ptr<Hangar> hangar;
};
struct Airport {
    std::vector<std::unique_ptr<Plane>> planes;
    std::vector<std::unique_ptr<Pilot>> pilots;
    std::map<int, std::string> flights;
};

}  // namespace

template <>
struct trav::Described<Plane> : trav::Members<&Plane::name, &Plane::seats> {};
template <>
struct trav::Described<Hangar> : trav::Members<&Hangar::plane> {};
template <>
struct trav::Described<Pilot> : trav::Members<&Pilot::hangar> {};
template <>
struct trav::Described<Airport> : trav::Members<&Airport::planes, &Airport::pilots, &Airport::flights> {};

namespace {

using Heap = trav::Objects<>;
constexpr std::size_t name_bytes = 101, seat_bytes = 30 * sizeof(int);

[[gnu::noinline]] void build_large(Airport& at, int count) {
    for (int i = 0; i != count; ++i) {
        auto plane = std::make_unique<Plane>();
        plane->name = std::string(name_bytes - 1, 'n');
        plane->seats = std::vector<int>(30);
        at.planes.push_back(std::move(plane));
    }
}
[[gnu::noinline]] void build_small(Airport& at, int count) {
    for (int i = 0; i != count; ++i) at.planes.push_back(std::make_unique<Plane>());
}
[[gnu::noinline]] void furnish(Plane& plane) { plane.seats = std::vector<int>(30); }
[[gnu::noinline]] void hire(Airport& at, int count) {
    auto const hangar = std::make_shared<Hangar>();
    for (int i = 0; i != count; ++i) at.pilots.push_back(std::make_unique<Pilot>(Pilot{hangar}));
}
[[gnu::noinline]] void open(Airport& at) {
    at.planes.reserve(10);
    at.pilots.reserve(10);
}
[[gnu::noinline]] void schedule(Airport& at) {
    for (int i = 0; i != 9; ++i) at.flights[i] = std::string(name_bytes - 1, 'f');  // more than the vectors
}

trav::Profile profiled(auto& type, auto& site, Airport const& airport) {
    trav::Profiler profiler{Heap(), type, site};
    profiler.sample(trav::roots(airport), 0);
    return profiler.profile();
}
using Rows = std::map<std::pair<std::string, std::string>, trav::Amount>;
Rows rows(trav::Table const& table) {
    Rows all;
    for (auto const& line : table.lines)
        all[std::pair(line.texts.at(0), line.texts.at(1))] = line.amounts.at(0);
    return all;
}
/// A shared_ptr block has a size that only the standard library knows.
Rows without_counts(Rows all) {
    CHECK(all.erase({"shared_ptr block", "hire"}) == 1);
    return all;
}

}  // namespace

TEST_CASE("by_site: type and site are those of the functions that allocated", "[unit]") {
    auto const airport = [] {
        auto made = std::make_unique<Airport>();
        open(*made);
        build_large(*made, 3);
        build_small(*made, 4);
        furnish(*made->planes.back());  // its bytes are the plane's
        hire(*made, 5);
        made->pilots.front()->hangar->plane = made->planes.front().get();
        return made;
    }();
    auto type = trav::by_type();
    auto site = trav::by_site();
    auto const profile = profiled(type, site, *airport);
    auto const all = rows(profile.by(type, site));
    // the airport was allocated by this test, in a lambda whose name differs between compilers
    Rows expected{{{"Plane", "build_large"}, {3 * (sizeof(Plane) + name_bytes + seat_bytes), 3}},
                  {{"Plane", "build_small"}, {4 * sizeof(Plane) + seat_bytes, 4}},
                  {{"Hangar", "hire"}, {sizeof(Hangar), 1}},
                  {{"Pilot", "hire"}, {5 * sizeof(Pilot), 5}}};
    Rows found = without_counts(all);
    for (auto const& [texts, amount] : found)
        if (texts.first == "Airport") {
            CHECK(amount == trav::Amount{sizeof(Airport) + 20 * sizeof(void*), 1});
            expected[texts] = amount;
            CHECK(texts.second != "(untracked)");
        }
    CHECK(found == expected);
    CHECK(profile.where(site == "build_small").by(type).at("Plane") == all.at({"Plane", "build_small"}));
    CHECK(profile.where(site == "build_small").by(type).total() == all.at({"Plane", "build_small"}));
}

TEST_CASE("by_site: an object in no block has the site of most of its bytes, if it owns any", "[unit]") {
    auto type = trav::by_type();
    auto site = trav::by_site();
    Airport airport;  // on the stack
    CHECK(profiled(type, site, airport).by(site).at("(untracked)") == trav::Amount{sizeof airport, 1});
    open(airport);
    CHECK(profiled(type, site, airport).by(type, site).at({"Airport", "open"}).objects == 1);
    schedule(airport);
    auto const table = profiled(type, site, airport).by(type, site);
    CHECK(table.at({"Airport", "schedule"}) == table.total());
}

TEST_CASE("by_site: each sample has the blocks of its time", "[unit]") {
    auto type = trav::by_type();
    auto site = trav::by_site();
    Airport airport;
    trav::Profiler profiler{Heap(), type, site};
    build_small(airport, 2);
    profiler.sample(trav::roots(airport), 0);
    airport.planes.clear();
    build_large(airport, 2);  // perhaps where the small ones were
    profiler.sample(trav::roots(airport), 1);
    auto const table = profiler.profile().by(type, site);
    CHECK(table.at({"Plane", "build_small"}, 0).objects == 2);
    CHECK(table.at({"Plane", "build_large"}, 0).objects == 0);
    CHECK(table.at({"Plane", "build_small"}, 1).objects == 0);
    CHECK(table.at({"Plane", "build_large"}, 1).objects == 2);
}
