#include "catch.hpp"

#include <trav/dump/detail/follow_loosely.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using trav::dump::NameKind;
using trav::dump::Node;
using trav::dump::detail::follow_last_part;
using trav::dump::detail::follow_through;
using trav::dump::detail::is_last_part;
using enum trav::dump::NameKind;

namespace {

constexpr auto nothing = std::nullopt;
using Found = std::optional<Node>;

/// A dump written reference by reference.
struct Linked {
    struct Edge {
        Node from, to;
        std::string_view label;
        NameKind kind = NameKind::field;
        bool is_strong = true;
    };
    std::vector<std::string> types;  ///< by node
    std::vector<std::string> names;  ///< likewise
    std::vector<Edge> edges;
    Node hash = ~Node{0};  ///< its references are keys and values in turn

    std::string source() const { return "linked"; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(types.size()); }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges.size()); }
    std::uint64_t size(Node) const { return 1; }
    std::size_t type(Node n) const { return n; }
    std::string type_name(std::size_t type) const { return types[type]; }
    std::string name(Node n) const { return names.empty() ? "" : names[n]; }
    void for_each_root(auto f) const { f(Node{0}, std::string_view("root")); }
    void for_each_edge(Node n, auto f) const {
        for (Edge const& edge : edges)
            if (edge.from == n) f(edge);
    }
    std::string name(Edge const& edge) const { return std::string(edge.label); }
    NameKind name_kind(Edge const& edge) const { return edge.kind; }
    bool strong(Edge const& edge) const { return edge.is_strong; }
    bool has_pairs(Node n) const { return n == hash; }
};

/// Six objects with these references.
Linked with(std::vector<Linked::Edge> edges) {
    return {.types = std::vector<std::string>(6, "T"), .names = {}, .edges = std::move(edges)};
}

}  // namespace

TEST_CASE("follow loosely: the last part of a name begins after a dot, a dollar or two colons", "[unit]") {
    for (std::string const name :
         {"shop.Session", "shop$Session", "shop::Session", ".Session", "a.b$Session"})
        CHECK(is_last_part("Session", name));
    for (std::string const name : {"Session", "shop:Session", "shopSession", "shop.Sessions", "shop.session",
                                   "shop.Session.x", "::Session ", ""})
        CHECK_FALSE(is_last_part("Session", name));
    CHECK(is_last_part("b.Session", "a.b.Session"));
}

TEST_CASE("follow loosely: the only strong field with the last part", "[unit]") {
    auto const found = [](std::vector<Linked::Edge> edges) {
        return follow_last_part(with(std::move(edges)), 0, "Index");
    };
    CHECK(found({{0, 1, "a.Index"}}) == Found(1));
    CHECK(found({{0, 2, "a.Other"}, {0, 1, "a.Index"}, {0, 3, "Index"}}) == Found(1));
    CHECK(found({}) == nothing);
    CHECK(found({{1, 2, "a.Index"}}) == nothing);  // of another object
    CHECK(found({{0, 1, "a.Index", field, false}}) == nothing);
    CHECK(found({{0, 1, "a.Index"}, {0, 2, "b.Index", field, false}}) == Found(1));
    for (auto const kind : {element, internal, unnamed}) CHECK(found({{0, 1, "a.Index", kind}}) == nothing);
    CHECK(found({{0, 1, "a.Index"}, {0, 2, "b.Index", internal}}) == Found(1));
    CHECK(found({{0, 1, "a.Index"}, {0, 2, "b.Index"}}) == nothing);
    CHECK(found({{0, 1, "a.Index"}, {0, 2, "b.Index"}, {0, 2, "c.Index"}}) == nothing);
    CHECK(found({{0, 1, "a.Index"}, {0, 2, "b.Index"}, {0, 1, "c.Index"}}) == nothing);
    CHECK(found({{0, 1, "a.Index"}, {0, 1, "b.Index"}}) == Found(1));  // one object
}

TEST_CASE("follow loosely: a step through a nameless reference", "[unit]") {
    auto const found = [](std::vector<Linked::Edge> edges) {
        return follow_through(with(std::move(edges)), 0, {"x"});
    };
    CHECK(found({{0, 1, "x"}}) == Found(1));
    CHECK(found({{0, 2, "", unnamed}, {2, 3, "x"}, {0, 1, "x"}}) == Found(1));  // its own comes first
    CHECK(found({{0, 2, "", unnamed}, {2, 3, "x"}}) == Found(3));
    CHECK(found({{0, 2, "a"}, {2, 3, "x"}}) == nothing);
    CHECK(found({{0, 2, "", unnamed, false}, {2, 3, "x"}}) == nothing);
    CHECK(found({{0, 2, "", unnamed}, {2, 3, "x", field, false}}) == nothing);
    CHECK(found({{0, 2, "", unnamed}, {2, 4, "", unnamed}, {4, 3, "x"}}) == nothing);  // only one of them
    CHECK(found({{0, 1, "", unnamed}, {0, 2, "", unnamed}, {1, 3, "x"}, {2, 4, "x"}}) == nothing);
    CHECK(found({{0, 1, "", unnamed}, {0, 2, "", unnamed}, {1, 3, "x"}, {2, 3, "x"}}) == Found(3));
    CHECK(found({}) == nothing);
}

TEST_CASE("follow loosely: the value of a key comes last, and an id is not looked for", "[unit]") {
    Linked dump{.types = {"Hash", "String", "V", "W", "T", "V"},
                .names = {"", "x", "", "", "", ""},
                .edges = {{0, 1, "", unnamed}, {0, 2, "", unnamed}},

                .hash = 0};
    CHECK(follow_through(dump, 0, {"x"}) == Found(2));
    CHECK(follow_through(dump, 0, {"y"}) == nothing);
    CHECK(follow_through(dump, 0, {"x", true}) == nothing);
    dump.edges.push_back({2, 3, "x"});  // now the value has a field of this name
    CHECK(follow_through(dump, 0, {"x"}) == Found(3));
    dump.edges.push_back({0, 4, "x"});
    CHECK(follow_through(dump, 0, {"x"}) == Found(4));
    // an id is one of an adjacent object
    CHECK(follow_through(dump, 0, {"2", true}) == Found(2));
    CHECK(follow_through(dump, 0, {"3", true}) == nothing);
}
