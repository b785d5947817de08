// trav/report/hp/writer.hpp: writes .hp files sample by sample, while the program runs.
//
//     std::ofstream file("shop.hp", std::ios::binary);
//     trav::HpWriter hp{file, {.job = "shop", .date = "Sat Jun  4 11:59 2016"}};
//     hp.sample({0.25, {{"Session", 216000}, {"Product", 4800}}});
//
// A sample is written in one piece and flushed, so that a program that is killed leaves whole samples. A band
// is a word there: white space in a label becomes `_`, and a label that hp2ps would take for something else
// is put in parentheses. Times have a decimal point in any locale. Costs the room of one sample.
#pragma once

#include "file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trav {

namespace detail {

/// Seconds as GHC's "%f" writes them, in any locale.
inline std::string hp_time(double seconds) {
    std::array<char, 400> digits;
    auto const [end, error] =
        std::to_chars(digits.begin(), digits.end(), seconds, std::chars_format::fixed, 6);
    return {digits.begin(), end};
}

}  // namespace detail

/// A label as one word that hp2ps takes for a band.
inline std::string hp_word(std::string word) {
    constexpr std::size_t longest = 4996;  // hp2ps keeps 4999 bytes of a word, and () may come
    if (word.size() > longest) word.replace(longest - 3, std::string::npos, "...");
    for (char& c : word)
        if (auto const byte = static_cast<unsigned char>(c); byte <= ' ' || byte == 0x7f) c = '_';
    // hp2ps would take these for a string, a statement, or nothing.
    if (word.empty() || word.front() == '"' ||
        std::ranges::find(detail::hp_keywords, word) != detail::hp_keywords.end())
        word = "(" + word + ")";
    return word;
}

/// Writes a .hp file as its samples come. Whether that worked is asked of the stream, which must outlive the
/// writer.
class HpWriter {
  public:
    HpWriter(std::ostream& out, HpHeader const& header) : out_(out) {
        std::string text;
        auto const line = [&](char const* keyword, std::string_view value) {
            text.append(keyword).append(" \"");
            for (char const c : value) text.append(c == '"' ? 2 : 1, c);
            text += "\"\n";
        };
        line("JOB", header.job);
        line("DATE", header.date);
        line("SAMPLE_UNIT", header.sample_unit);
        line("VALUE_UNIT", header.value_unit);
        write(text);
    }

    /// Writes a sample. Throws std::invalid_argument if its time is below 0 or that of the sample before:
    /// hp2ps could not read that.
    void sample(HpSample const& sample) {
        if (!(sample.time >= before_))
            throw std::invalid_argument("trav: times in a .hp file must be 0 or more, and ascend");
        before_ = sample.time;
        std::string const time = detail::hp_time(sample.time);
        std::string text = "BEGIN_SAMPLE " + time + '\n';
        for (auto const& band : sample.bands)
            text.append(hp_word(band.label))
                .append(1, '\t')
                .append(std::to_string(band.value))
                .append(1, '\n');
        write(text + "END_SAMPLE " + time + '\n');
    }

    /// Marks a time on the axis. GHC never does, but hp2ps draws it.
    void mark(double time) { write("MARK " + detail::hp_time(time) + '\n'); }

  private:
    void write(std::string const& text) {
        out_.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
    }

    std::ostream& out_;
    double before_ = 0;
};

/// Writes a whole file: what read_hp() read becomes the same bytes again if GHC wrote them.
inline void write_hp(std::ostream& out, HpFile const& file) {
    HpWriter hp(out, file.header);
    auto mark = file.marks.begin();
    for (auto const& sample : file.samples) {
        for (; mark != file.marks.end() && *mark <= sample.time; ++mark) hp.mark(*mark);
        hp.sample(sample);
    }
    for (; mark != file.marks.end(); ++mark) hp.mark(*mark);
}

}  // namespace trav
