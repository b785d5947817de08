// The censuses of a program: on the machine, and by GHC.
#pragma once

#include "haskell.hpp"
#include "interpreter.hpp"

#include <trav/ghc/profile/heap_profile.hpp>
#include <trav/ghc/profile/options_parser.hpp>
#include <trav/report/hp/reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace differential {

using Bands = std::map<std::string, std::uint64_t>;
using Censuses = std::vector<Bands>;

inline constexpr char const* options[] = {"-hT", "-hd", "-hy", "-hc", "-hr", "-hb"};
inline constexpr char const* common = "-hmMain -R60 -L2000";

/// GHC adds numbers to sets, stacks, and names of closures. The order of a set's members is not defined.
inline std::string normal(std::string label) {
    if (label.starts_with('(')) label.erase(0, label.find(')') + 1);
    if (label.ends_with("_DIRTY")) label.replace(label.size() - 5, 5, "CLEAN");
    if (label.starts_with('<'))
        if (auto const at = label.rfind("_s"); at != label.npos) label.replace(at, label.npos, ">");
    if (label.find(',') != label.npos) {
        std::vector<std::string> parts;
        std::istringstream in(label);
        for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
        std::sort(parts.begin(), parts.end());
        label = parts[0];
        for (std::size_t i = 1; i != parts.size(); ++i) label += ',' + parts[i];
    }
    return label;
}
inline Bands bands_of(trav::HpSample const& sample) {
    Bands bands;
    for (auto const& band : sample.bands)
        if (band.value != 0) bands[normal(band.label)] += band.value;
    return bands;
}

/// GHC's collector replaces small numbers by static ones.
inline void share_numbers(Machine& m) {
    std::vector<ghc::Closure*> values;
    for (long i = -16; i <= 255; ++i)
        values.push_back(m.heap().static_con(int_code(), {}, {static_cast<ghc::Word>(i)}));
    ghc::Entry const* const table = values.front()->info;
    m.heap().shared_values().add(table, -16, std::move(values));
}

/// The machine's censuses by option. Its frames hold the constants that their code refers to, or not.
inline std::vector<Censuses> of_machine(Program const& program, bool constants_wait = true) {
    running = {&program, 0, 20000, constants_wait, {}};
    Machine m({.heap = {.ldv = true}});
    std::vector<std::unique_ptr<ghc::HeapProfile>> profiles;
    for (std::string const option : options) {
        std::vector<std::string> line{"+RTS", option};
        std::istringstream words(common);
        for (std::string word; words >> word;) line.push_back(word);
        profiles.push_back(std::make_unique<ghc::HeapProfile>(m.heap(), ghc::parse_rts(line, true).rts));
    }
    m.on_collection([&](Machine& machine) {
        for (auto& profile : profiles) profile->census(machine.seconds());
    });
    share_numbers(m);
    m.run(main_code(m));
    m.shutdown();
    std::vector<Censuses> all;
    for (auto& profile : profiles) {
        profile->end();
        all.emplace_back();
        for (auto const& sample : profile->take()) all.back().push_back(bands_of(hp_sample(sample)));
        all.back().pop_back();  // of the shutdown
    }
    return all;
}

/// GHC's censuses during the program.
inline std::optional<Censuses> of_ghc(std::string const& folder, std::string const& name,
                                      std::string const& option) {
    std::string const command =
        fmt::format("cd '{}' && rm -f Main.hp && timeout 60 ./Main {} +RTS {} {} -V1000 -C1000 -i0 -A64m "
                    "--install-signal-handlers=no > Main.out 2>&1",
                    folder, name, option, common);
    int const status = std::system(command.c_str());
    std::ifstream in(folder + "/Main.hp");
    if (status != 0 || !in) return {};
    auto const file = trav::read_hp(in, "Main.hp");
    Censuses all;
    for (std::size_t i = 1; i + 1 < file.samples.size(); ++i) all.push_back(bands_of(file.samples[i]));
    if (!all.empty()) all.pop_back();  // GHC collects once more at the end
    return all;
}

/// Compiles programs with GHC into a folder; returns false if that fails.
inline bool compile(std::string const& folder, std::vector<Program> const& programs,
                    std::size_t garbage = 0) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/Main.hs") << Haskell::module(programs, garbage);
    std::string const command =
        fmt::format("cd '{}' && ${{GHC:-ghc}} -v0 -w -prof -rtsopts -package-env - Main.hs -o Main", folder);
    return std::system(command.c_str()) == 0;
}

}  // namespace differential
