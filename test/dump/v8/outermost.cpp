#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/outermost.hpp>

#include <string>
#include <vector>

using trav::dump::V8EdgeKind;

namespace {

using Nodes = std::vector<trav::dump::Node>;

// A scope. Its description has the name of the function between names of a variable. Unless the function was
// collected, its script lists it as number `place`.
struct Scope {
    std::string function_name = "";
    bool described = true, collected = false, block = false, texts = true;
    std::string place = "1";
    std::string script_edge = "script";
};

Nodes found(Scope const& scope) {
    using enum V8EdgeKind;
    Written v8;
    v8.node("object", 8, {{context, 7, "order"}, {internal, scope.described ? 1u : 7u, "scope_info"}},
            "system / Context");
    if (!scope.described) v8.snapshot.edge_name.back() = v8.string("map");
    std::vector<Written::Edge> texts{{hidden, 2}, {hidden, scope.block ? 2u : 3u}, {hidden, 2}};
    if (!scope.texts) texts.clear();
    texts.insert(texts.end(), {{hidden, 8}, {hidden, 9}});
    v8.node("code", 8, texts, "system / ScopeInfo");
    v8.node("string", 8, {}, "order");
    v8.node("string", 8, {}, scope.function_name);
    v8.node(
        "code", 8,
        {{internal, 1, scope.collected ? "raw_outer_scope_info_or_feedback_metadata" : "name_or_scope_info"},
         {internal, 5, scope.script_edge}},
        "(shared function info)");
    v8.node("code", 8, {{internal, 3, "name"}, {hidden, 6}, {hidden, 9}}, "shop.js");
    v8.node("code", 8, {{weak, 1, "0"}, {weak, 4, scope.place}, {weak, 1, "9"}, {internal, 4, "8"}},
            "system / WeakFixedArray");
    v8.node("object", 8, {}, "Order");
    v8.node("string", 8, {}, "exports.make");  // a name inferred by V8 follows the empty one
    v8.snapshot.node_type[8] = static_cast<std::uint16_t>(v8.snapshot.type_named("concatenated string"));
    v8.node("object", 8, {{weak, 4, "7"}}, "");  // neither a text nor a list of functions
    return trav::dump::outermost(v8.snapshot, {0});
}

}  // namespace

TEST_CASE("v8 outermost: the scope of a script's first function is a module's", "[unit]") {
    CHECK(found({.place = "0"}) == Nodes{0});  // in a module of ECMAScript
    CHECK(found({.place = "1"}) == Nodes{0});  // in Node, after the script itself
    CHECK(found({.place = "1", .script_edge = "script_or_debug_info"}) == Nodes{0});
}

TEST_CASE("v8 outermost: the scope of a later function is its own if its module has none", "[unit]") {
    CHECK(found({.place = "2"}).empty());
    CHECK(found({.place = "14"}).empty());
    CHECK(found({.place = "2", .script_edge = "script_or_debug_info"}).empty());  // before V8 12
}

TEST_CASE("v8 outermost: the scope of a named function or of a block does not belong to a module", "[unit]") {
    CHECK(found({.function_name = "make"}).empty());
    CHECK(found({.function_name = "make", .collected = true}).empty());
    CHECK(found({.block = true}).empty());
}

TEST_CASE("v8 outermost: a scope without any information counts as a module's", "[unit]") {
    CHECK(found({.collected = true, .place = "2"}) == Nodes{0});
    CHECK(found({.described = false, .place = "2"}) == Nodes{0});
    CHECK(found({.place = "2", .script_edge = "other"}) == Nodes{0});
}

TEST_CASE("v8 outermost: a description of an old version of V8 has no texts", "[unit]") {
    CHECK(found({.texts = false}) == Nodes{0});
    CHECK(found({.texts = false, .place = "2"}).empty());
}

TEST_CASE("v8 outermost: the function may be the first node", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("code", 8, {{internal, 3, "name_or_scope_info"}, {internal, 1, "script"}});
    v8.node("code", 8, {{internal, 2, "list"}}, "shop.js");
    v8.node("code", 8, {{weak, 0, "2"}}, "system / WeakFixedArray");
    v8.node("code", 8, {}, "system / ScopeInfo");
    v8.node("object", 8, {{internal, 3, "scope_info"}}, "system / Context");
    CHECK(trav::dump::outermost(v8.snapshot, {4}).empty());
}

TEST_CASE("v8 outermost: takes time linear in the number of functions of a script", "[unit]") {
    using enum V8EdgeKind;
    constexpr std::uint32_t count = 100'000;  // quadratic time would be minutes
    Written v8;
    std::vector<Written::Edge> functions;
    Nodes scopes;
    v8.node("code", 8, {{internal, 1, "list"}}, "shop.js");
    for (std::uint32_t i = 0; i != count; ++i)
        functions.push_back({weak, 3 + 3 * i + 2, std::to_string(i + 1)});
    v8.node("code", 8, functions, "system / WeakFixedArray");
    v8.node("string", 8, {}, "");
    for (std::uint32_t i = 0; i != count; ++i) {
        std::uint32_t const scope = 3 + 3 * i;
        scopes.push_back(scope);
        v8.node("object", 8, {{internal, scope + 1, "scope_info"}}, "system / Context");
        v8.node("code", 8, {{hidden, 2}}, "system / ScopeInfo");
        v8.node("code", 8, {{internal, scope + 1, "name_or_scope_info"}, {internal, 0, "script"}},
                "(shared function info)");
    }
    CHECK(trav::dump::outermost(v8.snapshot, scopes) == Nodes{3});  // the scope of the first function
}

TEST_CASE("v8 outermost: returns only scopes that are given", "[unit]") {
    Written v8;
    v8.node("object", 8, {});
    CHECK(trav::dump::outermost(v8.snapshot, {}).empty());
    CHECK(trav::dump::outermost(v8.snapshot, {0}) == Nodes{0});
}
