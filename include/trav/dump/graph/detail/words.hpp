// Words: a text file line by line, each line as words. Blanks separate words, # at the beginning of a word
// begins a comment, and what stands in "quotes" is one word, with \" and \\ for a quote and a backslash.
#pragma once

#include "../../error.hpp"
#include "../../input.hpp"

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

/// The lines of an input that the caller keeps alive. What is wrong is an Error with the line.
class Words {
  public:
    explicit Words(Input& input) : input_(input) {}

    /// Goes on to the next line that has words; false at the end.
    bool next() {
        words_.clear();
        while (words_.empty() && read_line()) split();
        return !words_.empty();
    }
    std::vector<Word> const& line() const { return words_; }
    std::size_t size() const { return words_.size(); }
    std::string const& operator[](std::size_t i) const { return words_[i].text; }
    /// The number of the line, from 1.
    std::uint64_t number() const { return number_; }

    [[noreturn]] void fail(std::string const& what) const {
        throw Error(input_.name() + ": line " + std::to_string(number_), what);
    }

  private:
    static constexpr std::size_t longest = std::size_t{1} << 20;

    bool read_line() {
        line_.clear();
        if (input_.peek() < 0) return false;
        ++number_;
        for (bool ended = false; !ended && input_.peek() >= 0;) {
            std::string_view const window = input_.window();
            std::size_t const end = window.find('\n');
            ended = end != std::string_view::npos;
            line_.append(window.substr(0, end));
            input_.advance(ended ? end + 1 : window.size());
            if (line_.size() > longest) fail("the line has more than 2^20 bytes");
        }
        if (!line_.empty() && line_.back() == '\r') line_.pop_back();
        if (number_ == 1 && line_.starts_with("\xef\xbb\xbf")) line_.erase(0, 3);
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
                words_.push_back({line_.substr(at, end - at), false});
                at = end;
            }
        }
    }

    // The word that begins at `at`; where the line goes on behind the closing quote.
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

    Input& input_;
    std::string line_;
    std::vector<Word> words_;
    std::uint64_t number_ = 0;
};

}  // namespace trav::dump::detail
