// Compares the figures in the tables of doc/notes/ghc.md with GHC 9.0.2's profiles of the Haskell programs
// (test/data/ghc) and with the machine's.
#include "catch.hpp"
#include "support/ghc_files.hpp"

#include <ghc/programs.hpp>
#include <trav/ghc/profile/heap_profile.hpp>
#include <trav/ghc/profile/options_parser.hpp>
#include <trav/report/hp/reader.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Bands = std::map<std::string, std::uint64_t>;
using Censuses = std::vector<Bands>;  // the page numbers them from 1
using Numbers = std::vector<std::uint64_t>;

/// A band's bytes by label; sets and stacks without their numbers.
Bands bands_of(trav::HpSample const& sample) {
    Bands bands;
    for (auto const& band : sample.bands) {
        auto const at = band.label.starts_with('(') ? band.label.find(')') + 1 : 0;
        bands[band.label.substr(at)] += band.value;
    }
    return bands;
}

/// GHC's censuses. The root profiler was never shipped; its figures are its authors'.
Censuses of_ghc(std::string const& program, std::string const& option) {
    if (program == "hscenv") return {{{"hsc", 80}, {"hsc-eps", 48}, {"hsc-fc", 72}, {"hsc-eps-fc", 32}}};
    static std::map<std::string, std::string> const names{
        {"actors", "det/Actors/"},     {"biography", "det/Biography/"}, {"blocked", "det/Blocked/"},
        {"killed", "det/Killed/"},     {"lazysum", "det/LazySum/"},     {"masked", "det/Masked/"},
        {"parallel", "det/Parallel/"}, {"primes", "det/Primes/"},       {"sharing", "det/Sharing/"},
        {"stm", "det/Stm/"},           {"tree", "det/Tree/"},           {"wordfreq", "det/WordFreq/"}};
    static auto const files = ghc_files("hp");
    std::string file_name;  // -hr -hdA,B is in hr_hdAB
    for (char const c : option.substr(1))
        if (c != '-' && c != ',') file_name += c == ' ' ? '_' : c;
    std::string const name =
        program == "lostretainer" ? "bugs/HrLostRetainer.hr.hp" : names.at(program) + file_name + ".hp";
    INFO(name);
    REQUIRE(files.contains(name));
    std::istringstream in(files.at(name));
    auto const file = trav::read_hp(in, name);
    Censuses all;
    for (std::size_t i = 1; i + 1 < file.samples.size(); ++i) all.push_back(bands_of(file.samples[i]));
    return all;
}

/// The machine's censuses.
Censuses of_machine(std::string const& program, std::string const& option, bool as_ghc) {
    std::vector<std::string> line{"+RTS"};
    std::istringstream words(option);
    for (std::string word; words >> word;) line.push_back(word);
    auto const rts = trav::ghc::parse_rts(line, as_ghc).rts;
    std::size_t const capabilities = std::max<std::size_t>(1, rts.capabilities);
    trav::ghc::Machine m({.heap = {.capabilities = capabilities}, .every_use = !as_ghc});
    trav::ghc::HeapProfile profile(m.heap(), rts, [&] {
        trav::ghc::NamedRoots roots;
        for (auto const& root : m.heap_roots()) roots.push_back({root.name, m.heap().deref(root.object)});
        return roots;
    });
    m.on_collection([&](auto& machine) { profile.census(machine.seconds()); });
    for (auto const& p : programs())
        if (p.name == program) p.run(m, {});
    profile.end();
    Censuses all;
    for (auto const& sample : profile.take()) all.push_back(bands_of(hp_sample(sample)));
    return all;
}

struct Row {
    std::string program, option, ghc_band, our_band;
    bool as_ghc = true, others = false;
    std::vector<std::size_t> ghc_censuses, our_censuses;
    Numbers ghc, ours;
};

/// The text between the first occurrences of `before` and `after`; empty if either is missing.
std::string between(std::string const& text, std::string const& before, std::string const& after) {
    auto const begin = text.find(before);
    if (begin == text.npos) return "";
    auto const end = text.find(after, begin + before.size());
    return end == text.npos ? "" : text.substr(begin + before.size(), end - begin - before.size());
}
template <class N>
std::vector<N> numbers(std::string const& text) {
    std::vector<N> all;
    std::istringstream in(text);
    for (std::string number; std::getline(in, number, ',');)
        all.push_back(static_cast<N>(std::stoull(number)));
    return all;
}

/// The rows of the tables in the page's last section.
std::vector<Row> table() {
    std::ifstream page("doc/notes/ghc.md");
    std::vector<Row> rows;
    Row at;
    bool here = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) here = line == "## Figures beside GHC's";
        if (!here) continue;
        if (line.starts_with("### ")) {
            at = Row();
            at.program = between(line, "`", "`");
        }
        if (auto const both = between(line, "Censuses ", " of both"); !both.empty())
            at.ghc_censuses = at.our_censuses = numbers<std::size_t>(both);
        if (auto const theirs = between(line, "Censuses ", " of GHC, "); !theirs.empty()) {
            at.ghc_censuses = numbers<std::size_t>(theirs);
            at.our_censuses = numbers<std::size_t>(between(line, "of GHC, ", " here"));
        }
        if (!line.starts_with("| `-")) continue;
        std::vector<std::string> cells;
        std::istringstream in(line.substr(2));
        for (std::string cell; std::getline(in, cell, '|');) cells.push_back(cell);
        REQUIRE(cells.size() >= 4);
        Row row = at;
        row.option = between(cells[0], "`", "`");
        row.as_ghc = cells[0].find("without") == std::string::npos && row.option != "-ho";
        row.others = cells[1].find("all others") != std::string::npos;
        row.ghc_band = between(cells[1], "`", "`");
        row.our_band = between(cells[1], "here `", "`");
        if (row.our_band.empty()) row.our_band = row.ghc_band;
        row.ghc = numbers<std::uint64_t>(cells[2]);
        row.ours = cells[3] == " same " ? row.ghc : numbers<std::uint64_t>(cells[3]);
        rows.push_back(row);
    }
    return rows;
}

/// A band's bytes at these censuses; if `band` is empty, the bytes of all bands except `but`.
Numbers bytes(Censuses const& all, std::vector<std::size_t> const& censuses, std::string const& band,
              std::set<std::string> const& but) {
    Numbers found;
    for (std::size_t const census : censuses) {
        std::uint64_t sum = 0;
        for (auto const& [label, value] : all.at(census - 1))
            if (band.empty() ? !but.contains(label) : label == band) sum += value;
        found.push_back(sum);
    }
    return found;
}

}  // namespace

TEST_CASE("Conformance: the figures in doc/notes/ghc.md are GHC's and the machine's", "[conformance]") {
    auto const rows = table();
    std::set<std::string> described;
    for (auto const& row : rows) described.insert(row.program);
    for (auto const& program : programs()) {
        INFO(program.name);
        CHECK(described.contains(std::string(program.name)));
    }
    CHECK(rows.size() > 100);
    std::map<std::string, Censuses> theirs, ours;
    for (auto const& row : rows) {
        std::string const run = row.program + " " + row.option + (row.as_ghc ? " --ghc" : "");
        INFO(run << ": " << (row.others ? "all others" : row.ghc_band));
        if (!theirs.contains(run)) {
            theirs[run] = of_ghc(row.program, row.option);
            ours[run] = of_machine(row.program, row.option, row.as_ghc);
        }
        std::set<std::string> theirs_named, ours_named;
        for (auto const& other : rows)
            if (other.program == row.program && other.option == row.option && other.as_ghc == row.as_ghc) {
                theirs_named.insert(other.ghc_band);
                ours_named.insert(other.our_band);
            }
        CHECK(bytes(theirs.at(run), row.ghc_censuses, row.ghc_band, theirs_named) == row.ghc);
        CHECK(bytes(ours.at(run), row.our_censuses, row.our_band, ours_named) == row.ours);
    }
}

TEST_CASE("Conformance: the most important figures are GHC's", "[conformance]") {
    auto const rows = table();
    auto const same = [&](std::string const& program, std::string const& option, std::string const& band,
                          Numbers const& values) {
        INFO(program << " " << option << " " << band);
        auto const row = std::find_if(rows.begin(), rows.end(), [&](Row const& r) {
            return r.program == program && r.option == option && r.ghc_band == band;
        });
        REQUIRE(row != rows.end());
        CHECK(row->ghc == values);
        CHECK(row->ours == values);
    };
    same("sharing", "-hr", "kA", {2400, 2400, 0, 0});
    same("sharing", "-hr", "kA,kB", {4800, 4800, 0, 0});
    same("sharing", "-hr", "kA,kB,kC", {7920, 7920, 0, 0});
    same("sharing", "-hr", "kA,kB,kC,kD", {11920, 11920, 0, 0});
    same("sharing", "-hr", "MANY", {31920, 31920, 0, 0});
    same("sharing", "-hr", "main", {936, 936, 0, 0});
    same("sharing", "-hr -R2", "MANY", {51816, 51816, 32, 32});
    same("lazysum", "-hr", "step", {0, 1439976, 959984, 0, 0});
    same("lazysum", "-hr", "main", {24, 104, 96, 0, 0});
    same("tree", "-hr -hdBranch,Leaf", "main", {280, 3304, 28648, 81896, 0, 0});
}
