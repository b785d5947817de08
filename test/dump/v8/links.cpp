#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/selector.hpp>
#include <trav/dump/v8/links.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using trav::dump::Machinery;
using trav::dump::Selector;
using trav::dump::V8Edge;
using trav::dump::V8EdgeKind;
using trav::dump::V8Snapshot;

namespace {

// The names of the edges of all nodes of a class that are machinery (`wanted`), or that are not.
std::set<std::string> names(V8Snapshot const& snapshot, std::string const& class_name, bool wanted) {
    Machinery const machinery(snapshot);
    std::set<std::string> result;
    for (std::uint32_t n = 0; n < snapshot.node_count(); ++n) {
        if (type_name(snapshot, n) != class_name) continue;
        snapshot.for_each_edge(n, [&](V8Edge const& edge) {
            if (edge.named() && machinery(edge) == wanted) result.insert(snapshot.name(edge));
        });
    }
    return result;
}

using Names = std::set<std::string>;

// All nodes reachable from `from` along the edges that `follow` admits.
std::vector<bool> reached(V8Snapshot const& snapshot, std::vector<std::uint32_t> from, auto follow) {
    std::vector<bool> seen(snapshot.node_count());
    for (std::uint32_t const n : from) seen[n] = true;
    while (!from.empty()) {
        std::uint32_t const n = from.back();
        from.pop_back();
        snapshot.for_each_edge(n, [&](V8Edge const& edge) {
            if (edge.kind == V8EdgeKind::weak || seen[edge.to] || !follow(edge)) return;
            seen[edge.to] = true;
            from.push_back(edge.to);
        });
    }
    return seen;
}

}  // namespace

TEST_CASE("v8 links: references of a programmer's objects belong to the program", "[conformance]") {
    V8Snapshot const s = trav::dump::read_v8("example/data/shop-1.heapsnapshot.gz");
    // numbers are not nodes, or their edges have no names
    CHECK(names(s, "Product", false) == Names{"title", "tags", "photo"});
    CHECK(names(s, "Product", true) == Names{"map", "__proto__"});
    CHECK(names(s, "Order", false) == Names{"user", "lines", "total"});
    CHECK(names(s, "LazyReport", true) == Names{"map", "__proto__"});
}

TEST_CASE("v8 links: without machinery a session reaches its user and products, but not the shop",
          "[conformance]") {
    V8Snapshot const s = trav::dump::read_v8("example/data/shop-1.heapsnapshot.gz");
    Machinery const machinery(s);
    auto const classes = [&](std::string const& from, auto follow) {
        std::map<std::string, int> result;
        auto const seen = reached(s, {Selector(from).find(s).front()}, follow);
        for (std::uint32_t n = 0; n < s.node_count(); ++n) result[type_name(s, n)] += seen[n];
        return result;
    };
    auto const program = [&](V8Edge const& edge) { return !machinery(edge); };
    auto session = classes("app.sessions.table.1028", program);
    CHECK(session["Session"] == 1);
    CHECK(session["User"] == 1);
    CHECK(session["Product"] == 5);  // shop.js: five products, all different here
    CHECK(session["Order"] == 0);
    auto naive = classes("app.sessions.table.1028", [](V8Edge const&) { return true; });
    CHECK(naive["Session"] == 1500);
    CHECK(naive["Order"] == 2000);
}

TEST_CASE("v8 links: an inner scope belongs to the program, an outermost scope does not", "[unit]") {
    // closure -context-> inner -previous-> outer -previous-> native context; and V8's stack -> outer
    std::string const text =
        R"({"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],)"
        R"("node_types":[["hidden","object","closure","synthetic"],"string","number","number","number"],)"
        R"("edge_fields":["type","name_or_index","to_node"],)"
        R"("edge_types":[["element","internal"],"x","node"]},)"
        R"("node_count":5,"edge_count":5},"nodes":[3,0,1,0,2, 2,0,3,8,1, 1,1,5,8,1, 1,1,7,8,1, 0,2,9,8,0],)"
        R"("edges":[0,1,5, 0,2,15, 1,3,10, 1,4,15, 1,4,20],)"
        R"("strings":["","system / Context","system / NativeContext","context","previous"]})";
    V8Snapshot const s = read_text(text);
    Machinery const machinery(s);
    std::vector<bool> found;
    for (std::uint32_t n = 0; n < s.node_count(); ++n) {
        s.for_each_edge(n, [&](V8Edge const& edge) { found.push_back(machinery(edge)); });
    }
    CHECK(found == std::vector<bool>{false, false, false, true, true});
}

