#include "catch.hpp"
#include "report/eventlog_text.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/hp/reader.hpp>

#include <cstddef>
#include <sstream>
#include <string>

using trav::HpFile, trav::HpSample;

namespace {

// Cuts our label like GHC's: with its number, from the complete text. Labels that are not stacks stay as they
// are.
std::string cut(std::string const& text, std::string const& ghc) {
    if (ghc.front() != '(') return text;
    auto const number = std::stoull(ghc.substr(1));
    return trav::stack_label(number, text);
}

}  // namespace

TEST_CASE("eventlog_hp: stacks by their labels, times in seconds", "[unit]") {
    HpFile const file = trav::hp_file(some_eventlog());
    CHECK(file.header == trav::HpHeader{"shop 6 +RTS -hc -l", "Sat Jun  4 11:59 2016", "seconds", "bytes"});
    CHECK(file.samples ==
          std::vector{HpSample{0.000001, {{"order/Shop.CAF", 4096}, {"MAIN", 8}}}, HpSample{0.000002}});
}

TEST_CASE("eventlog_hp: GHC's eventlog and .hp file have the same contents", "[conformance]") {
    auto const hps = ghc_files("hp");
    std::size_t compared = 0;
    for (auto const& [name, bytes] : ghc_files("eventlog")) {
        auto const hp = hps.find(name.substr(0, name.rfind('.')) + ".hp");
        if (hp == hps.end()) continue;
        INFO(name);
        HpFile const ours = trav::hp_file(parse_eventlog(bytes));
        std::istringstream in(hp->second);
        HpFile ghc = trav::read_hp(in, name);
        CHECK(ours.header == ghc.header);
        // Only the .hp file has the empty first and last samples, and the band MANY.
        REQUIRE(ours.samples.size() + 2 == ghc.samples.size());
        bool const by_stack = name.find("/hc") != std::string::npos;
        for (std::size_t s = 0; s != ours.samples.size(); ++s) {
            auto& expected = ghc.samples[s + 1].bands;
            std::erase_if(expected, [](auto const& band) { return band.label == "MANY"; });
            auto bands = ours.samples[s].bands;
            REQUIRE(bands.size() == expected.size());
            for (std::size_t i = 0; by_stack && i != bands.size(); ++i)
                bands[i].label = cut(bands[i].label, expected[i].label);
            CHECK(bands == expected);
        }
        ++compared;
    }
    CHECK(compared == 62);
}
