// Objects inside others, by their addresses.
#include <trav/graph/detail/nesting.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"
#include "support/unread_objects.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using trav::Object;
using trav::object;
using trav::Type;
using trav::detail::most_rounding;
using namespace test::unread;
using Nesting = trav::detail::Nesting<>;

namespace {

constexpr std::size_t none = Nesting::none;

using Numbers = std::vector<std::size_t>;
/// The object directly around each one.
Numbers around(std::vector<Object> const& objects, std::size_t roots = 0) {
    Nesting nesting{objects, roots};
    nesting.run();
    return {nesting.up.begin(), nesting.up.end()};
}
Numbers ranks(std::vector<Object> const& objects, std::size_t roots) {
    Nesting nesting{objects, roots};
    nesting.run();
    return {nesting.rank.begin(), nesting.rank.end()};
}
/// Of two objects at one address, whether the first one is around the second,
/// in any order and as roots.
bool is_around(Object const& outer, Object const& inner) {
    Numbers const second{none, 0}, first{1, none};
    int const found = (around({outer, inner}) == second) + (around({inner, outer}) == first) +
                      (around({outer, inner}, 2) == second) + (around({inner, outer}, 2) == first);
    CAPTURE(found);
    CHECK((found == 0 || found == 4));
    return found == 4;
}

Type const tiny = type("Tiny", 4), small = type("Small", 8), large = type("Large", 64),
           owner = type("Owner", 16, true), array = type("Small []", 0, true),
           chars = type("char []", 0, true);

struct Leaf {
    long number = 0;
};
struct Box {
    Leaf leaf;
};
struct Apart {
    long number = 0;
};

}  // namespace

template <>
struct trav::Described<Leaf> : trav::Members<> {};
template <>
struct trav::Described<Box> : trav::Members<&Box::leaf> {};
template <>
struct trav::Described<Apart> : trav::Members<> {};

TEST_CASE("nesting: an object in the bytes of another one is its part", "[unit]") {
    CHECK(around({}).empty());
    CHECK(around({at(0, large), at(8, small), at(56, small), at(64, small)}) == Numbers{none, 0, 0, none});
    CHECK(around({at(64, small), at(56, small), at(8, small), at(0, large)}) == Numbers{none, 3, 3, none});
    CHECK(around({at(0, large), at(60, small), at(63, small)}) == Numbers{none, 0, 0});
    // within 8 bytes
    CHECK(around({at(4, tiny), at(0, tiny), at(8, small)}) == Numbers{none, none, none});
    CHECK(around({at(4, small), at(0, tiny), at(8, tiny), at(12, tiny)}) == Numbers{none, none, 0, none});
}

TEST_CASE("nesting: an object in a block of another one is its part", "[unit]") {
    Object const o = at(0, owner, {{1000, 64}, {2000, 0}, {3004, 8}});
    CHECK(around({o, at(992, small), at(1000, small), at(1060, tiny), at(1064, small)}) ==
          Numbers{none, none, 0, 0, none});
    CHECK(around({at(2000, small), at(3000, tiny), at(3004, tiny), at(3008, tiny), at(3012, tiny), o}) ==
          Numbers{none, none, 5, 5, none, none});
}

TEST_CASE("nesting: the first owner takes a part, and no object is in its own part", "[unit]") {
    CHECK(around({at(0, large), at(16, owner, {}), at(24, small)}) == Numbers{none, 0, 0});
    CHECK(around({at(16, owner, {}), at(0, large), at(24, small)}) == Numbers{1, none, 0});
    // each lies in a block of the next one
    Object const first = at(0, owner, {{1000, 64}}), second = at(1000, owner, {{2000, 64}}),
                 third = at(2000, owner, {{0, 64}});
    CHECK(around({first, second, third}) == Numbers{none, 0, 1});
    CHECK(around({third, second, first}) == Numbers{1, none, 0});
    CHECK(around({second, third, first}) == Numbers{none, 0, 1});
}

TEST_CASE("nesting: an object that gives way has no parts", "[unit]") {
    Type arena = type("Arena", 64);
    arena.gives_way = true;
    CHECK(around({at(0, arena), at(16, small), at(128, large), at(136, arena)}) ==
          Numbers{none, none, none, 2});
}

TEST_CASE("nesting: inner roots take their parts first", "[unit]") {
    Object const outer = at(0, large), inner = at(16, owner, {}), part = at(24, small);
    CHECK(around({outer, inner, part}, 2) == Numbers{none, 0, 1});
    CHECK(around({inner, outer, part}, 2) == Numbers{1, none, 0});
    CHECK(ranks({outer, inner, part}, 2) == Numbers{1, 2});
    CHECK(ranks({inner, outer, part}, 2) == Numbers{2, 1});
    CHECK(around({inner, outer, part}, 1) == Numbers{1, none, 0});
    CHECK(around({outer, inner, part}, 1) == Numbers{none, 0, 0});
    CHECK(ranks({outer, inner, part}, 1) == Numbers{1});
    // with its block, the inner one is larger
    Object const rich = at(16, owner, {{1000, 100}});
    CHECK(around({outer, rich, part}, 2) == Numbers{none, 0, 0});
    CHECK(ranks({outer, rich, part}, 2) == Numbers{2, 1});
}

