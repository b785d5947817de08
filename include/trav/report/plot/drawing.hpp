// trav/report/plot/drawing.hpp: builds the text of a drawing.
#pragma once

#include "../../detail/compiler.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace trav::plot::detail {

/// A coordinate with the given number of decimals, without trailing zeros.
inline std::string coordinate(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

/// The text of a drawing in any language, built from formatted pieces.
class Drawing {
  protected:
    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

}  // namespace trav::plot::detail
