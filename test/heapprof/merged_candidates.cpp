// The candidates of leaks merged as parts of one object.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/small_heap.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/merged_candidates.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using trav::dump::Node;
using Candidates = std::vector<heapprof::Candidates::Candidate>;

// An object of ten bytes.
std::string object(std::string const& id, std::string const& type) { return node(id, type, 10); }
std::string elements(std::string const& of, std::string const& type, int count) {
    return parts(of, type, 0, count, 10);
}
heapprof::Candidates::Candidate candidate(std::string const& name, std::uint64_t bytes) {
    return {name, {name}, {{0, 0}, {bytes, 1}}};
}
// The names of the candidates for two objects of a dump.
std::vector<std::string> merged(trav::dump::AnyDump const& dump, Node a, Node b, bool grow = true) {
    NamedHeap named(dump);
    heapprof::Rules rules;
    rules.add("type Object\nkind general\n\ntype Map\ntype Array\ntype dict\nkind collection\n", "x");
    Candidates all{candidate("a", 300), candidate("b", 100)};
    for (auto& each : all)
        if (!grow) each.amounts.erase(each.amounts.begin());
    heapprof::merge_siblings(all, {{"a", a}, {"b", b}}, named.heap, named.names, rules);
    std::vector<std::string> found;
    for (auto const& each : all) {
        found.push_back(each.name);
        for (auto const& part : each.members)
            found.push_back("  " + part.name + ' ' + std::to_string(part.bytes));
        if (each.members.empty()) continue;
        CHECK(each.amounts == std::vector<trav::Amount>{{0, 0}, {400, 2}});
        CHECK(each.owners == std::set<std::string>{"a", "b"});
    }
    return found;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("heapprof merged candidates: two tables of one object with equally many elements are one",
          "[unit]") {
    auto const with = [](std::string const& type, int first, int second, std::string const& between = "",
                         bool grow = true) {
        std::string const holder = between.empty() ? "signal" : "between";
        std::string const text =
            "ROOT app\n" + object("app", "App") + object("signal", type) + edge("app", "signal", "finished") +
            (between.empty() ? "" : object("between", between) + edge("signal", "between", "x")) +
            object("a", "Map") + edge(holder, "a", "receivers") + elements("a", "Function", first) +
            object("b", "Map") + edge("signal", "b", "senders") + elements("b", "Id", second);
        auto const dump = any_dump_of(text);
        return merged(*dump, test::node_of(*dump, "a"), test::node_of(*dump, "b"), grow);
    };
    CHECK(with("Signal", 50, 50) == Names{"app.finished: Signal", "  a 300", "  b 100"});
    CHECK(with("Signal", 50, 50, "Object").size() == 3);
    CHECK(with("Signal", 50, 50, "Index") == Names{"a", "b"});  // an object of another class
    CHECK(with("Signal", 50, 49) == Names{"a", "b"});
    CHECK(with("Signal", 9, 9) == Names{"a", "b"});  // too few to tell
    CHECK(with("Object", 50, 50) == Names{"a", "b"});
    CHECK(with("Signal", 50, 50, "", false) == Names{"a", "b"});  // one dump
}

TEST_CASE("heapprof merged candidates: static fields of Java's classes are no parts of their loader",
          "[unit]") {
    WrittenHprof file;
    file.class_(0x1000, "java/lang/Object", 0, {});
    file.class_(0x1100, "[Ljava/lang/Object;", 0x1000, {});
    file.class_(0x1200, "shop/Loader", 0x1000, {});
    file.class_(0x1300, "shop/Item", 0x1000, {});
    file.class_(0x1400, "shop/First", 0x1000, {}, {{"all", 0x3000}}, 0x2000);
    file.class_(0x1500, "shop/Second", 0x1000, {}, {{"all", 0x4000}}, 0x2000);
    file.instance(0x2000, 0x1200, file.data());
    for (std::uint64_t const all : {0x3000u, 0x4000u}) {
        std::vector<std::uint64_t> items;
        for (std::uint64_t i = 1; i <= 50; ++i) {
            items.push_back(all + 0x200 + 16 * i);
            file.instance(items.back(), 0x1300, file.data());
        }
        file.objects(all, 0x1100, items);
    }
    file.heap.u(1, 0x07).id(0x2000);  // a monitor: only the loader is a root
    auto const dump = trav::dump::any_dump(file.read());
    Node const first = test::node_of(*dump, "0x3000"), second = test::node_of(*dump, "0x4000");
    CHECK(merged(*dump, first, second) == Names{"a", "b"});
}

TEST_CASE("heapprof merged candidates: the tables of an object of Python are one", "[unit]") {
    // `to_dict`: the name of the reference to the dictionary with both; the one of attributes has none
    auto const found = [](std::string const& to_dict) {
        auto const object = [](int id, std::string const& type, std::string const& refs) {
            return R"({"id": )" + std::to_string(id) + R"(, "type": ")" + type +
                   R"(", "size": 8, "refs": [)" + refs + "]";
        };
        auto const ref = [](int id, std::string const& name) {
            return R"({"id": )" + std::to_string(id) + R"(, "name": ")" + name + R"("})";
        };
        std::string text = object(1, "module", ref(2, "finished")) + R"(, "name": "app", "roots": ["app"]})" +
                           '\n' + object(2, "Signal", ref(3, to_dict)) + "}\n" +
                           object(3, "dict", ref(4, "receivers") + ',' + ref(5, "senders")) + "}\n";
        for (int const table : {4, 5}) {
            std::string refs, parts;
            for (int i = 1; i <= 50; ++i) {
                refs += (i == 1 ? "" : ",") + ref(100 * table + i, "k");
                parts += object(100 * table + i, "Part" + std::to_string(table), "") + "}\n";
            }
            text += object(table, "dict", refs) + "}\n" + parts;
        }
        auto const dump = any_dump_of_json(text + R"({"objects": 105})" + '\n');
        return merged(*dump, test::node_of(*dump, "4"), test::node_of(*dump, "5"));
    };
    CHECK(found("") == Names{"app.finished: Signal", "  a 300", "  b 100"});
    CHECK(found("tables") == Names{"a", "b"});
}

