// All objects reachable from some roots, in rows: of a graph with a counter of calls, at addresses never
// read, and of objects with parts.
#include <trav/graph/detail/object_rows.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

using trav::Object;
using trav::object;
using trav::Place;
using trav::Type;
using trav::detail::ObjectRows;

namespace {

constexpr Type plain{.spelled = {}, .size = 24}, other{.spelled = {}, .size = 8};
/// An object of this type is a handle of the plain object 8 bytes before it.
constexpr Type handle{.spelled = {}, .size = 8};

Object at(std::size_t number, Type const& type = plain) {
    std::uintptr_t const base = std::uintptr_t{0x7f12} << 32;
    return {reinterpret_cast<void const*>(base + 32 * number + (&type == &handle ? 8 : 0)), &type};
}
using Key = std::pair<void const*, Type const*>;
Key key(Object const& o) { return {o.address, o.type}; }

/// Objects without edges in `edges` are leaves.
struct Graph {
    std::map<Key, std::vector<Object>> edges{};
    mutable std::map<Key, int> listed{}, measured{};

    trav::EdgeKinds kinds() const { return trav::EdgeKind::owns; }
    Object resolve(Object const& o) const {
        if (o.type != &handle) return o;
        return {static_cast<char const*>(o.address) - 8, &plain};
    }
    bool list(Object const& o, trav::detail::ChildList& list) const {
        ++listed[key(o)];
        auto const found = edges.find(key(o));
        if (found == edges.end()) return false;
        for (Object const& child : found->second) list.push(child);
        return true;
    }
    std::size_t measure(Object const& o, ObjectRows& rows) const {
        ++measured[key(o)];
        return rows.measure(o) + 1;
    }
};

using Objects = std::vector<Object>;
Objects nodes(ObjectRows const& rows) { return {rows.nodes().begin(), rows.nodes().end()}; }
/// The edges of an object.
Objects children(ObjectRows const& rows, Object const& o) {
    auto const place = rows.find(o);
    Objects all;
    REQUIRE(place.has_value());
    for (Place i = rows.begins()[*place]; i != rows.begins()[*place + 1]; ++i)
        all.push_back(rows.nodes()[rows.references()[i]]);
    return all;
}
std::size_t bytes(ObjectRows const& rows, Object const& o) {
    auto const place = rows.find(o);
    REQUIRE(place.has_value());
    return rows.sizes()[*place];
}
std::vector<std::size_t> list(auto const& numbers) { return {numbers.begin(), numbers.end()}; }
using Numbers = std::vector<std::size_t>;

}  // namespace

TEST_CASE("object rows: objects have the order of their first arrivals, roots first", "[unit]") {
    Graph graph;
    graph.edges[key(at(1))] = {at(3), at(2, handle), at(3)};
    graph.edges[key(at(3))] = {at(4), at(1)};
    graph.edges[key(at(2))] = {};
    graph.edges[key(at(5))] = {at(4), at(6)};
    ObjectRows rows;
    rows.walk(graph, Objects{at(1), Object{}, at(1, handle), at(2)});
    CHECK(rows.roots() == 2);
    CHECK(rows.reached() == 4);
    rows.walk(graph, Objects{at(5), at(3)});
    rows.walk(graph, Objects{});
    rows.end();
    CHECK(rows.roots() == 2);
    CHECK(rows.reached() == 4);
    CHECK(nodes(rows) == Objects{at(1), at(2), at(3), at(4), at(5), at(6)});
    CHECK(list(rows.begins()) == Numbers{0, 3, 3, 5, 5, 7, 7});
    CHECK(list(rows.references()) == Numbers{2, 1, 2, 3, 0, 3, 5});
    CHECK(list(rows.sizes()) == Numbers(6, 25));
    for (Place i = 0; i != 6; ++i) CHECK(rows.find(at(i + 1)) == i);
    CHECK_FALSE(rows.find(at(7)).has_value());
    CHECK_FALSE(rows.find(at(1, other)).has_value());
}

