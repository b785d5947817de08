// Benchmarks: every figure is a ratio of methods timed in turn, in one run, on one heap. `./dev bench --help`.
#include "harness.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <exception>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

void print(std::vector<bench::Result> const& results) {
    std::string heading;
    for (auto const& r : results) {
        std::string const now = fmt::format("{}, {}, {} objects", r.suite, r.shape, r.n);
        if (now != heading) {
            heading = now;
            fmt::print("\n{}\n{:<28}{:>12}{:>9}", heading, "", "ns/object", "spread");
            for (auto const& [peer, ratio] : r.ratios) fmt::print("  x {:<24}", peer);
            fmt::print("\n");
        }
        fmt::print("{:<28}{:>12.1f}{:>8.0f}%", r.method, r.ns_per_object, 100 * r.spread);
        for (auto const& [peer, ratio] : r.ratios) fmt::print("  {:<26.2f}", ratio);
        fmt::print("\n");
    }
}

nlohmann::json to_json(std::vector<bench::Result> const& results) {
    auto all = nlohmann::json::array();
    for (auto const& r : results) {
        nlohmann::json ratio = nlohmann::json::object();
        for (auto const& [peer, value] : r.ratios) ratio[peer] = value;
        all.push_back({{"suite", r.suite},
                       {"shape", r.shape},
                       {"n", r.n},
                       {"method", r.method},
                       {"ns_per_object", r.ns_per_object},
                       {"spread", r.spread},
                       {"ratio", ratio}});
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    std::map<std::string, bench::Suite> const suites{{"dominators", bench::dominators},
                                                     {"mark", bench::mark}};
    std::vector<std::string> chosen;
    double n = 1e6;
    bench::Settings settings;
    std::string json;

    CLI::App app{"Times trav beside its peers: in turn, in one run, on one heap. 'x PEER' is how many times "
                 "faster than PEER."};
    app.add_option("suite", chosen, "Suites to run (default: all)")->check(CLI::IsMember(suites));
    app.add_option("--n", n, "Objects in the heap, such as 1e7")
        ->check(CLI::Range(1e3, 1e9))
        ->capture_default_str();
    app.add_option("--rounds", settings.rounds, "Timed rounds")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option("--json", json, "Also write the results to this file");
    CLI11_PARSE(app, argc, argv);
    settings.n = static_cast<std::size_t>(std::llround(n));

    try {
        std::vector<bench::Result> results;
        for (auto const& [name, suite] : suites) {
            if (!chosen.empty() && std::ranges::find(chosen, name) == chosen.end()) continue;
            auto const more = suite(settings);
            print(more);
            results.insert(results.end(), more.begin(), more.end());
        }
        if (!json.empty() && !(std::ofstream(json) << to_json(results).dump(2) << '\n'))
            throw std::runtime_error("cannot write " + json);
    } catch (std::exception const& error) {
        fmt::print(stderr, "bench: {}\n", error.what());
        return 1;
    }
}
