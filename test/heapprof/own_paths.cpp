// Paths without the elements of another owner's collection.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/breakdown/own_paths.hpp>
#include <heapprof/heap/starts.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using heapprof::Owners;
using trav::dump::Node;

// Elements e0, e1 ... of a holder; each refers to `to`.
std::string elements(std::string const& of, int count, std::string const& type = "E",
                     std::string const& id = "e", std::string const& to = "table") {
    std::string text;
    for (int i = 0; i != count; ++i) {
        std::string const n = id + std::to_string(i);
        text += "NODE " + n + " \"" + type + "\" 1\n" + of + ' ' + n + ' ' + std::to_string(i) + '\n' + n +
                ' ' + to + " it\n";
    }
    return text;
}

// An app with a list, an owner, and a table behind two more objects.
struct Heap {
    explicit Heap(std::string const& elements, std::string const& type = "List", bool large = true,
                  bool other_path = true)
        : any(any_dump_of("ROOT app\nNODE app App 1\nNODE list \"" + type + "\" 1\napp list list\n" +
                          "NODE a A 1\nNODE b B 1\napp a a\na b next\n" +
                          (other_path ? "b table table\n" : "") + "NODE table Table 1\n" + elements)) {
        owners.owners.push_back({Owners::nobody, "shared", Owners::nobody, true});
        owners.owners.push_back({node("list"), "", Owners::nobody, large});
        own.emplace(heap, any->strong(), heapprof::path_starts(*any), owners);
    }
    Node node(std::string const& id) const { return test::node_of(*any, id); }
    bool foreign(std::vector<std::string> const& ids) const {
        std::vector<Node> way;
        for (std::string const& each : ids) way.push_back(node(each));
        return own->is_foreign(way);
    }
    // The path to the object, the last object first.
    std::string path(std::string const& id) const {
        if (!own->paths().reached(node(id))) return "";
        std::string text = id;
        for (auto at = own->paths().before(node(id)); at; at = own->paths().before(*at))
            text += ' ' + any->id(*at);
        return text;
    }

    std::unique_ptr<trav::dump::AnyDump const> any;
    heapprof::RetainedHeap heap{*any};
    Owners owners;
    std::optional<heapprof::OwnPaths> own{};
};

bool is_collection(Heap const& heap) { return heap.foreign({"table", "e0", "list", "app"}); }

}  // namespace

TEST_CASE("heapprof own paths: a collection has 100 objects of one type, or its table has", "[unit]") {
    CHECK(is_collection(Heap(elements("list", 100))));
    CHECK_FALSE(is_collection(Heap(elements("list", 99))));
    CHECK_FALSE(is_collection(Heap(elements("list", 100), "List", false)));  // a small owner
    CHECK_FALSE(is_collection(Heap(elements("list", 99) + elements("list", 99, "F", "f"))));
    std::string const rows = "NODE rows Rows 1\nlist rows rows\n",
                      parts = "NODE parts Parts 1\nrows parts parts\n";
    CHECK(is_collection(Heap(rows + elements("rows", 100))));
    CHECK(is_collection(Heap(rows + elements("list", 60, "F", "f") + elements("rows", 100))));
    CHECK_FALSE(is_collection(Heap(rows + parts + elements("parts", 100))));
    CHECK_FALSE(is_collection(Heap(rows + elements("list", 60) + elements("rows", 60, "E", "f"))));
}

TEST_CASE("heapprof own paths: code, scopes and holders of classes are no collections", "[unit]") {
    std::string const all = elements("list", 100);
    for (char const* const type : {"Class", "Module", "(code)", "system / Context", "function"})
        CHECK_FALSE(is_collection(Heap(all, type)));
    CHECK(is_collection(Heap(all, "(closure)")));
    CHECK(is_collection(Heap(elements("list", 100, "(closure)"))));
    CHECK_FALSE(is_collection(Heap(elements("list", 100, "(string)"))));
    for (char const* const type : {"Class", "Module", "java.lang.Class"})
        CHECK_FALSE(is_collection(Heap(std::string("NODE k ") + type + " 1\nlist k k\n" + all)));
    CHECK(is_collection(Heap("NODE k Other 1\nlist k k\n" + all)));
}

TEST_CASE("heapprof own paths: a way is foreign if it leaves a collection", "[unit]") {
    Heap const heap(elements("list", 100) + "NODE own Own 1\ne0 own own\nNODE end End 1\ntable end end\n");
    CHECK(heap.foreign({"table", "e0", "list", "app"}));
    CHECK(heap.foreign({"end", "table", "e5", "list", "app"}));
    CHECK(heap.foreign({"table", "e0"}));
    CHECK_FALSE(Heap(elements("list", 100) + "list table all\n").foreign({"table", "list", "app"}));
    CHECK_FALSE(heap.foreign({"own", "e0", "list", "app"}));
    CHECK_FALSE(heap.foreign({"e0", "list", "app"}));
    CHECK_FALSE(heap.foreign({"list", "app"}));
    CHECK_FALSE(heap.foreign({"table", "b", "a", "app"}));
    CHECK_FALSE(heap.foreign({"table"}));
    CHECK_FALSE(heap.foreign({}));
}

TEST_CASE("heapprof own paths: shortest paths that leave no collection", "[unit]") {
    std::string const own = "NODE own Own 1\ne0 own own\n";
    Heap const heap(elements("list", 100) + own);
    CHECK(heap.path("table") == "table b a app");
    CHECK(heap.path("own") == "own e0 list app");
    CHECK(heap.path("e7") == "e7 list app");
    CHECK(Heap(elements("list", 100), "List", true, false).path("table") == "table e0 list app");
    Heap const weak(elements("list", 100) + "WEAK app table short\n");
    CHECK(weak.path("table") == "table b a app");
    // the collection itself may refer to it
    CHECK(Heap(elements("list", 100) + "list table all\n").path("table") == "table list app");
    // without a collection
    CHECK(Heap(elements("list", 99)).path("table") == "table e0 list app");
}

TEST_CASE("heapprof own paths: the innermost of two collections counts", "[unit]") {
    // Elements of the inner one and of the outer one refer to `mid`.
    Heap heap(elements("list", 100, "F", "f") + "NODE inner List 1\nlist inner inner\n" +
              "NODE mid Mid 1\nf0 mid mid\n" + elements("inner", 100, "E", "e", "mid"));
    heap.owners.owners.push_back({heap.node("inner"), "", 1, true});
    heap.own.emplace(heap.heap, heap.any->strong(), heapprof::path_starts(*heap.any), heap.owners);
    CHECK(heap.foreign({"mid", "e0", "inner", "list", "app"}));
    CHECK_FALSE(heap.foreign({"mid", "f0", "list", "app"}));
    CHECK(heap.path("mid") == "mid f0 list app");
    CHECK(heap.path("table") == "table b a app");
}
