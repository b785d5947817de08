#include "catch.hpp"
#include "heapprof/dump_of.hpp"

#include <heapprof/question/leaks.hpp>
#include <heapprof/question/merged_findings.hpp>

#include <functional>
#include <string>
#include <vector>

namespace {

// The findings in three dumps with the texts of text(1), text(2), text(3).
heapprof::LeaksAnswer found(std::function<std::string(int)> const& text) {
    heapprof::LeakSearch search(3);
    for (int i = 1; i <= 3; ++i)
        search.add(
            std::to_string(i),
            *any_dump_of("ROOT app\nNODE app App 0\nNODE base Base 1000000\napp base base\n" + text(i)));
    return search.answer();
}
std::string node(std::string const& id, std::string const& type, int bytes) {
    return "NODE " + id + ' ' + type + ' ' + std::to_string(bytes) + '\n';
}
std::string edge(std::string const& from, std::string const& to, std::string const& name) {
    return from + ' ' + to + ' ' + name + '\n';
}
std::vector<std::uint64_t> bytes(heapprof::LeaksAnswer::Finding const& finding) {
    std::vector<std::uint64_t> all;
    for (auto const& each : finding.amounts) all.push_back(each.bytes);
    return all;
}
using Bytes = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("heapprof merged findings: a cache and the table of its entries are one leak", "[unit]") {
    auto const answer = found([](int i) {
        std::string text = node("lru", "LRU", 10) + edge("app", "lru", "pages") +
                           node("map", "Map", 10000 * i) + edge("lru", "map", "map");
        for (int k = 0; k != 200 * i; ++k) {
            std::string const entry = 'e' + std::to_string(k);
            text += node(entry, "Page", 100) + edge("map", entry, std::to_string(k)) +
                    (k == 0 ? edge("lru", entry, "head") : edge('e' + std::to_string(k - 1), entry, "next"));
        }
        return text;
    });
    REQUIRE(answer.findings.size() == 1);
    CHECK(answer.findings[0].name == "app.pages: LRU");
    CHECK(bytes(answer.findings[0]) == Bytes{30010, 60010, 90010});
    CHECK(answer.findings[0].freed.bytes == 90010);
}

TEST_CASE("heapprof merged findings: an object and a collection in it may leak on their own", "[unit]") {
    auto const answer = found([](int i) {
        std::string text = node("shop", "Shop", 10) + edge("app", "shop", "shop") + node("map", "Map", 10) +
                           edge("shop", "map", "sessions");
        for (int k = 0; k != 200 * i; ++k) {
            std::string const row = 'r' + std::to_string(k), session = 's' + std::to_string(k);
            text += node(row, "Row", 150) + edge("shop", row, std::to_string(k)) +
                    node(session, "Session", 100) + edge("map", session, std::to_string(k)) +
                    edge(session, "shop", "of");
        }
        return text;
    });
    REQUIRE(answer.findings.size() == 2);
    CHECK(answer.findings[0].name == "app.shop: Shop");
    CHECK(bytes(answer.findings[0]) == Bytes{30010, 60010, 90010});
    CHECK(answer.findings[1].name == "app.shop.sessions: Map");
}

TEST_CASE("heapprof merged findings: what two tables hold is one leak with the tables", "[unit]") {
    auto const answer = found([](int i) {
        std::string text = node("list", "Array", 10000 * i) + edge("app", "list", "list") +
                           node("map", "Map", 15000 * i) + edge("app", "map", "map");
        for (int k = 0; k != 200 * i; ++k) {
            std::string const page = 'p' + std::to_string(k);
            text += node(page, "Page", 100) + edge("list", page, std::to_string(k)) +
                    edge("map", page, std::to_string(k));
        }
        return text;
    });
    REQUIRE(answer.findings.size() == 1);
    CHECK(answer.findings[0].all_holders == std::vector<std::string>{"app.list[]", "app.map[]"});
    CHECK(bytes(answer.findings[0]) == Bytes{45000, 90000, 135000});
    CHECK(answer.findings[0].freed.bytes == 135000);
}
