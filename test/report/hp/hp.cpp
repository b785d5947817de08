#include "catch.hpp"
#include "report/hp2ps.hpp"
#include "report/some_table.hpp"
#include "support/ghc_files.hpp"

#include <trav/report/hp/hp.hpp>
#include <trav/report/hp/reader.hpp>

#include <cstdint>
#include <locale>
#include <map>
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

// A table with these labels in the first column.
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

TEST_CASE("hp: a file in GHC's format", "[unit]") {
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

TEST_CASE("hp: a label becomes one word that is not a statement", "[unit]") {
    CHECK(hp_label({"two words"}) == "two_words");
    CHECK(hp_label({"a\tb\nc"}) == "a_b_c");
    CHECK(hp_label({"cache,sessions", "Set"}) == "cache,sessions:Set");
    CHECK(hp_label({""}) == "()");
    CHECK(hp_label({}) == "TOTAL");
    CHECK(hp_label({"\"x\""}) == "(\"x\")");
    CHECK(hp_label({"MARK"}) == "(MARK)");
    CHECK(hp_label({std::string(20000, 'x')}).size() < 4999);  // hp2ps keeps this many bytes
}

TEST_CASE("hp: bands whose labels become equal are added up", "[unit]") {
    std::string const text = hp(labelled({"two words", "two_words"}), {});
    CHECK(text.find("two_words\t2000\n") != std::string::npos);
    CHECK(text.find("two_words\t6000000000\n") != std::string::npos);
}

TEST_CASE("hp: numbers do not depend on the locale", "[unit]") {
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

TEST_CASE("hp: a profile written to a .hp file and read again is the same profile", "[unit]") {
    trav::Profile profile{"shop", "today", {{"type", nullptr, {{"Map"}, {"Set"}, {"Big"}}}}, {}};
    profile.samples = {{0, {}},
                       {1.25, {{{0}, {4096, 0}}, {{1}, {18446744073709551615u, 0}}}},
                       {1.25, {{{2}, {1, 0}}}},
                       {3.000001, {{{0}, {2, 0}}, {{2}, {3, 0}}}}};
    std::stringstream file;
    trav::write_hp(file, profile.by_names({"type"}), {profile.job, profile.date});
    trav::Profile const again = trav::hp_profile(trav::read_hp(file, "x.hp"), "type");
    CHECK(again.job == profile.job);
    CHECK(again.date == profile.date);
    REQUIRE(again.columns.size() == 1);
    CHECK(again.columns[0].name == "type");
    CHECK(again.columns[0].bands == profile.columns[0].bands);
    REQUIRE(again.samples.size() == profile.samples.size());
    for (std::size_t s = 0; s != again.samples.size(); ++s) {
        CHECK(again.samples[s].time == profile.samples[s].time);
        REQUIRE(again.samples[s].entries.size() == profile.samples[s].entries.size());
        for (std::size_t i = 0; i != again.samples[s].entries.size(); ++i) {
            CHECK(again.samples[s].entries[i].bands == profile.samples[s].entries[i].bands);
            CHECK(again.samples[s].entries[i].amount == profile.samples[s].entries[i].amount);
        }
    }
}

TEST_CASE("hp: each file from GHC has the same contents as a profile", "[conformance]") {
    for (auto const& [name, text] : ghc_files("hp")) {
        INFO(name);
        std::istringstream in(text);
        trav::HpFile const file = trav::read_hp(in, name);
        trav::Table const table = trav::hp_profile(file).by_names({"band"});
        REQUIRE(table.times.size() == file.samples.size());
        std::map<std::string, std::vector<std::uint64_t>> expected, found;
        for (std::size_t s = 0; s != file.samples.size(); ++s) {
            CHECK(table.times[s] == file.samples[s].time);
            for (auto const& band : file.samples[s].bands) {
                auto& values = expected[band.label];
                values.resize(file.samples.size());
                values[s] += band.value;
            }
        }
        for (auto const& line : table.lines)
            for (auto const& amount : line.amounts) found[line.texts.at(0)].push_back(amount.bytes);
        CHECK(found == expected);
        // And as a file again, with bands in another order and without zeros.
        CHECK(trav::hp_profile(trav::hp_file(table, file.header)).by_names({"band"}).total(1) ==
              table.total(1));
    }
}

TEST_CASE("hp: the real hp2ps reads a written file", "[conformance]") {
    HP2PS_OR_SKIP();
    CHECK(hp2ps_says(hp(some_table(), {"a \"job\"", "today"})).empty());
    CHECK(hp2ps_says(hp(labelled(awkward), {"", "", "", ""})).empty());
    for (std::string const& label : awkward) {
        INFO(label.substr(0, 40));
        CHECK(hp2ps_says(hp(labelled({label}), {"job", "date"})).empty());
    }
    CHECK(hp2ps_says("nonsense").find("hp2ps: x.hp") == 0);  // hp2ps does report errors
}
