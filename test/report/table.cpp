#include "catch.hpp"
#include "report/some_table.hpp"

#include <trav/report/table.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace {

trav::Table one_sample() {
    trav::Table table{{"type"}, {1}, {}};
    for (int i = 1; i <= 5; ++i) {
        table.lines.push_back({{"type " + std::to_string(i)}, {{static_cast<std::uint64_t>(i) * 100, 1}}});
    }
    return table;
}

}  // namespace

TEST_CASE("table: one sample, largest first, the total last", "[unit]") {
    CHECK(trav::text(one_sample()) == "type       bytes       %  objects\n"
                                      "type 5     500 B   33.3%        1\n"
                                      "type 4     400 B   26.7%        1\n"
                                      "type 3     300 B   20.0%        1\n"
                                      "type 2     200 B   13.3%        1\n"
                                      "type 1     100 B    6.7%        1\n"
                                      "total   1.46 KiB  100.0%        5\n");
}

TEST_CASE("table: lines beyond the limit are summed up; a single line is never hidden", "[unit]") {
    CHECK(trav::text(one_sample(), {.top = 3}) == "type           bytes       %  objects\n"
                                                  "type 5         500 B   33.3%        1\n"
                                                  "type 4         400 B   26.7%        1\n"
                                                  "type 3         300 B   20.0%        1\n"
                                                  "... 2 more     300 B   20.0%        2\n"
                                                  "total       1.46 KiB  100.0%        5\n");
    CHECK(trav::text(one_sample(), {.top = 4}) == trav::text(one_sample()));
    CHECK(trav::text(one_sample(), {.top = 0}) == trav::text(one_sample()));
    CHECK(trav::text(one_sample(), {.top = static_cast<std::size_t>(-1)}) == trav::text(one_sample()));
}

TEST_CASE("table: lines with equal bytes are ordered by objects, most first", "[unit]") {
    CHECK(trav::text(trav::Table{{"type"}, {1}, {{{"a"}, {{0, 1}}}, {{"b"}, {{0, 3}}}, {{"c"}, {{0, 2}}}}}) ==
          "type   bytes  %  objects\n"
          "b        0 B  -        3\n"
          "c        0 B  -        2\n"
          "a        0 B  -        1\n"
          "total    0 B  -        6\n");
}

TEST_CASE("table: each breakdown splits the one before; samples are side by side", "[unit]") {
    CHECK(trav::text(some_table(), {.samples = {"one", "two"}}) ==
          "root / type       one       %       two       %     growth  objects\n"
          "cache        5.00 KiB   71.4%  8.50 KiB   98.9%  +3.50 KiB        8\n"
          "  Map        4.00 KiB   57.1%  8.00 KiB   93.0%  +4.00 KiB        3\n"
          "  Set        1.00 KiB   14.3%     512 B    5.8%     -512 B        5\n"
          "a,b          2.00 KiB   28.6%     100 B    1.1%  -1.90 KiB        1\n"
          "  Big Map    2.00 KiB   28.6%         -    0.0%  -2.00 KiB        0\n"
          "  Set               -    0.0%     100 B    1.1%     +100 B        1\n"
          "total        7.00 KiB  100.0%  8.60 KiB  100.0%  +1.60 KiB        9\n");
}

TEST_CASE("table: depth limits the number of breakdowns", "[unit]") {
    CHECK(trav::text(some_table(), {.depth = 1}) ==
          "root          1       %       2.5       %     growth  objects\n"
          "cache  5.00 KiB   71.4%  8.50 KiB   98.9%  +3.50 KiB        8\n"
          "a,b    2.00 KiB   28.6%     100 B    1.1%  -1.90 KiB        1\n"
          "total  7.00 KiB  100.0%  8.60 KiB  100.0%  +1.60 KiB        9\n");
}

TEST_CASE("table: columns give way to names, the last sample and the growth never", "[unit]") {
    // The headings on ever narrower terminals, each once.
    auto const headings = [](std::vector<double> const& times) {
        trav::Table table{{"type"}, times, {{{"a name of 24 characters."}, {}}}};
        for (std::size_t s = 0; s != times.size(); ++s) table.lines[0].amounts.push_back({100 * (s + 1), s});
        std::vector<std::string> all;
        for (std::size_t columns = 200; columns != 30; --columns) {
            std::string const text = trav::text(table, {.columns = columns});
            std::istringstream words(text.substr(0, text.find('\n')));
            std::string heading;
            for (std::string word; words >> word;) heading += heading.empty() ? word : ' ' + word;
            if (all.empty() || heading != all.back()) all.push_back(heading);
        }
        return all;
    };
    using All = std::vector<std::string>;
    CHECK(headings({1}) == All{"type bytes % objects", "type bytes %"});
    CHECK(headings({1, 2}) == All{"type 1 % 2 % growth objects", "type 1 2 % growth objects",
                                  "type 1 2 % growth", "type 1 2 growth", "type 2 growth"});
    CHECK(headings({1, 2, 3}) == All{"type 1 % 2 % 3 % growth objects", "type 1 2 % 3 % growth objects",
                                     "type 1 2 3 % growth objects", "type 1 2 3 % growth",
                                     "type 1 3 % growth", "type 1 3 growth", "type 3 growth"});
}

TEST_CASE("table: an empty table", "[unit]") {
    CHECK(trav::text({{"type"}, {1}, {}}) == "type   bytes  %  objects\n"
                                             "total    0 B  -        0\n");
}

TEST_CASE("table: times have the fewest possible digits", "[unit]") {
    trav::Table table{{"type"}, {0.0, 0.1, 1e6, 2.5e20}, {{{"a"}, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}}}};
    std::string const heading = trav::text(table).substr(0, trav::text(table).find('\n'));
    CHECK_THAT(heading, Catch::Contains(" 0 ") && Catch::Contains(" 0.1 ") && Catch::Contains(" 1000000 ") &&
                            Catch::Contains(" 2.5e+20 "));
    std::ostringstream printed;
    trav::print(printed, table);
    CHECK(printed.str() == trav::text(table));
}
