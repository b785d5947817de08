// Marks of the memory of objects, compared with a set of their units of 8 bytes.
// No memory is read: any address will do.
#include <trav/graph/detail/object_marks.hpp>

#include "catch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

using trav::Object;
using trav::Type;
using trav::detail::AddressSet;
using trav::detail::contains_any;
using trav::detail::ObjectMarks;

namespace {

using Interval = std::pair<std::uintptr_t, std::size_t>;  // begin and bytes

/// The blocks of the only object with blocks. Types have functions, and no
/// other data.
std::vector<Interval> blocks;

std::size_t own_blocks(void const*, trav::detail::OwnedBlocks* list) {
    std::size_t bytes = 0;
    for (auto const& [begin, size] : blocks) {
        bytes += size;
        if (list != nullptr) list->add(reinterpret_cast<void const*>(begin), size, false);
    }
    return bytes;
}

template <std::size_t size, bool owns = false>
Type const type_of_size = [] {
    Type type;
    type.size = size;
    if (owns) type.owned = own_blocks;
    return type;
}();

Object at(std::uintptr_t address, Type const& type = type_of_size<1>) {
    return {reinterpret_cast<void const*>(address), &type};
}
std::vector<trav::Place> again(ObjectMarks const& marks) {
    return {marks.again().begin(), marks.again().end()};
}
using Numbers = std::vector<trav::Place>;
/// The marked units of 8 bytes up to `end`.
std::set<std::uintptr_t> covered(ObjectMarks const& marks, std::uintptr_t begin, std::uintptr_t end) {
    std::set<std::uintptr_t> all;
    for (; begin < end; begin += 8)
        if (marks.is_covered(at(begin))) all.insert(begin);
    return all;
}
std::set<std::uintptr_t> units(std::uintptr_t begin, std::uintptr_t end) {
    std::set<std::uintptr_t> all;
    for (; begin < end; begin += 8) all.insert(begin);
    return all;
}
/// The addresses added by add_begins(), up to `end`.
std::set<std::uintptr_t> begins(ObjectMarks& marks, Object const& o, std::uintptr_t begin,
                                std::uintptr_t end) {
    AddressSet set;
    marks.add_begins(o, set);
    std::set<std::uintptr_t> all;
    for (; begin < end; begin += 8)
        if (set.number(begin) != AddressSet::none) all.insert(begin);
    return all;
}

constexpr std::uintptr_t base = std::uintptr_t{0x7f12} << 32;

}  // namespace

TEST_CASE("object marks: an object covers its bytes behind the first 8", "[unit]") {
    ObjectMarks marks;
    CHECK_FALSE(marks.is_covered(at(base)));
    CHECK(marks.cover(at(base, type_of_size<32>), 0) == 32);
    CHECK(covered(marks, base - 64, base + 1024) == units(base + 8, base + 32));
    CHECK(marks.is_covered(at(base + 31)));
    CHECK_FALSE(marks.is_covered(at(base + 7)));

    CHECK(marks.cover(at(base + 64, type_of_size<8>), 1) == 8);
    CHECK(marks.cover(at(base + 80, type_of_size<0>), 2) == 0);
    CHECK(marks.cover(at(base + 92, type_of_size<4>), 3) == 4);
    CHECK(marks.cover(at(base + 108, type_of_size<8>), 4) == 8);  // over a border
    CHECK(covered(marks, base + 32, base + 1024) == std::set{base + 112});
    CHECK(again(marks).empty());
}

TEST_CASE("object marks: they tell who has memory that was marked before", "[unit]") {
    ObjectMarks marks;
    marks.cover(at(base, type_of_size<32>), 0);
    marks.cover(at(base + 24, type_of_size<8>),
                1);  // begins in the memory of another one
    marks.cover(at(base + 24, type_of_size<16>),
                2);  // has no marked memory but its first 8 bytes
    marks.cover(at(base + 32, type_of_size<16>), 3);
    CHECK(again(marks).empty());
    marks.cover(at(base + 8, type_of_size<24>), 4);
    CHECK(again(marks) == Numbers{4});
    marks.cover(at(base + 40, type_of_size<1000>), 5);
    CHECK(again(marks) == Numbers{4});
    marks.cover(at(base + 1032, type_of_size<24>), 6);
    marks.cover(at(base - 1000, type_of_size<1000>), 7);
    CHECK(again(marks) == Numbers{4});
    marks.cover(at(base - 1000, type_of_size<24>), 8);
    marks.cover(at(base - 1200, type_of_size<1000>), 9);
    CHECK(again(marks) == Numbers{4, 8, 9});
}

TEST_CASE("object marks: an object covers the blocks that it owns", "[unit]") {
    ObjectMarks marks;
    blocks = {{base + 4096, 20}, {base + 8192, 0}, {base + 16384, 4096}};
    CHECK(marks.cover(at(base, type_of_size<16, true>), 0) == 16 + 20 + 4096);
    auto expected = units(base + 8, base + 16);
    expected.merge(units(base + 4096, base + 4120));
    expected.merge(units(base + 16384, base + 20480));
    CHECK(covered(marks, base, base + 32768) == expected);
    CHECK(again(marks).empty());
    CHECK(marks.cover(at(base + 64, type_of_size<0, true>), 1) == 20 + 4096);
    CHECK(again(marks) == Numbers{1});  // once, with two blocks
    blocks = {{base + 24000, 8}, {base + 4100, 4}, {base + 24008, 8}};
    marks.cover(at(base + 128, type_of_size<8, true>), 2);
    CHECK(again(marks) == Numbers{1, 2});
}

