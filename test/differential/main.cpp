// Compares the machine with GHC: random programs, each census, each band. See README.md.
#include "censuses.hpp"
#include "generator.hpp"
#include "shrinker.hpp"
#include "without_selectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace differential;

std::string table(Bands const& of_ghc, Bands const& ours) {
    Bands all = of_ghc;
    all.insert(ours.begin(), ours.end());
    std::string text;
    for (auto const& each : all) {
        auto const value = [&](Bands const& bands) {
            auto const at = bands.find(each.first);
            return at == bands.end() ? 0 : at->second;
        };
        text += fmt::format("  {} {:>8} {:>8}  {}\n", value(of_ghc) == value(ours) ? ' ' : '*', value(of_ghc),
                            value(ours), each.first);
    }
    return text;
}

/// The bands of -hb that do not depend on the time after the end of `main`, when other threads may go on.
Bands without_future(Bands const& bands) {
    Bands all;
    for (auto const& [label, value] : bands)
        all[label == "LAG" || label == "VOID"   ? "LAG or VOID"
            : label == "USE" || label == "DRAG" ? "USE or DRAG"
                                                : label] += value;
    return all;
}

struct Totals {
    std::size_t programs = 0, censuses = 0, bands = 0, left_out = 0, without_constants = 0, other_blocks = 0,
                without_selectors = 0, different = 0, too_long = 0;
};

std::uint64_t bytes(Bands const& bands) {
    std::uint64_t sum = 0;
    for (auto const& each : bands) sum += each.second;
    return sum;
}

/// The first difference of the censuses of an option; empty if there is none.
std::string difference(Program const& program, std::size_t option, std::vector<Censuses> const& machine,
                       std::optional<Censuses> const& theirs, Totals& totals) {
    Censuses const& ours = machine[option];
    std::string const begin = fmt::format("seed {}, {}", program.seed, options[option]);
    if (!theirs) return begin + ": GHC's program failed\n";
    for (std::size_t c = 0; c != theirs->size() && c != ours.size(); ++c) {
        bool const ends_alone = !program.threads || options[option] != std::string("-hb");
        Bands const a = ends_alone ? (*theirs)[c] : without_future((*theirs)[c]);
        Bands const b = ends_alone ? ours[c] : without_future(ours[c]);
        ++totals.censuses;
        totals.bands += a.size();
        if (a != b) return fmt::format("{}, census {}: GHC, machine\n{}", begin, c + 1, table(a, b));
        // GHC keeps the old set of an object that its pass does not reach, and may use it later
        if (options[option] == std::string("-hr") && bytes(b) != bytes(machine[0][c])) {
            totals.left_out += std::min(ours.size(), theirs->size()) - c - 1;
            return {};
        }
    }
    if (theirs->size() == ours.size() || (program.threads && theirs->size() > ours.size())) return {};
    return fmt::format("{}: {} censuses of GHC, {} of the machine\n", begin, theirs->size(), ours.size());
}

/// The machine's censuses if frames do not hold constants; nothing if a constant dies too early.
std::optional<std::vector<Censuses>> without_constants(Program const& program) {
    if (program.constants.empty()) return {};
    try {
        return of_machine(program, false);
    } catch (ghc::Misuse const&) { return {}; }
}

/// Whether GHC's program agrees if its stacks are larger, and if it allocates something after a collection:
/// then other blocks of memory are full at other times.
bool agrees_elsewhere(Program const& program, std::size_t option, std::vector<Censuses> const& machine,
                      std::string const& folder) {
    std::string const again = folder + "/again";
    for (std::size_t const garbage : {0u, 20u, 50u, 80u}) {
        if (!compile(again, {program}, garbage)) return false;
        auto const theirs = of_ghc(again, program.name, std::string(options[option]) + " -ki64k -kc1m");
        Totals unused;
        if (difference(program, option, machine, theirs, unused).empty()) return true;
    }
    return false;
}

/// Whether the program agrees if functions select from records. Both collectors leave a selector whose record
/// has already moved, and GHC's scans the stacks of threads in another order.
bool agrees_without_selectors(Program const& program, std::size_t option, std::string const& folder) {
    if (!program.threads) return false;
    Program const other = WithoutSelectors::of(program);
    std::string const again = folder + "/again";
    Totals unused;
    return compile(again, {other}) &&
           difference(other, option, of_machine(other), of_ghc(again, other.name, options[option]), unused)
               .empty();
}

