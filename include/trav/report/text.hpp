// trav/report/text.hpp: amounts and aligned columns for people at a terminal.
//
//     trav::TextTable text{{"type", "bytes", "%"}};
//     text.row({"Session", trav::humanised(216000), trav::percent(216000, 8691008)});
//     std::cout << text.str();
//
// The first column is text, aligned left; the others are numbers, aligned right. No text is cut. Texts are
// UTF-8; characters beyond ASCII count as one column wide. Control characters and bytes that are not UTF-8
// are shown as `\n`, `\x1b`.
#pragma once

#include "../detail/array.hpp"
#include "../text/append.hpp"
#include "../text/one_line.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// A number with this many decimals.
template <class = void>
std::string with_decimals(double value, int decimals) {
    std::array<char, 400> text;  // the largest double has 309 digits
    auto const length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace detail

/// Bytes with three digits and a binary unit: "512 B", "210 KiB", "8.29 MiB".
template <class = void>
std::string humanised(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 7> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) return detail::concatenated({std::to_string(bytes), " B"});
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 999.5 && unit + 1 != units.size(); value /= 1024) ++unit;
    int const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return detail::concatenated({detail::with_decimals(value, decimals), " ", units[unit]});
}

/// The difference of two such amounts, with its sign; "0" if they are equal.
template <class = void>
std::string humanised_growth(std::uint64_t before, std::uint64_t after) {
    if (before == after) return "0";
    return before < after ? detail::concatenated({"+", humanised(after - before)})
                          : detail::concatenated({"-", humanised(before - after)});
}

/// A part of a whole with one decimal: "24.8%"; "-" if the whole is 0.
template <class = void>
std::string percent(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return "-";
    double const share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return detail::concatenated({detail::with_decimals(share, 1), "%"});
}

/// A number with a comma between thousands.
template <class = void>
std::string grouped(std::uint64_t number) {
    std::string const digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i != digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) detail::append(text, ",");
        detail::append(text, {&digits[i], 1});
    }
    return text;
}

/// Rows of cells, aligned.
class TextTable {
  public:
    explicit TextTable(std::vector<std::string> heading) { row(std::move(heading)); }

    /// Adds a row, with as many cells as the heading.
    template <class = void>
    void row(std::vector<std::string> cells) {
        if (widths_.size() < cells.size()) widths_.resize(cells.size());
        for (std::size_t i = 0; i != cells.size(); ++i) {
            cells[i] = one_line(cells[i]);
            if (widths_[i] < width(cells[i])) widths_[i] = width(cells[i]);
        }
        rows_.push_back({std::move(cells)});
    }
    /// Adds a line below the last row. It is never cut.
    template <class = void>
    void line(std::string const& text) {
        rows_.push_back({{one_line(text)}, true});
    }

    /// The rows as lines for a terminal with this many columns. The first cell gets the columns that the
    /// others leave, but at least 16; longer ones continue on the next lines. If they would get less than
    /// five eighths of the terminal, columns of `spare` are left out, the first ones first. 0: no terminal:
    /// nothing is cut.
    template <class = void>
    std::string fitting(std::size_t columns, std::vector<std::size_t> const& spare = {}) const {
        if (columns == 0) return lines({60, false, ~std::size_t{0}}, {});
        constexpr std::size_t least = 16;
        std::size_t others = 0, left_out = 0;
        for (std::size_t i = 1; i < widths_.size(); ++i) others += 2 + widths_[i];
        std::size_t const names = widths_[0] < columns / 8 * 5 ? widths_[0] : columns / 8 * 5;
        for (; left_out != spare.size() && others + names > columns; ++left_out)
            others -= 2 + widths_[spare[left_out]];
        return lines({columns < others + least ? least : columns - others, true}, {spare.data(), left_out});
    }

    /// The rows as lines. A first cell of more than `longest` characters continues on the next lines, broken
    /// after a comma if there is one. If it takes more than ten lines, the last one counts the rest.
    template <class = void>
    std::string str(std::size_t longest = 60) const {
        return lines({longest, true}, {});
    }

