// test/mutants/operators.hpp: mutants of a C++ source, small changes that its test must notice.
//
// The source is read as tokens, not parsed. So the operators rely on clang-format: a sign between spaces is a
// binary operator, and `<` without spaces begins template arguments.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mutants {

/// source[begin, end) becomes `text`.
struct Mutant {
    std::string_view made_by;  // the name of the operator
    std::size_t begin, end;
    std::string text;
};

/// The expression or the statement source[begin, end) around a mutant, which may be chosen at run time.
struct Place {
    std::size_t begin, end;
    bool is_statement;
};

enum class Kind { word, number, text, sign };

struct Token {
    Kind kind;
    std::size_t begin, end;
    std::string_view text;
    bool frozen = false;  // no operator changes it
};

inline bool is_one(std::string_view text, std::initializer_list<std::string_view> list) {
    return std::ranges::find(list, text) != list.end();
}

/// Splits a source into tokens. Comments and preprocessor lines are left out.
class Lexer {
  public:
    explicit Lexer(std::string_view source) : source_(source) {}

    std::vector<Token> tokens() {
        std::vector<Token> found;
        while (at_ < source_.size()) {
            std::size_t const begin = at_;
            if (std::isspace(static_cast<unsigned char>(peek()))) {
                ++at_;
            } else if (peek() == '#') {
                while (peek() != '\n' && peek() != '\0') at_ += peek() == '\\' ? 2u : 1u;
            } else if (begins("//")) {
                at_ = std::min(source_.find('\n', at_), source_.size());
            } else if (begins("/*")) {
                skip_past("*/", at_ + 2);
            } else {
                Kind const kind = skip_token();
                found.push_back({kind, begin, at_, source_.substr(begin, at_ - begin)});
            }
        }
        return found;
    }

  private:
    static bool digit(char c) { return c >= '0' && c <= '9'; }
    static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
    }
    bool begins(std::string_view with) const { return source_.substr(at_).starts_with(with); }
    void skip_past(std::string_view end, std::size_t from) {
        std::size_t const found = source_.find(end, from);
        at_ = found == source_.npos ? source_.size() : found + end.size();
    }

    Kind skip_token() {
        if (digit(peek()) || (peek() == '.' && digit(peek(1)))) {
            auto const part = [&] {
                if (peek() == '+' || peek() == '-')
                    return is_one(source_.substr(at_ - 1, 1), {"e", "E", "p", "P"});
                return in_word(peek()) || peek() == '.' || (peek() == '\'' && in_word(peek(1)));
            };
            while (part()) ++at_;
            return Kind::number;
        }
        if (in_word(peek())) {
            std::size_t const begin = at_;
            while (in_word(peek())) ++at_;
            std::string_view const word = source_.substr(begin, at_ - begin);
            if (peek() != '"' && peek() != '\'') return Kind::word;
            if (word.ends_with('R')) {
                std::size_t const open = source_.find('(', at_);
                skip_past(")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"", open);
                return Kind::text;
            }
        }
        if (peek() == '"' || peek() == '\'') {
            char const quote = peek();
            for (++at_; peek() != quote && peek() != '\0';) at_ += peek() == '\\' ? 2u : 1u;
            at_ = std::min(at_ + 1, source_.size());
            return Kind::text;
        }
        static constexpr std::array signs{
            "<<=", ">>=", "<=>", "...", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
            "++",  "--",  "->",  "::",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};
        auto const sign = std::ranges::find_if(signs, [&](std::string_view s) { return begins(s); });
        at_ += sign == signs.end() ? 1 : std::string_view(*sign).size();
        return Kind::sign;
    }

    std::string_view source_;
    std::size_t at_ = 0;
};

/// Lists the mutants of a source.
class Operators {
  public:
    explicit Operators(std::string_view source) : source_(source), tokens_(Lexer(source).tokens()) {
        match();
        skip();
        match();
    }

    /// All mutants, in the order of their places.
    std::vector<Mutant> mutants() {
        for (std::size_t i = 0; i != tokens_.size(); ++i) {
            drop_statement(i);
            drop_condition(i);
            negate(i);
            if (tokens_[i].frozen) continue;
            replace_sign(i);
            drop_one(i);
            drop_operand(i);
            choose_branch(i);
            change_constant(i);
            swap_arguments(i);
        }
        std::ranges::sort(found_, [](Mutant const& a, Mutant const& b) {
            return std::tie(a.begin, a.end, a.text) < std::tie(b.begin, b.end, b.text);
        });
        return std::move(found_);
    }

