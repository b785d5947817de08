// SelectorSyntax: parses the text of a selector, independently of any dump; dump/selector.hpp lists the
// forms.
#pragma once

#include "../text/in_quotes.hpp"
#include "../text/wildcards.hpp"
#include "error.hpp"
#include "named_path.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trav::dump {

/// One of three forms: a path, a class, or an id.
class SelectorSyntax {
  public:
    static constexpr std::string_view variable = "variable:";

    NamedPath path;
    bool is_variable = false;  ///< the path begins with the name of a variable
    std::optional<std::string> of_class;
    std::string id;

    /// Throws Error if the text is not a selector.
    explicit SelectorSyntax(std::string text) : text_(std::move(text)) { parse(); }

    std::string const& text() const { return text_; }
    /// Throws an Error that names the expected text and its position.
    [[noreturn]] void malformed(std::size_t at, std::string const& due) const {
        throw Error("selector '" + text_ + "'", due + " is due at character " + std::to_string(at + 1));
    }

  private:
    void parse() {
        std::string_view const text = text_;
        is_variable = text.starts_with(variable);
        if (text.substr(0, 6) == "class:") {
            of_class = text.substr(6);
            if (of_class->empty()) malformed(6, "the name of a class");
        } else if (text.substr(0, 1) == "@") {
            id = text.substr(1);
            if (id.empty()) malformed(1, "the id of a node");
        } else if (!is_variable && has_wildcards(text) && text.find_first_of("[\"'") == text.npos) {
            of_class = text;
        } else {
            for (std::size_t at = is_variable ? variable.size() : 0; at < text.size() || path.empty();) {
                if (text.substr(at, 1) == "[") at = bracket(at + 1);
                else at = identifier(path.empty() ? at : at + 1);
                if (at < text.size() && text[at] != '.' && text[at] != '[') malformed(at, "'.' or '['");
            }
        }
    }

    std::size_t identifier(std::size_t begin) {
        std::size_t end = begin;
        while (end < text_.size() && std::string_view(".[]\"' ").find(text_[end]) == std::string_view::npos)
            ++end;
        if (end == begin) malformed(begin, "a name");
        path.push_back({text_.substr(begin, end - begin)});
        return end;
    }

    std::size_t bracket(std::size_t at) {
        bool const is_id = text_.substr(at, 1) == "@";
        if (is_id && is_variable && path.empty()) malformed(at, "the name of a variable");
        if (is_id) ++at;
        if (at == text_.size()) malformed(at, "an index or a quoted name");
        if (text_[at] == ']') malformed(at, "the index or the key of one entry, in place of [],");
        if (char const quote = text_[at]; quote == '"' || quote == '\'') {
            path.emplace_back();
            at = read_quotes(text_, at, path.back().name);
            if (at == std::string::npos) malformed(text_.size(), "the closing quote");
        } else {
            at = identifier(at);
        }
        path.back().is_id = is_id;
        if (at == text_.size() || text_[at] != ']') malformed(at, "']'");
        return at + 1;
    }

    std::string text_;
};

}  // namespace trav::dump
