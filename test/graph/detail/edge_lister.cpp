// Edges of objects whose types are made by hand, without descriptions.
#include <trav/graph/detail/edge_lister.hpp>

#include "catch.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

using trav::EdgeKind;
using trav::NamedEdge;
using trav::Object;
using trav::Type;
using trav::detail::EdgeLister;
using Of = EdgeLister::Of;

namespace {

char memory[100];

Type sized(std::size_t bytes) {
    Type type;
    type.size = bytes;
    return type;
}
Type const small = sized(1), middle = sized(2), large = sized(3);

/// What a lister has passed on.
struct Passed {
    struct Edge {
        EdgeKind kind;
        Object to;
        std::string label;
        bool operator==(Edge const&) const = default;
    };
    std::vector<Edge> edges;
    void operator()(NamedEdge const& edge) { edges.push_back({edge.kind, edge.to, edge.label()}); }
};
using Edges = std::vector<Passed::Edge>;

Object const from{memory, &large};

/// What is passed on of an edge, a view, a part, the object itself, and a part at its address.
Edges passed(Of of) {
    Passed all;
    EdgeLister lister(from, all, of);
    lister.add(EdgeKind::weak, memory + 1, small);
    lister.view(memory + 2, middle);
    for (Object const& part : {Object{memory + 3, &small}, from, Object{memory, &small}}) {
        CHECK(lister.enter(part.address, *part.type));
        lister.leave();
    }
    return all.edges;
}

struct Plain {
    int number = 0;
};
struct Root {};
struct Derived : Plain {};
struct TwoBases : Plain, Root {};
struct Other : Root {};
struct Grandchild : Other {};
struct Sharing : std::enable_shared_from_this<Sharing> {};
struct my_base_hook {};
struct Hooked : my_base_hook {};

std::type_info const* left_out(auto const& object, std::size_t unlisted,
                               bool (*lists)(std::type_info const&) = trav::detail::lists_none) {
    return trav::detail::left_out_base(typeid(object), &object, lists, unlisted);
}

}  // namespace

TEST_CASE("EdgeLister: an object apart is the first of its size at its address", "[unit]") {
    std::vector<Object> const all = {{memory, &small},      {memory, &large},     {memory, &middle},
                                     {memory + 3, &middle}, {memory + 5, &small}, {memory + 5, &middle},
                                     {memory + 5, &middle}, {memory + 9, &large}};
    for (std::size_t n = 0; n <= all.size(); ++n) {
        std::span<Object const> const sorted(all.data(), n);
        for (char const* at = memory; at != memory + 12; ++at)
            for (std::size_t bytes = 0; bytes != 5; ++bytes) {
                Object const* expected = nullptr;
                for (Object const& o : sorted)
                    if (expected == nullptr && o.address == at && o.type->size == bytes) expected = &o;
                REQUIRE(trav::detail::find_apart(sorted, at, bytes) == expected);
            }
    }
}

TEST_CASE("EdgeLister: passes on edges, parts or views, as asked", "[unit]") {
    CHECK(passed(Of::edges) == Edges{{EdgeKind::weak, {memory + 1, &small}, ""}});
    CHECK(passed(Of::views) == Edges{{EdgeKind::refers, {memory + 2, &middle}, ""}});
    CHECK(passed(Of::parts) ==
          Edges{{EdgeKind::owns, {memory + 3, &small}, ""}, {EdgeKind::owns, {memory, &small}, ""}});
}

TEST_CASE("EdgeLister: a part whose description leaves something out is opaque", "[unit]") {
    Type leaves_out = sized(8), complete = sized(8);
    leaves_out.left_out = [](Type const&, void const*) { return &typeid(Plain); };
    complete.left_out = [](Type const&, void const*) -> std::type_info const* { return nullptr; };
    for (Of const of : {Of::edges, Of::views}) {
        Passed all;
        EdgeLister lister(from, all, of);
        CHECK(lister.enter(memory, leaves_out));
        CHECK(lister.enter(memory + 8, complete));
        CHECK(lister.enter(memory + 16, small));
        CHECK(all.edges ==
              (of == Of::edges ? Edges{{EdgeKind::opaque, {memory, &leaves_out}, ""}} : Edges()));
    }
}

TEST_CASE("EdgeLister: what lies too deep is an edge", "[unit]") {
    for (Of const of : {Of::edges, Of::views}) {
        Passed all;
        EdgeLister lister(from, all, of);
        for (unsigned depth = 0; depth != trav::detail::deepest_part; ++depth)
            CHECK(lister.enter(memory, large));
        CHECK(!lister.enter(memory + 1, small));
        CHECK(all.edges == (of == Of::edges ? Edges{{EdgeKind::owns, {memory + 1, &small}, ""}} : Edges()));
        lister.leave();
        CHECK(lister.enter(memory + 1, small));
    }
}

