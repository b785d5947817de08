// The starting points of paths through dumps.
#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "dump/small_dump.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/heap/starts.hpp>

#include <trav/dump/make_any_dump.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using trav::dump::AnyDump;
using Nodes = std::vector<Node>;
using enum trav::dump::V8EdgeKind;

// 0 -> 1, 0 -> 2, 1 -> 2, 3 -> 1, with these types and global objects.
struct Globals : SmallDump {
    std::array<std::string, 4> types;
    Nodes its;
    int type(Node n) const { return static_cast<int>(n); }
    char const* type_name(int type) const { return types[static_cast<std::size_t>(type)].c_str(); }
    Nodes globals() const { return its; }
};
struct NamedGlobals : Globals {
    static constexpr std::array<std::string_view, 1> global_names{"globals"};
};
template <class D = Globals>
std::unique_ptr<AnyDump const> made(std::array<std::string, 4> const& types, Nodes const& globals) {
    D dump;
    dump.types = types;
    dump.its = globals;
    return trav::dump::any_dump(std::move(dump));
}
template <class D = Globals>
std::optional<Node> with_classes(std::array<std::string, 4> const& types, Nodes const& globals) {
    return heapprof::node_with_classes(*made<D>(types, globals));
}

}  // namespace

TEST_CASE("heapprof starts: Node's process is a variable of the getter's scope", "[unit]") {
    struct Names {
        std::string getter = "get process", scope = "context", type = "process";
        trav::dump::V8EdgeKind variable = context, to_getter = property, to_scope = internal;
    };
    auto const process = [](Names const& names) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}});
        v8.node("object", 0, {{names.to_getter, 2, names.getter}}, "global");
        v8.node("closure", 0, {{names.to_scope, 3, names.scope}}, "get");
        v8.node("object", 0, {{names.variable, 4, "_process"}, {context, 5, "other"}}, "system / Context");
        v8.node("object", 0, {}, names.type);
        v8.node("object", 0, {}, "Object");
        return heapprof::process_of_node(*any_dump_of(v8));
    };
    CHECK(process({}) == Node{4});
    CHECK_FALSE(process({.getter = "process"}));
    CHECK_FALSE(process({.scope = "shared"}));
    CHECK_FALSE(process({.type = "Process"}));
    CHECK_FALSE(process({.variable = property}));
    CHECK_FALSE(process({.to_getter = weak}));
    CHECK_FALSE(process({.to_scope = weak}));
}

TEST_CASE("heapprof starts: the global scopes are global objects, and Ruby's class Object", "[unit]") {
    auto const ruby = trav::dump::any_dump(
        ruby_heap(R"({"type":"ROOT", "root":"vm", "references":["0x10", "0x18", "0x20"]})"
                  "\n"
                  R"({"address":"0x18", "type":"CLASS", "class":"0x18", "name":"Class", "memsize":8})"
                  "\n"
                  R"({"address":"0x10", "type":"CLASS", "class":"0x18", "name":"Object", "memsize":8})"
                  "\n"
                  R"({"address":"0x20", "type":"MODULE", "name":"Object", "memsize":8})"
                  "\n"));
    Nodes scopes = ruby->globals();
    scopes.push_back(test::node_of(*ruby, "0x10"));
    CHECK(heapprof::global_scopes(*ruby) == scopes);
    // in other formats, a class of this name is none
    CHECK(heapprof::global_scopes(*any_dump_of("ROOT a\nNODE a Class 1 Object\n")).empty());
    CHECK(heapprof::global_scopes(*made({"A", "B", "C", "D"}, {3})) == Nodes{3});
}

TEST_CASE("heapprof starts: paths start at global objects, then at roots", "[unit]") {
    CHECK(heapprof::path_starts(*made({"A", "B", "C", "D"}, {3})) == Nodes{3, 0, 3});
    CHECK(heapprof::path_starts(*trav::dump::any_dump(SmallDump{})) == Nodes{0, 3});
}

TEST_CASE("heapprof starts: classes and modules, and one global object with them as fields", "[unit]") {
    auto const any =
        any_dump_of("ROOT a\nNODE a java.lang.Class 1\na b x\nNODE b Class 1\na c y\nNODE c Module 1\n"
                    "a d z\nNODE d Classes 1\n");
    for (char const* const id : {"a", "b", "c", "d"})
        CHECK(heapprof::is_class(*any, test::node_of(*any, id)) == (std::string_view(id) != "d"));

    CHECK(with_classes({"Roots", "Class", "T", "T"}, {0}) == Node{0});
    CHECK(with_classes({"Roots", "T", "Class", "T"}, {0}) == Node{0});
    CHECK(with_classes({"Roots", "Class", "T", "T"}, {3}) == Node{3});
    CHECK_FALSE(with_classes({"Class", "T", "T", "Class"}, {0}));
    CHECK_FALSE(with_classes({"Roots", "Class", "Class", "T"}, {}));
    CHECK_FALSE(with_classes({"Roots", "Class", "Class", "T"}, {0, 3}));
    CHECK_FALSE(with_classes<NamedGlobals>({"Roots", "Class", "Class", "T"}, {0}));
}

TEST_CASE("heapprof starts: the objects that nodes with roots list, each once", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{element, 1}, {element, 2}, {element, 3}, {element, 5}});
    v8.node("synthetic", 0, {{element, 3}, {element, 4}, {weak, 6}, {element, 2}}, "(Stack roots)");
    v8.node("synthetic", 0, {{element, 5}, {element, 0}, {element, 7}}, "(Globals)");
    for (int i = 3; i != 6; ++i) v8.node("object", 0, {{property, 8}}, "Object");
    for (int i = 6; i != 9; ++i) v8.node("object", 0, {}, "Object");
    CHECK(heapprof::root_objects(*any_dump_of(v8)) == Nodes{3, 5, 4, 7});
    CHECK(heapprof::root_objects(*trav::dump::any_dump(SmallDump{})) == Nodes{0, 3});
}

TEST_CASE("heapprof starts: the lists of the stack and of handles are last resorts", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{element, 1}, {element, 2}, {element, 5}, {element, 6}});
    v8.node("synthetic", 0, {{element, 3}, {element, 4}, {element, 0}}, "(GC roots)");
    v8.node("synthetic", 0, {{element, 4}}, "(Stack roots)");
    v8.node("synthetic", 0, {{element, 2}}, "(Handle scope)");
    v8.node("object", 0, {{property, 7}}, "(Stack roots)");
    v8.node("synthetic", 0, {}, "(Global handles)");
    v8.node("object", 0, {}, "(Handle scope)");
    v8.node("synthetic", 0, {}, "(Stack roots)");
    CHECK(heapprof::last_resorts(*any_dump_of(v8)) == Nodes{2, 3});
    CHECK(heapprof::last_resorts(*any_dump_of("ROOT a\nNODE a T 1 \"(Stack roots)\"\n")).empty());
}
