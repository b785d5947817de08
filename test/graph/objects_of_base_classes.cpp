// Objects behind pointers to their base classes.
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <trav/profile/unseen.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Item {
    int price = 0;
};
struct Shape {
    std::unique_ptr<Item> item;
    virtual ~Shape() = default;
};
struct Circle final : Shape {
    std::vector<char> pixels;
};
struct Square : Shape {  // its description forgets the item
    std::vector<char> pixels;
};
struct Point : Shape {};  // this one, too
struct Line : Shape {     // this one lists it
    int length = 0;
};
struct Empty {
    virtual ~Empty() = default;
};
struct Filled : Empty {
    int value = 0;
};
struct Drawing {
    std::vector<std::unique_ptr<Shape>> shapes;
    std::unique_ptr<Empty> empty;
};

struct Tagged {
    bool is_text = false;
    std::unique_ptr<Item> item;
};
struct Text : Tagged {  // its description forgets the item
    Text() : Tagged{true, std::make_unique<Item>()} {}
    std::string text;
};
struct Page {
    Tagged* first = nullptr;
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<> {};
template <>
struct trav::Described<Shape> : trav::Members<&Shape::item> {};
template <>
struct trav::Described<Circle> : trav::Extends<Shape, &Circle::pixels> {};
template <>
struct trav::Described<Square> : trav::Members<&Square::pixels> {};
template <>
struct trav::Described<Point> : trav::Members<> {};
template <>
struct trav::Described<Line> : trav::Members<&Line::item, &Line::length> {};
template <>
struct trav::Described<Empty> : trav::Members<> {};
template <>
struct trav::Described<Filled> : trav::Members<&Filled::value> {};
template <>
struct trav::Described<Drawing> : trav::Members<&Drawing::shapes, &Drawing::empty> {};
template <>
struct trav::Described<Text> : trav::Members<&Text::text> {};
template <>
struct trav::Described<Tagged> : trav::Members<&Tagged::item> {
    static void whole(Tagged const& tagged, auto&& is) {
        if (tagged.is_text) is(static_cast<Text const&>(tagged));
    }
};
template <>
struct trav::Described<Page> : trav::Members<&Page::first> {};

namespace {

using Heap = trav::Objects<Circle, Square, Point, Line, Filled>;

/// A drawing of one shape with an item.
template <class T>
Drawing drawing() {
    auto shape = std::make_unique<T>();
    shape->item = std::make_unique<Item>();
    Drawing all;
    all.shapes.push_back(std::move(shape));
    all.empty = std::make_unique<Filled>();
    return all;
}
template <class T>
std::vector<std::string> unseen() {
    Drawing const all = drawing<T>();
    std::vector<std::string> members;
    for (auto const& [member, amount] : trav::unseen(Heap(), trav::roots(all))) members.push_back(member);
    return members;
}

}  // namespace

TEST_CASE("a final class is found behind its base", "[unit]") {
    Drawing all = drawing<Circle>();
    auto& circle = static_cast<Circle&>(*all.shapes[0]);
    circle.pixels.resize(1'000'000);
    Heap const heap;
    trav::Object const found = trav::resolve(heap, trav::object(*all.shapes[0]));
    CHECK(found == trav::object(circle));
    CHECK(heap.size(found) == sizeof(Circle) + 1'000'000);
    CHECK(unseen<Circle>().empty());
}

TEST_CASE("members of a base class that a description leaves out are unseen", "[unit]") {
    CHECK(unseen<Square>() == std::vector<std::string>{"Square: described without Shape"});
    CHECK(unseen<Point>() == std::vector<std::string>{"Point: described without Shape"});
    CHECK(unseen<Line>().empty());
    CHECK(unseen<Shape>().empty());
}

TEST_CASE("members of a base class with a tag that a description leaves out are unseen", "[unit]") {
    Text text;
    Page const page{&text};
    std::vector<std::string> members;
    for (auto const& [member, amount] : trav::unseen(trav::Objects<>(), trav::roots(page)))
        members.push_back(member);
    CHECK(members == std::vector<std::string>{"Text: described without Tagged"});
}

namespace {

struct Named {  // described
    std::string name;
};
struct Owned {  // not described
    std::vector<char> bytes;
};
struct Handler {
    virtual ~Handler() = default;
    virtual void handle() {}
};
class Uncopied {
  protected:
    Uncopied() = default;
    Uncopied(Uncopied const&) = delete;
};

struct OfNamed : Named {
    int value = 0;
};
struct OfTwo : Named, Owned {
    int value = 0;
};
struct OfVirtual : virtual Named {
    int value = 0;
};
struct Deeper : OfNamed {
    int more = 0;
};
struct Longer : Line {  // Line's description has the item
    int more = 0;
};
struct Listener : Handler, Uncopied {
    std::string text;
};
struct Self : std::enable_shared_from_this<Self> {
    std::string text;
};
template <class T>
struct Holder {
    std::vector<T> all;
};

}  // namespace

template <>
struct trav::Described<Named> : trav::Members<&Named::name> {};
template struct trav::Registered<Named>;  // otherwise nothing is known of it
template <>
struct trav::Described<OfNamed> : trav::Members<&OfNamed::value> {};
template <>
struct trav::Described<OfTwo> : trav::Extends<Named, &OfTwo::value> {};
template <>
struct trav::Described<OfVirtual> : trav::Members<&OfVirtual::value> {};
template <>
struct trav::Described<Deeper> : trav::Extends<OfNamed, &Deeper::more> {};
template <>
struct trav::Described<Longer> : trav::Extends<Line, &Longer::more> {};
template <>
struct trav::Described<Listener> : trav::Members<&Listener::text> {};
template <>
struct trav::Described<Self> : trav::Members<&Self::text> {};
template <class T>
struct trav::Described<Holder<T>> : trav::Members<&Holder<T>::all> {};

namespace {

std::vector<std::string> told(auto const& value) {
    std::vector<std::string> lines;
    for (auto const& [line, amount] : trav::unseen(trav::Objects<>(), trav::roots(value)))
        lines.push_back(line);
    return lines;
}
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a base class that a description leaves out is unseen by value, too", "[unit]") {
    OfNamed one;
    CHECK(told(one).empty());  // nothing is in its base class
    one.name.assign(100, 'x');
    CHECK(told(one) == Lines{"OfNamed: described without Named"});
    CHECK(trav::owned_bytes(one) == 0);
    Holder<OfNamed> const many{{one, {}, one}};
    CHECK(told(many) == Lines{"Holder<OfNamed>.all[]: OfNamed, described without Named"});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(many))[0].second.objects == 2);
    OfVirtual other;
    CHECK(told(other).empty());
    other.name.assign(100, 'x');
    CHECK(told(other) == Lines{"OfVirtual: described without Named"});
}

TEST_CASE("a base class of a base class, and a second one, are unseen if a description leaves them out",
          "[unit]") {
    Deeper deeper;
    deeper.name.assign(100, 'x');
    CHECK(told(deeper) == Lines{"Deeper: described without Named"});
    Longer longer;
    longer.item = std::make_unique<Item>();
    CHECK(told(longer).empty());
    OfTwo const two;
    CHECK(told(two) == Lines{"OfTwo: described without Owned"});  // nothing is known of it
}

TEST_CASE("a base class without room for a pointer is not unseen", "[unit]") {
    CHECK(told(Listener()).empty());
    CHECK(told(Self()).empty());
}