/// Likewise runs GHC's program.
std::string difference(Program const& program, std::size_t option, std::vector<Censuses> const& machine,
                       std::string const& folder, Totals& totals) {
    std::string const name = options[option];
    auto const theirs = of_ghc(folder, program.name, name);
    std::string text = difference(program, option, machine, theirs, totals);
    Totals unused;
    if (text.empty()) return text;
    // the machine's frames, and so its AP_STACKs, have a word for each constant that their code refers to
    if (auto const ours = without_constants(program);
        ours && difference(program, option, *ours, theirs, unused).empty()) {
        ++totals.without_constants;
        return {};
    }
    if (!theirs) return text;
    if (agrees_elsewhere(program, option, machine, folder)) ++totals.other_blocks;
    else if (agrees_without_selectors(program, option, folder)) ++totals.without_selectors;
    else return text;
    return {};
}

/// The machine's censuses; nothing, and a line, if the machine fails.
std::optional<std::vector<Censuses>> try_machine(Program const& program, Totals& totals) {
    try {
        return of_machine(program);
    } catch (TooLong const&) { ++totals.too_long; } catch (std::exception const& e) {
        std::cout << fmt::format("seed {}: {}\n", program.seed, e.what());
        ++totals.different;
    }
    return {};
}

/// Makes programs, compiles those that the machine runs, and calls f(program, censuses).
template <class F>
bool run_all(std::vector<Program> programs, std::string const& folder, Totals& totals, F&& f) {
    std::vector<std::vector<Censuses>> ours;
    std::erase_if(programs, [&](Program const& program) {
        auto censuses = try_machine(program, totals);
        if (censuses) ours.push_back(std::move(*censuses));
        return !censuses;
    });
    if (!compile(folder, programs)) return false;
    for (std::size_t i = 0; i != programs.size(); ++i)
        if (!f(programs[i], ours[i])) break;
    return true;
}

/// Makes the program smaller while it differs; returns the last difference.
std::string shrink(Program program, std::size_t option, std::string const& folder) {
    std::string last;
    for (bool found = true; std::exchange(found, false);) {
        std::vector<Program> all = Shrinker::smaller(program);
        while (!all.empty() && !found) {
            std::size_t const n = std::min<std::size_t>(all.size(), 30);
            std::vector<Program> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
            all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
            Totals totals;
            if (!run_all(std::move(some), folder, totals, [&](Program const& each, auto const& ours) {
                    std::string const text = difference(each, option, ours, folder, totals);
                    if (text.empty() || text.find("failed") != text.npos) return true;
                    program = each, last = text, found = true;
                    return false;
                }))
                return "ghc failed: " + folder + "/Main.hs\n";
        }
    }
    return Haskell(program).text() + last;
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
    auto const start = std::chrono::steady_clock::now();
    Totals totals;
    for (unsigned seed = first; seed <= last;) {
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
        std::vector<Program> programs;
        for (; programs.size() != batch && seed <= last; ++seed) programs.push_back(make(seed));
        bool const compiled =
            run_all(std::move(programs), folder, totals, [&](Program const& program, auto const& ours) {
                ++totals.programs;
                for (std::size_t i = 0; i != std::size(options); ++i) {
                    std::string const text = difference(program, i, ours, folder, totals);
                    if (text.empty()) continue;
                    ++totals.different;
                    std::cout << text;
                    if (first == last) std::cout << shrink(program, i, folder);
                    break;
                }
                return true;
            });
        if (!compiled) {
            std::cout << fmt::format("ghc failed: {}/Main.hs\n", folder);
            return 1;
        }
    }
    std::cout << fmt::format(
        "{} programs, {} censuses, {} bands: {} differences ({} censuses of -hr left out, "
        "{} tables without constants in frames, {} with other blocks, "
        "{} without selectors, "
        "{} programs took too long)\n",
        totals.programs, totals.censuses, totals.bands, totals.different, totals.left_out,
        totals.without_constants, totals.other_blocks, totals.without_selectors, totals.too_long);
    return totals.different != 0;
}
