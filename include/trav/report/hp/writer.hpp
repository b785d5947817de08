// trav/report/hp/writer.hpp: writes .hp files sample by sample, while the program runs.
//
//     std::ofstream file("shop.hp", std::ios::binary);
//     trav::HpWriter hp{file, {.job = "shop", .date = "Sat Jun  4 11:59 2016"}};
//     hp.sample({0.25, {{"Session", 216000}, {"Product", 4800}}});
//
// Writes each sample in one piece and flushes it, so a killed program leaves complete samples. A band's label
// is one word in the file: white space in a label becomes `_`, and a label that hp2ps would misread is put in
// parentheses. Times have a decimal point in any locale. Takes the memory of one sample.
#pragma once

#include "../../detail/raise.hpp"
#include "file.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trav {

namespace detail {

/// Seconds in the format of GHC's "%f", in any locale; -0 is 0.
template <class = void>
std::string hp_time(double seconds) {
    std::array<char, 400> digits;
    auto const [end, error] =
        std::to_chars(digits.begin(), digits.end(), seconds + 0.0, std::chars_format::fixed, 6);
    return {digits.begin(), end};
}

/// Throws std::invalid_argument for a time that readers such as hp2ps refuse. NaN is always refused.
inline void check_hp_time(double time, double least = 0) {
    constexpr double longest = 1e25;  // readers accept numbers of 32 characters, including six decimals
    if (!(time >= least && time < longest))
        detail::raise(
            std::invalid_argument("trav: times in a .hp file must be 0 or more, below 10^25, and ascend"));
}

}  // namespace detail

/// A label as one word that hp2ps takes for a band.
template <class = void>
std::string hp_word(std::string word) {
    constexpr std::size_t longest = 4996;  // hp2ps keeps 4999 bytes of a word, and () may come
    if (word.size() > longest) word.replace(longest - 3, std::string::npos, "...");
    for (char& c : word)
        if (auto const byte = static_cast<unsigned char>(c); byte <= ' ' || byte == 0x7f) c = '_';
    // hp2ps would take such a word for a string or a statement, or ignore it.
    bool other = word.empty() || word.front() == '"';
    for (auto const keyword : detail::hp_keywords) other = other || word == keyword;
    if (other) word = "(" + word + ")";
    return word;
}

/// Writes the samples of a .hp file one by one. The stream must outlive the writer; check it for errors.
class HpWriter {
  public:
    template <class = void>
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

    /// Writes a sample. If no reader would accept its time, throws std::invalid_argument and writes nothing.
    /// Such times are NaN, below 0, below the time of the previous sample, or 10^25 or more.
    template <class = void>
    void sample(HpSample const& sample) {
        detail::check_hp_time(sample.time, before_);
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

    /// Marks a time on the axis, which GHC never does but hp2ps draws. Marks need not ascend; otherwise like
    /// sample().
    template <class = void>
    void mark(double time) {
        detail::check_hp_time(time);
        write("MARK " + detail::hp_time(time) + '\n');
    }

  private:
    template <class Out = std::ostream>
    void write(std::string const& text) {
        static_cast<Out&>(out_).write(text.data(), static_cast<std::streamsize>(text.size())).flush();
    }

    std::ostream& out_;
    double before_ = 0;
};

/// Writes a whole file. A file that GHC wrote and read_hp() read is written with the same bytes again. If
/// HpWriter refuses one of the times, throws std::invalid_argument and writes nothing.
template <class = void>
void write_hp(std::ostream& out, HpFile const& file) {
    double before = 0;
    for (auto const& sample : file.samples) {
        detail::check_hp_time(sample.time, before);
        before = sample.time;
    }
    for (double const time : file.marks) detail::check_hp_time(time);
    HpWriter hp(out, file.header);
    auto mark = file.marks.begin();
    for (auto const& sample : file.samples) {
        for (; mark != file.marks.end() && *mark <= sample.time; ++mark) hp.mark(*mark);
        hp.sample(sample);
    }
    for (; mark != file.marks.end(); ++mark) hp.mark(*mark);
}

}  // namespace trav
