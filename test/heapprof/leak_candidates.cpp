// The candidates for findings of `leaks`: their names, and the growth of their bytes.
#include "catch.hpp"

#include <heapprof/question/leak_candidates.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("heapprof leak candidates: names without numbers, and without the last key", "[unit]") {
    using heapprof::any_key;
    using heapprof::path_without_numbers;
    CHECK(path_without_numbers("app.log12[3]: Text9 (a.js:4)") == "app.log*[*]: Text9 (a.js:4)");
    CHECK(path_without_numbers("Row 12") == "Row *");
    CHECK(path_without_numbers("shared: Row 12") == "shared: Row 12");
    CHECK(path_without_numbers("").empty());
    CHECK(any_key("app.users.ann: T (a.js:4)") == "app.users[]: T (a.js:4)");
    CHECK(any_key("a.b[\"k.x\"]: T") == "a.b[]: T");
    CHECK(any_key("a[1][2]: T") == "a[1][]: T");
    CHECK(any_key("a[1].b: T") == "a[1][]: T");
    for (char const* const none : {"app: T", "[3]: T", ".x: T", "shared: a.b: T", "Row", ""})
        CHECK(any_key(none).empty());
}

TEST_CASE("heapprof leak candidates: lines with names alike, and new keys of one object", "[unit]") {
    using Line = std::pair<std::string, std::pair<std::uint64_t, std::uint64_t>>;  // bytes in two dumps
    auto const of = [](std::vector<Line> const& lines) {
        trav::Table table;
        for (auto const& [name, bytes] : lines)
            table.lines.push_back({{name}, {{bytes.first, 1}, {bytes.second, 1}}});
        Texts found;
        for (auto const& each : heapprof::Candidates(table, {}).of_at_least(0, heapprof::growth))
            found.push_back(each.name + ' ' + std::to_string(each.amounts[0].bytes) + ' ' +
                            std::to_string(each.amounts[1].bytes) + " of " +
                            std::to_string(each.owners.size()));
        return found;
    };
    CHECK(of({{"app.log1: T", {5, 10}}}) == Texts{"app.log1: T 5 10 of 1"});
    CHECK(of({{"app.log1: T", {5, 10}}, {"app.log2: T", {7, 20}}}) == Texts{"app.log*: T 12 30 of 2"});
    CHECK(of({{"app.log1: T", {5, 15}}, {"app.log2: U", {1, 2}}}) ==
          Texts{"app.log1: T 5 15 of 1", "app.log2: U 1 2 of 1"});
    CHECK(of({{"app.ann: T", {0, 10}}, {"app.bob: T", {0, 20}}}) == Texts{"app[]: T 0 30 of 2"});
    CHECK(of({{"app.bob: T", {0, 20}}}) == Texts{"app.bob: T 0 20 of 1"});
    CHECK(of({{"app.ann: T", {1, 10}}, {"app.bob: T", {0, 20}}}) ==
          Texts{"app.bob: T 0 20 of 1", "app.ann: T 1 10 of 1"});
    CHECK(of({{"app.user1: T", {0, 10}}, {"app.user2: T", {0, 20}}}) == Texts{"app.user*: T 0 30 of 2"});
    CHECK(of({{"app.log1: T", {0, 10}}, {"app.log2: T", {5, 6}}, {"app.ann: T", {0, 9}}}) ==
          Texts{"app.log*: T 5 16 of 2", "app.ann: T 0 9 of 1"});
    CHECK(of({{"app.log1: T", {5, 4}}}).empty());  // shrinks
}

TEST_CASE("heapprof leak candidates: growth, falls and leaps of a few dumps", "[unit]") {
    auto const sizes = [](std::vector<std::uint64_t> const& bytes) {
        std::vector<trav::Amount> all;
        for (std::uint64_t const each : bytes) all.push_back({each, 1});
        return all;
    };
    CHECK(heapprof::growth(sizes({3, 9, 5})) == 2);
    CHECK(heapprof::growth(sizes({5, 9, 3})) == 0);
    CHECK(heapprof::last_fall(sizes({10, 4})) == 1);
    CHECK(heapprof::last_fall(sizes({10, 5})) == 0);
    CHECK(heapprof::last_fall(sizes({10, 4, 9, 3})) == 3);
    CHECK(heapprof::last_fall(sizes({10, 4, 9, 11})) == 1);
    CHECK(heapprof::grows_steadily(sizes({0, 10, 20, 40, 30}), 9));  // in the dumps 0, 1, 2 and 4
    CHECK_FALSE(heapprof::grows_steadily(sizes({0, 10, 5, 20, 30}), 0));
    CHECK_FALSE(heapprof::grows_steadily(sizes({5}), 0));
    using heapprof::grows_by_leaps;
    CHECK(grows_by_leaps(sizes({20, 30})));
    CHECK_FALSE(grows_by_leaps(sizes({20, 29})));
    CHECK_FALSE(grows_by_leaps(sizes({20, 19, 40})));
    CHECK_FALSE(grows_by_leaps(sizes({0, 0, 40})));
    CHECK_FALSE(grows_by_leaps({{20, 1}, {30, 2}, {40, 2}}));
}
