#include <trav/store/hash_of.hpp>

#include "catch.hpp"

#include <trav/store/hashed.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace {

struct Place {
    int row = 0, column = 0;
};
struct Unhashable {};
/// Has a std::hash, and another hash for trav.
enum class Number : int {};
struct Counted {
    static inline int hashed = 0;
};

}  // namespace

template <>
struct trav::HashOf<Place> {
    int operator()(Place at) const { return at.row * 8 + at.column; }
};
template <>
struct trav::HashOf<std::pair<int, int>> {
    std::size_t operator()(std::pair<int, int> const& p) const { return static_cast<std::size_t>(p.first); }
};
template <>
struct trav::HashOf<Number> {
    std::size_t operator()(Number) const { return 7; }
};
template <>
struct trav::HashOf<Counted*> {
    std::size_t operator()(Counted*) const { return static_cast<std::size_t>(++Counted::hashed); }
};

using trav::detail::AskHash;
using trav::detail::Hashable;
static_assert(Hashable<Place> && Hashable<std::pair<int, int>> && Hashable<std::string> && Hashable<int*>);
static_assert(!Hashable<Unhashable> && !Hashable<std::pair<int, char>>);

TEST_CASE("HashOf takes precedence over std::hash", "[unit]") {
    CHECK(AskHash<Place>{}(Place{2, 3}) == 19);
    CHECK(AskHash<Number>{}(Number{3}) == 7);
    CHECK(AskHash<std::string>{}("abc") == std::hash<std::string>{}("abc"));
}

TEST_CASE("HashOf is used for structs, numbers and pointers", "[unit]") {
    trav::SpreadHash const spread;
    CHECK(spread(Place{2, 3}) == spread(19));
    CHECK(spread(Number{3}) == spread(Number{4}));
    trav::Hashed<std::pair<int, int>, int> places;
    for (int i = 0; i != 1000; ++i) places.touch({i % 10, i}).data() = i;
    CHECK(*places.find({3, 13}) == 13);
    CHECK(places.find({3, 14}) == nullptr);

    Counted object;
    trav::Hashed<Counted*>().touch(&object);
    CHECK(Counted::hashed == 1);
}
