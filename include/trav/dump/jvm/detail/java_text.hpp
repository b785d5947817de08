// java_text: Java's spelling of class names, and its encodings of strings, in an hprof file.
#pragma once

#include "../../../detail/utf8.hpp"
#include "bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump::detail {

/// The name of a class that has none in the file.
inline constexpr std::string_view nameless_class = "(class without a name)";

/// Converts "java/lang/String" and "[[Ljava/lang/String;" to the spelling in a program: "java.lang.String"
/// and "java.lang.String[][]". Some virtual machines write points instead of slashes.
inline std::string java_name(std::string_view spelled) {
    std::size_t const arrays = std::min(spelled.find_first_not_of('['), spelled.size());
    spelled.remove_prefix(arrays);
    std::string name(spelled);
    if (arrays != 0) {
        constexpr std::string_view letters = "ZCFDBSIJ";
        constexpr char const* primitives[] = {"boolean", "char",  "float", "double",
                                              "byte",    "short", "int",   "long"};
        if (spelled.size() == 1 && letters.find(spelled[0]) != letters.npos) {
            name = primitives[letters.find(spelled[0])];
        } else if (spelled.starts_with('L') && spelled.ends_with(';')) {
            name = spelled.substr(1, spelled.size() - 2);
        }
    }
    std::replace(name.begin(), name.end(), '/', '.');
    for (std::size_t i = 0; i != arrays; ++i) name += "[]";
    return name;
}

/// The encoding of the characters in an array.
enum class Coding { latin1, utf16_little, utf16_big };

/// Appends the characters of an array as UTF-8. Half of a surrogate pair becomes a question mark.
inline void append_java_text(std::string& text, std::string_view array, Coding coding) {
    using trav::detail::append_utf8;
    if (coding == Coding::latin1) {
        auto const ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
        if (std::ranges::all_of(array, ascii)) text += array;
        else
            for (char const c : array) append_utf8(text, static_cast<unsigned char>(c));
        return;
    }
    auto const unit = [&](std::size_t i) {
        auto const big = static_cast<std::uint32_t>(Bytes::number_at(array.data() + i, 2));
        return coding == Coding::utf16_big ? big : big % 256 << 8 | big / 256;
    };
    for (std::size_t i = 0; i + 1 < array.size(); i += 2) {
        std::uint32_t c = unit(i);
        if (c >= 0xd800 && c < 0xdc00 && i + 3 < array.size() && unit(i + 2) / 0x400 == 0xdc00 / 0x400) {
            c = 0x10000 + ((c - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
            i += 2;
        }
        append_utf8(text, c >= 0xd800 && c < 0xe000 ? '?' : c);
    }
}

}  // namespace trav::dump::detail
