// The strings of a dump that are there several times.
#pragma once

#include "object_text.hpp"

#include <trav/dump/by_string.hpp>
#include <trav/dump/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// Of all strings, and of those that have the contents of another: what wastes most first.
struct DuplicatesAnswer {
    struct Line {
        std::uint64_t strings, bytes, wasted;
        std::string text;   ///< in quotes, and the id of the first
        ObjectName object;  ///< the first
    };
    std::uint64_t strings = 0, bytes = 0, duplicates = 0, wasted = 0;
    std::vector<Line> lines;
    std::size_t more = 0;  ///< lines that are left out
};

/// At most `top` lines, or all if that is 0. Throws dump::Error if the format has no contents of strings.
template <trav::dump::Dump D>
DuplicatesAnswer duplicates(D const& dump, std::size_t top) {
    DuplicatesAnswer found;
    if constexpr (!trav::dump::HasStrings<D>) {
        throw trav::dump::Error(dump.source(), "dumps of this format do not say what is in strings");
    } else {
        using trav::dump::StringGroup;
        auto const strings = trav::dump::same_strings(dump);
        std::vector<StringGroup const*> groups;
        for (StringGroup const& group : strings.groups) {
            found.strings += group.count, found.bytes += group.bytes;
            if (group.count == 1) continue;
            groups.push_back(&group);
            found.duplicates += group.count, found.wasted += group.wasted();
        }
        std::ranges::sort(groups, [](StringGroup const* a, StringGroup const* b) {
            return a->wasted() != b->wasted() ? a->wasted() > b->wasted() : a->first.node < b->first.node;
        });
        std::size_t const shown = top == 0 ? groups.size() : std::min(top, groups.size());
        found.more = groups.size() - shown;
        groups.resize(shown);
        for (StringGroup const* const group : groups)
            found.lines.push_back({group->count, group->bytes, group->wasted(),
                                   string_text(dump, group->first, 60, true),
                                   object_name(dump, group->first.node)});
    }
    return found;
}

}  // namespace heapprof
