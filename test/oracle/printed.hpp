// Prints a failing case as a test that compiles: the heap, the call, and the expected result.
#pragma once

#include "case.hpp"

#include <trav/profile/amount.hpp>

#include <cctype>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace oracle {

using trav::Amount;
using Amounts = std::vector<Amount>;
using Lines = std::map<std::vector<std::string>, Amounts>;  // by texts: an amount for each sample
using Retained = std::map<std::string, std::pair<Amount, Amount>>;
using Series = std::map<std::string, Numbers>;  // by text: a number for each sample

// --- Values as C++ ---

inline std::string literal(bool value) { return value ? "true" : "false"; }
inline std::string literal(std::integral auto value) { return std::to_string(value); }
inline std::string literal(std::string const& text) {
    std::string quoted = "\"";
    for (char const c : text)
        quoted += c == '\n' ? "\\n" : c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return quoted + '"';
}
inline std::string literal(Amount const& amount) {
    return '{' + std::to_string(amount.bytes) + ", " + std::to_string(amount.objects) + '}';
}
inline std::string literal(Step const& step) {
    constexpr char const* names[] = {"make", "link", "cut", "use", "die", "move", "collect", "census"};
    std::string text = "{Do::" + std::string(names[static_cast<std::size_t>(step.what)]);
    if (step.a != 0 || step.b != 0) text += ", " + literal(step.a);
    if (step.b != 0) text += ", " + literal(step.b);
    return text + '}';
}
template <class A, class B>
std::string literal(std::pair<A, B> const& pair);
template <class Range>
    requires requires(Range const& range) { range.begin(); }
std::string literal(Range const& range) {
    std::string text = "{";
    for (auto const& one : range) text += (text.size() == 1 ? "" : ", ") + literal(one);
    return text + '}';
}
template <class A, class B>
std::string literal(std::pair<A, B> const& pair) {
    return '{' + literal(pair.first) + ", " + literal(pair.second) + '}';
}

/// The type before the braces.
template <class T>
std::string_view type_text() {
    if constexpr (std::is_same_v<T, Numbers>) return "Numbers";
    else if constexpr (std::is_same_v<T, Sets>) return "Sets";
    else if constexpr (std::is_same_v<T, Amounts>) return "Amounts";
    else if constexpr (std::is_same_v<T, Lines>) return "Lines";
    else if constexpr (std::is_same_v<T, Retained>) return "Retained";
    else if constexpr (std::is_same_v<T, Series>) return "Series";
    else if constexpr (std::is_same_v<T, std::string>) return "std::string";
    else static_assert(!sizeof(T), "a type that printed tests cannot name");
}

/// The number of single values in a comparison: as many as a literal lists.
template <class T>
std::uint64_t size_of(T const& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) return 1;
    else if constexpr (std::is_same_v<T, Amount>) return 2;
    else if constexpr (requires { value.first; }) return size_of(value.first) + size_of(value.second);
    else {
        std::uint64_t sum = 0;
        for (auto const& one : value) sum += size_of(one);
        return sum;
    }
}

// --- Whole tests ---

/// Replaces some words in a text: names of template arguments.
inline std::string with_words(std::string_view text, std::map<std::string, std::string> const& words) {
    std::string all, word;
    auto const end_word = [&] {
        auto const at = words.find(word);
        all += at == words.end() ? word : at->second;
        word.clear();
    };
    for (char const c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            word += c;
            continue;
        }
        end_word();
        all += c;
    }
    end_word();
    return all;
}

/// The heap as a definition of `c`, without members that have their default.
inline std::string definition_of(Case const& c) {
    Case const plain;
    std::string text = "    Case const c{\n";
    auto const member = [&](std::string const& name, auto const& value, auto const& otherwise) {
        if (value != otherwise) text += "        ." + name + " = " + literal(value) + ",\n";
    };
    member("nodes", c.nodes, plain.nodes);
    member("edges", c.edges, plain.edges);
    member("roots", c.roots, plain.roots);
    member("bytes", c.bytes, plain.bytes);
    member("types", c.types, plain.types);
    member("retainers", c.retainers, plain.retainers);
    member("named", c.named, plain.named);
    member("cap", c.cap, plain.cap);
    member("whole_heap", c.whole_heap, plain.whole_heap);
    member("steps", c.steps, plain.steps);
    return text + "    };\n";
}

/// A test of one call, which is declared in `header` of this folder.
inline std::string printed_test(Case const& c, std::string const& header, std::string const& name,
                                std::string const& check) {
    return "#include \"catch.hpp\"\n#include \"oracle/" + header + "\"\n\nusing namespace oracle;\n\n" +
           "TEST_CASE(\"" + name + "\") {\n" + definition_of(c) + "    " + check + ";\n}\n";
}

}  // namespace oracle
