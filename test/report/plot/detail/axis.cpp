#include "catch.hpp"

#include <trav/report/plot/detail/axis.hpp>

using trav::plot::ByteScale, trav::plot::decimal, trav::plot::round_step, trav::plot::value_text;

TEST_CASE("axis: steps of 1, 2 and 5", "[unit]") {
    CHECK(round_step(7) == 1);
    CHECK(round_step(8) == 2);
    CHECK(round_step(28) == 2);
    CHECK(round_step(29) == 5);
    CHECK(round_step(69) == 5);
    CHECK(round_step(71) == 20);
    CHECK(round_step(0.0993) == Approx(0.02));
    CHECK(round_step(4e6) == 500000);
}

TEST_CASE("axis: numbers have the decimals of their step", "[unit]") {
    CHECK(decimal(4, 2) == "4");
    CHECK(decimal(0.5, 0.5) == "0.5");
    CHECK(decimal(1, 0.5) == "1.0");
    CHECK(decimal(0.06, 0.02) == "0.06");
    CHECK(decimal(0.1, 0.1) == "0.1");
    CHECK(decimal(0.00015, 0.00005) == "0.00015");
}

TEST_CASE("axis: values in thousands and millions", "[unit]") {
    CHECK(value_text(600, 200) == "600");
    CHECK(value_text(6000, 2000) == "6k");
    CHECK(value_text(45e6, 5e6) == "45M");
    CHECK(value_text(1.2e9, 2e8) == "1,200M");
    CHECK(value_text(0, 5e6) == "0M");
}

TEST_CASE("axis: bytes are round in their unit", "[unit]") {
    ByteScale const small(100);
    CHECK(small.step == 20);
    CHECK(small.text(40) == "40 B");
    CHECK(ByteScale(3).step == 1);
    ByteScale const kilo(60 * 1024);
    CHECK(kilo.step == 5 * 1024);
    CHECK(kilo.text(10 * 1024) == "10 KiB");
    ByteScale const mega(3.8 * 1024 * 1024);
    CHECK(mega.step == 512 * 1024);
    CHECK(mega.text(1536 * 1024) == "1.5 MiB");
    CHECK(mega.text(0) == "0");
}