TEST_CASE("object rows: without roots there are no objects", "[unit]") {
    Graph graph;
    ObjectRows rows;
    rows.walk(graph, Objects{Object{}});
    rows.walk(graph, Objects{at(1)});  // a later list
    rows.end();
    CHECK(rows.roots() == 0);
    CHECK(rows.reached() == 0);
    CHECK(nodes(rows) == Objects{at(1)});
    ObjectRows none;
    none.walk(graph, Objects{});
    none.end();
    CHECK(none.nodes().empty());
    CHECK(list(none.begins()) == Numbers{0});
    CHECK_FALSE(static_cast<bool>(none.find_parts(graph.kinds())));
}

TEST_CASE("object rows: each object of a random graph is listed and measured once", "[property]") {
    for (std::size_t const count : {2u, 15u, 40u, 500u}) {
        std::mt19937 random(static_cast<unsigned>(count));
        Graph graph;
        for (std::size_t i = 0; i != count; ++i) {
            if (random() % 4 == 0) continue;
            auto& edges = graph.edges[key(at(i))];
            for (std::size_t n = random() % (i % 50 == 0 ? 100 : 4); n != 0; --n)
                edges.push_back(at(random() % count, random() % 8 != 0 ? plain : handle));
        }
        Objects const roots{at(0), at(random() % count), at(count - 1)};
        std::set<Key> expected;  // reached
        Objects open = roots;
        while (!open.empty()) {
            Object const o = graph.resolve(open.back());
            open.pop_back();
            if (!expected.insert(key(o)).second) continue;
            if (auto const found = graph.edges.find(key(o)); found != graph.edges.end())
                open.insert(open.end(), found->second.begin(), found->second.end());
        }
        ObjectRows rows;
        rows.walk(graph, roots);
        rows.end();
        CHECK(rows.reached() == expected.size());
        REQUIRE(rows.nodes().size() == expected.size());
        REQUIRE(rows.begins().size() == expected.size() + 1);
        CHECK(graph.listed.size() == expected.size());
        for (Object const& o : rows.nodes()) {
            CHECK(expected.contains(key(o)));
            CHECK(graph.listed[key(o)] == 1);
            CHECK(graph.measured[key(o)] == 1);
            Objects edges = graph.edges[key(o)];
            for (Object& to : edges) to = graph.resolve(to);
            CHECK(children(rows, o) == edges);
        }
        CHECK_FALSE(static_cast<bool>(rows.find_parts(graph.kinds())));
    }
}

namespace {

struct Leaf {
    long number = 0;
};
struct Part {
    Leaf* to = nullptr;
    long more = 0;
};
struct Owner {
    long number = 0;
    Part part;
    Leaf* own = nullptr;
};
struct Top {
    Part* into = nullptr;
    Owner *first = nullptr, *second = nullptr;
    Part* into_second = nullptr;
};
struct Hiding {
    Leaf* known = nullptr;
    Part secret;  // its description leaves it out
    Part* to_secret = nullptr;
};
/// Lies where its only member lies.
struct Box {
    Leaf leaf;
};
struct Boxes {
    Leaf *leaf = nullptr, *last = nullptr;
    Box* box = nullptr;
};

}  // namespace

template <>
struct trav::Described<Leaf> : trav::Members<> {};
template <>
struct trav::Described<Part> : trav::Members<&Part::to> {};
template <>
struct trav::Described<Owner> : trav::Members<&Owner::part, &Owner::own> {};
template <>
struct trav::Described<Top> : trav::Members<&Top::into, &Top::first, &Top::second, &Top::into_second> {};
template <>
struct trav::Described<Hiding> : trav::Members<&Hiding::known, &Hiding::to_secret> {};
template <>
struct trav::Described<Box> : trav::Members<&Box::leaf> {};
template <>
struct trav::Described<Boxes> : trav::Members<&Boxes::leaf, &Boxes::last, &Boxes::box> {};

namespace {

/// Two owners. Others point to their parts.
struct Program {
    Leaf leaves[4];
    Owner owners[2];
    Top top;

    Program() {
        for (std::size_t i = 0; i != 2; ++i) {
            owners[i].part.to = &leaves[2 * i];
            owners[i].own = &leaves[2 * i + 1];
        }
        top = {&owners[0].part, &owners[0], &owners[1], &owners[1].part};
    }
};

}  // namespace

