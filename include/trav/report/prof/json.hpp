// trav/report/prof/json.hpp: a time and allocation report in the format of GHC's -pj, for speedscope and
// other programs.
//
//     trav::write_prof_json(file, report);
//
// The text is GHC's to the byte, but always valid JSON: GHC 9.0 does not escape quotation marks and control
// characters in names. Bytes of a name that are not UTF-8 become U+FFFD.
#pragma once

#include "prof.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace trav {

namespace detail {

inline std::string json_string(std::string const& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}
inline std::string json_list(std::vector<std::string> const& texts) {
    std::string list;
    for (auto const& text : texts) list += (list.empty() ? "" : ", ") + json_string(text);
    return "[" + list + "]";
}

/// The tree of stacks, each with the number of its cost centre. GHC writes each end of a list on a line of
/// its own.
inline std::string prof_json_tree(ProfReport const& report, ProfCosts const& costs) {
    auto const& rows = costs.rows();
    if (rows.empty()) return "null\n";
    std::string text;
    std::size_t depth = 0;
    for (std::size_t i = 0; i != rows.size(); ++i) {
        ProfStack const& stack = report.stacks[rows[i].stack];
        bool const first = i == 0 || rows[i].depth > depth;
        for (; i != 0 && depth + 1 > rows[i].depth; --depth) text += "]}\n";
        text += (first ? "" : ",") + ("{\"id\": " + std::to_string(report.centres[stack.centre].id)) +
                ", \"entries\": " + std::to_string(stack.entries) +
                ", \"alloc\": " + std::to_string(stack.alloc) +
                ", \"ticks\": " + std::to_string(stack.ticks) + ", \"children\": [";
        depth = rows[i].depth;
    }
    for (std::size_t open = depth + 1; open != 0; --open) text += "]}\n";
    return text;
}

}  // namespace detail

/// Writes the complete report. `command` is the name under which the program was called. Throws
/// std::invalid_argument like ProfReport::check.
inline void write_prof_json(std::ostream& out, ProfReport const& report, std::string const& command) {
    using detail::json_list, detail::json_string;
    detail::ProfCosts const costs(report, true);
    std::vector<std::string> arguments{command};
    arguments.insert(arguments.end(), report.job.arguments.begin(), report.job.arguments.end());
    double const seconds = static_cast<double>(costs.total().ticks) *
                           static_cast<double>(report.tick_interval) / 1e6 / report.processors;
    std::string text =
        "{\n\"program\": " + json_string(report.job.program) + ",\n\"arguments\": " + json_list(arguments) +
        ",\n\"rts_arguments\": " + json_list(report.job.rts_arguments) +
        ",\n\"end_time\": " + json_string(report.date) +
        ",\n\"initial_capabilities\": " + std::to_string(report.capabilities) +
        ",\n\"total_time\": " + detail::flush_right(detail::prof_number(seconds, 2), 11) +
        ",\n\"total_ticks\": " + std::to_string(costs.total().ticks) +
        ",\n\"tick_interval\": " + std::to_string(report.tick_interval) +
        ",\n\"total_alloc\":" + std::to_string(costs.total().alloc) + ",\n\"cost_centres\": [\n";
    for (auto const& centre : report.centres)
        text += (&centre == &report.centres.front() ? "" : ", ") + ("{\"id\": " + std::to_string(centre.id)) +
                ", \"label\": " + json_string(centre.label) + ", \"module\": " + json_string(centre.module) +
                ", \"src_loc\": " + json_string(centre.source) +
                ", \"is_caf\": " + (centre.is_caf ? "true}" : "false}");
    text += "]\n,\n\"profile\": " + detail::prof_json_tree(report, costs) + "}\n";
    out.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
}

}  // namespace trav