    /// The smallest place of a change in source[begin, end), or no place: { 0, 0 }.
    Place place(std::size_t begin, std::size_t end) const {
        std::size_t first = 0, past = 0;
        while (first != tokens_.size() && tokens_[first].end <= begin) ++first;
        for (past = first + 1; past < tokens_.size() && tokens_[past].begin < end;) ++past;
        for (;;) {
            if (first >= tokens_.size()) return {};
            std::size_t const open = around_[first];
            if (in_block(first)) {
                std::size_t const from = statement_begin(first), to = statement_end(from);
                if (to != none && to >= past && around_[to - 1] == open) return place_of(from, to, true);
            }
            std::size_t const from = operand_begin(first, 0), to = operand_end(past - 1, 0);
            bool const apart =
                from != 0 && (text(open) == "(" || !is(from - 1, {";", "{", "}"}) || text(to) != ";");
            std::size_t reached = operand_end(partner_[first] != none ? partner_[first] : first, 0);
            while (reached < past && is(reached, {"?", ":"})) reached = operand_end(reached, 0);
            bool const whole = reached >= past && (open == none || partner_[open] >= past);
            if (whole && apart) return place_of(from, to, false);
            if (open == none || partner_[open] == none) return {};
            first = open, past = std::max(past, partner_[open] + 1);
        }
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // --- Places ---

    Place place_of(std::size_t first, std::size_t past, bool is_statement) const {
        return {tokens_[first].begin, tokens_[past - 1].end, is_statement};
    }
    /// Whether a `}` ends a statement.
    bool ends_block(std::size_t i) const {
        if (is(i + 1, {"else", "while", "catch"})) return true;
        bool const same_line =
            source_.substr(tokens_[i].end, tokens_[i + 1].begin - tokens_[i].end).find('\n') == source_.npos;
        bool const goes_on = tokens_[i + 1].kind == Kind::sign && !is(i + 1, {"*", "++", "--", "(", "::"});
        return !same_line && !goes_on;
    }
    std::size_t statement_begin(std::size_t i) const {
        std::size_t at = i;
        while (at > 0 && at - 1 != around_[i] && text(at - 1) != ";") {
            if (text(at - 1) == "}" && ends_block(at - 1)) break;
            bool const group = is(at - 1, {")", "]", "}"}) && partner_[at - 1] != none;
            at = group ? partner_[at - 1] : at - 1;
        }
        for (;;) {
            std::size_t past = at;
            if (is(at, {"else", "do"})) past = at + 1;
            if (is(at, {"if", "for", "while", "switch"}))
                past = past_brackets(at + (text(at + 1) == "constexpr" ? 2u : 1u), "(");
            if (is(at, {"case", "default"}))
                while (past <= i && text(past++) != ":") {}
            if (past == at || past > i) return at;
            at = past;
        }
    }
    std::size_t statement_end(std::size_t i) const {
        if (is(i, {"return", "throw"})) return past_semicolon(i);
        return text(i) == "if" ? past_guard(i) : past_expression(i);
    }

    // --- Tokens and brackets ---

    std::string_view text(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : ""; }
    bool is(std::size_t i, std::initializer_list<std::string_view> list) const {
        return is_one(text(i), list);
    }
    bool is_word(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Kind::word; }
    bool is_text(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Kind::text; }
    std::string source_of(std::size_t first, std::size_t end) const {
        std::size_t const begin = tokens_[first].begin;
        return std::string(source_.substr(begin, tokens_[end - 1].end - begin));
    }
    bool adjacent(std::size_t i) const { return tokens_[i].end == tokens_[i + 1].begin; }
    bool between_spaces(std::size_t i) const {
        return i > 0 && i + 1 < tokens_.size() && !adjacent(i - 1) && !adjacent(i);
    }

    /// Finds the partner of each bracket, and the innermost bracket around each token.
    void match() {
        partner_.assign(tokens_.size(), none);
        around_.assign(tokens_.size(), none);
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i != tokens_.size(); ++i) {
            if (is(i, {")", "]", "}"})) {
                std::string_view const due = text(i) == ")" ? "(" : text(i) == "]" ? "[" : "{";
                while (!open.empty() && text(open.back()) != due) open.pop_back();  // the branches of an #if
                if (!open.empty()) {
                    partner_[open.back()] = i, partner_[i] = open.back();
                    open.pop_back();
                }
            }
            around_[i] = open.empty() ? none : open.back();
            if (is(i, {"(", "[", "{"})) open.push_back(i);
        }
    }
    /// The position after a group of brackets, or `i` if there is none.
    std::size_t past_brackets(std::size_t i, std::string_view open) const {
        return text(i) == open && partner_[i] != none ? partner_[i] + 1 : i;
    }
    /// The position after template arguments, or `i` if there are none.
    std::size_t past_angles(std::size_t i) const {
        if (text(i) != "<") return i;
        int depth = 0;
        for (std::size_t at = i; at < tokens_.size() && text(at) != ";"; ++at) {
            if (is(at, {"(", "[", "{"})) at = partner_[at] != none ? partner_[at] : at;
            else if (text(at) == "<") ++depth;
            else if (is(at, {">", ">>"})) depth -= static_cast<int>(text(at).size());
            if (depth <= 0) return at + 1;
        }
        return i;
    }
    std::size_t past_semicolon(std::size_t i) const {
        while (i < tokens_.size() && text(i) != ";")
            i = partner_[i] != none && partner_[i] > i ? partner_[i] : i + 1;
        return std::min(i + 1, tokens_.size());
    }
    /// The position after `a::b<c>::d`, or `i` if there is no name.
    std::size_t past_name(std::size_t i) const {
        if (text(i) == "::") ++i;
        while (is_word(i)) {
            ++i;
            i = past_angles(i);
            if (text(i) != "::") break;
            i += text(i + 1) == "template" ? 2u : 1u;
        }
        return i;
    }
    std::size_t past_requires(std::size_t i) const {
        for (;;) {
            if (text(i) == "requires") i = past_brackets(past_brackets(i + 1, "("), "{");
            else if (text(i) == "(") i = past_brackets(past_brackets(i, "("), "{");
            else i = past_name(i);
            if (!is(i, {"&&", "||"})) return i;
            ++i;
        }
    }