TEST_CASE("object rows: edges to parts lead to their owners", "[unit]") {
    Program p;
    Top const later{&p.owners[1].part, nullptr, nullptr, nullptr};
    auto const heap = trav::Objects<>().with_owners(trav::roots(p.top), trav::roots(later));
    ObjectRows const& rows = *heap.rows();
    Object const first = object(p.owners[0]), second = object(p.owners[1]);
    REQUIRE(rows.nodes().size() == 8);
    CHECK(rows.nodes()[0] == object(p.top));
    CHECK(rows.nodes()[7] == object(later));
    CHECK(rows.roots() == 1);
    CHECK(rows.reached() == 7);
    CHECK(children(rows, object(p.top)) == Objects{first, first, second, second});
    CHECK(children(rows, object(later)) == Objects{second});
    CHECK(children(rows, first) == Objects{object(p.leaves[0]), object(p.leaves[1])});
    CHECK(children(rows, second) == Objects{object(p.leaves[2]), object(p.leaves[3])});
    CHECK(bytes(rows, first) == sizeof(Owner));
    CHECK(bytes(rows, second) == sizeof(Owner));
    CHECK(bytes(rows, object(p.leaves[3])) == sizeof(Leaf));
    CHECK(rows.begins().size() == 9);
    CHECK(rows.sizes().size() == 8);
    CHECK(rows.references().size() == 9);
}

TEST_CASE("object rows: a root in an object is one of its own, and its owner leads to it", "[unit]") {
    Program p;
    Object const first = object(p.owners[0]), second = object(p.owners[1]), part = object(p.owners[0].part);
    auto const check = [&](ObjectRows const& rows) {
        CHECK(rows.nodes().size() == 8);
        CHECK(children(rows, object(p.top)) == Objects{part, first, second, second});
        CHECK(children(rows, first) == Objects{part, object(p.leaves[1])});
        CHECK(children(rows, part) == Objects{object(p.leaves[0])});
        CHECK(children(rows, second) == Objects{object(p.leaves[2]), object(p.leaves[3])});
        CHECK(bytes(rows, first) == sizeof(Owner) - sizeof(Part));
        CHECK(bytes(rows, part) == sizeof(Part));
        CHECK(bytes(rows, second) == sizeof(Owner));
    };
    auto const heap = trav::Objects<>().with_owners(trav::roots(p.top, p.owners[0].part));
    check(*heap.rows());
    CHECK(heap.rows()->roots() == 2);
    CHECK(heap.rows()->reached() == 8);
    // a root of a later list, too; it was reached before
    auto const both = trav::Objects<>().with_owners(trav::roots(p.top), trav::roots(p.owners[0].part));
    check(*both.rows());
    CHECK(both.rows()->roots() == 1);
    CHECK(both.rows()->reached() == 8);
}

TEST_CASE("object rows: an owner has the edges of what its description leaves out", "[unit]") {
    Leaf leaves[2];
    Hiding hiding;
    hiding.known = &leaves[0];
    hiding.secret.to = &leaves[1];
    hiding.to_secret = &hiding.secret;
    auto const heap = trav::Objects<>().with_owners(trav::roots(hiding));
    Object const whole = object(hiding);
    CHECK(children(*heap.rows(), whole) == Objects{object(leaves[0]), whole, object(leaves[1])});
    CHECK(bytes(*heap.rows(), whole) == sizeof(Hiding));
}

TEST_CASE("object rows: a part may begin where its owner begins", "[unit]") {
    Box box[2];
    Boxes const boxes{&box[0].leaf, &box[1].leaf, &box[0]};
    auto const heap = trav::Objects<>().with_owners(trav::roots(boxes));
    ObjectRows const& rows = *heap.rows();
    CHECK(rows.nodes().size() == 3);
    CHECK(children(rows, object(boxes)) == Objects{object(box[0]), object(box[1].leaf), object(box[0])});
    CHECK(bytes(rows, object(box[0])) == sizeof(Leaf));  // each byte once
    CHECK(bytes(rows, object(box[1].leaf)) == sizeof(Leaf));
}

TEST_CASE("object rows: small objects side by side are no parts", "[unit]") {
    Leaf leaves[3];
    Boxes const boxes{&leaves[0], &leaves[1], nullptr};
    auto const heap = trav::Objects<>().with_owners(trav::roots(boxes), trav::roots(leaves[2]));
    CHECK(heap.rows()->nodes().size() == 4);
    CHECK(children(*heap.rows(), object(boxes)) == Objects{object(leaves[0]), object(leaves[1])});
    CHECK(heap.left_out(object(boxes)).empty());
}