  private:
    struct Row {
        std::vector<std::string> cells;
        bool whole = false;  // one line, not a row of cells
    };
    // How first cells are broken into lines.
    struct Breaks {
        std::size_t longest;    // characters in a line
        bool anywhere;          // also if there is no comma
        std::size_t most = 10;  // lines
    };

    template <class = void>
    std::string lines(Breaks breaks, std::span<std::size_t const> left_out) const {
        detail::Array<bool> hidden(widths_.size());
        for (std::size_t const i : left_out) hidden[i] = true;
        detail::Array<std::vector<std::string>> names(rows_.size());
        std::size_t wide = 0;
        for (std::size_t r = 0; r != rows_.size(); ++r) {
            auto const& [cells, whole] = rows_[r];
            if (whole) names[r].push_back(cells[0]);
            else names[r] = broken(cells[0], breaks);
            if (!whole && wide < width(names[r][0])) wide = width(names[r][0]);
        }
        if (widths_[0] > breaks.longest && wide < breaks.longest) wide = breaks.longest;
        std::string text;
        for (std::size_t r = 0; r != rows_.size(); ++r) {
            auto const& [cells, whole] = rows_[r];
            std::vector<std::string> const& name = names[r];
            std::string line = name[0];
            if (!whole) detail::append(line, wide - width(line), ' ');
            for (std::size_t i = 1; i < cells.size(); ++i) {
                if (hidden[i]) continue;
                detail::append(line, 2 + widths_[i] - width(cells[i]), ' ');
                detail::append(line, cells[i]);
            }
            if (!whole) line.erase(line.find_last_not_of(' ') + 1);
            detail::append(text, line);
            std::size_t const said = name.size() <= breaks.most ? name.size() : breaks.most - 1;
            for (std::size_t i = 1; i < said; ++i)
                detail::append(text, detail::concatenated({"\n", name[i]}));
            if (said < name.size())
                detail::append(text,
                               detail::concatenated({"\n... ", grouped(name.size() - said), " more lines"}));
            detail::append(text, "\n");
        }
        return text;
    }

    // a character, in UTF-8
    static bool begins(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }
    static std::size_t width(std::string_view text) {
        std::size_t characters = 0;
        for (char const c : text) characters += begins(c);
        return characters;
    }
    static std::size_t bytes_of(std::string_view text, std::size_t characters) {
        std::size_t end = 0;
        for (std::size_t seen = 0; end != text.size() && seen + begins(text[end]) <= characters; ++end)
            seen += begins(text[end]);
        return end;
    }
    // The end of a line of at most `bytes` bytes: after a blank or a slash, or before a step of a path; 0:
    // none.
    static std::size_t end_of_line(std::string_view text, std::size_t begin, std::size_t bytes) {
        std::size_t const after = text.substr(0, bytes).find_last_of(" /");
        std::size_t const before = text.substr(0, bytes + 1).find_last_of(".[(");
        std::size_t end = after == std::string_view::npos ? 0 : after + 1;
        if (before != std::string_view::npos && before > end) end = before;
        return end > begin ? end : 0;
    }
    template <class = void>
    static std::vector<std::string> broken(std::string text, Breaks const& breaks) {
        std::size_t const longest = breaks.longest, blanks = text.find_first_not_of(' ');
        std::string const indent((blanks < longest / 2 ? blanks : longest / 2) + 2, ' ');
        std::vector<std::string> lines;
        while (width(text) > longest) {
            std::size_t const bytes = bytes_of(text, longest);
            std::size_t const comma = text.find_last_of(',', bytes - 1);
            std::size_t end = comma == std::string::npos || comma + 1 <= indent.size() ? 0 : comma + 1;
            if (end == 0 && breaks.anywhere) end = end_of_line(text, bytes / 2 + indent.size() / 2, bytes);
            if (end == 0 && breaks.anywhere) end = bytes;
            if (end <= indent.size()) break;
            lines.push_back(text.substr(0, end));
            text = detail::concatenated({indent, std::string_view(text).substr(end)});
        }
        lines.push_back(std::move(text));
        return lines;
    }

    std::vector<Row> rows_;
    std::vector<std::size_t> widths_;
};

}  // namespace trav
