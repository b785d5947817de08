// trav/report/hp/reader.hpp: reads .hp files, from GHC or any other program, like hp2ps.
//
//     trav::HpFile const file = trav::read_hp("Sharing.hp");
//
// A profile may end anywhere if its program was killed or is still running: everything after the last
// complete sample is dropped, and the file is `cut`. Statements consist of words, so lines matter only in
// messages. Messages have the same wording as in hp2ps.
#pragma once

#include "../../text/from_chars.hpp"
#include "../unreadable.hpp"
#include "file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <utility>

namespace trav {

namespace detail {

/// Reads one .hp file.
class HpReader {
  public:
    HpReader(std::istream& in, std::string name) : in_(*in.rdbuf()), name_(std::move(name)) {}

    HpFile read() {
        try {
            while (skip_space()) statement();
            file_.cut = within_sample_;
        } catch (Cut) { file_.cut = true; }
        if (within_sample_) file_.samples.pop_back();
        for (std::size_t i = 0; i != header_.size(); ++i)
            if (!header_[i]) throw Unreadable(name_, std::string(hp_keywords[i]) + " missing");
        return std::move(file_);
    }

  private:
    struct Cut {};
    using Traits = std::istream::traits_type;
    static constexpr int end = Traits::eof();

    int peek() { return in_.sgetc(); }
    char take() {
        char const c = Traits::to_char_type(in_.sbumpc());
        line_ += c == '\n';
        return c;
    }
    static bool is_digit(int c) { return c >= '0' && c <= '9'; }
    static bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    // Skips white space; false at the end of the file.
    bool skip_space() {
        while (is_space(peek())) take();
        return peek() != end;
    }

    [[noreturn]] void fail(std::string const& what) {
        if (peek() == end && std::ranges::find(header_, false) == header_.end()) throw Cut{};
        throw Unreadable(name_, "line", token_line_, what);
    }

    void statement() {
        token_line_ = line_;
        if (peek() == '"') fail("\"" + string() + "\" unexpected");
        std::string word;
        while (peek() != end && !is_space(peek())) word += take();
        auto const keyword =
            static_cast<std::size_t>(std::ranges::find(hp_keywords, word) - hp_keywords.begin());
        HpHeader& header = file_.header;
        std::array<std::string*, 4> const texts{&header.job, &header.date, &header.sample_unit,
                                                &header.value_unit};
        if (keyword < texts.size()) {
            *texts[keyword] = string_after(word);
            header_[keyword] = true;
        } else if (word == "MARK") mark(float_after(word));
        else if (word == "BEGIN_SAMPLE") begin_sample(float_after(word));
        else if (word == "END_SAMPLE") end_sample(float_after(word));
        else band(std::move(word));
    }
    void mark(double time) {
        if (within_sample_) fail("MARK occurs within sample");
        file_.marks.push_back(time);
    }
    void begin_sample(double time) {
        if (within_sample_) fail("BEGIN_SAMPLE occurs within sample");
        if (!file_.samples.empty() && time < file_.samples.back().time) fail("samples out of sequence");
        file_.samples.push_back({time});
        within_sample_ = true;
    }
    void end_sample(double) {
        if (!within_sample_) fail("END_SAMPLE occurs outside sample");
        within_sample_ = false;
    }
    void band(std::string label) {
        std::string const digits = number();
        if (digits.empty() || digits.find('.') != std::string::npos) fail("integer must follow identifier");
        std::uint64_t value = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc{})
            fail("number too large");
        if (!within_sample_) fail(label + " unexpected: it stands in no sample");
        file_.samples.back().bands.push_back({std::move(label), value});
    }

    std::string string_after(std::string const& keyword) {
        if (!skip_space() || peek() != '"') fail("string must follow " + keyword);
        return string();
    }
    double float_after(std::string const& keyword) {
        std::string const digits = number();
        double value = 0;
        auto const [behind, error] = from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || behind != digits.data() + digits.size() ||
            digits.find('.') == std::string::npos)
            fail("floating point number must follow " + keyword);
        return value;
    }

    // Takes a text in quotation marks; a doubled quotation mark stands for one.
    std::string string() {
        token_line_ = line_;
        std::string text;
        take();
        while (peek() != end) {
            char const c = take();
            if (c == '"') {
                if (peek() != '"') return text;
                take();
            }
            text += c;
        }
        fail("the string is not closed");
    }
    // Takes digits and points; nothing unless a digit comes first.
    std::string number() {
        skip_space();
        token_line_ = line_;
        std::string digits;
        if (!is_digit(peek())) return digits;
        while (is_digit(peek()) || peek() == '.') {
            if (digits.size() == longest_number) fail("number too long");
            digits += take();
        }
        return digits;
    }
    static constexpr std::size_t longest_number = 32;  // the limit of hp2ps

    std::streambuf& in_;
    std::string name_;
    std::uint64_t line_ = 1, token_line_ = 1;
    bool within_sample_ = false;
    std::array<bool, 4> header_{};
    HpFile file_;
};

}  // namespace detail

/// Reads a .hp file from a stream. `name` is the name of the stream in messages. Throws an Unreadable that
/// names the line. Reads the stream once, and keeps no more than the result.
inline HpFile read_hp(std::istream& in, std::string name) {
    return reading(name, [&] { return detail::HpReader(in, name).read(); });
}

/// Reads a .hp file. Throws Unreadable, also if the file cannot be opened.
inline HpFile read_hp(std::string const& path) {
    auto in = open_to_read(path);
    return read_hp(in, path);
}

}  // namespace trav