TEST_CASE("EdgeLister: values apart are not entered, and those without a name come last", "[unit]") {
    std::vector<Object> const apart = {
        {memory + 4, &middle}, {memory + 6, &small}, {memory + 8, &large}, {memory + 12, &large}};
    Passed all;
    EdgeLister lister(from, all, Of::edges, apart);
    CHECK(!lister.is_apart(memory + 4, 1));
    CHECK(!lister.is_apart(memory + 5, 2));
    CHECK(all.edges.empty());
    lister.step_in("first");
    CHECK(lister.is_apart(memory + 4, 2));
    lister.step_out();
    lister.step_in("last");
    CHECK(!lister.enter(memory + 8, large));
    CHECK(lister.enter(memory + 8, small));
    lister.step_out();
    lister.add_unnamed();
    CHECK(all.edges == Edges{{EdgeKind::owns, apart[0], "first"},
                             {EdgeKind::owns, apart[2], "last"},
                             {EdgeKind::owns, apart[1], ""},
                             {EdgeKind::owns, apart[3], ""}});
    EdgeLister without(from, all);
    CHECK(!without.is_apart(memory + 4, 2));
}

TEST_CASE("EdgeLister: steps name an edge", "[unit]") {
    enum class Letter { a, b };
    Passed all;
    EdgeLister lister(from, all);
    auto const edge = [&] { lister.add(EdgeKind::owns, memory, small); };
    lister.step_in("list");
    lister.step_in(std::size_t{3});
    edge();
    lister.step_out();
    lister.step_in_key(std::string("key"), 7);
    edge();
    lister.step_out();
    lister.step_in_key(-5, 7);
    edge();
    lister.step_out();
    lister.step_in_key(Letter::b, 7);
    edge();
    lister.step_out();
    lister.step_in_key(1.5, 7);
    edge();
    lister.step_out();
    lister.step_out();
    edge();
    std::vector<std::string> labels;
    for (auto const& e : all.edges) labels.push_back(e.label);
    CHECK(labels ==
          std::vector<std::string>{"list[3]", "list[\"key\"]", "list[-5]", "list[1]", "list[7]", ""});
}

TEST_CASE("EdgeLister: a pointer is an edge unless it is null, and other members list themselves", "[unit]") {
    Passed all;
    EdgeLister lister(from, all);
    lister.pointer("none", nullptr, small);
    lister.pointer("next", memory + 7, small);
    lister.member(
        "by value", memory + 1, {true, EdgeKind::weak},
        [](void const* value, trav::detail::As as, EdgeLister& to) { to.add(as.kind, value, middle); });
    lister.add(EdgeKind::owns, memory, small);
    CHECK(all.edges == Edges{{EdgeKind::refers, {memory + 7, &small}, "next"},
                             {EdgeKind::weak, {memory + 1, &middle}, "by value"},
                             {EdgeKind::owns, {memory, &small}, ""}});
}

TEST_CASE("leads_on(): an object has edges, or owns memory", "[unit]") {
    Type type;
    CHECK(!trav::detail::leads_on({memory, &type}));
    type.owned = [](void const*, trav::detail::OwnedBlocks*) -> std::size_t { return 0; };
    CHECK(!trav::detail::leads_on({memory, &type}));
    type.edges = [](void const*, EdgeLister&) {};
    CHECK(!trav::detail::leads_on({memory, &type}));
    type.edges = [](void const* object, EdgeLister& to) { to.add(EdgeKind::owns, object, small); };
    CHECK(trav::detail::leads_on({memory, &type}));
    type.edges = nullptr;
    type.owned = [](void const*, trav::detail::OwnedBlocks*) -> std::size_t { return 1; };
    CHECK(trav::detail::leads_on({memory, &type}));
}

TEST_CASE("left_out_base(): a base class without a description counts if it has room for a pointer",
          "[unit]") {
    auto const all = [](std::type_info const&) { return true; };
    auto const other = [](std::type_info const& base) { return base == typeid(Other); };
    CHECK(left_out(Derived(), sizeof(void*)) == &typeid(Plain));
    CHECK(left_out(Derived(), sizeof(void*) - 1) == nullptr);
    CHECK(left_out(Derived(), 100, all) == nullptr);
    CHECK(left_out(Plain(), 100) == nullptr);
    CHECK(left_out(TwoBases(), 100) == &typeid(Plain));  // the first
    CHECK(left_out(Grandchild(), 100) == &typeid(Other));
    CHECK(left_out(Grandchild(), 100, other) == &typeid(Root));
    CHECK(left_out(Grandchild(), 100, all) == nullptr);
    CHECK(left_out(Sharing(), 100) == nullptr);
    CHECK(left_out(Hooked(), 100) == nullptr);
}
