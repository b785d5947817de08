// Structs with a tag in the header instead of a vtable. The description of the base class maps tags to
// classes.
#include <trav/graph/objects.hpp>

#include "catch.hpp"
#include "support/bytes_once.hpp"

#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/unseen.hpp>

#include <boost/intrusive/list.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bi = boost::intrusive;

namespace {

enum class Tag { string, list, number, of_tomorrow };
enum class Width { narrow, wide };
struct Obj {
    Tag tag;
    Obj* next = nullptr;
};
struct String : Obj {
    std::string text;
};
struct List : Obj {
    std::vector<Obj*> items{};
    char const* name = "things";
};
struct Before {
    int x = 0;
};
struct Number : Before, Obj {  // the header does not come first
    Width width;
};
struct Wide : Number {
    long value[4] = {};
};

/// A pointer, or a small number with its lowest bit set.
struct Value {
    std::uintptr_t bits = 1;
    bool is_object() const { return (bits & 1) == 0; }
    Obj* object() const { return reinterpret_cast<Obj*>(bits); }
};
struct Machine {
    std::vector<Value> stack;
    std::unique_ptr<String> name;
    std::unique_ptr<List> owned;
    Obj* last = nullptr;
};

struct Linked : bi::list_base_hook<> {
    bool leaf = true;
};
struct LinkedLeaf : Linked {
    int payload[8] = {};
};

}  // namespace

template <>
struct trav::Described<Obj> : trav::Members<&Obj::next> {
    static void whole(Obj const& obj, auto&& is) {
        switch (obj.tag) {
        case Tag::string: return is(static_cast<String const&>(obj));
        case Tag::list: return is(static_cast<List const&>(obj));
        case Tag::number: return is(static_cast<Number const&>(obj));
        case Tag::of_tomorrow: break;
        }
    }
};
template <>
struct trav::Described<String> : trav::Extends<Obj, &String::text> {};
template <>
struct trav::Described<List> : trav::Extends<Obj, &List::items> {
    static std::string label(List const& list) { return list.name; }
};
template <>
struct trav::Described<Number> : trav::Members<> {
    static void whole(Number const& number, auto&& is) {
        if (number.width == Width::wide) is(static_cast<Wide const&>(number));
        else is(number);
    }
};
template <>
struct trav::Described<Wide> : trav::Members<> {};
template <>
struct trav::Described<Value> {
    static void members(Value value, auto&& member) {
        if (value.is_object()) member("", value.object());
    }
};
template <>
struct trav::Described<Machine>
    : trav::Members<&Machine::stack, &Machine::name, &Machine::owned, &Machine::last> {};
template <>
struct trav::Described<Linked> {
    static void whole(Linked const& l, auto&& is) {
        if (l.leaf) is(static_cast<LinkedLeaf const&>(l));
    }
};
template <>
struct trav::Described<LinkedLeaf> : trav::Members<> {};

namespace {

std::vector<std::string> edges(trav::Object const& from) {
    std::vector<std::string> all;
    trav::Objects<>().edges(from, [&](trav::NamedEdge const& edge) {
        all.push_back(edge.label() + " -> " + trav::Objects<>().label(edge.to));
    });
    return all;
}
using Edges = std::vector<std::string>;

}  // namespace

TEST_CASE("a pointer to a header leads to the object of the tag's class", "[unit]") {
    String text{{Tag::string}, "t"};
    Number number{{}, {Tag::number}, Width::narrow};
    List list{{Tag::list, &text}, {&text, &number, nullptr}};
    CHECK(edges(trav::object(list)) == Edges{"next -> String", "items[0] -> String", "items[1] -> Number"});

    std::vector<trav::Object> children;
    trav::Objects<>().scan(trav::object(list), [&](trav::Object const& o) { children.push_back(o); });
    CHECK(children == std::vector{trav::object(text), trav::object(text), trav::object(number)});
    CHECK(children[2].address == &number);  // not the header inside it
}

TEST_CASE("an object given by its header has the tag's class", "[unit]") {
    String text{{Tag::string}, "t"};
    Obj const& header = text;
    CHECK(trav::object(header) == trav::object(text));
    CHECK(trav::as<String>(trav::object(header)) == &text);
}

TEST_CASE("the class of a tag may have another tag", "[unit]") {
    Wide wide{{{}, {Tag::number}, Width::wide}, {}};
    Obj const& header = wide;
    CHECK(trav::as<Wide>(trav::object(header)) == &wide);
    wide.width = Width::narrow;
    CHECK(trav::as<Number>(trav::object(header)) == &wide);
}

TEST_CASE("values with a tag in a pointer's bits refer to the object", "[unit]") {
    String text{{Tag::string}, "t"};
    Machine machine;
    machine.stack = {{3}, {reinterpret_cast<std::uintptr_t>(static_cast<Obj*>(&text))}};
    CHECK(edges(trav::object(machine)) == Edges{"stack[1] -> String"});
}

TEST_CASE("an unknown tag leads to the header, and is unseen", "[unit]") {
    Obj future{Tag::of_tomorrow};
    Machine machine;
    machine.last = &future;
    CHECK(edges(trav::object(machine)) == Edges{"last -> Obj"});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(machine)).empty());  // its members are described

    LinkedLeaf leaf;
    bi::list<Linked> list;
    list.push_back(leaf);
    CHECK(edges(trav::object(list)) == Edges{"[0] -> LinkedLeaf"});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(list)).empty());
    leaf.leaf = false;
    auto const unseen = trav::unseen(trav::Objects<>(), trav::roots(list));
    REQUIRE(unseen.size() == 1);
    CHECK(unseen[0].first.ends_with("[]: Linked"));
    list.clear();
}

TEST_CASE("an object has the label from its description", "[unit]") {
    List list{{Tag::list}};
    trav::Objects<> const heap;
    CHECK(heap.label(trav::object(list)) == "things");
    list.name = "others";
    CHECK(heap.label(trav::object(list)) == "others");
    CHECK(trav::object(list).type->name() == "List");
    CHECK(heap.label(trav::object(std::as_const(list.items))) == "std::vector<Obj*>");
}

TEST_CASE("a heap with tags has the sizes and types of the complete objects", "[unit]") {
    String text{{Tag::string}, std::string(200, 'x')};
    Machine machine;
    machine.owned = std::make_unique<List>(List{{Tag::list}, {&text, &text}});
    machine.last = machine.owned.get();

    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<>(), type};
    profiler.sample(trav::roots(machine));
    auto const table = profiler.profile().by(type);
    CHECK(table.at("String").bytes == sizeof(String) + 201);
    CHECK(table.at("List").bytes == sizeof(List) + 2 * sizeof(Obj*));
    CHECK(table.at("List").objects == 1);
    CHECK(table.total().objects == 3);
    CHECK(table.total().bytes == test::bytes_once(trav::Objects<>(), trav::roots(machine)));
}
