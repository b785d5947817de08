// by_string: splits a dump by the contents of its strings, shown in quotes. Strings that are neither repeated
// nor large are in the band "(once)". A long text is cut and followed by the id of its first string, so that
// two bands never look alike.
#pragma once

#include "../text/one_line.hpp"
#include "grouping.hpp"
#include "named_path.hpp"
#include "strings.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump {

/// Returns at most `longest` bytes of a string in quotes. The id is added if the text is cut or if `with_id`
/// is set.
template <class D>
std::string string_text(D const& dump, DumpString const& string, std::size_t longest, bool with_id = false) {
    std::string_view const shown = beginning(string.text, longest);
    bool const whole = shown.size() == string.text.size() && string.rest_hash == 0;
    std::string text = '"' + trav::one_line(shown) + '"' + (whole ? "" : "..");
    if (!whole || with_id) text += " @" + id_text(dump, string.node);
    return text;
}

/// The breakdown "string", for dumps that have strings.
template <class D>
Grouping by_string(D const& dump) {
    constexpr std::uint64_t large = 1024;
    SameStrings const strings = same_strings(dump);
    constexpr std::uint32_t once = SameStrings::unknown - 1;
    return grouping_by(
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
