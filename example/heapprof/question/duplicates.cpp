#include "duplicates.hpp"

#include <trav/dump/by_string.hpp>
#include <trav/dump/error.hpp>

#include <algorithm>

namespace heapprof {

DuplicatesAnswer duplicates(AnyDump const& dump, std::size_t top) {
    DuplicatesAnswer found;
    if (!dump.has_strings())
        throw trav::dump::Error(dump.source(), "dumps of this format do not say what is in strings");
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
    return found;
}

}  // namespace heapprof
