#include "catch.hpp"
#include "report/some_table.hpp"

#include <trav/report/json.hpp>

#include <nlohmann/json.hpp>

TEST_CASE("json: the whole table, in its order", "[unit]") {
    auto const value = nlohmann::json::parse(trav::json_text(trav::json(some_table())));
    CHECK(value["by"] == nlohmann::json({"root", "type"}));
    CHECK(value["times"] == nlohmann::json({1.0, 2.5}));
    CHECK(value["total"]["bytes"] == nlohmann::json({7168, 8804}));
    CHECK(value["total"]["objects"] == nlohmann::json({10, 9}));
    REQUIRE(value["lines"].size() == 4);
    CHECK(value["lines"][1]["labels"] == nlohmann::json({"a,b", "Big Map"}));
    CHECK(value["lines"][1]["bytes"] == nlohmann::json({2048, 0}));
    CHECK(value["lines"][1]["objects"] == nlohmann::json({1, 0}));
}

TEST_CASE("json: an empty table has empty lists", "[unit]") {
    auto const value = nlohmann::json::parse(trav::json_text(trav::json(trav::Table{})));
    CHECK(value["lines"] == nlohmann::json::array());
    CHECK(value["total"]["bytes"] == nlohmann::json::array());
}

TEST_CASE("json: a label that is not UTF-8 becomes valid JSON", "[unit]") {
    trav::Table const table{{"type"}, {1}, {{{"a\xFFz \"q\"\n"}, {{1, 1}}}}};
    auto const value = nlohmann::json::parse(trav::json_text(trav::json(table)));
    CHECK(value["lines"][0]["labels"][0] == "a\xEF\xBF\xBDz \"q\"\n");
}

TEST_CASE("json: control characters are escaped, including those beyond ASCII", "[unit]") {
    nlohmann::ordered_json const value{"\x1b\x7f\xC2\x80\xC2\x9B\xC2\xA0\xC3\xA9", "a\xC2"};
    std::string const text = trav::json_text(value);
    CHECK(text == "[\"\\u001b\\u007f\\u0080\\u009b\xC2\xA0\xC3\xA9\",\"a\xEF\xBF\xBD\"]\n");
    CHECK(nlohmann::ordered_json::parse(text)[0] == value[0]);
}

TEST_CASE("json: invisible characters are escaped, and read back", "[unit]") {
    nlohmann::ordered_json const value{"a\xE2\x80\xAE"
                                       "b\xC2\xAD\xF3\xA0\x80\x81\xEF\xBB\xBF"
                                       "c\xE2\x82\xAC"};
    std::string const text = trav::json_text(value);
    CHECK(text == "[\"a\\u202eb\\u00ad\\udb40\\udc01\\ufeffc\xE2\x82\xAC\"]\n");
    CHECK(nlohmann::ordered_json::parse(text) == value);
}
