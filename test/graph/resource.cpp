#include <trav/graph/resource.hpp>

#include "catch.hpp"
#include "graph/resources.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/unseen.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <random>
#include <utility>
#include <vector>

namespace {

struct Font {
    int size = 0;
    trav::Resource<"mapped font"> memory;
};
struct Item {
    Item* next = nullptr;
    long price = 0;
};
/// An array that was allocated elsewhere.
struct Slice {
    char const* first = nullptr;
    std::size_t count = 0;
};
using Roots = std::vector<trav::Object>;

}  // namespace

template <>
struct trav::Described<Font> : trav::Members<&Font::memory> {};
template <>
struct trav::Described<Item> : trav::Members<&Item::next> {};
template <>
struct trav::Described<Slice> {
    static void members(Slice const& slice, auto&& member) {
        member("", trav::Buffer{slice.first, slice.count});
    }
};

namespace {

TEST_CASE("A resource is an object of its name", "[unit]") {
    static unsigned char memory[5000];
    Font font{12, {memory, 3000}};
    CHECK(font.memory.bytes() == 3000);
    auto const table = by_type_of(Roots{trav::object(font)});
    CHECK(table.at("mapped font") == trav::Amount{3000 + bytes_of_ranges(1), 1});
    CHECK(table.at("Font") == trav::Amount{sizeof font, 1});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(font)).empty());

    font.memory.add(memory + 3000, 500);
    font.memory.add(memory, 2000);
    CHECK(font.memory.bytes() == 2500);
    CHECK(by_type_of(Roots{trav::object(font)}).at("mapped font") ==
          trav::Amount{2500 + bytes_of_ranges(2), 1});
    font.memory.remove(memory);
    font.memory.remove(memory + 1);  // no range begins there
    CHECK(font.memory.bytes() == 500);
    Font const other = std::move(font);
    CHECK(by_type_of(Roots{trav::object(other)}).at("mapped font") ==
          trav::Amount{500 + bytes_of_ranges(1), 1});
    CHECK(Font().memory.bytes() == 0);
    CHECK(by_type_of(Roots{trav::object(*std::make_unique<Font>())}).at("mapped font") == trav::Amount{});
}

TEST_CASE("Resources have root sets", "[unit]") {
    static unsigned char memory[100];
    Font const one{12, {memory, 60}}, other{14, {memory + 60, 40}};
    auto type = trav::by_type();
    trav::RootSets<trav::Object> roots{{"one", trav::object(one)}, {"other", trav::object(other)}};
    trav::Profiler profiler{trav::Objects<>(), roots, type};
    profiler.sample(trav::roots(one, other));
    auto const table = profiler.profile().by(roots, type);
    CHECK(table.at({"one", "mapped font"}) == trav::Amount{60 + bytes_of_ranges(1), 1});
    CHECK(table.at({"other", "mapped font"}) == trav::Amount{40 + bytes_of_ranges(1), 1});
}

TEST_CASE("Objects in a resource keep their bytes", "[unit]") {
    alignas(Item) static unsigned char memory[1000];
    auto* const first = ::new (memory) Item;  // where the range begins
    auto* const second = ::new (memory + 160) Item;
    first->next = second;
    Slice const slice{reinterpret_cast<char*>(memory) + 500, 100};
    trav::Resource<"arena"> const arena(memory, sizeof memory);
    trav::Object const a = trav::object(arena), i = trav::object(*first), s = trav::object(slice);
    for (Roots const& roots : {Roots{a, i, s}, Roots{i, s, a}, Roots{s, a, i}}) {
        auto const table = by_type_of(roots);
        CHECK(table.at("Item") == trav::Amount{2 * sizeof(Item), 2});
        CHECK(table.at("Slice") == trav::Amount{sizeof slice + 100, 1});
        CHECK(table.at("arena") == trav::Amount{1000 - 2 * sizeof(Item) - 100 + bytes_of_ranges(1), 1});
    }
    Slice const whole{reinterpret_cast<char*>(memory), sizeof memory};
    for (Roots const& roots : {Roots{a, trav::object(whole)}, Roots{trav::object(whole), a}}) {
        auto const table = by_type_of(roots);
        CHECK(table.at("Slice") == trav::Amount{sizeof whole + 1000, 1});
        CHECK(table.at("arena") == trav::Amount{bytes_of_ranges(1), 1});
    }
    auto const found = by_type_of(Roots{a});  // only reached objects
    CHECK(found.at("Resource") == trav::Amount{sizeof arena, 1});
    CHECK(found.at("arena") == trav::Amount{1000 + bytes_of_ranges(1), 1});
}

TEST_CASE("Each byte of a resource counts once, whatever overlaps", "[property]") {
    std::mt19937 random(7);
    auto const below = [&](std::size_t n) { return random() % n; };
    constexpr std::size_t size = 600;
    static char memory[size];
    for (int round = 0; round != 300; ++round) {
        std::vector<std::unique_ptr<Slice>> slices;
        std::vector<std::unique_ptr<trav::Resource<"arena">>> arenas;
        std::vector<int> owner(size);  // 1: an arena, 2: a slice
        Roots roots;
        std::size_t tables = 0;
        for (std::size_t n = 1 + below(6); n-- != 0;) {
            std::size_t const first = below(size / 8) * 8, count = 1 + below(size - first);
            bool const is_arena = below(3) == 0;
            if (is_arena) {
                arenas.push_back(std::make_unique<trav::Resource<"arena">>(memory + first, count));
                roots.push_back(trav::object(*arenas.back()));
                tables += bytes_of_ranges(1);
            } else {
                slices.push_back(std::make_unique<Slice>(Slice{memory + first, count}));
                roots.push_back(trav::object(*slices.back()));
            }
            for (std::size_t i = first; i != first + count; ++i)
                if (owner[i] < 1 + !is_arena) owner[i] = 1 + !is_arena;
        }
        std::size_t expected_slices = slices.size() * sizeof(Slice), expected_arenas = tables;
        for (int const who : owner) expected_slices += who == 2, expected_arenas += who == 1;
        auto const table = by_type_of(roots);
        CHECK(table.at("Slice").bytes == expected_slices);
        CHECK(table.at("arena").bytes == expected_arenas);
    }
}

}  // namespace
