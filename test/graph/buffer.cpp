#include <trav/graph/buffer.hpp>

#include "catch.hpp"

#include <trav/graph/objects.hpp>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Item {
    int price = 0;
};
struct Slot {
    std::string key;
    Item* item = nullptr;
};
/// Open addressing: a manually allocated array of slots.
struct Table {
    std::size_t used = 0, room = 0;
    Slot* slots = nullptr;
};
struct Closure {
    std::size_t count = 0;
    Item* const* captured() const {
        return reinterpret_cast<Item* const*>(this + 1);
    }  // they follow this struct in memory
};
struct ByBytes {
    Table const* table = nullptr;
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<> {};
template <>
struct trav::Described<Slot> : trav::Members<&Slot::key, &Slot::item> {};
template <>
struct trav::Described<Table> {
    static void members(Table const& t, auto&& member) {
        member("slots", trav::Buffer{t.slots, t.used, t.room});
    }
};
template <>
struct trav::Described<Closure> {
    static void members(Closure const& c, auto&& member) {
        member("captured", trav::Buffer{c.captured(), c.count});
    }
};
template <>
struct trav::Described<ByBytes> {
    static void members(ByBytes const& b, auto&& member) {
        member("bytes", trav::Buffer{b.table->slots, 0, b.table->room});
        for (std::size_t i = 0; i != b.table->used; ++i)
            member(b.table->slots[i].key, b.table->slots[i].item);
        member("", *b.table);
    }
};

namespace {

std::vector<std::string> labels(trav::Object const& from) {
    std::vector<std::string> all;
    trav::Objects<>().edges(from, [&](trav::NamedEdge const& edge) { all.push_back(edge.label()); });
    return all;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("a manually allocated array is part of its owner", "[unit]") {
    Item sword, shield;
    std::vector<Slot> slots(4);
    slots[0] = {std::string(100, 'x'), &sword};
    slots[1] = {"short", &shield};
    slots[3].item = &sword;  // elements in spare room are not followed
    Table const table{2, 4, slots.data()};

    trav::Objects<> const heap;
    auto const object = trav::object(table);
    CHECK(labels(object) == Labels{"slots[0].item", "slots[1].item"});
    CHECK(heap.size(object) == sizeof(Table) + 4 * sizeof(Slot) + trav::owned_bytes(slots[0].key));
    CHECK(heap.size(trav::object(std::as_const(sword))) == sizeof(Item));
}

TEST_CASE("a flexible array member is part of its owner", "[unit]") {
    Item a, b;
    std::unique_ptr<Closure, decltype(&std::free)> const closure(
        ::new (std::calloc(1, sizeof(Closure) + 2 * sizeof(Item*))) Closure, std::free);
    closure->count = 2;
    auto** const captured = reinterpret_cast<Item**>(closure.get() + 1);
    captured[0] = &a;
    captured[1] = &b;

    trav::Objects<> const heap;
    CHECK(labels(trav::object(*closure)) == Labels{"captured[0]", "captured[1]"});
    CHECK(heap.size(trav::object(*closure)) == sizeof(Closure) + 2 * sizeof(Item*));
}

TEST_CASE("members may be named by keys, or have no names", "[unit]") {
    Item sword;
    std::vector<Slot> slots{{"left hand", &sword}, {}};
    Table const table{1, 2, slots.data()};
    ByBytes const by_bytes{&table};

    CHECK(labels(trav::object(by_bytes)) == Labels{"left hand", "slots[0].item"});
    CHECK(trav::Objects<>().size(trav::object(by_bytes)) == sizeof(ByBytes) + 2 * 2 * sizeof(Slot));
}

TEST_CASE("a null array takes no memory", "[unit]") {
    Table const none{};
    CHECK(labels(trav::object(none)).empty());
    CHECK(trav::Objects<>().size(trav::object(none)) == sizeof(Table));
}
