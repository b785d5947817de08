// trav/report/plot/aux_file.hpp: the parameters of a drawing as a .aux file, which hp2ps reads and writes,
// too.
//
//     trav::plot::write_aux(out, traces, shades);
//     trav::plot::Saved const saved = trav::plot::read_aux("Sharing.aux");
//
//     X_RANGE 0.48
//     Y_RANGE 1618760.00
//     ORDER ARR_WORDS 1
//     SHADE ARR_WORDS 0.00
//
// Statements consist of words, so lines matter only in messages. A label is one word, as in a .hp file. hp2ps
// cannot read its own file if a label begins with a digit; read_aux can.
#pragma once

#include "../../text/from_chars.hpp"
#include "../unreadable.hpp"
#include "saved.hpp"
#include "shade.hpp"
#include "traces.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace trav::plot {

namespace detail {

/// Reads one .aux file.
class AuxReader {
  public:
    AuxReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

    Saved read() {
        Saved saved;
        while (next()) {
            if (word_ == "X_RANGE") saved.x_range = real("floating point number must follow X_RANGE");
            else if (word_ == "Y_RANGE") saved.y_range = real("floating point number must follow Y_RANGE");
            else if (word_ == "ORDER") {
                std::string const label = identifier("identifier must follow ORDER");
                saved.order.try_emplace(label,
                                        number<std::int64_t>("identifier and integer must follow ORDER"));
            } else if (word_ == "SHADE") {
                std::string const label = identifier("identifier must follow SHADE");
                saved.shade.try_emplace(label,
                                        real("identifier and floating point number must follow SHADE"));
            } else fail(word_ + " unexpected");
        }
        return saved;
    }

  private:
    static bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

    // Takes the next word; false at the end of the file.
    bool next() {
        word_.clear();
        for (; in_.peek() != end && is_space(in_.peek()); in_.get()) line_ += in_.peek() == '\n';
        while (in_.peek() != end && !is_space(in_.peek())) word_ += static_cast<char>(in_.get());
        return !word_.empty();
    }
    std::string identifier(char const* otherwise) {
        if (!next()) fail(otherwise);
        return word_;
    }
    template <class Number, class... Format>
    Number number(char const* otherwise, Format... format) {
        Number value{};
        bool const there = next() && word_[0] >= '0' && word_[0] <= '9';
        char const* const last = word_.data() + word_.size();
        auto const [behind, error] = trav::from_chars(word_.data(), last, value, format...);
        if (!there || error != std::errc{} || behind != last) fail(otherwise);
        return value;
    }
    double real(char const* otherwise) {
        auto const value = number<double>(otherwise, std::chars_format::fixed);
        if (word_.find('.') == std::string::npos) fail(otherwise);
        return value;
    }
    [[noreturn]] void fail(std::string const& what) const { throw Unreadable(name_, "line", line_, what); }

    static constexpr int end = std::istream::traits_type::eof();
    std::istream& in_;
    std::string name_, word_;
    std::uint64_t line_ = 1;
};

}  // namespace detail

/// Reads a .aux file from a stream. `name` is the name of the stream in messages. Throws an Unreadable that
/// names the line.
inline Saved read_aux(std::istream& in, std::string name) {
    return detail::AuxReader(in, std::move(name)).read();
}

/// Reads a .aux file. Throws Unreadable, also if the file cannot be opened.
inline Saved read_aux(std::string const& path) {
    auto in = open_to_read(path);
    return read_aux(in, path);
}

/// Writes a file for read_aux. `shades` must be the shades of traces.bands.
inline void write_aux(std::ostream& out, Traces const& traces, std::vector<Shade> const& shades) {
    std::string text = fmt::format("X_RANGE {:.2f}\nY_RANGE {:.2f}\n", traces.x_range, traces.y_range);
    for (std::size_t i = 0; i != traces.bands.size(); ++i)
        text += fmt::format("ORDER {} {}\n", hp_word(traces.bands[i].label), i + 1);
    for (std::size_t i = 0; i != traces.bands.size(); ++i)
        text += fmt::format("SHADE {} {:.2f}\n", hp_word(traces.bands[i].label), shades[i].number);
    out << text;
}

}  // namespace trav::plot
