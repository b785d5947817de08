// Compares the machine with GHC: random programs, each census, each band. See README.md.
#include "generator.hpp"
#include "haskell.hpp"
#include "interpreter.hpp"

#include <trav/ghc/profile/heap_profile.hpp>
#include <trav/ghc/profile/options_parser.hpp>
#include <trav/report/hp/reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace differential;

using Bands = std::map<std::string, std::uint64_t>;
using Censuses = std::vector<Bands>;

constexpr char const* options[] = {"-hT", "-hd", "-hy", "-hc", "-hr", "-hb"};
constexpr char const* common = "-hmMain -R60 -L2000";

/// GHC adds numbers to sets, stacks, and names of closures. The order of a set's members is not defined.
std::string normal(std::string label) {
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
Bands bands_of(trav::HpSample const& sample) {
    Bands bands;
    for (auto const& band : sample.bands)
        if (band.value != 0) bands[normal(band.label)] += band.value;
    return bands;
}

/// GHC's collector replaces small numbers by static ones.
void share_numbers(Machine& m) {
    std::vector<ghc::Closure*> values;
    for (long i = -16; i <= 255; ++i)
        values.push_back(m.heap().static_con(int_code(), {}, {static_cast<ghc::Word>(i)}));
    ghc::Entry const* const table = values.front()->info;
    m.heap().shared_values().add(table, -16, std::move(values));
}

/// The machine's censuses by option.
std::vector<Censuses> of_machine(Program const& program) {
    running = {&program, 0, 20000, {}};
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
std::optional<Censuses> of_ghc(std::string const& folder, std::string const& name,
                               std::string const& option) {
    std::string const command =
        fmt::format("cd '{}' && rm -f Main.hp && timeout 20 ./Main {} +RTS {} {} -V0 -i0 -A64m "
                    "> Main.out 2>&1",
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

void print(Bands const& ghc_bands, Bands const& ours) {
    Bands all = ghc_bands;
    all.insert(ours.begin(), ours.end());
    for (auto const& each : all) {
        auto const& label = each.first;
        auto const value = [&](Bands const& bands) {
            auto const at = bands.find(label);
            return at == bands.end() ? 0 : at->second;
        };
        std::cout << fmt::format("  {} {:>8} {:>8}  {}\n", value(ghc_bands) == value(ours) ? ' ' : '*',
                                 value(ghc_bands), value(ours), label);
    }
}

struct Totals {
    std::size_t programs = 0, censuses = 0, bands = 0, different = 0, too_long = 0;
};

void compare(Program const& program, std::vector<Censuses> const& ours, std::string const& folder,
             Totals& totals) {
    ++totals.programs;
    for (std::size_t i = 0; i != std::size(options); ++i) {
        auto const theirs = of_ghc(folder, program.name, options[i]);
        if (!theirs) {
            ++totals.different;
            std::cout << fmt::format("seed {}, {}: GHC's program failed\n", program.seed, options[i]);
            return;
        }
        if (theirs->size() != ours[i].size()) {
            ++totals.different;
            std::cout << fmt::format("seed {}, {}: {} censuses of GHC, {} of the machine\n", program.seed,
                                     options[i], theirs->size(), ours[i].size());
            return;
        }
        for (std::size_t c = 0; c != theirs->size(); ++c) {
            Bands const &a = (*theirs)[c], &b = ours[i][c];
            ++totals.censuses;
            totals.bands += a.size();
            if (a == b) continue;
            ++totals.different;
            std::cout << fmt::format("seed {}, {}, census {}: GHC, machine\n", program.seed, options[i],
                                     c + 1);
            print(a, b);
            return;
        }
    }
}

Program make(unsigned seed) { return Generator::make(seed, fmt::format("q{}", seed)); }

}  // namespace

int main(int count, char** arguments) {
    if (count != 2 && count != 4 && count != 5) {
        std::cerr << "usage: differential FOLDER [FIRST LAST [SECONDS]]: see README.md\n";
        return 2;
    }
    std::string const folder = arguments[1];
    char const* const is_long = std::getenv("TRAV_LONG");
    bool const hour = is_long && std::string(is_long) == "1";
    auto const argument = [&](int i, double otherwise) {
        return count > i ? std::stod(arguments[i]) : otherwise;
    };
    auto const first = static_cast<unsigned>(argument(2, 1)),
               last = static_cast<unsigned>(argument(3, hour ? 4e9 : 200));
    double const seconds = argument(4, hour ? 3600 : 1e9);
    std::cout << std::unitbuf;
    constexpr unsigned batch = 50;
    std::filesystem::create_directories(folder);
    auto const start = std::chrono::steady_clock::now();
    Totals totals;
    for (unsigned seed = first; seed <= last;) {
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
        std::vector<Program> programs;
        std::vector<std::vector<Censuses>> ours;
        for (; programs.size() != batch && seed <= last; ++seed) {
            programs.push_back(make(seed));
            try {
                ours.push_back(of_machine(programs.back()));
            } catch (std::exception const& e) {
                if (dynamic_cast<TooLong const*>(&e)) ++totals.too_long;
                else std::cout << fmt::format("seed {}: {}\n", seed, e.what()), ++totals.different;
                programs.pop_back();
            }
        }
        std::ofstream(folder + "/Main.hs") << Haskell::module(programs);
        std::string const compile = fmt::format(
            "cd '{}' && ${{GHC:-ghc}} -v0 -w -prof -rtsopts -package-env - Main.hs -o Main", folder);
        if (std::system(compile.c_str()) != 0) {
            std::cout << fmt::format("ghc failed: {}/Main.hs\n", folder);
            return 1;
        }
        for (std::size_t i = 0; i != programs.size(); ++i) compare(programs[i], ours[i], folder, totals);
    }
    std::cout << fmt::format(
        "{} programs, {} censuses, {} bands: {} differences ({} programs took too long)\n", totals.programs,
        totals.censuses, totals.bands, totals.different, totals.too_long);
    return totals.different != 0;
}
