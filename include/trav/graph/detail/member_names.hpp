// trav/graph/detail/member_names.hpp: what a member's name says of its value, where the type leaves it open.
#pragma once

#include "../../detail/compiler.hpp"

#include <string>
#include <string_view>

namespace trav::detail {

/// A name without m_ at its beginning, and without underscores at its end.
constexpr std::string_view bare_name(std::string_view name) {
    if (name.starts_with("m_")) name.remove_prefix(2);
    while (name.ends_with('_')) name.remove_suffix(1);
    return name;
}
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
/// Whether the last word of a name is this one: buf_end, itemsEnd, and end itself.
constexpr bool ends_with_word(std::string_view name, std::string_view word) {
    if (name.size() < word.size()) return false;
    std::string_view const before = name.substr(0, name.size() - word.size());
    std::string_view const last = name.substr(before.size());
    if (last.substr(1) != word.substr(1)) return false;
    bool const begins_upper = is_upper(last[0]) && last[0] - 'A' == word[0] - 'a';
    return begins_upper || (last[0] == word[0] && (before.empty() || before.ends_with('_')));
}

/// A number of values: n, nItems, item_count, m_size, used.
constexpr bool names_a_number(std::string_view name) {
    name = bare_name(name);
    if (name.starts_with('n') && (name.size() == 1 || is_upper(name[1]) || name[1] == '_')) return true;
    std::string lower;
    for (char const c : name)
        if (c != '_') lower += static_cast<char>(is_upper(c) ? c - 'A' + 'a' : c);
    for (std::string_view const word : {"count", "cnt", "num", "size", "len", "used"})
        if (lower.find(word) != lower.npos) return true;
    return lower == "top" || lower == "last" || lower == "end";
}
/// The mask of a hash table, its number of buckets less one: mask, m_mask, bucketMask.
constexpr bool names_a_mask(std::string_view name) {
    name = bare_name(name);
    return name.ends_with("mask") || name.ends_with("Mask");
}
/// The index of the first value in a ring: head, front_.
constexpr bool names_a_first(std::string_view name) {
    for (std::string_view const word : {"head", "first", "front", "begin", "start", "offset"})
        if (bare_name(name) == word) return true;
    return false;
}
/// The end of an array: end, m_end, buf_end, itemsEnd, limit.
constexpr bool names_an_end(std::string_view name) {
    for (std::string_view const word : {"end", "finish", "limit"})
        if (ends_with_word(bare_name(name), word)) return true;
    return false;
}

}  // namespace trav::detail
