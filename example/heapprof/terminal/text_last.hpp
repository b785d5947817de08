// TextLast: rows of right-aligned numbers followed by a text that is never cut.
//
//     TextLast rows({"retained", "held by"});
//     rows.add({"5.04 MiB", "Object @83981 .sessions"});
//     rows.str()
#pragma once

#include <trav/text/one_line.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// Rows of ASCII numbers, each followed by a text.
class TextLast {
  public:
    explicit TextLast(std::vector<std::string> heading) { add(std::move(heading)); }

    /// Adds a row, which must have as many cells as the heading.
    void add(std::vector<std::string> cells) {
        widths_.resize(cells.size());
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) widths_[i] = std::max(widths_[i], cells[i].size());
        rows_.push_back(std::move(cells));
    }
    std::string str() const {
        std::string text;
        for (auto const& cells : rows_) {
            for (std::size_t i = 0; i + 1 < cells.size(); ++i)
                text.append(widths_[i] - cells[i].size(), ' ').append(cells[i]).append("  ");
            text += trav::one_line(cells.back()) + '\n';
        }
        return text;
    }

  private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<std::size_t> widths_;
};

}  // namespace heapprof
