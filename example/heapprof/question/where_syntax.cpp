#include "where_syntax.hpp"

#include <trav/text/from_chars.hpp>
#include <trav/text/in_quotes.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace heapprof {

namespace {

using trav::dump::ValueKind;
using What = WhereTerm::What;

constexpr std::size_t most = 100;  // terms, and open parentheses

constexpr std::array<std::pair<std::string_view, What>, 6> words{{{"type", What::type},
                                                                  {"name", What::name},
                                                                  {"held by", What::held_by},
                                                                  {"size", What::size},
                                                                  {"retained", What::retained},
                                                                  {"count", What::count}}};

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// Reads a condition from left to right; operators wait on a stack for their right side.
class WhereParser {
  public:
    explicit WhereParser(WhereSyntax& result) : result_(result), text_(result.text) {}

    void parse() {
        for (bool operand = true;;) {
            blanks();
            if (operand) operand = first();
            else if (at_ == text_.size()) break;
            else operand = next();
        }
        while (!open_.empty()) {
            if (open_.back() == '(') due("')'");
            take();
        }
    }

  private:
    // Before a term; returns whether a term is still due.
    bool first() {
        if (accept("(")) return open('('), true;
        if (accept_word("not")) return open('!'), true;
        if (result_.terms.size() == most) fail("there are more than " + std::to_string(most) + " terms");
        term();
        return false;
    }
    // After a term; returns whether another one is due.
    bool next() {
        if (accept(")")) {
            while (!open_.empty() && open_.back() != '(') take();
            if (open_.empty()) --at_, due("'and', 'or' or the end");
            open_.pop_back();
            return false;
        }
        char const its = accept_word("and") ? '&' : accept_word("or") ? '|' : ' ';
        if (its == ' ') due("'and' or 'or'");
        while (!open_.empty() && open_.back() != '(' && (its == '|' || open_.back() != '|')) take();
        open(its);
        return true;
    }
    void open(char its) {
        if (open_.size() == most)
            fail("more than " + std::to_string(most) + " parentheses and operators are open");
        open_ += its;
    }
    void take() {
        using enum WhereSyntax::Step;
        result_.steps.push_back(open_.back() == '!' ? negate : open_.back() == '&' ? both : either);
        open_.pop_back();
    }

    void term() {
        WhereTerm term = subject();
        bool const pattern = term.what == What::type || term.what == What::name || term.what == What::held_by;
        blanks();
        bool unequal = false;
        for (char const* const each : {"!=", "<=", ">=", "=", "<", ">"}) {
            if (!accept(each)) continue;
            unequal = *each == '!';
            term.comparison = unequal ? "=" : each;
            if (pattern && term.comparison != "=") at_ -= term.comparison.size(), due("'=' or '!='");
            break;
        }
        if (term.comparison.empty()) due(pattern ? "'=' or '!='" : "=, !=, <, <=, > or >=");
        blanks();
        if (pattern) term.text = quoted_or_word();
        else value(term);
        result_.terms.push_back(std::move(term));
        result_.steps.push_back(WhereSyntax::Step::term);
        if (unequal) result_.steps.push_back(WhereSyntax::Step::negate);
    }
    WhereTerm subject() {
        for (auto const& [word, what] : words)
            if (accept_word(word)) return {what, {}, {}};
        if (accept(".")) {
            std::size_t const begin = at_;
            while (at_ != text_.size() && is_letter(text_[at_])) ++at_;
            if (at_ == begin) due("the name of a field");
            return {What::field, std::string(text_.substr(begin, at_ - begin)), {}};
        }
        if (accept("[")) {
            if (at_ == text_.size() || text_[at_] != '"') due("the name of a field in quotes");
            std::string name = quoted();
            if (!accept("]")) due("']'");
            return {What::field, std::move(name), {}};
        }
        due("type, name, size, retained, count, held by, .FIELD, not or '('");
    }
    void value(WhereTerm& term) {
        bool const of_field = term.what == What::field;
        std::size_t const begin = at_;
        if (of_field && begin != text_.size() && text_[begin] == '"') {
            term.text = quoted();
        } else {
            while (at_ != text_.size() && !is_blank(text_[at_]) && text_[at_] != ')') ++at_;
            term.text = text_.substr(begin, at_ - begin);
            std::string const& word = term.text;
            if (of_field && (word == "true" || word == "false")) term.kind = ValueKind::truth;
            else if (of_field && (word == "null" || word == "undefined" || word == "None"))
                term.kind = ValueKind::nothing;
            else if (auto const number = WhereNumber::parse(word))
                term.kind = ValueKind::number, term.number = *number;
            else
                at_ = begin, due(of_field ? "a number, true, false, null or a text in quotes"
                                          : "a number, such as 1000 or 1KiB");
        }
        if (term.kind != ValueKind::number && term.comparison != "=") at_ = begin, due("a number");
    }
    std::string quoted_or_word() {
        if (at_ != text_.size() && text_[at_] == '"') return quoted();
        std::size_t const begin = at_;
        std::size_t inner = 0;  // parentheses of the word, as in (string)
        for (; at_ != text_.size() && !is_blank(text_[at_]); ++at_) {
            if (text_[at_] == '(') ++inner;
            if (text_[at_] == ')' && inner-- == 0) break;
        }
        if (at_ == begin) due("a pattern");
        return std::string(text_.substr(begin, at_ - begin));
    }
    std::string quoted() {
        std::string text;
        std::size_t const end = trav::read_quotes(text_, at_, text);
        at_ = std::min(end, text_.size());
        if (end == text_.npos) due("the closing quote");
        return text;
    }

