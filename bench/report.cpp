#include "report.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace bench {

void print(std::vector<Result> const& results) {
    if (results.empty()) return;
    auto const& first = results.front();
    std::string extra;
    for (auto const& r : results)
        if (!r.extra_name.empty()) extra = r.extra_name;
    std::ranges::replace(extra, '_', ' ');
    bool const files = first.n == 1;
    fmt::print("\n{}, {}", first.suite, first.shape);
    if (!files) fmt::print(", {} objects", first.n);
    fmt::print("\n{:<36}{:>10}{:>8}", "", files ? "seconds" : "ns/object", "spread");
    if (!extra.empty()) fmt::print("{:>{}}", extra, extra.size() + 3);
    for (auto const& [peer, ratio] : first.ratios) fmt::print("   x {}", peer);
    fmt::print("\n");
    for (auto const& r : results) {
        fmt::print("{:<36}{:>10.{}f}{:>7.0f}%", r.method, files ? r.ns_per_object / 1e9 : r.ns_per_object,
                   files ? 2 : 1, 100 * r.spread);
        if (!extra.empty())
            fmt::print("{:>{}}", r.extra_name.empty() ? "" : fmt::format("{:.2f}", r.extra),
                       extra.size() + 3);
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
        if (!r.extra_name.empty()) all.back()[r.extra_name] = r.extra;
    }
    std::ofstream file(path);
    file << all.dump(2) << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench
