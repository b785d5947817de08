// The candidates for the findings of `leaks`, and the worst of them.
#include "catch.hpp"

#include <heapprof/question/worst_candidates.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::Candidates;
using heapprof::LeaksAnswer;
using heapprof::Rules;
using Amounts = std::vector<trav::Amount>;
using Texts = std::vector<std::string>;

// A table of owners, as of one dump or more.
struct Owners {
    trav::Table table;
    Rules rules;
    std::vector<std::uint64_t> heaps;  // bytes of each dump
    std::set<std::string> nameless{};
    std::size_t most = 9;
    int merged = 0;

    explicit Owners(std::vector<std::uint64_t> const& bytes) : heaps(bytes) {
        rules.add("path sys*\nkind platform\n\npath jit*\nkind code\n\npath engine*\nkind runtime\n\n"
                  "path engine.open*\nkind unnamed\n",
                  "test.rules");
    }
    Owners& add(std::string const& name, Amounts const& amounts) {
        table.lines.push_back({{name}, amounts});
        return *this;
    }
    Owners& add(std::string const& name, std::uint64_t bytes, std::uint64_t objects = 1) {
        return add(name, Amounts{{bytes, objects}});
    }
    Owners& keep(std::size_t count) {
        most = count;
        return *this;
    }
    // The verdict, and then the names.
    Texts worst() {
        std::vector<LeaksAnswer::Dump> dumps;
        for (std::uint64_t const each : heaps) dumps.push_back({"x", 1, each});
        auto const [found, verdict] = heapprof::worst_candidates(Candidates(table, rules), dumps, rules, most,
                                                                 nameless, [&](auto&) { ++merged; });
        using enum LeaksAnswer::Verdict;
        Texts all{verdict == leaks ? "leaks" : verdict == grew ? "grew" : "large"};
        for (auto const& each : found) all.push_back(each.name.substr(0, each.name.find(": T")));
        return all;
    }
    // The candidates for findings.
    Texts all() const {
        Texts names;
        auto const size = [](Amounts const& amounts) { return amounts.back().bytes; };
        for (auto const& each : Candidates(table, rules).of_at_least(0, size)) names.push_back(each.name);
        return names;
    }
};

// Whether an owner of three dumps leaks, in heaps of these bytes.
bool leaks(std::uint64_t first, std::uint64_t last, Amounts const& amounts) {
    return Owners({first, first, last}).add("app.it: T", amounts).worst() == Texts{"leaks", "app.it"};
}
// The amounts of an owner with even growth.
Amounts even(std::uint64_t bytes) { return {{100, 1}, {100 + bytes / 2, 1}, {100 + bytes, 1}}; }

}  // namespace

