// DumpObjects: the objects of a dump by id, by address and type, or by path, to compare several dumps.
#include "catch.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/small_heap.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/dump_objects.hpp>

#include <trav/dump/make_any_dump.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::DumpObjects;
using heapprof::TypeNumbers;
using trav::dump::IdLife;
using Texts = std::vector<std::string>;

// The objects of a heap in the format .graph; its ids have this lifetime.
DumpObjects objects(std::string const& text, IdLife life = IdLife::process) {
    auto list = dump_of(text);
    list.ids_live = life;
    auto const dump = trav::dump::any_dump(std::move(list));
    TypeNumbers types;
    return heapprof::objects_of(heapprof::RetainedHeap(*dump), types);
}
// The retained bytes of the known objects, by their paths.
std::map<std::string, std::uint64_t> placed(std::string const& text) {
    DumpObjects const found = objects(text, IdLife::dump);
    CHECK(found.by_path());
    CHECK(&found.known() == &found.placed);
    CHECK(std::ranges::is_sorted(found.placed, {}, &heapprof::DumpObject::id));
    std::map<std::string, std::uint64_t> all;
    for (auto const& each : found.placed) {
        std::string const& path = found.paths.at(each.node);
        CHECK(each.id == std::hash<std::string>()(path));
        all.emplace(path, each.retained);
    }
    CHECK(all.size() == found.placed.size());
    return all;
}
Texts paths(std::string const& text) {
    Texts all;
    for (auto const& [path, retained] : placed(text)) all.push_back(path);
    return all;
}
// A path of objects below the root.
std::string chain(int objects) {
    std::string text, before = "app";
    for (int i = 1; i < objects; ++i) {
        std::string const id = 'n' + std::to_string(i);
        text += node(id, "Node", 1) + edge(before, id, "x" + std::to_string(i));
        before = id;
    }
    return "ROOT app\n" + node("app", "App", 1) + text;
}

struct Object {
    int id;
    std::string type, name{};
};
// The objects of a heap with addresses as ids.
DumpObjects addresses(TypeNumbers& types, std::vector<Object> const& all) {
    std::string text;
    for (auto const& [id, type, name] : all)
        text += test::json_object(id, type, 8, test::json_text("name", name));
    auto const dump = any_dump_of_json(text + test::reused_ids(static_cast<int>(all.size())));
    return heapprof::objects_of(heapprof::RetainedHeap(*dump), types);
}

}  // namespace

TEST_CASE("heapprof dump objects: by the number of an id, with types of several dumps", "[unit]") {
    TypeNumbers types;
    for (auto const& [all, sorted] : std::vector<std::pair<std::vector<Object>, std::string>>{
             {{{30, "B"}, {10, "A"}, {20, "B"}}, "10 A 1, 20 B 2, 30 B 0, "},
             {{{7, "C"}, {5, "B"}}, "5 B 1, 7 C 0, "}}) {
        Written v8;
        for (Object const& each : all) v8.node("object", 8, {}, each.type);
        v8.snapshot.node_id = {};
        for (Object const& each : all) v8.snapshot.node_id.push_back(static_cast<std::uint64_t>(each.id));
        auto const dump = any_dump_of(v8);
        auto const found = heapprof::objects_of(heapprof::RetainedHeap(*dump), types);
        std::string text;
        for (auto const& each : found.objects) {
            text += std::to_string(each.id) + ' ' + types[each.type] + ' ' + std::to_string(each.node) + ", ";
            CHECK(each.bytes == 8);
        }
        CHECK(text == sorted);
        CHECK(found.file == "test.heapsnapshot");
        CHECK(found.ids == IdLife::process);
        CHECK(found.named.empty());
        CHECK(&found.known() == &found.objects);
    }
    CHECK(types.size() == 3);
}