TEST_CASE("object marks: an object in its own block shares memory unless it is "
          "an array",
          "[unit]") {
    ObjectMarks marks;
    blocks = {{base, 64}};
    CHECK(marks.cover(at(base, type_of_size<0, true>), 0) == 64);  // the array itself
    CHECK(covered(marks, base, base + 128) == units(base + 8, base + 64));
    CHECK(again(marks).empty());
    blocks = {{base + 1024, 64}};
    CHECK(marks.cover(at(base + 1032, type_of_size<0, true>), 1) == 64);  // behind a length
    CHECK(covered(marks, base + 1024, base + 2048) == units(base + 1040, base + 1088));
    CHECK(again(marks).empty());
    blocks = {{base + 2048, 64}};
    CHECK(marks.cover(at(base + 2048, type_of_size<16, true>), 2) == 80);
    CHECK(again(marks) == Numbers{2});
    blocks = {{base + 4096, 8}};
    marks.cover(at(base + 4096, type_of_size<4, true>),
                3);  // only its first 8 bytes
    CHECK(again(marks) == Numbers{2, 3});
    CHECK(covered(marks, base + 4096, base + 5000).empty());
    blocks = {{base + 5000, 80}};
    marks.cover(at(base + 5080, type_of_size<4, true>),
                4);  // just behind its block
    blocks = {{base + 6000, 80}};
    marks.cover(at(base + 5992, type_of_size<8, true>),
                5);  // just before its block
    CHECK(again(marks) == Numbers{2, 3});
}

TEST_CASE("object marks: begins are those of the object, of its blocks, and of "
          "blocks in them",
          "[unit]") {
    ObjectMarks marks;
    blocks = {{base + 512, 8}, {base + 520, 512}, {base + 2040, 16}, {base + 4096, 100}};
    marks.cover(at(base + 100000, type_of_size<8, true>), 0);
    blocks.clear();
    auto const of = [&](std::uintptr_t begin, Type const& type) {
        return begins(marks, at(begin, type), base, base + 100000);
    };
    CHECK(of(base, type_of_size<512>) == std::set{base});
    CHECK(of(base, type_of_size<513>) == std::set{base, base + 512});
    CHECK(of(base + 512, type_of_size<1>) == std::set{base + 512});
    CHECK(of(base + 516, type_of_size<24>) == std::set{base + 512, base + 520});
    CHECK(of(base + 528, type_of_size<1512>) == std::set{base + 528});
    CHECK(of(base + 528, type_of_size<1513>) == std::set{base + 528, base + 2040});
    CHECK(of(base + 16, type_of_size<10000>) ==
          std::set{base + 16, base + 512, base + 520, base + 2040, base + 4096});
    blocks = {{base + 3, 600}, {base + 5000, 8}};
    CHECK(of(base + 6000, type_of_size<8, true>) ==
          std::set{base, base + 512, base + 520, base + 5000, base + 6000});
    CHECK(of(base + 6000, type_of_size<0, true>) == std::set{base, base + 512, base + 520, base + 5000});
}

TEST_CASE("object marks: an object contains addresses of its bytes and of its blocks", "[unit]") {
    AddressSet set;
    set.add(base + 64);
    CHECK_FALSE(contains_any(at(base, type_of_size<64>), set));
    CHECK(contains_any(at(base, type_of_size<65>), set));  // rounded to 8 bytes
    CHECK(contains_any(at(base + 71, type_of_size<1>), set));
    CHECK_FALSE(contains_any(at(base + 72, type_of_size<8>), set));
    CHECK_FALSE(contains_any(at(base + 64, type_of_size<0>), set));
    blocks = {{base + 32, 16}, {base + 56, 9}};
    CHECK(contains_any(at(base, type_of_size<8, true>), set));
    CHECK_FALSE(contains_any(at(base, type_of_size<8>), set));
    blocks.pop_back();
    CHECK_FALSE(contains_any(at(base, type_of_size<8, true>), set));
}

TEST_CASE("object marks: random objects have the units of a model", "[property]") {
    std::mt19937 random(5);
    std::array const types{&type_of_size<3>,    &type_of_size<8>,    &type_of_size<24>,
                           &type_of_size<511>,  &type_of_size<512>,  &type_of_size<520>,
                           &type_of_size<2000>, &type_of_size<5000>, &type_of_size<40000>};
    for (int round = 0; round != 60; ++round) {
        std::uintptr_t const begin = base + (1u << 20) - 32768 * (random() % 2);  // may cross a region's end
        ObjectMarks marks;
        std::set<std::uintptr_t> expected;
        Numbers shared;
        for (trav::Place i = 0; i != 12; ++i) {
            Object const o = at(begin + random() % 60000, *types[random() % types.size()]);
            auto const address = reinterpret_cast<std::uintptr_t>(o.address);
            bool any = false;
            for (std::uintptr_t unit = address / 8 * 8 + 8; unit < address + o.type->size; unit += 8)
                any = !expected.insert(unit).second || any;
            CHECK(marks.cover(o, i) == o.type->size);
            if (any) shared.push_back(i);
        }
        CHECK(again(marks) == shared);
        CHECK(covered(marks, begin - 1024, begin + 110000) == expected);
    }
}
