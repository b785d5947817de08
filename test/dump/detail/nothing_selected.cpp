// The errors of selectors without a match, for objects with references of each kind.
#include "catch.hpp"
#include "support/message_of.hpp"

#include <trav/dump/detail/nothing_selected.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using trav::dump::Error;
using trav::dump::NamedStep;
using trav::dump::NameKind;
using trav::dump::Node;
using trav::dump::SelectorSyntax;

namespace {

struct Shelf {
    struct Edge {
        Node from, to;
        std::string_view name;
        NameKind kind;
        bool strong = true;
    };
    std::vector<Edge> edges{};
    std::vector<std::string> roots{};
    Node map = 99;  ///< its references are keys and values in turn

    std::string source() const { return "shelf"; }
    std::uint32_t node_count() const { return 10; }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges.size()); }
    std::uint64_t size(Node) const { return 8; }
    int type(Node n) const { return n >= 8; }
    std::string_view type_name(int type) const { return type != 0 ? "String" : "Box"; }
    std::string_view name(Node n) const { return n == 8 ? "eight" : n == 9 ? "nine" : "seven"; }
    std::string_view name(Edge const& edge) const { return edge.name; }
    NameKind name_kind(Edge const& edge) const { return edge.kind; }
    bool strong(Edge const& edge) const { return edge.strong; }
    bool has_pairs(Node n) const { return n == map; }
    void for_each_root(auto f) const {
        for (std::string const& root : roots) f(Node{0}, std::string_view(root));
    }
    void for_each_edge(Node n, auto f) const {
        for (Edge const& edge : edges)
            if (edge.from == n) f(edge);
    }
};

/// The end of the message about a step missing in the objects.
std::string has(Shelf const& shelf, std::vector<Node> const& objects, NamedStep const& missing = {"xyz"}) {
    std::string const error = test::message_of<Error>(
        [&] { trav::dump::detail::no_step(shelf, SelectorSyntax("a.xyz"), "a", objects, missing); });
    std::string const begin = "shelf: selector 'a.xyz' matches nothing: a has no ";
    CHECK(error.starts_with(begin));
    return error.substr(begin.size());
}
std::string no_root(std::vector<std::string> const& roots) {
    return test::message_of<Error>(
        [&] { trav::dump::detail::no_root(Shelf{.roots = roots}, SelectorSyntax("abc.d")); });
}

}  // namespace

TEST_CASE("nothing selected: similar names first, and the number of the others", "[unit]") {
    using trav::dump::detail::alike;
    std::vector<std::string> const names{"xyz", "abd", "abc", "bbd"};
    CHECK(alike(names, "abc", 0) == ", and 4 more");
    CHECK(alike(names, "abc", 1) == "abc, and 3 more");
    CHECK(alike(names, "abc", 3) == "abc, abd, bbd, and 1 more");
    CHECK(alike(names, "abc", 4) == "abc, abd, bbd, xyz");
    CHECK(alike(names, "abc", 5) == "abc, abd, bbd, xyz");
    CHECK(alike({}, "abc").empty());
    CHECK(alike(std::vector<std::string>(12, "a"), "a") == "a, a, a, a, a, a, a, a, a, a, a, a");
    CHECK(alike(std::vector<std::string>(14, "a"), "a") == "a, a, a, a, a, a, a, a, a, a, a, a, and 2 more");
}

TEST_CASE("nothing selected: the names of roots", "[unit]") {
    std::string const begin = "shelf: selector 'abc.d' matches nothing: there is no root 'abc'; there is ";
    CHECK(no_root({"x", "abd"}) == begin + "abd, x");
    CHECK(no_root(std::vector<std::string>(13, "a")) ==
          begin + "a, a, a, a, a, a, a, a, a, a, a, a, and 1 more");
}

TEST_CASE("nothing selected: fields, elements and keys of existing objects", "[unit]") {
    using enum NameKind;
    Shelf shelf{.edges = {{0, 1, "field", field},
                          {0, 2, "17", element},
                          {0, 3, "inside", internal},
                          {0, 4, "", unnamed},
                          {0, 5, "weak", field, false},
                          {1, 4, "", unnamed},
                          {1, 5, "", unnamed},
                          {1, 6, "", unnamed, false},
                          {2, 6, "only inside", internal},
                          {4, 8, "", unnamed},
                          {4, 0, "", unnamed},
                          {4, 3, "", unnamed},
                          {4, 9, "", unnamed},
                          {4, 9, "", unnamed},
                          {4, 0, "", unnamed}}};
    CHECK(has(shelf, {0}) == "'xyz'; it has 17, field");
    CHECK(has(shelf, {0}, {"7", true}) == "'@7'; it has 17, field");
    CHECK(has(shelf, {1}) == "'xyz'; it has 2 references without a name: [@ID]");
    CHECK(has(shelf, {2}) == "'xyz'; it has no properties");
    CHECK(has(shelf, {}) == "'xyz'; it has no properties");
    CHECK(has(shelf, {2, 1}) == "'xyz'; it has 2 references without a name: [@ID]");
    CHECK(has(shelf, {2, 0, 1}) == "'xyz'; it has 17, field");
    CHECK(has(shelf, {4}) == "'xyz'; it has 6 references without a name: [@ID]");
    shelf.map = 4;  // the key 3 is no text
    CHECK(has(shelf, {4}) == "'xyz'; it has nine, eight");
}
