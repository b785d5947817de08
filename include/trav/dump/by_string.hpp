// by_string: the strings of a dump by their contents, in quotes: those that are there more than once, and
// those that are large. Others are "(once)". Long ones are cut, and have the id of the first, so that two do
// not look alike.
#pragma once

#include "../detail/one_line.hpp"
#include "path.hpp"
#include "split.hpp"
#include "strings.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump {

/// The contents of a string in quotes, at most so many bytes of them; and the id, if they are cut or it is
/// asked for.
template <class D>
std::string string_text(D const& dump, DumpString const& string, std::size_t longest, bool with_id = false) {
    std::string_view const shown = beginning(string.text, longest);
    bool const whole = shown.size() == string.text.size() && string.rest == 0;
    std::string text = '"' + trav::detail::one_line(shown) + '"' + (whole ? "" : "..");
    if (!whole || with_id) text += " @" + id_text(dump, string.node);
    return text;
}

/// A breakdown of dumps that have strings: "string".
template <class D>
Split by_string(D const& dump) {
    constexpr std::uint64_t large = 1024;
    SameStrings const strings = same_strings(dump);
    constexpr std::uint32_t once = SameStrings::unknown - 1;
    return split_by(
        dump,
        [&](Node n) {
            std::uint32_t const group = strings.group_of[n];
            if (group >= SameStrings::unknown) return group;
            bool const shown = strings.groups[group].count > 1 || strings.groups[group].bytes >= large;
            return shown ? group : once;
        },
        [&](std::uint32_t group) -> std::string {
            if (group == once) return "(once)";
            if (group == SameStrings::none) return "(no string)";
            if (group == SameStrings::unknown) return "(contents not known)";
            return string_text(dump, strings.groups[group].first, 40);
        });
}

}  // namespace trav::dump
