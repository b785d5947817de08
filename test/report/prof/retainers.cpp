#include "catch.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/prof/retainers.hpp>

#include <cstddef>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace {

// Parses the passes and sets in a text of GHC's and writes them again.
std::string again(std::string const& text) {
    std::istringstream in(text);
    std::ostringstream out;
    std::vector<trav::SetTable::Set> sets;
    for (std::string line; std::getline(in, line);) {
        unsigned long number = 0;
        trav::RetainerPass pass{};
        if (std::sscanf(line.c_str(), "Retainer Profiling: %lu, at %lf", &number, &pass.seconds) == 2) {
            std::getline(in, line);
            pass.max_stack = std::stoull(line.substr(line.rfind(' ')));
            std::getline(in, line);
            pass.visits_per_object = std::stod(line.substr(line.rfind(' ')));
            trav::write_retainer_pass(out, number, pass);
        } else if (std::sscanf(line.c_str(), "SET %lu", &number) == 1) {
            auto& set = sets.emplace_back();
            set.number = static_cast<std::uint32_t>(number);
            for (std::size_t at = line.find('<'); at != std::string::npos; at = line.find('<', at + 1))
                set.elements.push_back(line.substr(at, line.find('>', at) + 1 - at));
        }
    }
    trav::write_retainer_sets(out, sets);
    return out.str();
}

}  // namespace

TEST_CASE("prof_retainers: GHC's texts are written back unchanged", "[conformance]") {
    std::size_t compared = 0;
    for (auto const& [name, text] : ghc_files("prof")) {
        if (text.rfind("Retainer Profiling: ", 0) != 0 ||
            text.find("Allocation Profiling") != std::string::npos)
            continue;
        INFO(name);
        CHECK(again(text) == text);
        ++compared;
    }
    CHECK(compared == 31);
}

TEST_CASE("prof_retainers: without sets there is no heading", "[unit]") {
    std::ostringstream out;
    trav::write_retainer_sets(out, {});
    CHECK(out.str().empty());
}

TEST_CASE("prof_retainers: all sets of any sample, each numbered once", "[unit]") {
    trav::Profile::Column column{"retainer", nullptr, {}};
    column.bands = {
        {"MANY", {}, {}}, {"SYSTEM", {"SYSTEM"}, {"<SYSTEM.SYSTEM>"}}, {"kA,kB", {"kA", "kB"}, {}}};
    std::ostringstream out;
    trav::write_retainer_sets(out, trav::SetTable{column}.sets);
    CHECK(out.str() ==
          "\nRetainer sets created during profiling:\nSET 2 = {<SYSTEM.SYSTEM>}\nSET 3 = {kA, kB}\n");
}
