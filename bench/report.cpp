#include "report.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace bench {

void print(std::vector<Result> const& results) {
    if (results.empty()) return;
    auto const& first = results.front();
    fmt::print("\n{}, {}, {} objects\n{:<32}{:>10}{:>8}", first.suite, first.shape, first.n, "", "ns/object",
               "spread");
    for (auto const& [peer, ratio] : first.ratios) fmt::print("   x {}", peer);
    fmt::print("\n");
    for (auto const& r : results) {
        fmt::print("{:<32}{:>10.1f}{:>7.0f}%", r.method, r.ns_per_object, 100 * r.spread);
        for (auto const& [peer, ratio] : r.ratios) fmt::print("{:>{}.2f}", ratio, peer.size() + 5);
        fmt::print("\n");
    }
    std::fflush(stdout);
}

void write_json(std::string const& path, std::vector<Result> const& results) {
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
    std::ofstream file(path);
    file << all.dump(2) << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench
