// The texts of a drawing: amounts, areas and percentages; and the number of lines of its title.
#include "catch.hpp"

#include <trav/report/plot/layout.hpp>

#include <cmath>
#include <limits>
#include <string>

using namespace trav::plot;

namespace {

trav::HpHeader header(std::string const& value_unit, std::string const& sample_unit = "seconds") {
    trav::HpHeader result;
    result.value_unit = value_unit, result.sample_unit = sample_unit;
    return result;
}
double const below_2_64 = std::nextafter(0x1p64, 0);  // 2^64 - 2^11

}  // namespace

TEST_CASE("layout: a title of two lines, if asked or if its text is long", "[unit]") {
    Layout layout;
    CHECK(layout.width == 0);  // as the page or window
    std::string const fits(35, 'j'), longer(36, 'j');
    CHECK_FALSE(layout.big_title(""));
    CHECK_FALSE(layout.big_title(fits));
    CHECK(layout.big_title(longer));
    layout.title = TitleBox::small;
    CHECK_FALSE(layout.big_title(longer));
    layout.title = TitleBox::big;
    CHECK(layout.big_title(""));
    CHECK(layout.big_title(longer));
}

TEST_CASE("layout: amounts are whole, bytes have binary units, others thousands", "[unit]") {
    CHECK(amount_text(0, header("bytes")) == "0 B");
    CHECK(amount_text(1023.4, header("bytes")) == "1023 B");
    CHECK(amount_text(1023.5, header("bytes")) == "1.00 KiB");
    CHECK(amount_text(0x1p63, header("bytes")) == "8.00 EiB");
    CHECK(amount_text(0, header("objects")) == "0 objects");
    CHECK(amount_text(1234.4, header("objects")) == "1,234 objects");
    CHECK(amount_text(1234.5, header("objects")) == "1,235 objects");
    for (double const beyond : {below_2_64, 0x1p64, 0x1p70, std::numeric_limits<double>::infinity()}) {
        CHECK(amount_text(beyond, header("bytes")) == "16.0 EiB");
        CHECK(amount_text(beyond, header("objects")) == "18,446,744,073,709,549,568 objects");
    }
}

TEST_CASE("layout: the area of a profile, and the peak of dumps", "[unit]") {
    Traces traces;
    traces.header = header("objects");
    traces.heights = {3, 2000, 5};
    traces.area = 1234.9;
    CHECK(area_text(traces) == "1,234 objects x seconds");
    traces.area = below_2_64;
    CHECK(area_text(traces) == "18,446,744,073,709,549,568 objects x seconds");
    traces.area = 0x1p64;
    CHECK(area_text(traces) == "1.845e+19 objects x seconds");
    traces.header = header("bytes", "dumps");
    CHECK(area_text(traces) == "at most 1.95 KiB");
    traces.heights = {7};
    CHECK(area_text(traces) == "at most 7 B");
    traces.heights.clear();
    CHECK(area_text(traces) == "at most 0 B");
}

TEST_CASE("layout: a part of a whole, in percent", "[unit]") {
    CHECK(percent_text(1, 3) == "33.3%");
    CHECK(percent_text(0, 8) == "0.0%");
    CHECK(percent_text(3, 2) == "150.0%");
    CHECK(percent_text(0, 0) == "-");
    CHECK(percent_text(1, 0) == "-");
}