TEST_CASE("heapprof worst candidates: the growth of a leak", "[unit]") {
    CHECK(leaks(900'000, 1'000'000, even(16384)));
    CHECK_FALSE(leaks(900'000, 1'000'000, even(16382)));
    CHECK(leaks(9'000'000, 10'000'000, even(50'000)));  // 0.5 % of the heap
    CHECK_FALSE(leaks(9'000'000, 10'000'000, even(49'998)));
    CHECK(leaks(5'000'000, 10'000'000, even(100'000)));  // 2 % of its growth
    CHECK_FALSE(leaks(5'000'000, 10'000'000, even(99'998)));

    auto const of_million = [](Amounts const& amounts) { return leaks(1'000'000, 2'000'000, amounts); };
    // a fifth of the growth may slow down to three tenths of the mean step
    CHECK(of_million({{0, 1}, {170'000, 1}, {200'000, 1}}));
    CHECK_FALSE(of_million({{0, 1}, {170'002, 1}, {200'000, 1}}));
    CHECK_FALSE(of_million({{0, 1}, {169'000, 1}, {199'998, 1}}));
    CHECK(of_million({{0, 1}, {109'000, 1}, {199'000, 1}}));  // nine tenths
    CHECK_FALSE(of_million({{0, 1}, {109'900, 1}, {199'800, 1}}));
    // unless the number of objects does not slow down
    CHECK(of_million({{0, 10}, {169'000, 21}, {199'000, 31}}));
    CHECK_FALSE(of_million({{0, 10}, {169'000, 20}, {199'000, 28}}));
    CHECK_FALSE(of_million({{0, 10}, {190'000, 20}, {199'000, 30}}));
    // or it leaps
    CHECK(of_million({{100'000, 1}, {100'000, 1}, {199'998, 1}}));
    CHECK_FALSE(of_million({{100'000, 1}, {100'000, 1}, {199'998, 2}}));
}

TEST_CASE("heapprof worst candidates: the largest growth; unnamed groups go first", "[unit]") {
    auto const owners = [](std::size_t most, std::set<std::string> const& nameless) {
        Owners all({1'000'000, 2'000'000, 3'000'000});
        all.add("app.small: T", even(100'000))
            .add("shared: Row", even(900'000))
            .add("app.large: T", even(800'000));
        all.add("shared: Col", even(200'000)).add("app.none: T", even(0));
        all.nameless = nameless;
        return all.keep(most).worst();
    };
    CHECK(owners(9, {}) == Texts{"leaks", "shared: Row", "app.large", "shared: Col", "app.small"});
    std::set<std::string> const both{"shared: Row", "shared: Col"};
    CHECK(owners(4, both) == owners(9, {}));
    CHECK(owners(3, both) == Texts{"leaks", "shared: Row", "app.large", "app.small"});
    CHECK(owners(2, both) == Texts{"leaks", "app.large", "app.small"});
    CHECK(owners(1, both) == Texts{"leaks", "app.large"});
    CHECK(owners(2, {"shared: Col"}) == Texts{"leaks", "shared: Row", "app.large"});
}

TEST_CASE("heapprof worst candidates: the verdict of two dumps or more, and large owners", "[unit]") {
    Owners two({1'000'000, 2'000'000});
    two.add("app.it: T", {{1, 1}, {500'000, 9}}).add("app.other: T", {{90'000, 1}, {90'000, 1}});
    CHECK(two.worst() == Texts{"grew", "app.it"});
    CHECK(two.merged == 1);
    Owners still({1'000'000, 1'000'000, 1'000'000});
    Amounts const least(3, {50'000, 1}), less(3, {49'999, 1}), platform(3, {500'000, 1});
    still.add("app.less: T", less).add("app.least: T", least).add("sys.it: T", platform);
    CHECK(still.worst() == Texts{"large", "sys.it", "app.least"});
    CHECK(still.merged == 2);
    still.add("sys.other: T", Amounts(3, {100'000, 1}));
    CHECK(still.keep(2).worst() == Texts{"large", "sys.it", "sys.other"});
    CHECK(still.keep(1).worst() == Texts{"large", "sys.it"});
    still.nameless = {"sys.it: T", "sys.other: T"};
    CHECK(still.worst() == Texts{"large", "app.least"});
    CHECK(Owners({1'000'000, 1'000'000}).add("app.less: T", Amounts(2, {49'999, 1})).worst() ==
          Texts{"large"});
}

TEST_CASE("heapprof worst candidates: of one dump, a percent without the platform's large owners", "[unit]") {
    auto const found = [](std::uint64_t platform, std::uint64_t bytes) {
        return Owners({1'000'000}).add("sys.it: T", platform).add("app.it: T", bytes).worst().size() == 3;
    };
    CHECK(found(49'999, 10'000));
    CHECK_FALSE(found(49'999, 9'999));
    CHECK(found(50'000, 9'500));
    CHECK_FALSE(found(50'000, 9'499));
    CHECK(found(500'000, 5'000));
    CHECK_FALSE(found(500'000, 4'999));
}

TEST_CASE("heapprof worst candidates: of one dump, large owners and the most telling others", "[unit]") {
    auto const owners = [](std::size_t most) {
        Owners all({1'000'000});
        all.add("app.first: T", 300'000).add("app.large: T", 50'000).add("app.many: T", 20'000, 50);
        all.add("app.few: T", 40'000, 49).add("sys.it: T", 45'000, 99).add("shared: Row", 48'000, 99);
        all.add("shared: made in lib", 15'000, 60).add("shared: code of lib", 70'000, 99);
        all.add("shared: package lib", 65'000, 99);
        return all.keep(most).worst();
    };
    CHECK(owners(1) == Texts{"large", "app.first"});
    CHECK(owners(3) == Texts{"large", "app.first", "app.large", "app.many"});
    CHECK(owners(4) == Texts{"large", "app.first", "app.large", "app.many", "shared: made in lib"});
    CHECK(owners(5) ==
          Texts{"large", "app.first", "app.large", "app.few", "app.many", "shared: made in lib"});
    // small ones of the platform come last
    CHECK(owners(6) ==
          Texts{"large", "app.first", "app.large", "app.few", "app.many", "shared: made in lib", "sys.it"});
    CHECK(owners(7) == Texts{"large", "app.first", "shared: code of lib", "app.large", "app.few", "app.many",
                             "shared: made in lib", "sys.it"});
    CHECK(owners(9) == Texts{"large", "app.first", "shared: code of lib", "shared: package lib", "app.large",
                             "app.few", "app.many", "shared: made in lib", "shared: Row", "sys.it"});
    CHECK(Owners({1'000'000})
              .add("app.a: T", 60'000)
              .add("shared: Row", 50'000)
              .add("app.b: T", 40'000)
              .worst() == Texts{"large", "app.a", "shared: Row", "app.b"});
    auto const first = [](std::string const& name) {
        return Owners({1'000'000}).add(name, 49'000, 9).add("app.it: T", 40'000, 90).keep(1).worst()[1];
    };
    for (char const* const name : {"shared: code of lib", "shared: Row", "sys.it"})
        CHECK(first(name) == name);
    auto const two = [](std::uint64_t few, std::uint64_t many) {
        Owners all({1'000'000});
        all.add("sys.it: T", 300'000).add("app.few: T", few).add("app.many: T", many, 99);
        return all.keep(2).worst();
    };
    CHECK(two(290'000, 34'999) == Texts{"large", "sys.it", "app.few"});
    CHECK(two(35'000, 34'999) == Texts{"large", "sys.it", "app.few"});  // 5 % of 700,000 bytes
    CHECK(two(34'999, 34'000) == Texts{"large", "sys.it", "app.many"});
}

TEST_CASE("heapprof leak candidates: neither the runtime's own, nor warming code", "[unit]") {
    auto const kept = [](std::string const& name, std::uint64_t first, std::uint64_t last) {
        return !Owners({1, 2}).add(name, {{first, 1}, {last, 1}}).all().empty();
    };
    CHECK(kept("jit.cache: T", 75, 100));
    CHECK_FALSE(kept("jit.cache: T", 76, 100));
    CHECK_FALSE(kept("jit.cache: T", 100, 100));
    CHECK(kept("app.cache: T", 76, 100));
    CHECK_FALSE(kept("engine.table: T", 10, 100));
    CHECK(kept("engine.open: T", 10, 100));
    CHECK_FALSE(kept("UNREACHED", 10, 100));
}

TEST_CASE("heapprof worst candidates: a sort of few keeps the order of equal ones", "[unit]") {
    std::vector<std::pair<int, int>> all{{2, 0}, {1, 1}, {2, 2}, {0, 3}, {1, 4}, {0, 5}};
    heapprof::sort_few(all, [](auto const& each) { return each.first; });
    CHECK(all == std::vector<std::pair<int, int>>{{0, 3}, {0, 5}, {1, 1}, {1, 4}, {2, 0}, {2, 2}});
}
