// The findings of `leaks` merged as parts of one leak.
#include "catch.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/small_heap.hpp"

#include <heapprof/question/merged_findings.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<std::uint64_t>;
using Texts = std::vector<std::string>;

// A finding: it is freed without `objects`, and counts `owned` in its amounts.
struct Extent {
    Texts objects, owned;
    bool by_two = false;
    std::size_t since = 0;
};
// The bytes and objects of each finding after the merge, and the dump before its growth; they have 1, 10,
// 100 ... bytes.
std::string merged(std::string const& text, std::vector<Extent> const& all) {
    auto const dump = any_dump_of("ROOT app\n" + node("app", "App", 0) + text);
    auto const nodes = [&](Texts const& ids) {
        std::set<heapprof::Node> found;
        for (std::string const& id : ids) found.insert(test::node_of(*dump, id));
        return found;
    };
    NamedHeap named(*dump);
    std::vector<heapprof::LeaksAnswer::Finding> findings;
    std::vector<heapprof::FindingExtent> extents;
    std::uint64_t bytes = 1;
    for (Extent const& each : all) {
        std::set<heapprof::Node> const objects = nodes(each.objects);
        extents.push_back({{objects.begin(), objects.end()},
                           [owned = nodes(each.owned)](heapprof::Node n) { return owned.contains(n); },
                           each.by_two});
        named.names.add(extents.back().objects);
        findings.push_back({"", heapprof::LeaksAnswer::Verdict::leaks, {{0, 0}, {bytes, 1}}, each.since});
        bytes *= 10;
    }
    heapprof::merge_parts(findings, extents, named.heap, named.machinery, named.names);
    std::string left;
    for (auto const& each : findings)
        left += std::to_string(each.amounts[1].bytes) + '/' + std::to_string(each.amounts[1].objects) + ' ' +
                std::to_string(each.since) + ", ";
    return left;
}
Texts rows(std::string const& of, int count) {
    Texts all;
    for (int i = 0; i != count; ++i) all.push_back(of + "Row" + std::to_string(i));
    return all;
}
// A map in the field `lru` of the app, and a table in it with `held` of its ten rows.
std::string table(int held) {
    std::string text = field("lru", "LRU") + node("map", "Map", 10) + edge("lru", "map", "map") +
                       parts("lru", "Row", 0, 10, 7);
    for (int i = 0; i != held; ++i) text += edge("map", "lruRow" + std::to_string(i), std::to_string(i));
    return text;
}
std::string const apart = "1/1 0, 10/1 0, ", one = "11/2 0, ";

}  // namespace

TEST_CASE("heapprof merged findings: a part leads to nine tenths of the bytes of the whole", "[unit]") {
    auto const of = [](int held) { return merged(table(held), {{{"lru"}, rows("lru", 10)}, {{"map"}, {}}}); };
    CHECK(of(10) == one);
    CHECK(of(9) == one);
    CHECK(of(8) == apart);
    CHECK(merged(table(9), {{{"map"}, {}}, {{"lru"}, rows("lru", 10)}}) == one);  // in any order
    // a path through the whole does not count
    CHECK(merged(table(0) + edge("map", "lru", "of"), {{{"lru"}, rows("lru", 10)}, {{"map"}, {}}}) == apart);
}

TEST_CASE("heapprof merged findings: a part is below the only object of the whole", "[unit]") {
    Texts const all = rows("lru", 10);
    CHECK(merged(table(10) + edge("app", "map", "map"), {{{"lru"}, all}, {{"map"}, {}}}) == apart);
    CHECK(merged(table(10), {{{"lru"}, all}, {{"lru"}, {"lru"}}}) == apart);
    CHECK(merged(table(10) + field("b", "B"), {{{"lru", "b"}, all}, {{"map"}, {}}}) == apart);
    CHECK(merged(table(10), {{{"lru"}, all}, {{"map"}, {}, true}}) == apart);
    // a part of up to 30 objects
    std::string const wide = field("whole", "Whole") + parts("whole", "Row", 0, 31, 5);
    CHECK(merged(wide, {{{"whole"}, rows("whole", 30)}, {rows("whole", 30), {}}}) == one);
    CHECK(merged(wide, {{{"whole"}, rows("whole", 31)}, {rows("whole", 31), {}}}) == apart);
    // one of them is elsewhere
    CHECK(merged(wide + edge("app", "wholeRow1", "x"),
                 {{{"whole"}, rows("whole", 9)}, {rows("whole", 9), {}}}) == apart);
}

