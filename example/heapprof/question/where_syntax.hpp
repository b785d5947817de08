// WhereSyntax: parses a condition on objects, independently of any dump:
//
//     CONDITION = TERM | CONDITION and CONDITION | CONDITION or CONDITION | not CONDITION | (CONDITION)
//     TERM      = (type | name | held by) (= | !=) PATTERN
//               | (size | retained | count) COMPARISON NUMBER
//               | .FIELD COMPARISON (NUMBER | "PATTERN" | true | false | null)
//
// `not` binds closest, then `and`. In a pattern * is any text, and ? any byte; a pattern with blanks is
// in quotes. A field that is no word is written ["user list"]. A number may have a unit, K to T or KiB to
// TiB. Errors name the column, and the word that is missing there.
#pragma once

#include <trav/dump/values.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// A number, as exactly as it is known.
struct WhereNumber {
    double number = 0;
    std::optional<std::int64_t> whole;

    /// Parses all of a text.
    static std::optional<WhereNumber> parse(std::string_view text);
};

struct WhereTerm {
    enum class What : unsigned char { type, name, held_by, size, retained, count, field };
    What what;
    std::string field;         ///< its name
    std::string comparison{};  ///< "=", "<", "<=", ">" or ">="; a "!=" is a `not` before a "="
    trav::dump::ValueKind kind = trav::dump::ValueKind::text;
    std::string text{};  ///< the pattern, or the value as written
    WhereNumber number{};

    /// Whether a number satisfies the comparison.
    bool holds(WhereNumber const& value) const;
};

/// A parsed condition.
struct WhereSyntax {
    enum class Step : unsigned char { term, negate, both, either };

    /// Throws std::invalid_argument with one line.
    explicit WhereSyntax(std::string condition);

    std::string text;
    std::vector<WhereTerm> terms;
    std::vector<Step> steps;  ///< in the order of evaluation; each `term` is the next of `terms`
};

}  // namespace heapprof
