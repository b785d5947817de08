// Paths to an object by any of its bytes, and the choice among overlapping objects.
#include <trav/check/detail/path_into.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

using trav::Object;
using trav::object;
using trav::Type;
using trav::detail::overlap;
using trav::detail::path_into;

namespace {

// --- Objects at addresses never read ---

struct Sizes {
    std::size_t of_arrays = 0;
    std::size_t size(Object const&) const { return of_arrays; }
};
Object at(std::uintptr_t address, Type const& type) {
    return {reinterpret_cast<void const*>(0x10000 + address), &type};
}
Type of_size(std::size_t size) {
    Type type;
    type.size = size;
    return type;
}
/// Whether two objects overlap, in either order.
bool both(Object const& a, Object const& b, std::size_t of_arrays = 0) {
    Sizes const sizes{of_arrays};
    CHECK(overlap(sizes, a, b) == overlap(sizes, b, a));
    return overlap(sizes, a, b);
}
/// A base class of an object at an address divisible by 1,000.
trav::detail::Whole whole(void const* part) {
    auto const address = reinterpret_cast<std::uintptr_t>(part) - 0x10000;
    return {reinterpret_cast<void const*>(0x10000 + address / 1000 * 1000), nullptr, nullptr};
}

// --- Objects of a program ---

struct Leaf {
    long numbers[2] = {};
};
struct Element {
    long number = 0;
    Leaf leaf;
};
struct List {
    std::vector<Element> elements;
    List* next = nullptr;
};

}  // namespace

template <>
struct trav::Described<Leaf> : trav::Members<> {};
template <>
struct trav::Described<Element> : trav::Members<&Element::leaf> {};
template <>
struct trav::Described<List> : trav::Members<&List::elements, &List::next> {};

TEST_CASE("path into: objects overlap if they share a byte", "[unit]") {
    Type const small = of_size(8), large = of_size(64), array = of_size(0);
    CHECK(both(at(0, large), at(0, large)));
    CHECK(both(at(0, large), at(0, small)));
    CHECK(both(at(0, large), at(16, small)));
    CHECK(both(at(0, large), at(63, small)));
    CHECK_FALSE(both(at(0, large), at(64, small)));
    CHECK(both(at(60, large), at(53, small)));
    CHECK_FALSE(both(at(60, large), at(52, small)));
    // the size of an array is that of its block, and at least a byte
    CHECK(both(at(0, array), at(99, small), 100));
    CHECK_FALSE(both(at(0, array), at(100, small), 100));
    CHECK(both(at(0, array), at(0, array)));
    CHECK_FALSE(both(at(0, array), at(1, array)));
    CHECK(both(at(7, array), at(0, small)));
    CHECK_FALSE(both(at(8, array), at(0, small)));
    CHECK_FALSE(both(at(0, small), at(50, small), 100));  // other sizes are not asked for
}

TEST_CASE("path into: base classes of one object overlap", "[unit]") {
    Type const other = of_size(8);
    Type base = of_size(8);
    base.whole = whole;
    CHECK(both(at(1000, base), at(1500, base)));
    CHECK_FALSE(both(at(1000, base), at(2500, base)));
    CHECK_FALSE(both(at(1000, base), at(1500, other)));
    CHECK_FALSE(both(at(1000, other), at(1500, other)));
}

TEST_CASE("path into: a path leads to the object, to what overlaps it, or to a part that does", "[unit]") {
    List first, second;
    first.next = &second;
    second.elements.resize(3);
    Leaf const outside;
    trav::Objects<> const heap;
    trav::ShortestPaths const paths(heap, trav::roots(first));
    auto const to = [&](Object const& o) {
        auto const path = path_into(heap, paths, o);
        return path ? path.back().node : Object{};
    };
    CHECK(to(object(second)) == object(second));
    CHECK(to(Object{}) == Object{});
    CHECK(to(object(outside)) == Object{});
    // bytes of the objects themselves
    Type const word = of_size(sizeof(void*));
    CHECK(to({&first.next, &word}) == object(first));
    CHECK(to({&second.next, &word}) == object(second));
    // elements, and parts of them; the first one to share a byte
    Element const& middle = second.elements[1];
    CHECK(to(object(middle)) == object(middle));
    CHECK(to(object(middle.leaf)) == object(middle.leaf));
    CHECK(to({&middle.number, &word}) == object(middle));
    CHECK(to({&middle.leaf.numbers[1], &word}) == object(middle));
    Type const two = of_size(2 * sizeof(Element));
    CHECK(to({&middle, &two}) == object(middle));
    CHECK(path_into(heap, paths, Object{&middle.number, &word}).size() == 3);
}

TEST_CASE("path into: objects that are cut are no way", "[unit]") {
    List first, second;
    first.next = &second;
    second.elements.resize(2);
    trav::Objects<> const heap;
    trav::ShortestPaths const paths(heap, trav::roots(first));
    auto const is_cut = [&](Object const& o) { return o == object(second); };
    Type const word = of_size(sizeof(void*));
    CHECK_FALSE(path_into(heap, paths, Object{&second.next, &word}, is_cut));
    CHECK_FALSE(path_into(heap, paths, Object{&second.elements[0].number, &word}, is_cut));
    CHECK(path_into(heap, paths, Object{&first.next, &word}, is_cut));
    CHECK(path_into(heap, paths, object(second), is_cut));  // the object itself
}
