#include "catch.hpp"
#include "report/prof_text.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/prof/prof.hpp>

#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

using trav::ProfLevel;

namespace {

std::string prof(trav::ProfReport const& report, ProfLevel level) {
    std::ostringstream out;
    trav::write_prof(out, report, level);
    return out.str();
}

bool ends_with(std::string const& name, std::string const& end) {
    return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

trav::ProfReport small() {
    trav::ProfReport report{.job = trav::job({"shop", "6", "+RTS", "-p"}), .date = "Sat Jun  4 11:59 2016"};
    report.centres = {{1, "MAIN", "MAIN", "<built-in>"},
                      {2, "GC", "GC", "<built-in>", false, true},
                      {3, "order", "Shop", "shop.hs:1"},
                      {4, "größe", "Shop", "shop.hs:2"}};
    report.stacks = {{1, 0, 0, 0, 1, 800}, {2, 1, 0, 0, 96, 8000}, {3, 2, 0, 5, 2, 160},
                     {4, 3, 2, 7, 1, 40},  {5, 3, 0, 0, 0, 0},     {6, 2, 4, 0, 0, 0}};
    return report;
}

}  // namespace

TEST_CASE("prof: sums, inheritance and layout", "[unit]") {
    // Of 4 ticks and 1000 bytes: GC does not belong to the program, and stacks 5 and 6 never ran.
    CHECK(prof(small(), ProfLevel::summary) ==
          "\tSat Jun  4 11:59 2016 Time and Allocation Profiling Report  (Final)\n"
          "\n"
          "\t   shop +RTS -p -RTS 6\n"
          "\n"
          "\ttotal time  =        0.00 secs   (4 ticks @ 1000 us, 1 processor)\n"
          "\ttotal alloc =       1,000 bytes  (excludes profiling overheads)\n"
          "\n"
          "COST CENTRE MODULE SRC         %time %alloc\n"
          "\n"
          "order       Shop   shop.hs:1    50.0   16.0\n"
          "MAIN        MAIN   <built-in>   25.0   80.0\n"
          "größe       Shop   shop.hs:2    25.0    4.0\n"
          "\n"
          "\n"
          "                                                 individual      inherited\n"
          "COST CENTRE MODULE SRC        no.     entries  %time %alloc   %time %alloc\n"
          "\n"
          "MAIN        MAIN   <built-in>   1           0   25.0   80.0   100.0  100.0\n"
          " order      Shop   shop.hs:1    3           5   50.0   16.0    75.0   20.0\n"
          "  größe     Shop   shop.hs:2    4           7   25.0    4.0    25.0    4.0\n");
}

TEST_CASE("prof: all stacks, several processors, and an empty report", "[unit]") {
    trav::ProfReport report = small();
    report.processors = 2;
    report.tick_interval = 1000000;
    std::string const all = prof(report, ProfLevel::all);
    CHECK(all.find("       50.00 secs   (100 ticks @ 1000000 us, 2 processors)\n") != std::string::npos);
    CHECK(all.find("\n GC         GC     <built-in>   2           0   96.0   88.9    96.0   88.9     96      "
                   "8000\n") != std::string::npos);
    CHECK(all.find("\n  order     Shop   shop.hs:1    6           0    0.0    0.0     0.0    0.0      0      "
                   "   0\n") != std::string::npos);
    CHECK(prof({}, ProfLevel::all).find("(0 ticks @ 1000 us, 1 processor)") != std::string::npos);
}

TEST_CASE("prof: numbers do not depend on the locale", "[unit]") {
    struct Grouping : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    std::ostringstream out;
    out.imbue(std::locale(std::locale::classic(), new Grouping));
    trav::write_prof(out, small(), ProfLevel::verbose);
    CHECK(out.str() == prof(small(), ProfLevel::verbose));
}

TEST_CASE("prof: an invalid tree is refused", "[unit]") {
    trav::ProfReport report = small();
    report.stacks[2].parent = 3;
    CHECK_THROWS_AS(prof(report, ProfLevel::summary), std::invalid_argument);
    report = small();
    report.stacks[2].centre = 4;
    CHECK_THROWS_AS(prof(report, ProfLevel::summary), std::invalid_argument);
}

TEST_CASE("prof: a chain of 10^5 stacks", "[unit]") {
    trav::ProfReport report{.centres = {{1, "f", "M", "s"}}};
    for (std::size_t i = 0; i != 100000; ++i) report.stacks.push_back({1, 0, i == 0 ? 0 : i - 1});
    report.stacks.back().entries = 1;
    trav::detail::ProfCosts const costs(report, false);
    CHECK(costs.rows().back().depth == 99999);
}

TEST_CASE("prof: GHC's files of -P and -pa are written back unchanged", "[conformance]") {
    std::size_t compared = 0;
    for (auto const& [name, text] : ghc_files("prof")) {
        bool const all = name.find("/pa_") != std::string::npos;
        if (!all && name.find("/P_V0") == std::string::npos && name.find("/P_ticks") == std::string::npos)
            continue;
        INFO(name);
        trav::ProfReport report = parse_prof(text);
        if (!all) {  // -P does not show it, but reserves room for its name
            report.centres.push_back({0, "OVERHEAD_of", "PROFILING", "<built-in>", false, true});
            report.stacks.push_back({0, report.centres.size() - 1, 0, 0, 0, 1000000000});
        }
        CHECK(prof(report, all ? ProfLevel::all : ProfLevel::verbose) == text);
        ++compared;
    }
    CHECK(compared == 28);  // seven programs, with -P and -pa, with and without a clock
}

TEST_CASE("prof: GHC's files of -P and -p follow from its file of -pa", "[conformance]") {
    auto const files = ghc_files("prof");
    std::size_t compared = 0;
    for (auto const& [name, text] : files) {
        if (!ends_with(name, "/pa_V0.prof")) continue;
        INFO(name);
        trav::ProfReport report = parse_prof(text);
        std::string const folder = name.substr(0, name.rfind('/'));
        for (auto const& [tag, level] :
             {std::pair{"P", ProfLevel::verbose}, std::pair{"p", ProfLevel::summary}}) {
            std::string const& expected = files.at(folder + "/" + tag + "_V0.prof");
            report.date = expected.substr(1, expected.find(" Time and") - 1);
            report.job.rts_arguments = {std::string("-") + tag, "-V0", std::string("-po") + tag + "_V0"};
            CHECK(prof(report, level) == expected);
            ++compared;
        }
    }
    CHECK(compared == 14);
}
