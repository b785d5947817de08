#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>
#include <heapprof/breakdown/program_places.hpp>

#include <string>
#include <vector>

namespace {

using trav::dump::AnyDump;
using trav::dump::Node;
using enum trav::dump::V8EdgeKind;

// The name of one object; its path avoids those of owners with the share.
std::string name_beside_owners(AnyDump const& dump, Node n, double share) {
    NamedHeap heap(dump);
    heapprof::named_owners(heap.heap, heap.names, share);
    heap.names.add({n});
    return heap.names(n);
}

}  // namespace

TEST_CASE("heapprof owner names: an entry of a Map or Set of V8's is a step", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{property, 2, "memo"}}, "global");
    v8.node("object", 0, {{internal, 3, "table"}}, "Map");
    v8.node("array", 0, {{internal, 5, "5"}, {internal, 4, "6"}});
    v8.node("object", 0, {{property, 6, "made"}}, "Invoice");
    v8.node("string", 0, {}, "key");
    v8.node("object", 0, {}, "Date");
    auto const dump = any_dump_of(v8);
    CHECK(name_of(*dump, 6) == "memo[].made: Date");
    CHECK(name_of(*dump, 4) == "memo[]: Invoice");
    CHECK(name_of(*dump, 3) == "memo: Map");  // the table is the map's
    NamedHeap exact(*dump);
    exact.names.add({6});
    CHECK(exact.names.exact_path(6) == "memo[\"key\"].made");
}

TEST_CASE("heapprof owner names: an entry of a dictionary of Python's is a step, also without a name",
          "[unit]") {
    auto const dump =
        any_dump_of_json(R"({"id": 1, "type": "module", "size": 1, "roots": ["m"], "name": "m",)"
                         R"( "refs": [{"id": 2, "name": "inflight"}]})"
                         "\n"
                         R"({"id": 2, "type": "dict", "size": 1, "refs": [{"id": 3}]})"
                         "\n"
                         R"({"id": 3, "type": "Request", "size": 1, "refs": [{"id": 4}]})"
                         "\n"
                         R"({"id": 4, "type": "Stream", "size": 1, "refs": []})"
                         "\n");
    CHECK(name_of(*dump, 2) == "m.inflight[]: Request");
    CHECK(name_of(*dump, 3) == "m.inflight[]: Request");  // a part of it without a name
}

// `failed` has 100 errors, and each of them leads to the table, which a second path leads to.
TEST_CASE("heapprof owner names: a path through the elements of another owner is avoided", "[unit]") {
    auto const heap = [](bool other_path, bool has_class = false) {
        std::string text = "ROOT app\nNODE app App 1\nNODE failed List 1\napp failed failed\n"
                           "NODE table Table 1000\nNODE a A 1\nNODE b B 1\nNODE c C 1\n"
                           "app a handler\na b next\nb c next\n";
        if (other_path) text += "c table table\n";
        if (has_class) text += "NODE k Class 1\nfailed k k\n";
        for (int i = 0; i != 100; ++i) {
            std::string const n = std::to_string(i);
            text += "NODE e" + n + " Error 10\nfailed e" + n + ' ' + n + "\ne" + n + " table table\n";
        }
        return text;
    };
    auto const dump = any_dump_of(heap(true));
    Node const table = test::node_of(*dump, "table");
    CHECK(name_beside_owners(*dump, table, 0.01) == "app.handler.next.next.table: Table");
    CHECK(name_of(*dump, table) == "app.failed[].table: Table");
    auto const loader = any_dump_of(heap(true, true));  // its classes' fields are names, not elements
    CHECK(name_beside_owners(*loader, test::node_of(*loader, "table"), 0.01) == "app.failed[].table: Table");
    auto const only = any_dump_of(heap(false));
    CHECK(name_beside_owners(*only, table, 0.01) == "app.failed[].table: Table");
}

TEST_CASE("heapprof owner names: the file of what a module exports is that of the module", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{property, 2, "first"}, {property, 5, "second"}, {property, 8, "third"}}, "global");
    v8.node("object", 0, {{property, 3, "exports"}, {property, 4, "filename"}}, "Module");
    v8.node("object", 0, {{property, 10, "stop"}, {property, 11, "both"}});
    v8.node("string", 0, {}, "/app/lib/shutdown.js");
    v8.node("object", 0, {{property, 6, "exports"}, {property, 7, "filename"}}, "Module");
    v8.node("object", 0, {{property, 11, "both"}});
    v8.node("string", 0, {}, "/app/lib/other.js");
    v8.node("object", 0, {{property, 9, "exports"}}, "Module");
    v8.node("object", 0, {{property, 10, "stop"}});  // has no file
    v8.node("object", 0, {}, "Promise");
    v8.node("object", 0, {}, "Promise");
    auto const dump = any_dump_of(v8);
    auto const files = heapprof::files_of_exports(*dump);
    CHECK(files.at(3) == "lib/shutdown.js");
    CHECK(files.at(10) == "lib/shutdown.js");
    CHECK(files.at(6) == "lib/other.js");
    CHECK_FALSE(files.contains(11));
    CHECK_FALSE(files.contains(9));
}

// One word would be a selector: `global` is a variable, and `Array` is one, too.
TEST_CASE("heapprof owner names: a part of a global object, and an object without a path", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {internal, 3, "1"}, {internal, 4, "2"}});
    v8.node("object", 0, {{internal, 2, "properties"}, {property, 1, "global"}}, "global");
    v8.node("array", 0, {}, "(object properties)");
    v8.node("code", 0, {{internal, 5, "1"}}, "(code)");
    v8.node("code", 0, {{internal, 5, "1"}}, "(code)");
    v8.node("object", 0, {}, "Array");
    auto const dump = any_dump_of(v8);
    CHECK(name_of(*dump, 2) == "parts of global");
    CHECK(name_of(*dump, 5) == "unnamed Array");
}