TEST_CASE("heapprof dump objects: the hash of an id in letters, with own and retained bytes", "[unit]") {
    auto const found =
        objects("ROOT app\n" + node("app", "App", 1) + node("map", "Map", 20) + node("gone", "Row", 7) +
                node("row", "Row", 300) + edge("app", "map", "x") + edge("map", "row", "y"));
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> all;
    for (auto const& each : found.objects) all[each.id] = {each.bytes, each.retained};
    std::hash<std::string> const hash;
    CHECK(all == std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>{{hash("app"), {1, 321}},
                                                                                  {hash("map"), {20, 320}},
                                                                                  {hash("row"), {300, 300}},
                                                                                  {hash("gone"), {7, 0}}});
    CHECK(std::ranges::is_sorted(found.objects, {}, &heapprof::DumpObject::id));
}

TEST_CASE("heapprof dump objects: an address with its type, and names of objects", "[unit]") {
    TypeNumbers types;
    auto const first = addresses(types, {{1, "A"}, {2, "A"}, {3, "B", "Ann"}, {4, "B", "Bob"}});
    auto const second =
        addresses(types, {{4, "B", "Bob"}, {2, "B"}, {1, "A"}, {5, "B", "Ann"}, {6, "A", "Ann"}});
    CHECK(first.ids == IdLife::object);
    std::set<std::uint64_t> ids, both;
    for (auto const& each : first.objects) ids.insert(each.id);
    CHECK(ids.size() == 4);
    Texts same;
    for (auto const& each : second.objects)
        if (ids.contains(each.id)) same.push_back(types[each.type] + ' ' + std::to_string(each.node));
    std::ranges::sort(same);
    CHECK(same == Texts{"A 2", "B 0"});  // the nodes with 1 and 4
    for (auto const* each : {&first, &second}) {
        CHECK(std::ranges::is_sorted(each->objects, {}, &heapprof::DumpObject::id));
        CHECK(std::ranges::is_sorted(each->named));
    }
    // a name with its type leads to an address
    std::hash<std::string> const hash;
    REQUIRE(first.named.size() == 2);
    REQUIRE(second.named.size() == 3);
    std::map<std::uint64_t, std::uint64_t> const before(first.named.begin(), first.named.end()),
        after(second.named.begin(), second.named.end());
    CHECK(after.size() == 3);  // Ann of A is not Ann of B
    std::set<std::pair<std::uint64_t, std::uint64_t>> moved;
    for (auto const& [name, address] : before) moved.emplace(address, after.at(name));
    CHECK(moved ==
          std::set<std::pair<std::uint64_t, std::uint64_t>>{{hash("3"), hash("5")}, {hash("4"), hash("4")}});
}

TEST_CASE("heapprof dump objects: with ids of one dump, the largest objects by path", "[unit]") {
    std::string const text = "ROOT app\n" + node("app", "App", 1) + node("map", "Map", 20) +
                             edge("app", "map", "map") + node("row", "Row", 300) + edge("map", "row", "5") +
                             node("none", "Row", 0) + edge("app", "none", "none") + node("gone", "Row", 7);
    CHECK(placed(text) ==
          std::map<std::string, std::uint64_t>{{"app", 321}, {"app.map", 320}, {"app.map[5]", 300}});
    // of two objects with one name, the second has its id in its path
    CHECK(paths("ROOT app\n" + node("app", "App", 1) + node("a", "A", 1) + node("b", "A", 1) +
                edge("app", "a", "it") + edge("app", "b", "it")) == Texts{"app", "app.it"});
}

TEST_CASE("heapprof dump objects: the 2,000 largest objects, with paths of at most 100 objects", "[unit]") {
    CHECK(paths(chain(100)).size() == 100);
    CHECK(paths(chain(101)).size() == 100);
    CHECK(paths(chain(150)).size() == 100);
    auto const wide = [](int rows) {
        return "ROOT app\n" + node("app", "App", 1) + parts("app", "Row", 0, rows, 8) +
               node("large", "Large", 9) + edge("app", "large", "large");
    };
    CHECK(paths(wide(1998)).size() == 2000);
    auto const most = placed(wide(2500));
    CHECK(most.size() == 2000);
    CHECK(most.contains("app"));
    CHECK(most.contains("app.large"));
    CHECK(most.contains("app[1997]"));  // of equal objects the first ones
    CHECK_FALSE(most.contains("app[1998]"));
}