TEST_CASE("heapprof merged candidates: an object and a collection in it are two", "[unit]") {
    auto const dump = any_dump_of("ROOT app\n" + object("app", "App") + object("a", "Shop") +
                                  edge("app", "a", "shop") + elements("a", "Row", 50) + object("b", "Map") +
                                  edge("a", "b", "sessions") + elements("b", "Session", 50));
    CHECK(merged(*dump, test::node_of(*dump, "a"), test::node_of(*dump, "b")) == Names{"a", "b"});
}

TEST_CASE("heapprof merged candidates: the parts of an object of a library of V8's are one", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    auto const found = [](std::string const& script) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}});
        v8.node("object", 0, {{property, 2, "pages"}, {property, 5, "LRUCache"}}, "global");
        v8.node("object", 0, {{property, 3, "#t"}, {property, 4, "#i"}}, "LRUCache");
        v8.node("object", 0, {}, "Array");
        v8.node("object", 0, {}, "Array");
        v8.node("closure", 0, {{internal, 6, "shared"}}, "LRUCache");
        v8.node("code", 0, {{internal, 7, "script"}});
        v8.node("code", 0, {{internal, 8, "name"}});
        v8.node("string", 0, {}, script);
        v8.snapshot.locations = {{2, 1, 9, 0}, {5, 1, 9, 0}};
        auto const dump = any_dump_of(v8);
        return merged(*dump, 3, 4);
    };
    CHECK(found("/app/node_modules/lru-cache/index.js").size() == 3);
    CHECK(found("/app/lib/index.js") == Names{"a", "b"});
    CHECK(found("node:internal/lru") == Names{"a", "b"});
}
