// Objects and references in random order, beside lists of each one's properties.
#include "catch.hpp"
#include "support/dice.hpp"
#include "support/message_of.hpp"

#include <trav/dump/graph/builder.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using test::message_of;
using trav::dump::EdgeList;
using trav::dump::Error;
using trav::dump::IdLife;
using trav::dump::Node;
using trav::dump::ValueKind;

namespace {

/// The builder of a file, read up to its line 3.
struct Builder {
    explicit Builder(std::string_view last = "END") : list(lines, last) {
        for (int line = 0; line != 3; ++line) lines.next();
    }

    std::istringstream stream{"1\n2\n3\n4\n"};
    trav::dump::Input input{stream, "test.edges"};
    trav::dump::detail::Lines lines{input};
    trav::dump::detail::EdgeListBuilder list;
};

using Edge = std::tuple<Node, std::string, bool, bool>;  // target, name, weak, of the runtime
std::vector<Edge> edges_of(EdgeList const& list, Node n) {
    std::vector<Edge> found;
    list.for_each_edge(n, [&](EdgeList::Edge const& edge) {
        CHECK(edge.from == n);
        found.emplace_back(edge.to, list.name(edge), edge.weak, edge.runtime);
    });
    return found;
}
using Root = std::pair<Node, std::string>;
std::vector<Root> roots_of(EdgeList const& list) {
    std::vector<Root> found;
    list.for_each_root([&](Node n, std::string_view name) { found.emplace_back(n, name); });
    return found;
}

}  // namespace

TEST_CASE("edge list builder: random objects and references", "[unit]") {
    for (std::uint32_t seed = 0; seed != 100; ++seed) {
        CAPTURE(seed);
        test::Dice dice(seed);
        auto const text = [&] { return std::string(1, "abc"[dice.below(3)]); };
        struct Object {
            std::string id, type = "(undeclared)", name{};
            std::uint64_t bytes = 0;
            std::vector<Edge> edges{};
            std::array<std::string, 3> origins{};
        };
        std::vector<Object> objects;
        std::map<std::string, Node> numbers;
        std::vector<Root> roots;
        std::vector<std::tuple<Node, std::string, ValueKind, std::string>> values;
        Builder builder;
        auto const node = [&] {
            std::string const id = std::to_string(dice.below(20));
            auto const [at, fresh] = numbers.try_emplace(id, static_cast<Node>(objects.size()));
            if (fresh) objects.push_back({.id = id});
            CHECK(builder.list.node(id) == at->second);
            return at->second;
        };
        bool const has_runtime = dice.one_in(2), has_roots = !dice.one_in(3);
        std::size_t edges = 0;
        for (std::size_t steps = 1 + dice.below(60); steps != 0; --steps) {
            Node const n = node();
            switch (dice.below(5)) {
            case 0:
                if (objects[n].type != "(undeclared)") break;
                objects[n].type = text(), objects[n].bytes = dice.below(1000);
                objects[n].name = dice.one_in(2) ? "" : "called " + text();
                builder.list.declare(n, objects[n].type, objects[n].bytes, objects[n].name);
                break;
            case 1: {
                std::size_t const which = dice.below(3);
                std::string const origin = dice.one_in(4) ? "" : text();
                builder.list.origin(n, static_cast<EdgeList::Origin>(which), origin);
                if (!origin.empty()) objects[n].origins[which] = origin;
                break;
            }
            case 2: {
                std::string const field = dice.one_in(2) ? "" : text(), its = text();
                auto const kind = dice.one_in(2) ? ValueKind::text : ValueKind::number;
                builder.list.value(n, field, kind, its);
                values.emplace_back(n, field, kind, its);
                break;
            }
            case 3:
                if (!has_roots || dice.one_in(2)) break;
                roots.emplace_back(n, dice.one_in(2) ? "" : "root " + text());
                builder.list.root(n, roots.back().second);
                break;
            default: {
                Node const to = node();
                std::string const name = dice.one_in(3) ? "" : text();
                bool const weak = dice.one_in(2), runtime = has_runtime && dice.one_in(3);
                builder.list.edge({n, to, 0, weak, runtime}, name);
                objects[n].edges.emplace_back(to, name, weak, runtime);
                ++edges;
            }
            }
        }
        bool const no_roots = roots.empty();
        if (no_roots)
            for (Node n = 0; n != objects.size(); ++n) {
                bool const referred = std::ranges::any_of(objects, [&](Object const& from) {
                    return &from != &objects[n] && std::ranges::any_of(from.edges, [&](Edge const& edge) {
                        return std::get<0>(edge) == n;
                    });
                });
                if (!referred) roots.emplace_back(n, "");
            }
        if (roots.empty()) {
            CHECK(message_of<Error>([&] { builder.list.finish(); }) ==
                  "test.edges: there is no root in it, and no node that no other refers to");
            continue;
        }
        for (auto& [n, name] : roots) {
            if (name.empty()) name = objects[n].name;
            if (name.empty()) name = objects[n].id;
        }
        EdgeList const list = builder.list.finish();
        CHECK(list.file == "test.edges");
        CHECK(list.node_count() == objects.size());
        CHECK(list.edge_count() == edges);
        CHECK(roots_of(list) == roots);
        bool any_runtime = false;
        std::array<bool, 3> any_origin{};
        for (Node n = 0; n != objects.size(); ++n) {
            Object const& its = objects[n];
            CHECK(list.id(n) == its.id);
            CHECK(list.type_name(list.type(n)) == its.type);
            CHECK(list.size(n) == its.bytes);
            CHECK(list.name(n) == its.name);
            CHECK(edges_of(list, n) == its.edges);
            for (auto const& edge : its.edges) any_runtime = any_runtime || std::get<3>(edge);
            for (std::size_t i = 0; i != 3; ++i) any_origin[i] = any_origin[i] || !its.origins[i].empty();
        }
        CHECK(list.edge_runtime.size() == (any_runtime ? edges : 0));
        for (std::size_t i = 0; i != 3; ++i) {
            REQUIRE(list.origins[i].size() == (any_origin[i] ? objects.size() : 0));
            for (Node n = 0; any_origin[i] && n != objects.size(); ++n)
                CHECK(list.strings[list.origins[i][n]] == objects[n].origins[i]);
        }
        REQUIRE(list.values.size() == values.size());
        for (std::size_t i = 0; i != values.size(); ++i) {
            EdgeList::Value const& value = list.values[i];
            CHECK(values[i] == std::tuple(value.node, std::string(list.strings[value.field]), value.kind,
                                          std::string(list.strings[value.text])));
        }
    }
}

