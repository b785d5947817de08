// Lines: reads a text file line by line. A JsonScanner can read the current line in place; its Errors then
// name the line.
//
// Lines are copied only if they cross the end of a block of the input.
#pragma once

#include "../error.hpp"
#include "../input.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace trav::dump::detail {

/// The lines of an input that the caller keeps alive.
class Lines {
  public:
    explicit Lines(Input& input, std::size_t longest = std::numeric_limits<std::size_t>::max())
        : input_(input), longest_(longest) {}

    /// Advances to the next line; false at the end. Invalidates text() and window().
    bool next() {
        if (input_.peek() < 0) return false;
        ++number_;
        std::string_view const window = input_.window();
        std::size_t const end = window.find('\n');
        if (end == std::string_view::npos) {
            copy_line();
        } else {
            text_ = window.substr(0, end);
            input_.advance(end + 1);
            check_length();
        }
        if (text_.ends_with('\r')) text_.remove_suffix(1);
        if (number_ == 1 && text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
        left_ = text_;
        return true;
    }
    /// The line without its end.
    std::string_view text() const { return text_; }
    /// The number of the line, from 1.
    std::uint64_t number() const { return number_; }
    /// The name of the input in messages.
    std::string const& name() const { return input_.name(); }

    [[noreturn]] void fail(std::string const& what) const {
        throw Error(name() + ": line " + std::to_string(number_), what);
    }

    // The interface of Input, for the current line alone.
    int peek() const { return left_.empty() ? -1 : static_cast<unsigned char>(left_.front()); }
    void advance(std::size_t n = 1) { left_.remove_prefix(n); }
    std::string_view window() const { return left_; }

  private:
    // Copies a line that spans several blocks or has no line break.
    void copy_line() {
        copy_.clear();
        for (bool ended = false; !ended && input_.peek() >= 0;) {
            std::string_view const window = input_.window();
            std::size_t const end = window.find('\n');
            ended = end != std::string_view::npos;
            copy_.append(window.substr(0, end));
            input_.advance(ended ? end + 1 : window.size());
            text_ = copy_;
            check_length();
        }
    }
    void check_length() const {
        if (text_.size() > longest_) fail("the line has more than " + std::to_string(longest_) + " bytes");
    }

    Input& input_;
    std::size_t longest_;
    std::string copy_;
    std::string_view text_, left_;
    std::uint64_t number_ = 0;
};

}  // namespace trav::dump::detail
