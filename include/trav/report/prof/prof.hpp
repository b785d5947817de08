// trav/report/prof/prof.hpp: a time and allocation report in the format of GHC's .prof files: -p, -P, -pa.
//
//     trav::write_prof(file, report, trav::ProfLevel::verbose);
//
// Columns are as wide as their widest entry, in UTF-8 characters. Takes memory for the text of the report.
#pragma once

#include "detail/costs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

inline std::string prof_number(double value, int digits) {
    std::array<char, 400> text;
    return {
        text.data(),
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits).ptr};
}
inline std::size_t characters(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}
inline std::string flush_right(std::string const& text, std::size_t width) {
    return std::string(width - std::min(width, characters(text)), ' ') + text;
}
inline std::string flush_left(std::string const& text, std::size_t width) {
    return text + std::string(width - std::min(width, characters(text)), ' ');
}

/// Writes a report's text.
class ProfText {
  public:
    ProfText(ProfReport const& report, ProfLevel level)
        : report_(report), costs_(report, level == ProfLevel::all), level_(level) {
        heading();
        centres();
        tree();
    }
    std::string str() && { return std::move(text_); }

  private:
    using Widths = std::array<std::size_t, 3>;  // of label, module and source

    bool with_amounts() const { return level_ >= ProfLevel::verbose; }

    void heading() {
        auto const ticks = costs_.total().ticks;
        double const seconds = static_cast<double>(ticks) * static_cast<double>(report_.tick_interval) / 1e6 /
                               report_.processors;
        std::string alloc = std::to_string(costs_.total().alloc);
        for (std::size_t i = alloc.size(); i > 3; i -= 3) alloc.insert(i - 3, ",");
        text_ += "\t" + report_.date + " Time and Allocation Profiling Report  (Final)\n\n";
        text_ += "\t   " + prof_job(report_.job) + "\n\n";
        text_ += "\ttotal time  = " + flush_right(prof_number(seconds, 2), 11) + " secs   (" +
                 std::to_string(ticks) + " ticks @ " + std::to_string(report_.tick_interval) + " us, " +
                 std::to_string(report_.processors) + " processor" +
                 (report_.processors > 1 ? "s)\n" : ")\n");
        text_ += "\ttotal alloc = " + flush_right(alloc, 11) + " bytes  (excludes profiling overheads)\n\n";
    }

    // The costs of each cost centre in all its stacks, for cost centres with more than one percent.
    void centres() {
        std::vector<std::size_t> shown;
        Widths widths = narrowest;
        for (std::size_t i = 0; i != report_.centres.size(); ++i) {
            auto const [ticks, alloc] = costs_.of_centre(i);
            bool const large =
                ticks > costs_.total().ticks / 100 || alloc / word > costs_.total().alloc / word / 100;
            if (!large && level_ != ProfLevel::all) continue;
            widen(widths, report_.centres[i], 0);
            if (costs_.counts(i)) shown.push_back(i);
        }
        std::ranges::sort(shown, [&](std::size_t a, std::size_t b) {
            auto const x = costs_.of_centre(a).ticks, y = costs_.of_centre(b).ticks;
            return x != y ? x > y : a < b;
        });
        columns(widths, "COST CENTRE", "MODULE", "SRC");
        text_ += "  %time %alloc";
        text_ += with_amounts() ? "  ticks     bytes\n\n" : "\n\n";
        for (auto const i : shown) {
            ProfCost const& cost = costs_.of_centre(i);
            auto const& [id, label, module, source, caf, overhead] = report_.centres[i];
            columns(widths, label, module, source);
            text_ += " " + flush_right(prof_number(costs_.time_of(cost), 1), 6) + " " +
                     flush_right(prof_number(costs_.alloc_of(cost), 1), 6);
            amounts(cost);
        }
        text_ += "\n\n";
    }

    void tree() {
        Widths widths = narrowest;
        std::size_t id_width = 3;
        for (auto const& row : costs_.rows()) {
            widen(widths, report_.centres[report_.stacks[row.stack].centre], row.depth);
            id_width = std::max(id_width, std::to_string(report_.stacks[row.stack].id).size());
        }
        columns(widths, "", "", "");
        text_ += flush_left("", id_width + 17) + "individual      inherited\n";
        columns(widths, "COST CENTRE", "MODULE", "SRC");
        text_ += " " + flush_left("no.", id_width) + "     entries  %time %alloc   %time %alloc";
        text_ += with_amounts() ? "  ticks     bytes\n\n" : "\n\n";
        for (auto const& row : costs_.rows()) {
            ProfStack const& stack = report_.stacks[row.stack];
            if (!costs_.counts(stack.centre)) continue;
            auto const& [id, label, module, source, caf, overhead] = report_.centres[stack.centre];
            ProfCost const own{stack.ticks, stack.alloc};
            columns(widths, std::string(row.depth, ' ') + label, module, source);
            text_ += " " + flush_right(std::to_string(stack.id), id_width) + " " +
                     flush_right(std::to_string(stack.entries), 11);
            percents("  ", own);
            percents("   ", costs_.inherited(row.stack));
            amounts(own);
        }
    }

    static constexpr Widths narrowest{11, 6, 3};
    static constexpr std::uint64_t word = 8;  // GHC compares the amount in words

    static void widen(Widths& widths, ProfCentre const& centre, std::size_t indent) {
        widths[0] = std::max(widths[0], indent + characters(centre.label));
        widths[1] = std::max(widths[1], characters(centre.module));
        widths[2] = std::max(widths[2], characters(centre.source));
    }
    void columns(Widths const& widths, std::string const& label, std::string const& module,
                 std::string const& source) {
        text_ += flush_left(label, widths[0]) + " " + flush_left(module, widths[1]) + " " +
                 flush_left(source, widths[2]);
    }
    void percents(char const* before, ProfCost const& cost) {
        text_ += before + flush_right(prof_number(costs_.time_of(cost), 1), 5) + "  " +
                 flush_right(prof_number(costs_.alloc_of(cost), 1), 5);
    }
    void amounts(ProfCost const& cost) {
        if (with_amounts())
            text_ += "  " + flush_right(std::to_string(cost.ticks), 5) + " " +
                     flush_right(std::to_string(cost.alloc), 9);
        text_ += "\n";
    }

    ProfReport const& report_;
    ProfCosts costs_;
    ProfLevel level_;
    std::string text_;
};

}  // namespace detail

/// Writes the report. Throws std::invalid_argument like ProfReport::check.
inline void write_prof(std::ostream& out, ProfReport const& report, ProfLevel level = ProfLevel::summary) {
    std::string const text = detail::ProfText(report, level).str();
    out.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
}

}  // namespace trav