TEST_CASE("heapprof merged findings: a holder is a part of the objects of two holders", "[unit]") {
    std::string text = field("list", "List") + field("map", "Map") + field("other", "Map");
    for (int i = 0; i != 10; ++i) {
        std::string const id = "aRow" + std::to_string(i);
        text += node(id, "Row", 5);
        for (char const* const of : {"list", "map", "other"}) text += edge(of, id, std::to_string(i));
    }
    Extent const both{{"list", "map"}, rows("a", 10), true};
    CHECK(merged(text, {both, {{"map"}, {}}}) == one);
    CHECK(merged(text, {both, {{"other"}, {}}}) == apart);
    CHECK(merged(text, {both, {{"list"}, {}}, {{"map"}, {}}}) == "111/3 0, ");
    CHECK(merged(text, {{{"map"}, rows("a", 10), true}, {{"list"}, {}}}) == apart);
}

TEST_CASE("heapprof merged findings: the growth of a whole begins with its earliest part", "[unit]") {
    Texts const all = rows("lru", 10);
    CHECK(merged(table(10), {{{"lru"}, all, false, 2}, {{"map"}, {}, false, 1}}) == "11/2 1, ");
    CHECK(merged(table(10), {{{"lru"}, all, false, 1}, {{"map"}, {}, false, 2}}) == "11/2 1, ");
    // a part of a part, and another finding between them
    std::string const text = table(10) + field("b", "B") + node("index", "Index", 1) +
                             edge("map", "index", "index") + parts("index", "Row", 0, 1, 1) +
                             edge("map", "indexRow0", "0");
    CHECK(merged(text, {{{"index"}, {}}, {{"b"}, {"b"}}, {{"map"}, {"indexRow0"}}, {{"lru"}, all}}) ==
          "10/1 0, 1101/3 0, ");
}

TEST_CASE("heapprof merged findings: a cache and the table of its entries are one leak", "[unit]") {
    auto const leak = only(found(3, [](int i) {
        std::string text = node("lru", "LRU", 10) + edge("app", "lru", "pages") +
                           node("map", "Map", 10000 * i) + edge("lru", "map", "map");
        for (int k = 0; k != 200 * i; ++k) {
            std::string const entry = 'e' + std::to_string(k);
            text += node(entry, "Page", 100) + edge("map", entry, std::to_string(k)) +
                    (k == 0 ? edge("lru", entry, "head") : edge('e' + std::to_string(k - 1), entry, "next"));
        }
        return text;
    }));
    CHECK(leak.name == "app.pages: LRU");
    CHECK(bytes(leak) == Bytes{30010, 60010, 90010});
    CHECK(leak.freed.bytes == 90010);
}

TEST_CASE("heapprof merged findings: an object and a collection in it may leak on their own", "[unit]") {
    auto const answer = found(3, [](int i) {
        std::string text = field("shop", "Shop") + parts("shop", "Row", 0, 200 * i, 150) +
                           node("map", "Map", 10) + edge("shop", "map", "sessions") +
                           parts("map", "Session", 0, 200 * i, 100);
        for (int k = 0; k != 200 * i; ++k) text += edge("mapSession" + std::to_string(k), "shop", "of");
        return text;
    });
    REQUIRE(answer.findings.size() == 2);
    CHECK(answer.findings[0].name == "app.shop: Shop");
    CHECK(bytes(answer.findings[0]) == Bytes{30010, 60010, 90010});
    CHECK(answer.findings[1].name == "app.shop.sessions: Map");
}

TEST_CASE("heapprof merged findings: two tables and their common elements are one leak", "[unit]") {
    auto const leak = only(found(3, [](int i) {
        std::string text = field("list", "Array", 10000 * i) + field("map", "Map", 15000 * i) +
                           parts("list", "Page", 0, 200 * i, 100);
        for (int k = 0; k != 200 * i; ++k)
            text += edge("map", "listPage" + std::to_string(k), std::to_string(k));
        return text;
    }));
    CHECK(leak.all_holders == Texts{"app.list[]", "app.map[]"});
    CHECK(bytes(leak) == Bytes{45000, 90000, 135000});
    CHECK(leak.freed.bytes == 135000);
}
