// The keys of map entries in the paths of `why`, and lists of roots at their beginning.
#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/why.hpp>

#include <trav/dump/make_any_dump.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::Node;
using heapprof::WhyAnswer;
using heapprof::WhyOptions;
using test::json_object;
using test::json_ref;
using test::json_refs;
using enum trav::dump::V8EdgeKind;

// "SELECTOR | TYPE FIELD TYPE FIELD TYPE", with " KEY" after the type of a value.
std::string text(WhyAnswer::Path const& path) {
    std::string all = path.selector + " |";
    for (auto const& step : path.steps)
        all += (step.field.empty() ? "" : ' ' + step.field) + ' ' + step.object.type +
               (step.key.empty() ? "" : ' ' + step.key);
    return all;
}
std::vector<std::string> paths(AnyDump const& dump, Node n, WhyOptions const& options = {}) {
    std::vector<std::string> all;
    for (auto const& path : heapprof::why(dump, {n}, options).paths)
        all.push_back(text(path) + (path.runtime ? ", runtime" : "") +
                      (path.root.empty() ? "" : ", a root: " + path.root));
    return all;
}
// "DEPTH TEXT OBJECTS" for each line of the merged paths, after "runtime" if they are.
std::vector<std::string> merged(AnyDump const& dump, std::vector<Node> const& nodes) {
    std::vector<std::string> all;
    for (auto const& [runtime, lines] : heapprof::why(dump, nodes, {}).merged) {
        if (runtime) all.emplace_back("runtime");
        for (auto const& line : lines)
            all.push_back(std::to_string(line.depth) + ' ' + line.text + ' ' +
                          std::to_string(line.amount.objects));
    }
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("heapprof why keys: the values of Java's maps have a key", "[unit]") {
    auto const of = [](std::string const& id, std::string const& type,
                       std::initializer_list<std::string> refs, std::string const& more = "") {
        return json_object(id, type, 1, json_refs(refs) + more);
    };
    auto const node = [&](std::string const& id, std::string const& key, std::string const& value) {
        return of(id, "java.util.HashMap$Node", {json_ref(key, "key"), json_ref(value, "value")});
    };
    auto const dump = any_dump_of_json(
        of("app", "App", {json_ref("map", "map")}, R"(, "roots": ["app"])") +
        of("map", "java.util.HashMap", {json_ref("table", "table")}) +
        of("table", "java.util.HashMap$Node[]", {json_ref("node", "3")}) + node("node", "ann", "map2") +
        of("ann", "java.lang.String", {}, test::json_text("name", "Ann")) +
        of("map2", "java.util.HashMap", {json_ref("table2", "table")}) +
        of("table2", "java.util.HashMap$Node[]", {json_ref("node2", "5")}) + node("node2", "id", "row") +
        of("id", "shop.Id", {}) + of("row", "Row", {json_ref("tag", "tag")}) + of("tag", "Tag", {}));
    std::string const steps = " | App .map java.util.HashMap .table java.util.HashMap$Node[] [3] "
                              "java.util.HashMap$Node .value java.util.HashMap \"Ann\" .table "
                              "java.util.HashMap$Node[] [5] java.util.HashMap$Node .value Row shop.Id @id";
    CHECK(paths(*dump, test::node_of(*dump, "row")) ==
          Texts{"app.map.table[3].value.table[5].value" + steps});
    CHECK(paths(*dump, test::node_of(*dump, "tag")) ==
          Texts{"app.map.table[3].value.table[5].value.tag" + steps + " .tag Tag"});
    CHECK(paths(*dump, test::node_of(*dump, "ann")) ==
          Texts{"app.map.table[3].key | App .map java.util.HashMap .table java.util.HashMap$Node[] [3] "
                "java.util.HashMap$Node .key java.lang.String"});
}

TEST_CASE("heapprof why keys: the values of a Map of V8's have a key, unless the path begins at its table",
          "[unit]") {
    auto const path = [](std::vector<Written::Edge> const& roots, bool each_root = false) {
        Written v8;
        v8.node("synthetic", 0, roots, "");
        v8.node("object", 1, {{property, 2, "users"}}, "global");
        v8.node("object", 1, {{internal, 3, "table"}}, "Map");
        v8.node("array", 1, {{internal, 4, "5"}, {internal, 5, "6"}}, "");
        v8.node("string", 1, {}, "ann");
        v8.node("object", 1, {}, "Row");
        return paths(*any_dump_of(v8), 5, {.each_root = each_root});
    };
    CHECK(path({{shortcut, 1}}) ==
          Texts{R"(users.table[6] | global .users Map .table (array) [6] Row "ann")"});
    CHECK(path({{internal, 2, "1"}}, true) == Texts{R"(Map.table[6] | Map .table (array) [6] Row "ann")"});
    CHECK(path({{internal, 3, "1"}}, true) == Texts{R"([@13][6] | (array) [6] Row)"});
    CHECK(path({{internal, 3, "1"}}) ==
          Texts{R"([@13][6] | (synthetic) [@13] (array) [6] Row, a root: (root))"});
}

TEST_CASE("heapprof why keys: the values of Ruby's hashes have a key", "[unit]") {
    auto const dump = trav::dump::any_dump(ruby_heap(joined_lines(
        R"({"type":"ROOT", "root":"vm", "references":["0x10", "0x18", "0x20"]}
{"type":"ROOT", "root":"global_tbl", "references":["0x80"]}
{"address":"0x10", "type":"CLASS", "class":"0x18", "name":"Shop", "references":["0x30"], "memsize":1}
{"address":"0x18", "type":"CLASS", "class":"0x18", "name":"Class", "memsize":1}
{"address":"0x20", "type":"CLASS", "class":"0x18", "name":"Hash", "memsize":1}
{"address":"0x30", "type":"HASH", "class":"0x20", "size":1, "references":["0x40", "0x50"], "memsize":1}
{"address":"0x40", "type":"STRING", "value":"ann", "memsize":1}
{"address":"0x50", "type":"ARRAY", "references":["0x60"], "memsize":1}
{"address":"0x60", "type":"STRING", "value":"x", "memsize":1}
{"address":"0x80", "type":"ARRAY", "references":["0x50", "0x90"], "memsize":1}
{"address":"0x90", "type":"STRING", "value":"y", "memsize":1}
)")));
    auto const node = [&](std::string const& id) { return test::node_of(*dump, id); };
    CHECK(paths(*dump, node("0x60")) ==
          Texts{"Shop[@0x30][@0x50][@0x60] | (root) .Shop Class [@0x30] Hash [@0x50] (array) \"ann\" "
                "[@0x60] (string)"});
    // without the lists of roots
    CHECK(paths(*dump, node("0x60"), {.each_root = true}) ==
          Texts{"global_tbl[@0x80][@0x50][@0x60] | (array) [@0x50] (array) [@0x60] (string)",
                "vm[@0x10][@0x30][@0x50][@0x60] | Class [@0x30] Hash [@0x50] (array) \"ann\" [@0x60] "
                "(string)"});
    CHECK(paths(*dump, node("0x90")) == Texts{"global_tbl[@0x80][@0x90] | (root) [@0x80] (array) [@0x90] "
                                              "(string)"});
    CHECK(merged(*dump, {node("0x60"), node("0x90"), node("0x10")}) ==
          Texts{"0 (root) 2", "1 .Shop -> Class 2", "2 [] -> Hash 1", "3 [] -> (array) 1",
                "4 [] -> (string) 1", "0 global_tbl 1", "1 [] -> (array) 1", "2 [] -> (string) 1"});
}

TEST_CASE("heapprof why keys: V8's lists of roots begin paths, and those of the stack are the last resort",
          "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {internal, 2, "2"}, {internal, 3, "3"}}, "(GC roots)");
    v8.node("object", 1, {{property, 4, "a"}}, "global");
    v8.node("synthetic", 0, {{internal, 4, "4"}, {internal, 5, "5"}}, "(Strong roots)");
    v8.node("synthetic", 0, {{internal, 5, "5"}, {internal, 6, "6"}, {internal, 8, "8"}}, "(Stack roots)");
    v8.node("object", 1, {{property, 7, "x"}}, "A");
    v8.node("object", 1, {{property, 7, "y"}, {property, 8, "__proto__"}}, "B");
    v8.node("object", 1, {}, "C");
    v8.node("object", 1, {}, "D");
    v8.node("object", 1, {}, "E");
    v8.node("object", 1, {}, "F");
    auto const dump = any_dump_of(v8);
    // A reference of the root is named after the list.
    std::string const strong = "[\"(Strong roots)\"]", stack = "[\"(Stack roots)\"]";
    std::string const list = " | (synthetic) " + strong + " (synthetic) ", root = ", a root: (root)";
    CHECK(paths(*dump, 4) == Texts{"a | global .a A"});
    CHECK(paths(*dump, 5) == Texts{strong + "[5]" + list + "[5] B" + root});
    CHECK(paths(*dump, 6) ==
          Texts{stack + "[6] | (synthetic) " + stack + " (synthetic) [6] C, runtime" + root});
    CHECK(paths(*dump, 7) == Texts{"a.x | global .a A .x D"});
    CHECK(paths(*dump, 8) == Texts{strong + "[5].__proto__" + list + "[5] B .__proto__ E, runtime" + root});
    CHECK(paths(*dump, 9).empty());
    auto const each = [&](Node n, std::size_t top = 0) {
        return paths(*dump, n, {.each_root = true, .top = top});
    };
    CHECK(each(4) == Texts{strong + "[4] | A", "a | global .a A"});
    CHECK(each(4, 1) == Texts{strong + "[4] | A"});
    CHECK(each(5) == Texts{strong + "[5] | B"});
    CHECK(each(6) == Texts{stack + "[6] | C"});
    CHECK(each(7) == Texts{strong + "[4].x | A .x D", strong + "[5].y | B .y D"});
    CHECK(each(8) == Texts{stack + "[8] | E"});
    CHECK(each(9).empty());
    std::string const gc = "0 (GC roots) 1", lists = "1 " + strong + " -> (Strong roots) 1";
    CHECK(merged(*dump, {4, 5, 6, 7, 8, 9}) == Texts{"0 global 2", "1 .a -> A 2", "2 .x -> D 1", gc, lists,
                                                     "2 [] -> B 1", "runtime", gc, lists, "2 [] -> B 1",
                                                     "3 .__proto__ -> E 1", "runtime", gc,
                                                     "1 " + stack + " -> (Stack roots) 1", "2 [] -> C 1"});
    CHECK(heapprof::why(*dump, {4, 9}, {}).unreached == 1);
}

TEST_CASE("heapprof why keys: roots whose names differ by numbers are one in merged paths", "[unit]") {
    auto const dump = any_dump_of("ROOT a \"thread 12\"\nROOT b \"thread 3\"\nROOT b other\nROOT c\n"
                                  "NODE a Frame 1\nNODE b Frame 1\nNODE c Frame 1\n");
    CHECK(merged(*dump, {0, 1, 2}) == Texts{"0 thread *: Frame 2", "0 c: Frame 1"});
}
