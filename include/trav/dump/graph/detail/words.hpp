// Words: splits a text file into lines, and lines into words. Blanks separate words. A # at the beginning of
// a word begins a comment. A text in "quotes" is one word; \" and \\ stand for a quote and a backslash.
#pragma once

#include "../../detail/lines.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump::detail {

/// One word of a line.
struct Word {
    std::string text;
    bool quoted;
};

/// The lines of an input that the caller keeps alive. Errors name the line.
class Words {
  public:
    explicit Words(Input& input) : lines_(input, longest) {}

    /// Advances to the next line that has words; false at the end.
    bool next() {
        words_.clear();
        while (words_.empty() && read_line()) split();
        return !words_.empty();
    }
    std::vector<Word> const& line() const { return words_; }
    std::size_t size() const { return words_.size(); }
    std::string const& operator[](std::size_t i) const { return words_[i].text; }
    /// The number of the line, from 1.
    std::uint64_t number() const { return lines_.number(); }

    Lines const& lines() const { return lines_; }

    [[noreturn]] void fail(std::string const& what) const { lines_.fail(what); }

  private:
    static constexpr std::size_t longest = std::size_t{1} << 20;

    bool read_line() {
        if (!lines_.next()) return false;
        line_ = lines_.text();
        for (char const c : line_) {
            if (static_cast<unsigned char>(c) < ' ' && c != '\t') fail("control characters: this is no text");
        }
        return true;
    }

    void split() {
        for (std::size_t at = 0;;) {
            at = std::min(line_.find_first_not_of(" \t", at), line_.size());
            if (at == line_.size() || line_[at] == '#') return;
            if (line_[at] == '"') {
                at = quoted(at + 1);
            } else {
                std::size_t const end = std::min(line_.find_first_of(" \t", at), line_.size());
                words_.push_back({std::string(line_.substr(at, end - at)), false});
                at = end;
            }
        }
    }

    // Reads the quoted word that begins at `at`. Returns the position after the closing quote.
    std::size_t quoted(std::size_t at) {
        std::string& text = words_.emplace_back(Word{{}, true}).text;
        for (; at < line_.size() && line_[at] != '"'; ++at) {
            if (line_[at] == '\\' && ++at < line_.size() && line_[at] != '"' && line_[at] != '\\')
                fail(std::string("\\") + line_[at] + " in a quoted word: only \\\" and \\\\ are known");
            if (at < line_.size()) text.push_back(line_[at]);
        }
        if (at >= line_.size()) fail("the closing quote is missing");
        ++at;
        if (at < line_.size() && line_[at] != ' ' && line_[at] != '\t')
            fail("a blank is due behind the closing quote");
        return at;
    }

    Lines lines_;
    std::string_view line_;
    std::vector<Word> words_;
};

}  // namespace trav::dump::detail