TEST_CASE("edge list builder: the last line says how many are before it", "[unit]") {
    for (std::uint64_t const count : {0u, 1u, 5u}) {
        Builder builder;
        for (std::uint64_t i = 0; i != count; ++i) builder.list.line();
        auto const end_with = [&](std::uint64_t said) {
            return message_of<Error>([&] { builder.list.end(said); });
        };
        std::string const rest = " lines are before it, not " + std::to_string(count);
        CHECK(end_with(count + 1) ==
              "test.edges: line 3: the end says that " + std::to_string(count + 1) + rest);
        builder.list.end(count, IdLife::dump);
        CHECK(message_of<Error>([&] { builder.list.line(); }) ==
              "test.edges: line 3: a line follows the end");
        builder.list.node("x");
        EdgeList const list = builder.list.finish();
        CHECK(list.no_end.empty());
        CHECK(list.id_life() == IdLife::dump);
    }
    Builder cut("N nodes");
    cut.list.line();
    cut.list.node("x");
    EdgeList const list = cut.list.finish();
    CHECK(list.no_end == "N nodes");
    CHECK(list.id_life() == IdLife::process);
    Builder whole;
    whole.list.end(0);
    whole.list.node("x");
    CHECK(whole.list.finish().id_life() == IdLife::process);
}

TEST_CASE("edge list builder: errors name the line", "[unit]") {
    Builder builder;
    auto const error = [&](auto const& action) { return message_of<Error>([&] { action(builder.list); }); };
    std::uint64_t const most = ~std::uint64_t{0};
    CHECK(error([](auto& list) { list.finish(); }) == "test.edges: there is no node in it");
    CHECK(error([](auto& list) { list.node(""); }) == "test.edges: line 3: an id is empty");
    CHECK(error([](auto& list) { list.declare(list.node("x"), "T", 1, ""); }).empty());
    builder.lines.next();
    CHECK(error([](auto& list) { list.declare(0, "T", 0, ""); }) ==
          "test.edges: line 4: node x is declared in line 3");
    CHECK(error([](auto& list) { list.declare(list.node("y"), "", 0, ""); }) ==
          "test.edges: line 4: a type is empty");
    CHECK(error([&](auto& list) { list.declare(list.node("a"), "T", most, ""); }) ==
          "test.edges: line 4: all sizes together are more than 2^64 - 1 bytes");
    CHECK(error([&](auto& list) { list.declare(list.node("b"), "T", most - 2, ""); }).empty());
    CHECK(error([](auto& list) { list.declare(list.node("c"), "T", 2, ""); }) ==
          "test.edges: line 4: all sizes together are more than 2^64 - 1 bytes");
    CHECK(error([](auto& list) { list.declare(list.node("d"), "T", 1, ""); }).empty());
    CHECK(error([](auto& list) { list.declare(list.node("e"), "T", 0, ""); }).empty());
}
