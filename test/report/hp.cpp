#include "catch.hpp"
#include "report/hp2ps.hpp"
#include "report/some_table.hpp"

#include <trav/report/hp.hpp>

#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using trav::hp_label;

namespace {

std::string hp(trav::Table const& table, trav::HpHeader const& header) {
    std::ostringstream out;
    trav::write_hp(out, table, header);
    return out.str();
}

// A table whose first column has these labels.
trav::Table labelled(std::vector<std::string> const& labels) {
    trav::Table table{{"type"}, {0, 1}, {}};
    for (auto const& label : labels) table.lines.push_back({{label}, {{1000, 1}, {3000000000, 1}}});
    return table;
}

std::vector<std::string> const awkward{"plain",
                                       "two words",
                                       "tab\there",
                                       "line\nend",
                                       "",
                                       "\"quoted\"",
                                       "JOB",
                                       "DATE",
                                       "SAMPLE_UNIT",
                                       "VALUE_UNIT",
                                       "MARK",
                                       "BEGIN_SAMPLE",
                                       "END_SAMPLE",
                                       "1x",
                                       "123",
                                       "1.5",
                                       "(unbalanced",
                                       "back\\slash",
                                       "-x",
                                       "\xC3\xA0",
                                       "\xFF",
                                       "hsc,eps",
                                       "#comment",
                                       std::string(20000, 'x')};

}  // namespace

TEST_CASE("hp: a file as GHC writes it", "[unit]") {
    CHECK(hp(some_table(), {"shop \"x\"", "Sat Jun  4 11:59 2016", "seconds", "bytes"}) ==
          "JOB \"shop \"\"x\"\"\"\n"
          "DATE \"Sat Jun  4 11:59 2016\"\n"
          "SAMPLE_UNIT \"seconds\"\n"
          "VALUE_UNIT \"bytes\"\n"
          "BEGIN_SAMPLE 1.000000\n"
          "a,b:Big_Map\t2048\n"
          "cache:Map\t4096\n"
          "cache:Set\t1024\n"
          "END_SAMPLE 1.000000\n"
          "BEGIN_SAMPLE 2.500000\n"
          "a,b:Set\t100\n"
          "cache:Map\t8192\n"
          "cache:Set\t512\n"
          "END_SAMPLE 2.500000\n");
}

TEST_CASE("hp: a label is one word, and no statement", "[unit]") {
    CHECK(hp_label({"two words"}) == "two_words");
    CHECK(hp_label({"a\tb\nc"}) == "a_b_c");
    CHECK(hp_label({"cache,sessions", "Set"}) == "cache,sessions:Set");
    CHECK(hp_label({""}) == "()");
    CHECK(hp_label({"\"x\""}) == "(\"x\")");
    CHECK(hp_label({"MARK"}) == "(MARK)");
    CHECK(hp_label({std::string(20000, 'x')}).size() < 4999);  // what hp2ps keeps
}

TEST_CASE("hp: labels that become alike are added up, and nothing is lost", "[unit]") {
    std::string const text = hp(labelled({"two words", "two_words"}), {});
    CHECK(text.find("two_words\t2000\n") != std::string::npos);
    CHECK(text.find("two_words\t6000000000\n") != std::string::npos);
}

TEST_CASE("hp: numbers are written alike in every locale", "[unit]") {
    struct Grouping : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    std::ostringstream out;
    out.imbue(std::locale(std::locale::classic(), new Grouping));
    trav::write_hp(out, labelled({"x"}), {});
    CHECK(out.str() == hp(labelled({"x"}), {}));
}

TEST_CASE("hp: times that hp2ps could not read are refused", "[unit]") {
    trav::Table table = labelled({"x"});
    table.times = {1, 0.5};
    CHECK_THROWS_AS(hp(table, {}), std::invalid_argument);
    table.times = {-1, 0};
    CHECK_THROWS_AS(hp(table, {}), std::invalid_argument);
}

TEST_CASE("hp: the real hp2ps reads it", "[conformance]") {
    HP2PS_OR_SKIP();
    CHECK(hp2ps_says(hp(some_table(), {"a \"job\"", "today"})).empty());
    CHECK(hp2ps_says(hp(labelled(awkward), {"", "", "", ""})).empty());
    for (std::string const& label : awkward) {
        INFO(label.substr(0, 40));
        CHECK(hp2ps_says(hp(labelled({label}), {"job", "date"})).empty());
    }
    CHECK(hp2ps_says("nonsense").find("hp2ps: x.hp") == 0);  // so silence means something
}