TEST_CASE("v8 links: all links to and from code are machinery", "[unit]") {
    // root -> closure -code-> code -constants-> object
    std::string const text =
        R"({"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],)"
        R"("node_types":[["object","closure","code","synthetic"],"string","number","number","number"],)"
        R"("edge_fields":["type","name_or_index","to_node"],)"
        R"("edge_types":[["element","internal"],"x","node"]},)"
        R"("node_count":4,"edge_count":3},"nodes":[3,0,1,0,1, 1,0,3,8,1, 2,0,5,8,1, 0,0,7,8,0],)"
        R"("edges":[0,1,5, 1,1,10, 1,2,15],"strings":["","code","constants"]})";
    V8Snapshot const s = read_text(text);
    Machinery const machinery(s);
    CHECK_FALSE(machinery(s.edge(0, 0)));
    CHECK(machinery(s.edge(1, 1)));
    CHECK(machinery(s.edge(2, 2)));
}

TEST_CASE("v8 links: links to maps and native contexts are machinery", "[unit]") {
    // root -> object -map-> object, and -native_context-> object; "map" is the first string
    std::string const text =
        R"({"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],)"
        R"("node_types":[["object","closure","code","synthetic"],"string","number","number","number"],)"
        R"("edge_fields":["type","name_or_index","to_node"],)"
        R"("edge_types":[["element","internal"],"x","node"]},)"
        R"("node_count":4,"edge_count":4},"nodes":[3,1,1,0,1, 0,1,3,8,3, 0,1,5,8,0, 0,1,7,8,0],)"
        R"("edges":[0,1,5, 1,0,10, 1,2,15, 1,3,15],"strings":["map","","native_context","other"]})";
    V8Snapshot const s = read_text(text);
    Machinery const machinery(s);
    CHECK_FALSE(machinery(s.edge(0, 0)));
    CHECK(machinery(s.edge(1, 1)));
    CHECK(machinery(s.edge(1, 2)));
    CHECK_FALSE(machinery(s.edge(1, 3)));
}

TEST_CASE("v8 links: only V8's root holds a global object", "[unit]") {
    V8Snapshot const s = read_text(with(",2,9,35]", ",2,9,7]"));  // the session refers to the global object
    Machinery const machinery(s);
    CHECK(!machinery(s.edge(0, 0)));
    CHECK(machinery(s.edge(4, 6)));
}

TEST_CASE("v8 links: a function's own scope belongs to the program if its module has none", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("closure", 8, {{internal, 1, "context"}}, "thunk");
    v8.node("object", 8, {{internal, 2, "previous"}, {internal, 3, "scope_info"}}, "system / Context");
    v8.node("native", 8, {{internal, 4, "global_object"}}, "system / NativeContext / ://");
    v8.node("code", 8, {{hidden, 5}}, "system / ScopeInfo");
    v8.node("object", 8, {}, "Window");
    v8.node("string", 8, {}, "make");
    v8.node("native", 8, {}, "system / Map");
    Machinery const machinery(v8.snapshot);
    CHECK_FALSE(machinery(v8.snapshot.edge(0, 0)));
    CHECK(machinery(v8.snapshot.edge(1, 1)));  // to V8's native context
    CHECK(machinery(v8.snapshot.edge(2, 3)));  // to the global object
    CHECK(machinery({0, hidden, 0, 6}));       // to a hidden class, which is a native node since V8 15
}

TEST_CASE("v8 links: in Bun a module's scope has its own type, and links between scopes have no names",
          "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 5, ""}, {internal, 6, ""}});
    v8.node("closure", 8, {{internal, 2, ""}}, "thunk");
    v8.node("object", 8, {{internal, 3, ""}, {context, 1, "own"}}, "system / JSLexicalEnvironment");
    v8.node("object", 8, {{context, 1, "thunk"}, {internal, 1, ""}, {internal, 4, ""}},
            "system / JSModuleEnvironment");
    v8.node("object", 8, {{internal, 5, ""}}, "system / JSGlobalLexicalEnvironment");
    v8.node("object", 8, {}, "GlobalObject");
    v8.node("object", 8, {{internal, 3, ""}}, "ModuleRecord");
    v8.node("closure", 8, {{internal, 3, ""}, {property, 3, "scope"}}, "of the module");
    Machinery const machinery(v8.snapshot);
    std::vector<bool> found;
    for (std::uint32_t n = 0; n < v8.snapshot.node_count(); ++n)
        v8.snapshot.for_each_edge(n, [&](V8Edge const& edge) { found.push_back(machinery(edge)); });
    CHECK(found == std::vector<bool>{false, false,  // of the runtime
                                     false,         // from a function to its own scope
                                     true, false,   // from this to the module's scope
                                     false, false,
                                     true,   // from the module's scope to the global scope
                                     true,   // to the global object
                                     false,  // from a module to its variables
                                     true, false});
}
