#include "catch.hpp"
#include "report/hp2ps.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/hp/reader.hpp>
#include <trav/report/hp/writer.hpp>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

using trav::HpFile, trav::HpSample, trav::Unreadable;

namespace {

HpFile parse(std::string const& text) {
    std::istringstream in(text);
    return trav::read_hp(in, "x.hp");
}
std::string written(HpFile const& file) {
    std::ostringstream out;
    trav::write_hp(out, file);
    return out.str();
}
std::string complaint(std::string const& text) {
    try {
        parse(text);
    } catch (Unreadable const& error) { return error.what(); }
    return "";
}

std::string const header = "JOB \"j\"\nDATE \"d\"\nSAMPLE_UNIT \"seconds\"\nVALUE_UNIT \"bytes\"\n";

// Files that hp2ps refuses, too, and its messages. The samples begin in line 5.
struct Refused {
    std::string samples;
    int line;
    std::string words;
};
std::vector<Refused> const refused{
    {"BEGIN_SAMPLE 1\nEND_SAMPLE 1.0\n", 5, "floating point number must follow BEGIN_SAMPLE"},
    {"BEGIN_SAMPLE 1.0\nEND_SAMPLE x\n", 6, "floating point number must follow END_SAMPLE"},
    {"MARK x\n", 5, "floating point number must follow MARK"},
    {"BEGIN_SAMPLE\n\nx\n", 7, "floating point number must follow BEGIN_SAMPLE"},
    {"BEGIN_SAMPLE 1.0\na\n\nb\nEND_SAMPLE 1.0\n", 8, "integer must follow identifier"},
    {"BEGIN_SAMPLE 1.0\na 1.5\nEND_SAMPLE 1.0\n", 6, "integer must follow identifier"},
    {"BEGIN_SAMPLE 1.0\na -5\nEND_SAMPLE 1.0\n", 6, "integer must follow identifier"},
    {"BEGIN_SAMPLE 1.0\nMARK 1.0\nEND_SAMPLE 1.0\n", 6, "MARK occurs within sample"},
    {"BEGIN_SAMPLE 1.0\nEND_SAMPLE 1.0\nBEGIN_SAMPLE 0.5\nEND_SAMPLE 0.5\n", 7, "samples out of sequence"},
    {"JOB 5\n", 5, "string must follow JOB"},
    {"DATE x\n", 5, "string must follow DATE"},
};

}  // namespace

TEST_CASE("hp_reader: header, samples and marks", "[unit]") {
    HpFile const file = parse("JOB \"shop \"\"x\"\"\"\nDATE \"Sat Jun  4 11:59 2016\"\n"
                              "SAMPLE_UNIT \"seconds\"\nVALUE_UNIT \"bytes\"\n"
                              "BEGIN_SAMPLE 0.000000\nEND_SAMPLE 0.000000\nMARK 0.5\n"
                              "BEGIN_SAMPLE 1.250000\n(48)CAF,CAF\t64\nMANY\t18446744073709551615\n"
                              "END_SAMPLE 1.250000\n");
    CHECK(file.header == trav::HpHeader{"shop \"x\"", "Sat Jun  4 11:59 2016", "seconds", "bytes"});
    CHECK(file.samples == std::vector{HpSample{0}, HpSample{1.25, {{"(48)CAF,CAF", 64}, {"MANY", ~0ull}}}});
    CHECK(file.marks == std::vector{0.5});
    CHECK_FALSE(file.cut);
}

TEST_CASE("hp_reader: samples may have equal times", "[unit]") {
    std::string const twice =
        "BEGIN_SAMPLE 1.0\na 5\nEND_SAMPLE 1.0\nBEGIN_SAMPLE 1.0\na 6\nEND_SAMPLE 1.0\n";
    CHECK(parse(header + twice).samples == std::vector{HpSample{1, {{"a", 5}}}, HpSample{1, {{"a", 6}}}});
    if (std::system("command -v hp2ps >/dev/null 2>&1") == 0)
        CHECK(hp2ps_says(header + twice).find("out of sequence") == std::string::npos);
}

TEST_CASE("hp_reader: line breaks do not matter", "[unit]") {
    HpFile const file =
        parse("BEGIN_SAMPLE\n1.5 a\r\n5 1x 6 a 7 END_SAMPLE 99.0 VALUE_UNIT \"v\" SAMPLE_UNIT\t\"s\"DATE "
              "\"d\nd\" JOB \"\"");
    CHECK(file.header == trav::HpHeader{"", "d\nd", "s", "v"});
    CHECK(file.samples == std::vector{HpSample{1.5, {{"a", 5}, {"1x", 6}, {"a", 7}}}});
}

