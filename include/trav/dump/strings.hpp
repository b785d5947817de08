// trav/dump/strings.hpp: groups the strings of a dump by contents, to find duplicates.
//
//     SameStrings const strings = same_strings(dump);
//     for (StringGroup const& group : strings.groups) group.wasted();
//
// A dump with the contents of its strings has the member
//
//     void for_each_string(f) const;        // f(DumpString), for each string of the program
//
// Costs a look at each string, 4 bytes per object, and about 100 bytes per distinct text.
#pragma once

#include "../detail/absent.hpp"
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

/// A string of the program. Strings with equal `text` and `rest_hash` have the same contents.
struct DumpString {
    Node node;
    Node characters;              ///< the object with the characters: the string itself, or an array
    bool known;                   ///< whether the contents are known
    std::string_view text;        ///< the contents, or their beginning
    std::uint64_t rest_hash = 0;  ///< distinguishes contents that begin alike; 0: `text` is complete

    friend bool operator==(DumpString const& a, DumpString const& b) {
        return a.text == b.text && a.rest_hash == b.rest_hash;
    }
};

/// The strings with the same contents.
struct StringGroup {
    DumpString first;
    std::uint64_t one;                   ///< bytes of the first
    std::uint64_t count = 0, bytes = 0;  ///< of all; an array that two strings share is counted once
    /// The bytes that a single shared string would save.
    std::uint64_t wasted() const { return bytes - one; }
};

/// All strings of a dump.
struct SameStrings {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();  ///< no string
    static constexpr std::uint32_t unknown = none - 1;  ///< a string with unknown contents

    std::vector<StringGroup> groups;
    std::vector<std::uint32_t> group_of;  ///< per node: the group of a string, or of its array of characters
};

/// Whether a dump has the contents of its strings.
template <class D>
concept HasStrings = requires(D const& dump) { dump.for_each_string([](DumpString const&) {}); };

template <class D>
SameStrings same_strings(D const& dump) {
    static_assert(trav::detail::holds<HasStrings<D>>,
                  "trav: same_strings(dump) needs a dump that has for_each_string(f), f(DumpString)");
    SameStrings all{{}, std::vector<std::uint32_t>(dump.node_count(), SameStrings::none)};
    auto const hash = [](DumpString const& s) { return std::hash<std::string_view>{}(s.text) + s.rest_hash; };
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

/// The first bytes of a text, at most `most`, without an incomplete UTF-8 character at the end.
inline std::string_view beginning(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most != 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    return text.substr(0, most);
}

}  // namespace trav::dump
