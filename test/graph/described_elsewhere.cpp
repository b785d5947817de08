// Classes without a description in this source file, but with one in the registry, as if by another file.
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

/// A class for each check, since a program forgets no description.
template <int>
struct Unknown {
    int x = 0;
};
/// A range that is such a class, too.
template <class T>
struct Few {
    T all[2]{};
    T const* begin() const { return all; }
    T const* end() const { return all + 2; }
};
template <class T>
struct With {
    T value{};
};

/// As if another source file knew that much of T.
template <class T>
void add_knowledge(unsigned char knowledge) {
    trav::Type type = trav::type_of<T>;
    type.knowledge = knowledge;
    trav::detail::type_registry.add(trav::detail::type_in_program<T>, type);
}
template <class T>
void describe_elsewhere() {
    add_knowledge<T>(trav::detail::knows_description);
}

using Labelled = std::vector<std::pair<std::string, trav::Object>>;

template <class T>
Labelled unseen(With<T> const& owner) {
    Labelled all;
    trav::Objects<>().edges(trav::object(owner), [&](trav::NamedEdge const& edge) {
        CHECK(edge.kind == trav::EdgeKind::opaque);
        all.emplace_back(edge.label(), edge.to);
    });
    return all;
}

}  // namespace

template <class T>
struct trav::Described<With<T>> : trav::Members<&With<T>::value> {};

TEST_CASE("a member of a class that another file describes is unseen", "[unit]") {
    With<Unknown<1>> const owner;
    CHECK(unseen(owner).empty());
    add_knowledge<Unknown<1>>(trav::detail::knows_description - 1);  // its definition
    CHECK(unseen(owner).empty());
    describe_elsewhere<Unknown<1>>();
    CHECK(unseen(owner) == Labelled{{"value", {&owner.value, &trav::type_of<Unknown<1>>}}});
}

TEST_CASE("such a class may be inside of a member, at any depth", "[unit]") {
    using T = std::vector<std::optional<std::pair<int, Unknown<2>>>>;
    With<T> const owner;
    CHECK(unseen(owner).empty());
    describe_elsewhere<Unknown<2>>();
    CHECK(unseen(owner) == Labelled{{"value", {&owner.value, &trav::type_of<Unknown<2>>}}});

    With<std::tuple<int, Unknown<2>, int, Unknown<3>>> const one_of_two;
    CHECK(unseen(one_of_two) == Labelled{{"value", {&one_of_two.value, &trav::type_of<Unknown<2>>}}});
}

TEST_CASE("of a range and its elements, the range is named if both are described elsewhere", "[unit]") {
    With<Few<Unknown<4>>> const owner;
    CHECK(unseen(owner).empty());
    describe_elsewhere<Unknown<4>>();
    CHECK(unseen(owner) == Labelled{{"value", {&owner.value, &trav::type_of<Unknown<4>>}}});
    describe_elsewhere<Few<Unknown<4>>>();
    CHECK(unseen(owner) == Labelled{{"value", {&owner.value, &trav::type_of<Few<Unknown<4>>>}}});

    With<Few<Unknown<5>>> const only_range;
    describe_elsewhere<Few<Unknown<5>>>();
    CHECK(unseen(only_range) == Labelled{{"value", {&only_range.value, &trav::type_of<Few<Unknown<5>>>}}});
}
