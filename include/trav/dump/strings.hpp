// trav/dump/strings.hpp: the strings of a dump by their contents, and which of them are there more than once.
//
//     SameStrings const strings = same_strings(dump);
//     for (StringGroup const& group : strings.groups) group.wasted();
//
// A dump that has contents of strings has
//
//     void for_each_string(f) const;        // f(DumpString), for each string of the program
//
// Costs a look at each string, 4 bytes for each object, and some 100 for each contents.
#pragma once

#include "dump.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trav::dump {

/// A string of the program. What is equal in `text` and `rest` has the same contents.
struct DumpString {
    Node node;
    Node characters;         ///< the object that has them: the string itself, or an array
    bool known;              ///< else nothing is said of its contents
    std::string_view text;   ///< them, or their beginning
    std::uint64_t rest = 0;  ///< tells them from others that begin alike; 0: `text` is all

    friend bool operator==(DumpString const& a, DumpString const& b) {
        return a.text == b.text && a.rest == b.rest;
    }
};

/// Those of one contents.
struct StringGroup {
    DumpString first;
    std::uint64_t one;                   ///< bytes of the first
    std::uint64_t count = 0, bytes = 0;  ///< of all; an array that two strings have is counted once
    /// What one string instead of all would save.
    std::uint64_t wasted() const { return bytes - one; }
};

/// All of a dump.
struct SameStrings {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();  ///< no string
    static constexpr std::uint32_t unknown = none - 1;  ///< a string whose contents are not known

    std::vector<StringGroup> groups;
    std::vector<std::uint32_t> group_of;  ///< per node: of a string, and the array of its characters
};

/// Whether a dump says what is in its strings.
template <class D>
concept HasStrings = requires(D const& dump) { dump.for_each_string([](DumpString const&) {}); };

template <class D>
SameStrings same_strings(D const& dump) {
    static_assert(HasStrings<D>,
                  "trav: same_strings(dump) needs a dump that has for_each_string(f), f(DumpString)");
    SameStrings all{{}, std::vector<std::uint32_t>(dump.node_count(), SameStrings::none)};
    auto const hash = [](DumpString const& s) { return std::hash<std::string_view>{}(s.text) + s.rest; };
    std::unordered_map<DumpString, std::uint32_t, decltype(hash)> numbers(0, hash);
    dump.for_each_string([&](DumpString const& string) {
        if (!string.known) {
            all.group_of[string.node] = SameStrings::unknown;
            return;
        }
        std::uint64_t bytes = dump.size(string.node);
        if (string.characters != string.node && all.group_of[string.characters] == SameStrings::none)
            bytes += dump.size(string.characters);
        auto const next = static_cast<std::uint32_t>(all.groups.size());
        auto const [at, fresh] = numbers.try_emplace(string, next);
        if (fresh) all.groups.push_back({string, bytes});
        StringGroup& group = all.groups[at->second];
        ++group.count;
        group.bytes += bytes;
        all.group_of[string.node] = all.group_of[string.characters] = at->second;
    });
    return all;
}

/// At most so many bytes, without half a character of UTF-8.
inline std::string_view beginning(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most != 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    return text.substr(0, most);
}

}  // namespace trav::dump