TEST_CASE("nesting: roots of one size and address stay side by side", "[unit]") {
    Type const same = type("Same", 64);
    for (std::vector<Object> const& all : {std::vector{at(0, large), at(128, large), at(0, same)},
                                           std::vector{at(128, same), at(0, large), at(0, same)},
                                           std::vector{at(0, same), at(0, large), at(128, large)}}) {
        Numbers const up = around(all, 3), rank = ranks(all, 3);
        Numbers pair;  // the numbers of both at 0, the outer one first
        for (std::size_t i = 0; i != 3; ++i)
            if (all[i].address == at(0, large).address) pair.push_back(i);
        for (std::size_t i = 0; i != 3; ++i) CHECK(up[i] == (i == pair[1] ? pair[0] : none));
        CHECK(rank[pair[1]] == rank[pair[0]] + 1);
    }
}

TEST_CASE("nesting: of two objects at one address, the larger one is around "
          "the other",
          "[unit]") {
    CHECK(is_around(at(0, large), at(0, small)));
    CHECK_FALSE(is_around(at(0, small), at(0, large)));
    // blocks do not make an object larger
    CHECK(around({at(0, owner, {{1000, 500}}), at(0, large)}) == Numbers{1, none});
    CHECK(around({at(0, large), at(0, owner, {{1000, 500}})}) == Numbers{none, 0});
}

TEST_CASE("nesting: an array is as large as the rest of its block", "[unit]") {
    CHECK(is_around(at(0, array, {{0, 128}}), at(0, large)));
    CHECK(is_around(at(8, array, {{0, 128}}), at(8, large)));  // behind its length
    CHECK_FALSE(is_around(at(0, array, {{0, 24}}), at(0, large)));
    // blocks of its elements
    CHECK_FALSE(is_around(at(1000, array, {{1000, 24}, {0, 640}}), at(1000, large)));
    CHECK(is_around(at(1000, array, {{1000, 1280}, {1024, 16}, {0, 8}}), at(1000, large)));
}

TEST_CASE("nesting: an array is around its only element, but not around what "
          "fills its block",
          "[unit]") {
    CHECK(is_around(at(0, array, {{0, 8}}), at(0, small)));
    CHECK_FALSE(is_around(at(0, array, {{0, 8}}), at(0, type("Smal", 8))));
    std::size_t const all = 1000, rounding = most_rounding(all);
    for (std::size_t const left : {std::size_t{0}, rounding, rounding + 1}) {
        Type const object = type("Object", all - left);
        CHECK(is_around(at(0, chars, {{0, all}}), at(0, object)) == (left > rounding));
    }
    Object const other = at(0, array, {{0, 64}});
    CHECK(around({at(0, chars, {{0, 64}}), other}) == Numbers{none, 0});  // of two arrays, the first one
    CHECK(around({other, at(0, chars, {{0, 64}})}) == Numbers{none, 0});
    Type const named = type("Small []", 64);  // has a size, so it is an object
    CHECK(around({at(0, large), at(0, named)}) == Numbers{none, 0});
    CHECK(around({at(0, named), at(0, large)}) == Numbers{none, 0});
}

TEST_CASE("nesting: of two objects of one size, the one with the other as a "
          "member is outer",
          "[unit]") {
    Box const box;
    CHECK(is_around(object(box), object(box.leaf)));
    CHECK_FALSE(is_around(object(box.leaf), object(box)));
    Object const leaf = object(box.leaf), other{&box, &trav::type_of<Apart>};
    CHECK(around({leaf, other}) == Numbers{none, 0});  // otherwise the first one
    CHECK(around({other, leaf}) == Numbers{none, 0});
}

TEST_CASE("nesting: many objects each have one around them if they begin in others", "[property]") {
    for (std::size_t const roots : {0u, 20u, 200u}) {
        std::mt19937 random(static_cast<unsigned>(roots));
        std::vector<Object> objects;
        for (std::size_t i = 0; i != 200; ++i)  // at distinct addresses
            objects.push_back(at(64 * i + random() % 8 * 8, random() % 2 == 0 ? small : owner,
                                 {{64 * (random() % 200), random() % 4 * 32}}));
        auto const has = [](Object const& outer, Object const& part) {
            bool found = false;
            auto const address = reinterpret_cast<std::uintptr_t>(part.address);
            trav::detail::each_interval(outer, [&](std::uintptr_t begin, std::uintptr_t end) {
                found = found || (begin <= address && address < end);
            });
            return found;
        };
        Numbers const up = around(objects, roots);
        for (std::size_t i = 0; i != objects.size(); ++i) {
            std::size_t steps = 0, top = i;
            for (; up[top] != none && steps <= objects.size(); top = up[top]) ++steps;
            CHECK(steps <= objects.size());  // nothing is in itself
            if (up[i] != none) {
                CHECK(up[i] != i);
                CHECK(has(objects[up[i]], objects[i]));
                continue;
            }
            for (std::size_t k = 0; k != objects.size(); ++k)  // whatever has it is in it
                if (k != i && has(objects[k], objects[i])) {
                    std::size_t outer = k;
                    while (up[outer] != none) outer = up[outer];
                    CHECK(outer == i);
                }
        }
    }
}
