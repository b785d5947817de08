// What a shared_ptr owns and does not point to: it is not lost silently.
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <trav/profile/unseen.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

template <class A, class B>
struct Pair {
    A a{};
    B b{};
};
struct Shape {
    virtual ~Shape() = default;
};
struct Other {
    virtual ~Other() = default;
    long data = 0;
};
struct Circle : Other, Shape {};  // the Shape is not at the beginning
struct Header {
    bool is_string = false;
};
struct String : Header {
    String() : Header{true} {}
    std::string text;
};
struct alignas(64) Wide {
    char bytes[64];
};
struct Node {
    std::unique_ptr<Node> next;
    int value = 0;
};

template <class T>
struct Holder {
    std::shared_ptr<T> value;
};

}  // namespace

template <>
struct trav::Described<Node> : trav::Members<&Node::next> {};
template <>
struct trav::Described<Shape> : trav::Members<> {};
template <>
struct trav::Described<Circle> : trav::Members<> {};
template <>
struct trav::Described<String> : trav::Members<&String::text> {};
template <>
struct trav::Described<Header> {
    static void whole(Header const& header, auto&& is) {
        if (header.is_string) is(static_cast<String const&>(header));
    }
};
template <>
struct trav::Described<Wide> : trav::Members<> {};
template <class A, class B>
struct trav::Described<Pair<A, B>> : trav::Members<&Pair<A, B>::a, &Pair<A, B>::b> {};
template <class T>
struct trav::Described<Holder<T>> : trav::Members<&Holder<T>::value> {};

namespace {

/// The unseen members of a holder of this pointer, without the holder's name.
template <class T>
std::string unseen(std::shared_ptr<T> pointer) {
    Holder<T> const holder{std::move(pointer)};
    std::string all;
    for (auto const& [member, amount] : trav::unseen(trav::Objects<Circle>(), trav::roots(holder)))
        if (auto const at = member.find(".value"); at != member.npos) all += member.substr(at) + '\n';
    return all;
}

using Twice = Pair<Pair<int, int>, Pair<int, int>>;  // a name that repeats itself

}  // namespace

TEST_CASE("a shared_ptr that owns its target has no unseen part", "[unit]") {
    CHECK(unseen(std::make_shared<int>(1)).empty());
    CHECK(unseen(std::shared_ptr<int>(new int(1))).empty());
    CHECK(unseen(std::shared_ptr<int>(std::make_unique<int>(1))).empty());
    CHECK(unseen(std::shared_ptr<int const>(new int const(1))).empty());
    CHECK(unseen<int const>(std::make_shared<int>(1)).empty());
    CHECK(unseen(std::make_shared<std::string>("text")).empty());
    CHECK(unseen(std::make_shared<std::map<std::string, std::vector<Node>>>()).empty());
    CHECK(unseen(std::make_shared<Twice>()).empty());
    CHECK(unseen(std::shared_ptr<Twice>(new Twice)).empty());
    CHECK(unseen(std::make_shared<Wide>()).empty());
    CHECK(unseen<Shape>(std::make_shared<Circle>()).empty());
    CHECK(unseen(std::shared_ptr<Shape>(new Circle)).empty());
    CHECK(unseen(std::shared_ptr<Shape>(std::make_unique<Circle>())).empty());
    CHECK(unseen<Header>(std::make_shared<String>()).empty());
    CHECK(unseen(std::shared_ptr<int>()).empty());
    CHECK(unseen(std::shared_ptr<int>(static_cast<int*>(nullptr))).empty());
    static int const number = 1;
    CHECK(unseen(std::shared_ptr<int const>(std::shared_ptr<int>(), &number)).empty());
    CHECK(unseen(std::shared_ptr<int>(new int(1), [](int* p) { delete p; })).empty());
}

TEST_CASE("the rest of what an aliasing shared_ptr owns is unseen", "[unit]") {
    auto const pair = std::make_shared<Pair<int, std::string>>();
    CHECK(unseen(std::shared_ptr<int>(pair, &pair->a)) == ".value: std::shared_ptr<int>\n");
    CHECK(unseen(std::shared_ptr<std::string>(pair, &pair->b)) == ".value: std::shared_ptr<std::string>\n");
    CHECK(unseen(std::shared_ptr<int>(pair, nullptr)) == ".value: std::shared_ptr<int>\n");
    std::shared_ptr<Twice> const twice(new Twice);
    CHECK(unseen(std::shared_ptr<Pair<int, int>>(twice, &twice->a)) ==
          ".value: std::shared_ptr<Pair<int, int>>\n");
    // the owner has the type of the target
    auto const first = std::make_shared<Node>();
    first->next = std::make_unique<Node>();
    CHECK(unseen(std::shared_ptr<Node>(first, first->next.get())) == ".value: std::shared_ptr<Node>\n");
    std::shared_ptr<Node> const second(new Node);
    second->next = std::make_unique<Node>();
    CHECK(unseen(std::shared_ptr<Node>(second, second->next.get())) == ".value: std::shared_ptr<Node>\n");
    // a base class without a vtable
    struct Derived : Pair<int, int> {
        std::string text;
    };
    CHECK(unseen<Pair<int, int>>(std::make_shared<Derived>()) == ".value: std::shared_ptr<Pair<int, int>>\n");
    CHECK(unseen(std::shared_ptr<int[]>(new int[3])) == ".value: std::shared_ptr<int[]>\n");
}

TEST_CASE("a shared_ptr that only an opaque edge leads to has a size and no functions", "[unit]") {
    struct Told {
        int value = 0;
    };
    auto const owner = std::make_shared<Pair<int, Told>>();
    Holder<Told> const holder{std::shared_ptr<Told>(owner, &owner->b)};
    std::vector<trav::Object> opaque;
    trav::Objects<>().edges(trav::object(holder), [&](trav::NamedEdge const& edge) {
        if (edge.kind == trav::EdgeKind::opaque) opaque.push_back(edge.to);
    });
    REQUIRE(opaque.size() == 1);
    CHECK(opaque[0].address == &holder.value);
    trav::Type const& type = *opaque[0].type;
    CHECK(type.spelled.find("Told") != std::string::npos);
    CHECK(type.size == sizeof holder.value);
    CHECK(type.known);
    CHECK((type.children == nullptr && type.edges == nullptr));

    // an object of that type has them
    Pair<std::shared_ptr<Node>, int> pair{std::shared_ptr<Node>(owner, nullptr), 0};
    trav::Object const object = trav::object(pair.a);
    CHECK(object.type->children != nullptr);
}