TEST_CASE("hp_reader: errors name the fault and the line", "[unit]") {
    for (auto const& [samples, line, words] : refused) {
        INFO(samples);
        CHECK(complaint(header + samples) == "x.hp, line " + std::to_string(line) + ": " + words);
    }
    CHECK(complaint("DATE \"d\"\n") == "x.hp: JOB missing");
    CHECK(complaint("") == "x.hp: JOB missing");
    CHECK(complaint("JOB \"j\"\nDATE \"x\ny\n") == "x.hp, line 2: the string is not closed");
    CHECK(complaint(header + "END_SAMPLE 1.0\n") == "x.hp, line 5: END_SAMPLE occurs outside sample");
    CHECK(complaint(header + "BEGIN_SAMPLE 1.0\nBEGIN_SAMPLE 1.0\n") ==
          "x.hp, line 6: BEGIN_SAMPLE occurs within sample");
    CHECK(complaint(header + "a 5\n") == "x.hp, line 5: a unexpected: it stands in no sample");
    CHECK(complaint(header + "BEGIN_SAMPLE 1.0\na 18446744073709551616\n") ==
          "x.hp, line 6: number too large");
    CHECK(complaint(header + "BEGIN_SAMPLE 1.0\na " + std::string(33, '0') + "\n") ==
          "x.hp, line 6: number too long");
    CHECK(complaint(header + "BEGIN_SAMPLE 1.2.3\n") ==
          "x.hp, line 5: floating point number must follow BEGIN_SAMPLE");
    CHECK_THROWS_AS(trav::read_hp("/no/such.hp"), Unreadable);
}

TEST_CASE("hp_reader: the real hp2ps refuses the same files with the same messages", "[conformance]") {
    HP2PS_OR_SKIP();
    for (auto const& [samples, line, words] : refused) {
        std::string const says = hp2ps_says(header + samples);
        INFO(samples << says);
        CHECK(says.find("line " + std::to_string(line)) != std::string::npos);
        CHECK(says.find(words) != std::string::npos);
    }
}

TEST_CASE("hp_reader: every file from GHC is written back unchanged", "[conformance]") {
    auto const files = ghc_files("hp");
    CHECK(files.size() == 219);
    for (auto const& [name, text] : files) {
        INFO(name);
        HpFile const file = parse(text);
        CHECK(written(file) == text);
        CHECK_FALSE(file.cut);
    }
}

TEST_CASE("hp_reader: a file that ends anywhere has its complete samples", "[property]") {
    for (char const* name : {"det/Sharing/hr.hp", "det/Tree/hb.hp", "det/Actors/hc.hp"}) {
        std::string const text = ghc_files("hp").at(name);
        HpFile const whole = parse(text);
        std::size_t const header_end = text.find("BEGIN_SAMPLE");
        for (std::size_t size = 0; size != text.size(); ++size) {
            INFO(name << ", " << size << " bytes");
            std::string const begin = text.substr(0, size);
            if (size < header_end - 1) {
                CHECK_THROWS_AS(parse(begin), Unreadable);
                continue;
            }
            HpFile const file = parse(begin);
            // An END_SAMPLE closes its sample once enough of its time is there.
            std::size_t ended = 0;
            for (std::size_t at = 0; (at = begin.find("\nEND_SAMPLE ", at)) != std::string::npos; ++at)
                ended += begin.find('.', at) != std::string::npos;
            REQUIRE(file.samples.size() == ended);
            CHECK(std::equal(file.samples.begin(), file.samples.end(), whole.samples.begin()));
            // The file is not cut only if it ends between samples, before the next word.
            std::size_t const last = begin.rfind("\nEND_SAMPLE ");
            bool const at_boundary =
                size <= header_end ||
                (last != std::string::npos && begin.find('.', last) != std::string::npos &&
                 begin.find_first_not_of('\n', std::min(begin.find('\n', last + 1), size)) ==
                     std::string::npos);
            CHECK(file.cut == !at_boundary);
        }
    }
}

TEST_CASE("hp_reader: a damaged file is read or refused", "[property]") {
    std::string const text = ghc_files("hp").at("det/Tree/hb.hp");
    std::size_t read = 0, refusals = 0;
    for (std::size_t at = 0; at != text.size(); ++at)
        for (int bit = 0; bit != 8; ++bit) {
            std::string damaged = text;
            damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
            try {
                HpFile const file = parse(damaged);
                CHECK(std::ranges::is_sorted(file.samples, {}, &HpSample::time));
                CHECK(parse(written(file)).samples.size() == file.samples.size());
                ++read;
            } catch (Unreadable const& error) {
                CHECK(std::string(error.what()).find("x.hp") == 0);
                ++refusals;
            }
        }
    CHECK(read > 0);
    CHECK(refusals > 0);
}
