// The places of objects by their addresses, compared with std::map.
#include <trav/graph/detail/object_places.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

using trav::Object;
using trav::Place;
using trav::Type;
using trav::detail::ObjectPlaces;

namespace {

Type const types[2]{};

Object at(std::uintptr_t address, std::size_t type = 0) {
    return {reinterpret_cast<void const*>(address), &types[type]};
}

/// The places of all added objects, in the order of their arrivals.
struct Places {
    ObjectPlaces places;
    std::vector<Object> objects;

    std::pair<Place, bool> add(Object const& o) {
        auto const added = places.add(o, objects.data(), static_cast<Place>(objects.size()));
        if (added.second) objects.push_back(o);
        return added;
    }
    Place find(Object const& o) const { return places.find(o, objects.data()); }
    std::vector<Place> crowded() const { return {places.crowded().begin(), places.crowded().end()}; }
};
using Added = std::pair<Place, bool>;

}  // namespace

TEST_CASE("object places: an object has the place of its first arrival", "[unit]") {
    Places all;
    CHECK(all.find(at(0x1000)) == ObjectPlaces::none);
    CHECK(all.places.entry_at(at(0x1000)) == nullptr);
    CHECK(all.add(at(0x1000)) == Added(0, true));
    CHECK(all.add(at(0x1010)) == Added(1, true));
    CHECK(all.add(at(0x1000)) == Added(0, false));
    CHECK(all.find(at(0x1000)) == 0);
    CHECK(all.find(at(0x1010)) == 1);
    CHECK(all.find(at(0x1020)) == ObjectPlaces::none);  // of a page with objects
    CHECK(all.find(at(0x2000)) == ObjectPlaces::none);  // of a region with objects
    CHECK(all.find(at(0x1000, 1)) == ObjectPlaces::none);
    CHECK(all.places.entry_at(at(0x1000)) != nullptr);
    CHECK(all.places.entry_at(at(0x1000)) == all.places.entry_at(at(0x100F)));
    CHECK(all.places.entry_at(at(0x1000)) != all.places.entry_at(at(0x1010)));
    CHECK(all.places.entry_at(at(0x2000)) == nullptr);
    CHECK(all.crowded().empty());
}

TEST_CASE("object places: those in the same 16 bytes are crowded", "[unit]") {
    Places all;
    all.add(at(0x1000));
    CHECK(all.add(at(0x1000, 1)) == Added(1, true));
    CHECK(all.add(at(0x100F)) == Added(2, true));
    CHECK(all.add(at(0x1010)) == Added(3, true));
    CHECK(all.crowded() == std::vector<Place>{0, 1, 0, 2});
    CHECK(all.add(at(0x100F)) == Added(2, false));
    CHECK(all.add(at(0x1000, 1)) == Added(1, false));
    CHECK(all.crowded() == std::vector<Place>{0, 1, 0, 2});
    CHECK(all.find(at(0x1000)) == 0);
    CHECK(all.find(at(0x1000, 1)) == 1);
    CHECK(all.find(at(0x100F)) == 2);
    CHECK(all.find(at(0x1008)) == ObjectPlaces::none);
}

TEST_CASE("object places: an object may move to another place", "[unit]") {
    Places all;
    for (Object const& o : {at(0x1000), at(0x1008), at(0x2000)}) all.add(o);
    all.places.move(at(0x2000), 0);
    all.places.move(at(0x1008), 2);
    all.places.move(at(0x1000), 1);
    all.objects = {at(0x2000), at(0x1000), at(0x1008)};
    CHECK(all.find(at(0x2000)) == 0);
    CHECK(all.find(at(0x1000)) == 1);
    CHECK(all.find(at(0x1008)) == 2);
}

TEST_CASE("object places: it knows all objects of any arrangement", "[property]") {
    for (int arrangement = 0; arrangement != 4; ++arrangement) {
        std::mt19937_64 random(static_cast<std::uint64_t>(arrangement));
        auto const somewhere = [&] {
            std::uintptr_t const base = std::uintptr_t{0x7f12} << 32, r = random();
            switch (arrangement) {
            case 0: return base + r % 64 * 8;                             // crowded
            case 1: return base - r % 1000 * 16;                          // over pages
            case 2: return base + (r % 100 << 20) + (r >> 8) % 3 * 4080;  // over regions
            default: return r;                                            // anywhere
            }
        };
        Places all;
        std::map<std::pair<std::uintptr_t, std::size_t>, Place> expected;
        std::map<std::uintptr_t, Place> first;  // by 16 bytes
        std::vector<Place> crowded;
        for (int i = 0; i != 2000; ++i) {
            std::uintptr_t const address = somewhere();
            std::size_t const type = random() % 2;
            auto const next = static_cast<Place>(expected.size());
            auto const [known, fresh] = expected.emplace(std::pair(address, type), next);
            CHECK(all.add(at(address, type)) == Added(known->second, fresh));
            if (!fresh) continue;
            if (auto const [one, alone] = first.emplace(address >> 4, next); !alone)
                crowded.push_back(one->second), crowded.push_back(next);
        }
        for (auto const& [one, place] : expected) CHECK(all.find(at(one.first, one.second)) == place);
        for (int i = 0; i != 2000; ++i) {
            std::uintptr_t const address = somewhere();
            auto const known = expected.find({address, 1});
            CHECK(all.find(at(address, 1)) == (known == expected.end() ? ObjectPlaces::none : known->second));
        }
        CHECK(all.crowded() == crowded);
    }
}
