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
// With several breakdowns, each line is split by the next one. With several samples, each sample has its
// bytes and its percentage; the growth from the first to the last sample and the objects in the last sample
// follow. On a narrow terminal, columns of numbers are left out, not ends of names: see fitting() in
// text.hpp. The largest lines come first; ties are broken by the number of objects. Lines beyond the limit
// are summed up, never dropped. text() returns the same as a string. Needs no library.
#pragma once

#include "../detail/growing_array.hpp"
#include "../profile/sort.hpp"
#include "../profile/table.hpp"
#include "../text/append.hpp"
#include "text.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// How to show a table.
struct TextOptions {
    std::size_t top = 15;                                         ///< lines per split; 0: all
    std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< number of breakdowns to show
    std::vector<std::string> samples{};  ///< the name of each sample; its time by default
    std::size_t columns = 0;             ///< width of the terminal; 0: no terminal
};

namespace detail {

/// A number in the fewest digits that identify it: "0.5", "1e+20".
template <class = void>
std::string shortest(double value) {
    std::array<char, 32> text;
    double const size = value < 0 ? -value : value;
    bool const plain = size == 0 || (size >= 1e-4 && size < 1e16);
    auto const end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific);
    return {text.data(), end.ptr};
}

/// Writes a table as an indented list. A template, so that only programs that print compile it.
template <class = void>
class TableText {
  public:
    TableText(Table const& table, TextOptions const& options)
        : table_(table), options_(options), text_(heading()) {
        for (std::size_t s = 0; s != table.times.size(); ++s) total_.push(table.total(s));
        GrowingArray<Table::Line const*> lines;
        for (auto const& line : table.lines) lines.push(&line);
        split({lines.data(), lines.size()}, 0);
        row("total", total_);
    }
    std::string str() const { return text_.fitting(options_.columns, spare()); }

  private:
    using Lines = std::span<Table::Line const* const>;
    using Amounts = GrowingArray<Amount>;
    /// Lines with the same text.
    struct Group {
        Lines lines;
        Amount all;
    };

    std::vector<std::string> heading() const {
        std::string first;
        for (std::size_t c = 0; c != table_.columns.size() && c != options_.depth; ++c)
            first = c == 0 ? table_.columns[0] : concatenated({first, " / ", table_.columns[c]});
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

    // The columns that give way to names: percentages, objects, samples in the middle, and at last the first
    // sample. The last sample and the growth remain.
    std::vector<std::size_t> spare() const {
        std::size_t const samples = table_.times.size(), objects = 2 * samples + (samples > 1 ? 2 : 1);
        if (samples < 2) return {objects};
        std::vector<std::size_t> columns;
        for (std::size_t s = 0; s + 1 != samples; ++s) columns.push_back(2 * s + 2);
        columns.push_back(objects);
        for (std::size_t s = 1; s + 1 != samples; ++s) columns.push_back(2 * s + 1);
        columns.push_back(2 * samples);
        columns.push_back(1);
        return columns;
    }

    // Shows the lines grouped by column `level`. The recursion depth is the number of breakdowns.
    void split(Lines all_lines, std::size_t level) {
        if (level == table_.columns.size() || level == options_.depth) return;
        GrowingArray<Table::Line const*> lines;
        for (std::uint32_t const i : sorted(all_lines.size(), [&](std::size_t a, std::size_t b) {
                 return all_lines[a]->texts[level] < all_lines[b]->texts[level];
             }))
            lines.push(all_lines[i]);
        GrowingArray<Group> groups;
        for (std::size_t begin = 0, end = 0; begin != lines.size(); begin = end) {
            Amount all;
            for (; end != lines.size() && lines[end]->texts[level] == lines[begin]->texts[level]; ++end)
                all += lines[end]->sum();
            groups.push({Lines(&lines[begin], end - begin), all});
        }
        auto const order = sorted(groups.size(), [&](std::size_t a, std::size_t b) {
            Amount const &x = groups[a].all, &y = groups[b].all;
            return x.bytes != y.bytes ? x.bytes > y.bytes : x.objects > y.objects;
        });
        std::string const indent(2 * level, ' ');
        // A line "1 more" would take as much room as the line that it hides.
        bool const all =
            options_.top == 0 || order.size() <= options_.top || order.size() - options_.top == 1;
        std::size_t shown = 0;
        Amounts rest = no_amounts();
        for (std::uint32_t const i : order) {
            Lines const members = groups[i].lines;
            if (!all && shown == options_.top) {
                add(rest, members);
                continue;
            }
            ++shown;
            std::string const& label = members[0]->texts[level];
            Amounts amounts = no_amounts();
            add(amounts, members);
            row(concatenated({indent, label.empty() ? "(no name)" : std::string_view(label)}), amounts);
            split(members, level + 1);
        }
        if (shown != order.size())
            row(concatenated({indent, "... ", grouped(order.size() - shown), " more"}), rest);
    }

    Amounts no_amounts() const {
        Amounts amounts;
        amounts.assign(table_.times.size(), Amount{});
        return amounts;
    }
    static void add(Amounts& to, Lines lines) {
        for (auto const* const line : lines)
            for (std::size_t s = 0; s != to.size(); ++s) to[s] += line->amounts[s];
    }

    void row(std::string label, Amounts const& amounts) {
        std::vector<std::string> cells;
        cells.push_back(std::move(label));
        for (std::size_t s = 0; s != amounts.size(); ++s) {
            cells.push_back(amounts[s] == Amount{} && amounts.size() > 1 ? "-" : humanised(amounts[s].bytes));
            cells.push_back(percent(amounts[s].bytes, total_[s].bytes));
        }
        if (amounts.size() > 1)
            cells.push_back(humanised_growth(amounts[0].bytes, amounts[amounts.size() - 1].bytes));
        cells.push_back(amounts.empty() ? "0" : grouped(amounts[amounts.size() - 1].objects));
        text_.row(std::move(cells));
    }

    Table const& table_;
    TextOptions const& options_;
    TextTable text_;
    Amounts total_;
};

}  // namespace detail

/// The table as text.
template <class = void>
std::string text(Table const& table, TextOptions const& options = {}) {
    return detail::TableText<>(table, options).str();
}
/// Writes the same text.
template <class Out = std::ostream>
void print(std::type_identity_t<Out>& out, Table const& table, TextOptions const& options = {}) {
    out << text(table, options);
}

}  // namespace trav
