#include "catch.hpp"
#include "report/plot/asked.hpp"
#include "support/ghc_files.hpp"

#include <trav/report/plot/aux_file.hpp>

#include <map>
#include <sstream>
#include <string>

using trav::plot::read_aux, trav::plot::Saved;

namespace {

Saved parse(std::string const& text) {
    std::istringstream in(text);
    return read_aux(in, "x.aux");
}
std::string complaint(std::string const& text) {
    try {
        parse(text);
    } catch (trav::Unreadable const& error) { return error.what(); }
    return "";
}

}  // namespace

TEST_CASE("aux_file: equals hp2ps's file to the byte, for a profile of every breakdown", "[conformance]") {
    auto const hp = ghc_files("hp"), aux = ghc_files("aux");
    CHECK(aux.size() == 6 * hp.size());
    for (auto const& [name, expected] : aux) {
        INFO(name);
        std::size_t const colon = name.find(".hp:") + 3;
        CHECK(aux_of(hp.at(name.substr(0, colon)), Asked(name.substr(colon))) == expected);
    }
}

TEST_CASE("aux_file: scale, order and shades are read back", "[conformance]") {
    auto const hp = ghc_files("hp"), aux = ghc_files("aux");
    for (auto const& [name, text] : hp) {
        INFO(name);
        // Drawn again with the parameters of an unusual order: that order is kept, regardless of the flags.
        std::string const& before = aux.at(name + ":-i-");
        Saved const saved = parse(before);
        CHECK(aux_of(text, Asked("-d"), &saved) == before);
    }
}

// The expected file is hp2ps's output for i005/Tree/hy.hp with -p and this .aux file.
TEST_CASE("aux_file: edited parameters", "[conformance]") {
    Saved const saved =
        parse("X_RANGE 3.00\nY_RANGE 30000000.00\nORDER Tree 2\nORDER MANY 1\nSHADE Tree 0.80\n");
    CHECK(aux_of(ghc_files("hp").at("i005/Tree/hy.hp"), Asked("-p"), &saved) == "X_RANGE 3.00\n"
                                                                                "Y_RANGE 30000000.00\n"
                                                                                "ORDER ARR_WORDS 1\n"
                                                                                "ORDER Int 2\n"
                                                                                "ORDER Tree 3\n"
                                                                                "SHADE ARR_WORDS 0.00\n"
                                                                                "SHADE Int 0.20\n"
                                                                                "SHADE Tree 0.80\n");
}

TEST_CASE("aux_file: line breaks do not matter; the first statement about a label counts", "[unit]") {
    Saved const saved =
        parse(" X_RANGE\n1.5 X_RANGE 2.5 ORDER a 3\nORDER a 4 ORDER 1x 5\n\nSHADE a 0.25 SHADE a 0.5");
    CHECK(saved.x_range == 2.5);
    CHECK(saved.y_range == 0);
    CHECK(saved.order == std::map<std::string, std::int64_t>{{"a", 3}, {"1x", 5}});
    CHECK(saved.shade == std::map<std::string, double>{{"a", 0.25}});
    CHECK(parse("").order.empty());
}

TEST_CASE("aux_file: files that hp2ps refuses are refused with its messages", "[unit]") {
    CHECK(complaint("X_RANGE 3\n") == "x.aux, line 1: floating point number must follow X_RANGE");
    CHECK(complaint("X_RANGE 1.0\nY_RANGE a\n") ==
          "x.aux, line 2: floating point number must follow Y_RANGE");
    CHECK(complaint("ORDER a 1.0\n") == "x.aux, line 1: identifier and integer must follow ORDER");
    CHECK(complaint("ORDER a x1\n") == "x.aux, line 1: identifier and integer must follow ORDER");
    CHECK(complaint("ORDER") == "x.aux, line 1: identifier must follow ORDER");
    CHECK(complaint("\n\nSHADE a 1") ==
          "x.aux, line 3: identifier and floating point number must follow SHADE");
    CHECK(complaint("SHADE a -0.5") ==
          "x.aux, line 1: identifier and floating point number must follow SHADE");
    CHECK(complaint("SHADE") == "x.aux, line 1: identifier must follow SHADE");
    CHECK(complaint("X_RANGE 1.0\nFOO 1") == "x.aux, line 2: FOO unexpected");
    CHECK(complaint("X_RANGE 1.0e5").find("must follow") != std::string::npos);
    CHECK_THROWS_AS(read_aux("test/data/ghc/none.aux"), trav::Unreadable);
}

TEST_CASE("aux_file: labels are words", "[unit]") {
    auto const file = profile("0.0 a 5\n1.0 a 5\n");
    trav::HpFile spaced = file;
    for (auto& sample : spaced.samples) sample.bands = {{"a b", 5}, {"1x", 6}};
    auto const traces = trav::plot::traces(spaced);
    auto const shades = trav::plot::shades(traces, trav::plot::Ink::grey);
    std::ostringstream out;
    trav::plot::write_aux(out, traces, shades);
    CHECK(out.str() ==
          "X_RANGE 1.00\nY_RANGE 11.00\nORDER a_b 1\nORDER 1x 2\nSHADE a_b 0.00\nSHADE 1x 0.20\n");
    Saved const saved = parse(out.str());
    CHECK(saved.order_of("a b") == 1);
    CHECK(saved.order_of("1x") == 2);
    REQUIRE(saved.shade_of("1x"));
    CHECK(*saved.shade_of("1x") == 0.2);
    CHECK_FALSE(saved.shade_of("x"));
}
