#include "catch.hpp"
#include "report/plot/asked.hpp"

#include <trav/report/plot/summary.hpp>

using trav::plot::summary, trav::plot::traces;

namespace {

auto const file = profile("0.0 a 1024 b 512 c 8 d 2\n"
                          "0.5 a 2048 b 256 c 2\n"
                          "2.0 a 4096 b 256\n");

}  // namespace

TEST_CASE("summary: from top to bottom, then the total", "[unit]") {
    CHECK(summary(traces(file, {.threshold = 0})) == "band        %      mean      peak     at\n"
                                                     "a       87.4%  2.33 KiB  4.00 KiB  2.000\n"
                                                     "b       12.5%     341 B     512 B  0.000\n"
                                                     "c        0.1%       3 B       8 B  0.000\n"
                                                     "d        0.0%       1 B       2 B  0.000\n"
                                                     "total  100.0%  2.67 KiB  4.25 KiB  2.000\n");
}

TEST_CASE("summary: bands left out or merged are counted", "[unit]") {
    CHECK(summary(traces(file)) == "band             %      mean      peak     at\n"
                                   "a            87.4%  2.33 KiB  4.00 KiB  2.000\n"
                                   "b            12.5%     341 B     512 B  0.000\n"
                                   "... 2 more    0.1%       4 B\n"
                                   "total       100.0%  2.67 KiB  4.25 KiB  2.000\n");
    CHECK(summary(traces(file, {.threshold = 0, .limit = 2})) ==
          "band                  %      mean      peak     at\n"
          "a                 87.4%  2.33 KiB  4.00 KiB  2.000\n"
          "OTHER (3 bands)   12.6%     345 B     522 B  0.000\n"
          "total            100.0%  2.67 KiB  4.25 KiB  2.000\n");
}

TEST_CASE("summary: times have the decimals of a thousandth of the axis", "[unit]") {
    CHECK(summary(traces(profile("0.0 a 8\n1.0 a 8\n"))) == "band        %  mean  peak     at\n"
                                                            "a      100.0%   8 B   8 B  0.000\n"
                                                            "total  100.0%   8 B   8 B  0.000\n");
}

TEST_CASE("summary: other units, and an empty profile", "[unit]") {
    trav::HpFile objects = file;
    objects.header.value_unit = "objects";
    CHECK(summary(traces(objects, {.threshold = 0, .limit = 1})).find("2,735 objects") != std::string::npos);
    CHECK(summary(traces(profile("1.0\n"))) == "band   %  mean  peak     at\n"
                                               "total  -   0 B   0 B  1.000\n");
}
