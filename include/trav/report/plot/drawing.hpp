// trav/report/plot/drawing.hpp: the text of a drawing, as it grows.
#pragma once

#include "../../detail/compiler.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace trav::plot::detail {

/// A coordinate with the given number of decimals, without the zeros at the end.
inline std::string coordinate(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

/// What a drawing in any language is made of: formatted pieces, one after another.
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
