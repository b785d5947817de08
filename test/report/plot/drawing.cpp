#include "catch.hpp"

#include <trav/report/plot/drawing.hpp>

using trav::plot::detail::coordinate;

TEST_CASE("drawing: coordinates have no trailing zeros, and there is no -0", "[unit]") {
    CHECK(coordinate(12, 2) == "12");
    CHECK(coordinate(120, 1) == "120");
    CHECK(coordinate(0.5, 2) == "0.5");
    CHECK(coordinate(0.256, 2) == "0.26");
    CHECK(coordinate(-3.14, 1) == "-3.1");
    CHECK(coordinate(0, 1) == "0");
    CHECK(coordinate(-0.001, 2) == "0");
}
