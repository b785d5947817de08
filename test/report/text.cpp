#include "catch.hpp"

#include <trav/report/text.hpp>

using trav::humanised;

TEST_CASE("text: bytes have three digits and a unit", "[unit]") {
    CHECK(humanised(0) == "0 B");
    CHECK(humanised(1023) == "1023 B");
    CHECK(humanised(1024) == "1.00 KiB");
    CHECK(humanised(10229) == "9.99 KiB");
    CHECK(humanised(10240) == "10.0 KiB");
    CHECK(humanised(102348) == "99.9 KiB");
    CHECK(humanised(102400) == "100 KiB");
    CHECK(humanised(1022975) == "999 KiB");
    CHECK(humanised(1024 * 1000) == "0.98 MiB");
    CHECK(humanised(1048576) == "1.00 MiB");
    CHECK(humanised(8691008) == "8.29 MiB");
    CHECK(humanised(UINT64_MAX) == "16.0 EiB");
}

TEST_CASE("text: growth has a sign", "[unit]") {
    CHECK(trav::humanised_growth(5, 5) == "0");
    CHECK(trav::humanised_growth(5, 1029) == "+1.00 KiB");
    CHECK(trav::humanised_growth(1029, 5) == "-1.00 KiB");
}

TEST_CASE("text: percentages and thousands", "[unit]") {
    CHECK(trav::percent(1, 4) == "25.0%");
    CHECK(trav::percent(4, 4) == "100.0%");
    CHECK(trav::percent(0, 0) == "-");
    CHECK(trav::grouped(0) == "0");
    CHECK(trav::grouped(999) == "999");
    CHECK(trav::grouped(1000) == "1,000");
    CHECK(trav::grouped(1234567) == "1,234,567");
}

TEST_CASE("text: columns are aligned by characters, not by bytes", "[unit]") {
    trav::TextTable table({"type", "bytes"});
    table.row({"Caf\xC3\xA9", "1"});
    table.row({"tab\there", "1,000"});
    CHECK(table.str() == "type       bytes\n"
                         "Caf\xC3\xA9           1\n"
                         "tab\\there  1,000\n");
}

TEST_CASE("text: a long first cell continues on the next lines after a comma", "[unit]") {
    trav::TextTable table({"sets", "n"});
    table.row({"  one,two,three,four", "1"});
    table.row({"five", "2"});
    CHECK(table.str(10) == "sets        n\n"
                           "  one,two,  1\n"
                           "    three,\n"
                           "    four\n"
                           "five        2\n");
}

TEST_CASE("text: a first cell has ten lines at most, and the last counts the rest", "[unit]") {
    trav::TextTable table({"s", "n"});
    std::string const ten = "aa,bb,cc,dd,ee,ff,gg,hh,ii,jj";
    table.row({ten, "1"});
    table.row({ten + ",kk", "2"});
    std::string const nine = "  bb,\n  cc,\n  dd,\n  ee,\n  ff,\n  gg,\n  hh,\n  ii,\n";
    CHECK(table.str(5) == "s      n\naa,    1\n" + nine + "  jj\naa,    2\n" + nine + "... 2 more lines\n");
}

TEST_CASE("text: a long first cell without a comma continues between characters", "[unit]") {
    trav::TextTable table({"x", "n"});
    table.row({"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", "1"});
    table.row({"four", "2"});
    table.row({",,,,,,,,", "3"});
    CHECK(table.str(5) == "x      n\n"
                          "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9  1\n"
                          "  \xC3\xA9\n"
                          "four   2\n"
                          ",,,,,  3\n"
                          "  ,,,\n");
}

TEST_CASE("text: a long first cell is broken before a step of a path and after a slash", "[unit]") {
    trav::TextTable table({"owner", "n"});
    table.row({"app.services.sessions[].user: Map (shop/lib/sessions.js:12)", "1"});
    CHECK(table.str(24) == "owner                     n\n"
                           "app.services.sessions[]   1\n"
                           "  .user: Map (shop/lib/\n"
                           "  sessions.js:12)\n");
}

TEST_CASE("text: without a terminal nothing is cut", "[unit]") {
    trav::TextTable table({"owner", "bytes"});
    std::string const name(300, 'n');
    std::string set = "a";
    for (int i = 0; i != 300; ++i) set += ",member" + std::to_string(i);
    table.row({name, "1"});
    table.row({set, "2"});
    std::string const text = table.fitting(0);
    CHECK(text.find(name + "      1\n") != std::string::npos);
    for (int i = 0; i != 300; ++i) CHECK(text.find("member" + std::to_string(i)) != std::string::npos);
    CHECK(text.find("..") == std::string::npos);
}

TEST_CASE("text: spare columns give way to names", "[unit]") {
    trav::TextTable table({"owner", "one", "two", "three"});
    table.row({"a name of 22 letters..", "1", "22", "333"});
    CHECK(table.fitting(40, {2, 1}) == "owner                   one  two  three\n"
                                       "a name of 22 letters..    1   22    333\n");
    CHECK(table.fitting(36, {2, 1}) == "owner                   one  three\n"
                                       "a name of 22 letters..    1    333\n");
    // five eighths of the terminal are enough for longer names
    CHECK(table.fitting(24, {2, 1}) == "owner              three\n"
                                       "a name of 22         333\n"
                                       "  letters..\n");
}

TEST_CASE("text: control characters and bytes that are not UTF-8 are escaped", "[unit]") {
    trav::TextTable table({"type", "bytes"});
    table.row({"a\x1b[2J\n\xff", "1"});
    CHECK(table.str() == "type            bytes\n"
                         "a\\x1b[2J\\n\\xff      1\n");
}

TEST_CASE("text: on a narrow terminal the first cell shrinks, but not completely", "[unit]") {
    trav::TextTable table({"retainer", "bytes"});
    table.row({"inspect,internalBinding,requireBuiltin", "1.38 KiB"});
    std::string const wide = "retainer                                   bytes\n"
                             "inspect,internalBinding,requireBuiltin  1.38 KiB\n";
    CHECK(table.fitting(0) == wide);
    CHECK(table.fitting(200) == wide);
    CHECK(table.fitting(48) == wide);
    CHECK(table.fitting(47) == "retainer                                  bytes\n"
                               "inspect,internalBinding,               1.38 KiB\n"
                               "  requireBuiltin\n");
    CHECK(table.fitting(26).starts_with("retainer             bytes\ninspect,          1.38 KiB\n"));
    CHECK(table.fitting(3) == table.fitting(26));
}

TEST_CASE("text: a whole line is neither aligned nor cut", "[unit]") {
    trav::TextTable table({"x", "n"});
    table.row({"a", "1"});
    table.line("  " + std::string(100, 'y') + "\n");
    table.row({"b", "2"});
    CHECK(table.str() == "x  n\na  1\n  " + std::string(100, 'y') + "\\n\nb  2\n");
}
