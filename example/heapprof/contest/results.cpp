#include "results.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace contest {

std::string table(std::vector<Result> const& results) {
    if (results.empty()) return "";
    auto const& first = results.front();
    std::string extra, text = first.suite + ", " + first.shape;
    for (auto const& r : results)
        if (!r.extra_name.empty()) extra = r.extra_name;
    std::ranges::replace(extra, '_', ' ');
    if (!first.in_seconds) text += fmt::format(", {} objects", first.n);
    text += fmt::format("\n{:<36}{:>10}{:>8}", "", first.in_seconds ? "seconds" : "ns/object", "spread");
    if (!extra.empty()) text += fmt::format("{:>{}}", extra, extra.size() + 3);
    for (auto const& [peer, ratio] : first.ratios) text += "   x " + peer;
    text += '\n';
    for (auto const& r : results) {
        text += fmt::format("{:<36}{:>10.{}f}{:>8}", r.method,
                            r.in_seconds ? r.ns_per_object / 1e9 : r.ns_per_object, r.in_seconds ? 2 : 1,
                            r.rounds < 2 ? "-" : fmt::format("{:.0f}%", 100 * r.spread));
        if (!extra.empty())
            text += fmt::format("{:>{}}", r.extra_name.empty() ? "" : fmt::format("{:.2f}", r.extra),
                                extra.size() + 3);
        for (auto const& [peer, ratio] : r.ratios) text += fmt::format("{:>{}.2f}", ratio, peer.size() + 5);
        text += '\n';
    }
    return text;
}

nlohmann::ordered_json results_json(std::vector<Result> const& results) {
    auto all = nlohmann::ordered_json::array();
    for (auto const& r : results) {
        auto ratio = nlohmann::ordered_json::object();
        for (auto const& [peer, value] : r.ratios) ratio[peer] = value;
        all.push_back({{"suite", r.suite},
                       {"shape", r.shape},
                       {"n", r.n},
                       {"method", r.method},
                       {"threads", r.threads},
                       {"rounds", r.rounds},
                       {"ns_per_object", r.ns_per_object},
                       {"spread", r.spread},
                       {"ratio", ratio}});
        if (!r.extra_name.empty()) all.back()[r.extra_name] = r.extra;
    }
    return all;
}

}  // namespace contest
