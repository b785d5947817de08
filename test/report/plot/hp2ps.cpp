// test/report/plot/hp2ps.cpp: compares with the real hp2ps, flag by flag.
#include "report/hp2ps.hpp"
#include "catch.hpp"
#include "report/plot/asked.hpp"
#include "report/plot/drawn.hpp"
#include "support/ghc_files.hpp"

#include <trav/report/plot/postscript.hpp>

#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::vector<std::string> const all_flags{
    "",   "-c",  "-d",  "-i",  "-i+",    "-i-", "-y",  "-b",       "-s",         "-g",        "-e400",
    "-M", "-m0", "-m1", "-m5", "-m0 -M", "-t0", "-t5", "-t2.5 -d", "-m3 -i -t0", "-c -m0 -t0"};

// Runs hp2ps once for each file of the folder, with the same flags.
void run_hp2ps(Folder const& folder, std::string const& flags) {
    std::string const command =
        "cd '" + folder.str() + "' && for f in *.hp; do hp2ps " + flags + " $f 2>>complaints; done";
    REQUIRE(std::system(command.c_str()) == 0);
}

std::string drawn(trav::HpFile const& file, Asked const& asked, trav::plot::Saved const* saved) {
    auto const traces = trav::plot::traces(file, asked.choice, saved);
    std::ostringstream out;
    trav::plot::write_postscript(out, traces, trav::plot::shades(traces, asked.ink, saved), asked.layout);
    return out.str();
}

// Checks for each file that hp2ps's .aux file and drawing equal ours.
void compare(std::map<std::string, std::string> const& files, std::vector<std::string> const& flags,
             bool axes) {
    Folder const folder;
    for (auto const& [name, text] : files) write(folder / (name + ".hp"), text);
    for (std::string const& words : flags) {
        Asked const asked(words);
        std::map<std::string, std::string> before;
        if (asked.previous)
            for (auto const& [name, text] : files) before[name] = read(folder / (name + ".aux"));
        run_hp2ps(folder, words);
        for (auto const& [name, text] : files) {
            INFO(name << " " << words);
            std::optional<trav::plot::Saved> saved;
            if (asked.previous) {
                std::istringstream in(before[name]);
                saved = trav::plot::read_aux(in, name);
            }
            trav::plot::Saved const* const previous = saved ? &*saved : nullptr;
            CHECK(aux_of(text, asked, previous) == read(folder / (name + ".aux")));
            if (words == "-p -c") continue;  // hp2ps then derives colours from two decimals
            // Pages with a key have other distances in hp2ps.
            CHECK(difference(Drawn(drawn(parse_hp(text), asked, previous)),
                             Drawn(read(folder / (name + ".ps"))),
                             {.places_of_key = words.find("-M") == std::string::npos, .axes = axes}) == "");
        }
    }
    CHECK(read(folder / "complaints").empty());
}

// A .hp file with many ties: few different amounts, labels in one bucket, repeated labels.
std::string random_hp(std::mt19937& random) {
    auto const below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    std::vector<std::string> labels;
    for (unsigned n = 1 + below(below(2) ? 60 : 8); n != 0; --n) {
        std::string label(1, "abc"[below(3)]);
        for (unsigned more = below(below(2) ? 3 : 40); more != 0; --more) label += "abXY.:#(_"[below(9)];
        labels.push_back(label);
    }
    std::ostringstream out;
    out << "JOB \"random\"\nDATE \"today\"\nSAMPLE_UNIT \"seconds\"\nVALUE_UNIT \"bytes\"\n";
    unsigned const largest = below(2) ? 5 : 2000000000;
    double time = below(3);
    for (unsigned n = 2 + below(8); n != 0; --n) {
        out << std::fixed << "BEGIN_SAMPLE " << time << '\n';
        for (auto const& label : labels)
            for (unsigned times = below(10); times > 4; times -= 4)
                out << label << '\t' << below(largest) << '\n';
        out << "END_SAMPLE " << time << '\n';
        if (below(4) == 0) out << "MARK " << time << '\n';
        time += below(4) * 0.25;
    }
    return out.str();
}

}  // namespace

TEST_CASE("plot: every flag of hp2ps, for a profile of every breakdown", "[conformance]") {
    HP2PS_OR_SKIP();
    std::map<std::string, std::string> files;
    for (auto const& [name, text] : ghc_files("hp"))
        if (name.starts_with("i005/") || name.starts_with("det/Sharing/")) {
            std::string file = name.substr(0, name.size() - 3);
            for (char& c : file)
                if (c == '/') c = '-';
            files[file] = text;
        }
    REQUIRE(files.size() > 40);
    compare(files, all_flags, true);
}

TEST_CASE("plot: equal elements have hp2ps's order", "[conformance]") {
    HP2PS_OR_SKIP();
    std::mt19937 random(5);
    std::map<std::string, std::string> files;
    for (int i = 0; i != 60; ++i) files["random" + std::to_string(i)] = random_hp(random);
    compare(files,
            {"", "-d", "-i-", "-m3 -t0", "-p -d", "-m7 -d -t0", "-p", "-p -i", "-c", "-p -c", "-p -m4"},
            false);
}