    /// Removes types and hints to the compiler: mutants of them do not compile, or no test can notice them.
    void skip() {
        std::vector<Token> kept;
        std::size_t frozen = 0;  // tokens before this position are frozen
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            std::size_t past = i;
            if (text(i) == "[" && text(i + 1) == "[" && adjacent(i)) past = past_brackets(i, "[");
            else if (text(i) == "template" && text(i + 1) == "<") past = past_angles(i + 1);
            else if (text(i) == "requires") past = past_requires(text(i + 1) == "{" ? i : i + 1);
            else if (is(i, {"static_assert", "concept", "using", "typedef"})) past = past_semicolon(i);
            if (past != i) {
                i = past - 1;
                continue;
            }
            if (is(i, {"&", "&&"}) && is(i + 1, {"{", ";", "=", "->", "noexcept"})) continue;  // `f() &&;`
            std::size_t const open =
                text(i) == "if" && text(i + 1) == "constexpr" ? i + 2 : past_angles(i + 1);
            if (is_compile_time(i) && text(open) == "(") frozen = std::max(frozen, past_brackets(open, "("));
            frozen = std::max(frozen, past_prefetching(i));
            kept.push_back(tokens_[i]);
            kept.back().frozen = i < frozen;
        }
        tokens_ = std::move(kept);
    }
    bool is_compile_time(std::size_t i) const {
        return (text(i) == "if" && text(i + 1) == "constexpr") ||
               is(i, {"decltype", "noexcept", "explicit", "alignas"}) || is_hint(i);
    }
    /// The position after `void prefetch() {}` or an if or a loop that only prefetches, or `i` if there
    /// is none.
    std::size_t past_prefetching(std::size_t i) const {
        if (text(i) == "void" && is_hint(i + 1)) {
            std::size_t const past = past_brackets(i + 2, "(");
            return std::max(i, past_brackets(past + (text(past) == "const" ? 1u : 0u), "{"));
        }
        if (!is(i, {"if", "for"}) || text(i + 1) != "(") return i;
        std::size_t const body = past_brackets(past_brackets(i + 1, "("), "[");
        std::size_t past = past_hint(body);
        if (text(body) == "{" && partner_[body] != none) {
            for (past = body + 1; past != past_hint(past);) past = past_hint(past);
            past = past == partner_[body] && past != body + 1 ? past + 1 : body;
        }
        return past == body ? i : past;
    }
    /// The position after `a.prefetch();`, or `i` if there is none.
    std::size_t past_hint(std::size_t i) const {
        std::size_t name = i;
        while (is_word(name) && is(name + 1, {"::", ".", "->"})) name += 2;
        return is_hint(name) ? past_semicolon(i) : i;
    }
    bool is_hint(std::size_t i) const {
        return is_word(i) && (text(i).starts_with("prefetch") || text(i).ends_with("_prefetch") ||
                              is(i, {"reserve", "shrink_to_fit"}));
    }

    void add(std::string_view made_by, std::size_t first, std::size_t end, std::string text) {
        found_.push_back({made_by, tokens_[first].begin, tokens_[end - 1].end, std::move(text)});
    }

    // --- Signs and constants ---

    void replace_sign(std::size_t i) {
        struct Pair {
            std::string_view made_by, from, to;
        };
        static constexpr std::array pairs{
            Pair{"compare", "<", "<="},     Pair{"compare", "<=", "<"},     Pair{"compare", ">", ">="},
            Pair{"compare", ">=", ">"},     Pair{"compare", "==", "!="},    Pair{"compare", "!=", "=="},
            Pair{"boolean", "&&", "||"},    Pair{"boolean", "||", "&&"},    Pair{"arithmetic", "+", "-"},
            Pair{"arithmetic", "-", "+"},   Pair{"arithmetic", "<<", ">>"}, Pair{"arithmetic", ">>", "<<"},
            Pair{"arithmetic", "&", "|"},   Pair{"arithmetic", "|", "&"},   Pair{"arithmetic", "+=", "="},
            Pair{"arithmetic", "-=", "="},  Pair{"arithmetic", "|=", "="},  Pair{"arithmetic", "&=", "="},
            Pair{"arithmetic", "<<=", "="}, Pair{"arithmetic", ">>=", "="},
        };
        if (!between_spaces(i) || is_one_added(i)) return;
        bool const strings = is_text(i - 1) || is_text(i + 1);
        if (strings && is(i, {"+", "<<", ">>", "+="})) return;
        if (is(i, {"<", ">"}) && is_returned(i)) add("compare", i, i + 1, text(i) == "<" ? ">" : "<");
        auto const pair = std::ranges::find(pairs, text(i), &Pair::from);
        if (pair == pairs.end() || (is(i, {"<", "<=", ">", ">="}) && equal_values_are_the_same(i))) return;
        add(pair->made_by, i, i + 1, std::string(pair->to));
    }

    /// Whether no test can notice what a comparison says of equal values: they were found to differ
    /// (`a != b ? a < b : c`, `if (a != b) return a < b;`), or either will do (`a < b ? a : b`,
    /// `if (a < b) a = b;`, `if (v.size() < n) v.resize(n);`).
    bool equal_values_are_the_same(std::size_t i) const {
        std::size_t const begin = operand_begin(i, 2), end = operand_end(i, 2);
        std::string const left = source_of(begin, i), right = source_of(i + 1, end);
        auto const both = [&](std::size_t first, std::size_t sign, std::size_t past) {
            std::string const a = source_of(first, sign), b = source_of(sign + 1, past);
            return (a == left && b == right) || (a == right && b == left);
        };
        auto const differ = [&](std::size_t past) {  // whether `a != b` ends before `past`
            std::size_t const first = operand_begin(past - 1, 2);
            for (std::size_t at = first; at != past; ++at)
                if (text(at) == "!=") return both(first, at, past);
            return false;
        };
        if (text(begin - 1) == "?" && differ(begin - 1)) return true;
        if (text(begin - 1) == "return" && text(begin - 2) == ")" && is_if(begin - 2) && differ(begin - 2))
            return true;
        if (text(end) == "?") {
            std::size_t const colon = operand_end(end, 0);
            return text(colon) == ":" && both(end + 1, colon, operand_end(colon, 0));
        }
        if (text(end) != ")" || !is_if(end) || partner_[end] + 1 != begin) return false;
        std::size_t const past = past_semicolon(end + 1) - 1;
        for (std::size_t at = end + 2; at < past; ++at) {
            if (text(at) == "=") return both(end + 1, at, past);
            if (text(at) != "resize" || text(at - 1) != "." || partner_[at + 1] + 1 != past) continue;
            std::string const size = source_of(end + 1, at) + "size()", given = source_of(at + 2, past - 1);
            return (left == size && right == given) || (left == given && right == size);
        }
        return false;
    }
    /// Whether a `)` ends the condition of an if.
    bool is_if(std::size_t i) const {
        return partner_[i] != none && partner_[i] > 0 && text(partner_[i] - 1) == "if";
    }

    /// Whether a token is in a return statement. There `<` may be an order, and is reversed.
    bool is_returned(std::size_t i) const {
        while (i-- > 0 && !is(i, {";", "{", "}"}))
            if (text(i) == "return") return true;
        return false;
    }

    bool is_one_added(std::size_t i) const {
        return is(i, {"+", "-"}) && between_spaces(i) && is(i + 1, {"1", "1u"});
    }
    /// Of `x + 1` leaves x, and of a loop all but the last round.
    void drop_one(std::size_t i) {
        bool const in_loop = around_[i] != none && around_[i] > 0 && text(around_[i] - 1) == "for";
        if (in_loop && is(i, {"!=", "<"}) && between_spaces(i)) add("off by one", i, i + 1, "+ 1 <");
        if (!is_one_added(i)) return;
        found_.push_back({"off by one", tokens_[i - 1].end, tokens_[i + 1].end, ""});
    }

    void change_constant(std::size_t i) {
        if (is(i, {"true", "false"})) add("constant", i, i + 1, text(i) == "true" ? "false" : "true");
        if (tokens_[i].kind != Kind::number || i == 0 || is_one_added(i - 1)) return;
        if (text(i - 1) == "<" && adjacent(i - 1)) return;  // a template argument
        bool const pure = text(i - 1) == "=" && is(i - 2, {")", "const", "noexcept", "override"});
        if (pure || text(i - 1) == "case") return;
        std::string digits(text(i));
        std::erase(digits, '\'');
        std::size_t const suffix = digits.find_last_not_of("uUlLzZ") + 1;
        bool const hex = digits.starts_with("0x");
        std::uint64_t value = 0;
        auto const [end, error] =
            std::from_chars(digits.data() + (hex ? 2 : 0), digits.data() + suffix, value, hex ? 16 : 10);
        if (error != std::errc{} || end != digits.data() + suffix || value + 1 == 0) return;
        std::array<char, 20> changed{};
        char* const changed_end = std::to_chars(changed.data(), changed.data() + changed.size(),
                                                value == 1 ? 0 : value + 1, hex ? 16 : 10)
                                      .ptr;
        add("constant", i, i + 1,
            (hex ? "0x" : "") + std::string(changed.data(), changed_end) + digits.substr(suffix));
    }

    // --- Operands ---

    /// 1 for `||`, 2 for `&&`, otherwise 0.
    int level(std::size_t i) const {
        return !between_spaces(i) ? 0 : text(i) == "||" ? 1 : text(i) == "&&" ? 2 : 0;
    }
    /// Whether a token ends an operand of `||` (level 1), of `&&` (level 2), or of `?` (level 0).
    bool ends_operand(std::size_t i, int of_level) const {
        if (level(i) != 0) return level(i) <= of_level;
        bool const assigns = text(i).ends_with('=') && !is(i, {"==", "!=", "<=", ">="});
        return assigns || is(i, {"return", "throw", "case", "else", "do", "co_yield", ",", ";", "?", ":", "(",
                                 "[", "{", ")", "]", "}"});
    }
    std::size_t operand_begin(std::size_t i, int of_level) const {
        std::size_t at = i;
        while (at > 0) {
            bool const group = is(at - 1, {")", "]", "}"}) && partner_[at - 1] != none;
            if (!group && ends_operand(at - 1, of_level)) break;
            at = group ? partner_[at - 1] : at - 1;
        }
        return at;
    }
    std::size_t operand_end(std::size_t i, int of_level) const {
        std::size_t at = i + 1;
        while (at < tokens_.size()) {
            bool const group = is(at, {"(", "[", "{"}) && partner_[at] != none;
            if (!group && ends_operand(at, of_level)) break;
            at = group ? partner_[at] + 1 : at + 1;
        }
        return at;
    }
    /// Of `a && b` leaves a or b.
    void drop_operand(std::size_t i) {
        if (level(i) == 0) return;
        std::size_t const begin = operand_begin(i, level(i)), end = operand_end(i, level(i));
        found_.push_back({"operand", tokens_[i - 1].end, tokens_[end - 1].end, ""});
        if (text(begin - 1) != text(i))  // otherwise another operator has dropped it
            found_.push_back({"operand", tokens_[begin].begin, tokens_[i + 1].begin, ""});
    }
    /// Of `c ? a : b` leaves a or b.
    void choose_branch(std::size_t i) {
        if (text(i) != "?") return;
        std::size_t const begin = operand_begin(i, 0);
        std::size_t colon = i + 1;
        for (int depth = 1; colon < tokens_.size(); ++colon) {
            if (is(colon, {"(", "[", "{"}) && partner_[colon] != none) colon = partner_[colon];
            else if (text(colon) == "?") ++depth;
            else if (text(colon) == ":" && --depth == 0) break;
            else if (is(colon, {";", ")", "]", "}"})) return;
        }
        std::size_t end = operand_end(colon, 0);
        while (text(end) == "?") end = operand_end(operand_end(end, 0), 0);
        if (end >= tokens_.size()) return;
        add("branch", begin, end, source_of(i + 1, colon));
        add("branch", begin, end, source_of(colon + 1, end));
    }

    // --- Conditions ---

    /// Of `if (c) s;` without `else` leaves s.
    void drop_condition(std::size_t i) {
        std::size_t const body = past_if(i);
        if (body == none || tokens_[i].frozen || is(body, {"if", "for", "while", "switch", "do", "try"}))
            return;
        std::size_t const past = text(body) == "{" ? partner_[body] + 1 : past_semicolon(body);
        if (text(past) == "else") return;
        for (std::size_t at = i + 2; at != body; ++at)
            if (is(at, {";", "="}) && around_[at] == i + 1) return;  // it declares something
        found_.push_back({"condition", tokens_[i].begin, tokens_[body].begin, ""});
    }
    /// The position of the statement after `if (c)`, or `none`.
    std::size_t past_if(std::size_t i) const {
        return text(i) == "if" && text(i + 1) == "(" && partner_[i + 1] != none ? partner_[i + 1] + 1 : none;
    }

    void negate(std::size_t i) {
        if (text(i) == "!" && !tokens_[i].frozen) add("negate", i, i + 1, "");
        if (!is(i, {"if", "while"}) || text(i + 1) != "(" || partner_[i + 1] == none || tokens_[i].frozen)
            return;
        std::size_t const end = partner_[i + 1];
        std::size_t first = i + 2;
        bool declares = false;
        std::size_t comparisons = 0, joints = 0, operators = 0;
        for (std::size_t at = first; at < end; ++at) {
            if (text(at) == ";") first = at + 1, declares = false, comparisons = joints = operators = 0;
            declares |= text(at) == "=";
            comparisons += is(at, {"==", "!="});
            joints += is(at, {"&&", "||", "?"}) && between_spaces(at);
            operators += tokens_[at].kind == Kind::sign && between_spaces(at);
            if (partner_[at] != none && partner_[at] > at) at = partner_[at];
        }
        if (declares || is(first, {"true", "false"})) return;
        if (joints == 0 && (comparisons != 0 || text(first) == "!")) return;  // another operator negates it
        std::string const condition = source_of(first, end);
        add("negate", first, end, operators == 0 ? "!" + condition : "!(" + condition + ")");
    }

    // --- Statements ---

    bool in_block(std::size_t i) const {
        std::size_t const open = around_[i];
        if (open == none || text(open) != "{") return false;
        for (std::size_t at = open; at-- > 0;) {
            if (text(at) == ")" && partner_[at] != none) at = partner_[at];
            else if (is(at, {";", "{", "}"})) return true;
            else if (is(at, {"class", "struct", "union", "enum", "namespace", "extern"})) return false;
        }
        return true;
    }
    /// Whether a token is the body of an if, else or loop without braces.
    bool is_body(std::size_t i) const {
        if (is(i - 1, {"else", "do"})) return true;
        if (text(i - 1) != ")" || partner_[i - 1] == none) return false;
        std::size_t const word = partner_[i - 1] - 1;
        return is(word, {"if", "for", "while"}) || (text(word) == "constexpr" && is(word - 1, {"if"}));
    }
    bool begins_statement(std::size_t i) const {
        return i > 0 && in_block(i) && (is(i - 1, {";", "{", "}"}) || is_body(i) || follows_label(i));
    }
    bool follows_label(std::size_t i) const {
        if (text(i - 1) != ":") return false;
        for (std::size_t at = i - 1; at-- > 0 && !is(at, {";", "{", "}", "?"});)
            if (is(at, {"case", "default"})) return true;
        return false;
    }
    /// The position after an expression statement, or `none` if there is none.
    std::size_t past_expression(std::size_t i) const {
        if (is(i, {"return", "throw",  "co_return", "co_yield", "break",   "continue", "goto",
                   "auto",   "delete", "else",      "if",       "for",     "while",    "do",
                   "switch", "try",    "catch",     "case",     "default", "const"}))
            return none;
        bool acts = is(i, {"++", "--", "*", "("});
        while (is(i, {"++", "--", "*"})) ++i;
        for (std::size_t before = none; before != i;) {
            before = i;
            i = past_name(i);
            if (is_word(i)) return none;  // a declaration
            if (is(i, {"(", "["})) {
                acts |= text(i) == "(";
                i = past_brackets(past_brackets(i, "("), "[");
            } else if (is(i, {".", "->"})) {
                i += text(i + 1) == "template" ? 2u : 1u;
            } else if (is(i, {"++", "--"})) {
                acts = true, ++i;
            }
        }
        bool const assigns = is(i, {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
        bool const goes_on = text(i) == "<<" || (acts && text(i) == ",");
        if (assigns || goes_on) {
            std::size_t const past = past_semicolon(i);
            return past <= tokens_.size() && around_[past - 1] == around_[i] ? past : none;
        }
        return acts && text(i) == ";" ? i + 1 : none;
    }
    /// The position after `if (c) s;` with a simple s and without `else`, or `none`.
    std::size_t past_guard(std::size_t i) const {
        std::size_t const body = past_if(i);
        if (body == none) return none;
        bool const jumps = is(body, {"return", "throw", "break", "continue"});
        std::size_t const past = jumps ? past_semicolon(body) : past_expression(body);
        return past == none || text(past) == "else" ? none : past;
    }
    void drop_statement(std::size_t i) {
        if (!begins_statement(i)) return;
        std::size_t const guard = past_guard(i), past = guard != none ? guard : past_expression(i);
        if (past == none) return;
        bool const after_if = text(i - 1) == ")" && is_body(i) && text(partner_[i - 1] - 1) == "if";
        if (after_if && text(past) != "else") return;  // it is dropped with the `if`
        bool const frozen =
            std::any_of(&tokens_[i], &tokens_[past - 1], [](Token const& t) { return t.frozen; });
        if (!frozen) add("drop", i, past, is_body(i) ? "{}" : "");
    }

    // --- Calls ---

    void swap_arguments(std::size_t i) {
        if (text(i) != "(" || partner_[i] == none || i == 0 || !is_word(i - 1) || !in_function(i)) return;
        if (is(i - 1, {"if", "for", "while", "switch", "min", "max", "swap"})) return;
        std::size_t comma = none;
        for (std::size_t at = i + 1; at != partner_[i]; ++at) {
            bool const plain = is_word(at) || tokens_[at].kind == Kind::number || is(at, {".", "->", "::"});
            if (text(at) == "," && comma == none) comma = at;
            else if (!plain || (is_word(at) && is_word(at - 1))) return;
        }
        if (comma == none || comma == i + 1 || comma + 1 == partner_[i]) return;
        std::string const first = source_of(i + 1, comma), second = source_of(comma + 1, partner_[i]);
        if (first != second) add("swap", i + 1, partner_[i], second + ", " + first);
    }
    bool in_function(std::size_t i) const {
        while (around_[i] != none && text(around_[i]) != "{") i = around_[i];
        return in_block(i);
    }

    std::string_view source_;
    std::vector<Token> tokens_;
    std::vector<std::size_t> partner_, around_;
    std::vector<Mutant> found_;
};

inline std::vector<Mutant> mutants(std::string_view source) { return Operators(source).mutants(); }

inline std::string apply(std::string_view source, Mutant const& mutant) {
    return std::string(source.substr(0, mutant.begin)) + mutant.text + std::string(source.substr(mutant.end));
}

}  // namespace mutants