    void blanks() {
        while (at_ != text_.size() && is_blank(text_[at_])) ++at_;
    }
    bool accept(std::string_view what) {
        if (!text_.substr(at_).starts_with(what)) return false;
        at_ += what.size();
        return true;
    }
    bool accept_word(std::string_view word) {
        std::size_t const end = at_ + word.size();
        if (!text_.substr(at_).starts_with(word)) return false;
        if (end != text_.size() && is_letter(text_[end])) return false;
        at_ = end;
        return true;
    }
    [[noreturn]] void due(std::string const& what) const { fail(what + " is due"); }
    [[noreturn]] void fail(std::string const& what) const {
        throw std::invalid_argument("'" + result_.text + "', column " + std::to_string(at_ + 1) + ": " +
                                    what);
    }

    WhereSyntax& result_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::string open_;  // '(', '!', '&' and '|'
};

}  // namespace

std::optional<WhereNumber> WhereNumber::parse(std::string_view text) {
    char const* const last = text.data() + text.size();
    WhereNumber result;
    auto const [end, error] = trav::from_chars(text.data(), last, result.number);
    if (error != std::errc{}) return {};
    std::int64_t whole = 0;
    auto const [whole_end, not_whole] = std::from_chars(text.data(), last, whole);
    if (not_whole == std::errc{} && whole_end == end) result.whole = whole;
    std::string_view unit(end, static_cast<std::size_t>(last - end));
    if (unit.empty()) return result;
    if (unit.ends_with("iB")) unit.remove_suffix(2);
    std::size_t const power = unit == "B" ? 0 : std::string_view("KMGT").find(unit) + 1;
    if (unit.size() != 1 || (power == 0 && unit != "B")) return {};
    result.number = std::ldexp(result.number, static_cast<int>(10 * power));
    if (std::abs(result.number) < 0x1p62 && result.number == std::floor(result.number))
        result.whole = static_cast<std::int64_t>(result.number);
    else result.whole.reset();
    return result;
}

bool WhereTerm::holds(WhereNumber const& value) const {
    if (std::isnan(value.number) && std::isnan(number.number)) return comparison == "=";
    auto const compare = [&](auto const& a, auto const& b) {
        if (comparison == "=") return a == b;
        if (comparison == "<") return a < b;
        if (comparison == "<=") return a <= b;
        return comparison == ">" ? a > b : a >= b;
    };
    if (value.whole && number.whole) return compare(*value.whole, *number.whole);
    return compare(value.number, number.number);
}

WhereSyntax::WhereSyntax(std::string condition) : text(std::move(condition)) { WhereParser(*this).parse(); }

}  // namespace heapprof
