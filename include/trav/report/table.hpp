// trav/report/table.hpp: a profile's table as text for a terminal.
//
//     trav::print(std::cout, profile.by(roots, type), {.top = 10});
//
//     root / type             bytes       %  objects
//     sessions             1.97 MiB   23.8%   27,009
//       Set                1.00 MiB   12.1%    4,500
//       ... 7 more          991 KiB   11.6%   22,509
//     total                8.29 MiB  100.0%  119,190
//
// With several breakdowns each line is split by the next one. With several samples each has its bytes and its
// part of the whole, then come the growth from the first to the last and the objects in the last. The largest
// come first, of those with equal bytes the one with most objects. What is cut off is summed up, never
// dropped. text() answers the same as a string. Needs no library.
#pragma once

#include "../profile/table.hpp"
#include "text.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

/// What to show of a table.
struct TextOptions {
    std::size_t top = 15;                                         ///< lines for each split; 0: all
    std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< how many of the breakdowns
    std::vector<std::string> samples{};  ///< what each sample is called; if not given, its time
    std::size_t columns = 0;             ///< of the terminal; 0: no terminal
};

namespace detail {

/// A number with as few digits as tell it from others: "0.5", "1e+20".
inline std::string shortest(double value) {
    std::array<char, 32> text;
    double const size = value < 0 ? -value : value;
    bool const plain = size == 0 || (size >= 1e-4 && size < 1e16);
    auto const end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific);
    return {text.data(), end.ptr};
}

/// Writes a table as an indented list.
class TableText {
  public:
    TableText(Table const& table, TextOptions const& options)
        : table_(table), options_(options), text_(heading()) {
        for (std::size_t s = 0; s != table.times.size(); ++s) total_.push_back(table.total(s));
        std::vector<Table::Line const*> lines;
        for (auto const& line : table.lines) lines.push_back(&line);
        split(lines, 0);
        row("total", total_);
    }
    std::string str() const { return text_.fitting(options_.columns); }

  private:
    using Lines = std::vector<Table::Line const*>;
    using Amounts = std::vector<Amount>;
    struct Group {
        Lines lines;
        Amounts amounts;
    };

    std::vector<std::string> heading() const {
        std::string first;
        for (std::size_t c = 0; c != table_.columns.size() && c != options_.depth; ++c)
            first += (c == 0 ? "" : " / ") + table_.columns[c];
        std::vector<std::string> cells;
        auto const add = [&](std::string cell) { cells.push_back(std::move(cell)); };
        add(first);
        bool const several = table_.times.size() > 1;
        for (std::size_t s = 0; s != table_.times.size(); ++s) {
            if (!several) add("bytes");
            else add(s < options_.samples.size() ? options_.samples[s] : shortest(table_.times[s]));
            add("%");
        }
        if (several) add("growth");
        add("objects");
        return cells;
    }

    // Shows the lines grouped by column `level`; recursion goes as deep as there are breakdowns.
    void split(Lines const& lines, std::size_t level) {
        if (level == table_.columns.size() || level == options_.depth) return;
        std::map<std::string_view, Group> groups;
        for (auto const* line : lines) {
            Group& group = groups[line->texts[level]];
            group.lines.push_back(line);
            add(group.amounts, line->amounts);
        }
        using Rank = std::pair<std::uint64_t, std::uint64_t>;  // most bytes first, of equals most objects
        std::multimap<Rank, std::pair<std::string_view const, Group> const*> order;
        for (auto const& group : groups) {
            Amount all;
            for (auto const& amount : group.second.amounts) all += amount;
            order.emplace(Rank{~all.bytes, ~all.objects}, &group);
        }
        std::string const indent(2 * level, ' ');
        // One line that says "1 more" would take the room of that one.
        bool const all =
            options_.top == 0 || order.size() <= options_.top || order.size() - options_.top == 1;
        std::size_t shown = 0;
        Amounts rest;
        for (auto const& [rank, group] : order) {
            auto const& [label, members] = *group;
            if (!all && shown == options_.top) {
                add(rest, members.amounts);
                continue;
            }
            ++shown;
            row(indent + (label.empty() ? "(no name)" : std::string(label)), members.amounts);
            split(members.lines, level + 1);
        }
        if (shown != order.size()) row(indent + "... " + grouped(order.size() - shown) + " more", rest);
    }

    static void add(Amounts& to, Amounts const& from) {
        to.resize(from.size());
        for (std::size_t s = 0; s != from.size(); ++s) to[s] += from[s];
    }

    void row(std::string label, Amounts const& amounts) {
        std::vector<std::string> cells{std::move(label)};
        for (std::size_t s = 0; s != amounts.size(); ++s) {
            cells.push_back(amounts[s] == Amount{} && amounts.size() > 1 ? "-" : humanised(amounts[s].bytes));
            cells.push_back(percent(amounts[s].bytes, total_[s].bytes));
        }
        if (amounts.size() > 1)
            cells.push_back(humanised_growth(amounts.front().bytes, amounts.back().bytes));
        cells.push_back(amounts.empty() ? "0" : grouped(amounts.back().objects));
        text_.row(std::move(cells));
    }

    Table const& table_;
    TextOptions const& options_;
    TextTable text_;
    Amounts total_;
};

}  // namespace detail

/// The table as text.
inline std::string text(Table const& table, TextOptions const& options = {}) {
    return detail::TableText(table, options).str();
}
/// Writes that text.
inline void print(std::ostream& out, Table const& table, TextOptions const& options = {}) {
    out << text(table, options);
}

}  // namespace trav
