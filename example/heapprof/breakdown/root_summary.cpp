#include "root_summary.hpp"

#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace heapprof {

Holding holding(trav::Profile const& profile, std::size_t sample, std::vector<std::string> const& roots) {
    auto const column = std::ranges::find(profile.columns, "root", &trav::Profile::Column::name);
    auto const place = static_cast<std::size_t>(column - profile.columns.begin());
    auto const ours = [&](std::string const& root) { return std::ranges::find(roots, root) != roots.end(); };
    Holding result;
    for (auto const& entry : profile.samples.at(sample).entries) {
        auto const& members = column->bands[entry.bands[place]].members;
        if (std::ranges::none_of(members, ours)) continue;
        (std::ranges::all_of(members, ours) ? result.alone : result.shared) += entry.amount;
    }
    return result;
}

std::string root_summary(trav::Profile const& profile, std::vector<std::string> const& roots,
                         std::vector<std::string> const& samples, std::size_t columns) {
    std::vector<std::string> heading{"held by"};
    for (std::string const& sample : samples)
        heading.push_back(samples.size() > 1 ? "alone, " + sample : "alone");
    heading.insert(heading.end(), {"shared", "in all"});
    trav::TextTable text(heading);
    auto const row = [&](std::string const& name, std::vector<std::string> const& which) {
        std::vector<std::string> cells{name};
        Holding last;
        for (std::size_t s = 0; s < samples.size(); ++s) {
            last = holding(profile, s, which);
            cells.push_back(trav::humanised(last.alone.bytes));
        }
        cells.push_back(trav::humanised(last.shared.bytes));
        cells.push_back(trav::humanised((last.alone + last.shared).bytes));
        text.row(cells);
    };
    for (std::string const& root : roots) row(root, {root});
    if (roots.size() > 1) row("all of these", roots);
    return text.fitting(columns);
}

nlohmann::ordered_json root_summary_json(trav::Profile const& profile,
                                         std::vector<std::string> const& roots) {
    auto result = nlohmann::ordered_json::array();
    for (std::string const& root : roots) {
        nlohmann::ordered_json entry{{"root", root},
                                     {"alone", nlohmann::ordered_json::array()},
                                     {"shared", nlohmann::ordered_json::array()}};
        for (std::size_t s = 0; s < profile.samples.size(); ++s) {
            Holding const held = holding(profile, s, {root});
            entry["alone"].push_back(held.alone.bytes);
            entry["shared"].push_back(held.shared.bytes);
        }
        result.push_back(std::move(entry));
    }
    return result;
}

}  // namespace heapprof
