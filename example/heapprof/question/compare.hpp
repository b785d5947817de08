// compare: what became of the objects of a heap, over two dumps or more: which are new, which are gone, which
// survived, and what grew. Objects are the same if their ids are. O(objects) for each dump.
#pragma once

#include "census.hpp"

#include <trav/dump/error.hpp>
#include <trav/profile/amount.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// What became of the objects of one type, from the first dump to the last.
struct TypeChange {
    std::uint32_t type = 0;
    trav::Amount created{}, gone{}, survived{};  ///< survivors with their bytes in the last dump
    std::vector<std::uint64_t> bytes{};          ///< in each dump
    std::size_t grew = 0;                        ///< in how many steps

    std::int64_t growth() const { return static_cast<std::int64_t>(bytes.back() - bytes.front()); }
};

/// An object that is in all dumps and retains more in each than in the one before.
struct Growing {
    Counted last;
    std::vector<std::uint64_t> retained;  ///< in each dump
};

/// Calls f(a, b) for each id: pointers to the objects, or null where there is none.
void merge(std::vector<Counted> const& a, std::vector<Counted> const& b, auto f) {
    for (auto i = a.begin(), j = b.begin(); i != a.end() || j != b.end();) {
        bool const in_a = i != a.end() && (j == b.end() || i->id <= j->id);
        bool const in_b = j != b.end() && (i == a.end() || j->id <= i->id);
        f(in_a ? &*i : nullptr, in_b ? &*j : nullptr);
        if (in_a) ++i;
        if (in_b) ++j;
    }
}

/// Throws dump::Error if ids mean other objects in the second dump than in the first: if there are none in
/// common, or more than one in twenty of these has another type.
inline void check_same_ids(Census const& a, Census const& b) {
    std::size_t common = 0, other = 0;
    merge(a.objects, b.objects, [&](Counted const* x, Counted const* y) {
        if (x && y) ++common, other += x->type != y->type;
    });
    if (common == 0) throw trav::dump::Error(b.file, "has no object in common with " + a.file);
    if (other * 20 > common)
        throw trav::dump::Error(b.file, "of " + std::to_string(common) + " ids that are in " + a.file +
                                            " as well, " + std::to_string(other) +
                                            " are of another type: ids were given anew in between");
}

/// What became of each type, what grew most first, then by name.
inline std::vector<TypeChange> changes(std::vector<Census> const& dumps, TypeNumbers const& types) {
    std::vector<TypeChange> all(types.size());
    for (std::uint32_t i = 0; i != all.size(); ++i) all[i].type = i, all[i].bytes.resize(dumps.size());
    for (std::size_t d = 0; d != dumps.size(); ++d)
        for (Counted const& object : dumps[d].objects) all[object.type].bytes[d] += object.bytes;
    merge(dumps.front().objects, dumps.back().objects, [&](Counted const* before, Counted const* after) {
        if (!before) all[after->type].created += {after->bytes, 1};
        else if (!after) all[before->type].gone += {before->bytes, 1};
        else all[after->type].survived += {after->bytes, 1};
    });
    for (TypeChange& change : all)
        for (std::size_t d = 1; d != dumps.size(); ++d) change.grew += change.bytes[d] > change.bytes[d - 1];
    std::ranges::sort(all, [&](TypeChange const& a, TypeChange const& b) {
        return a.growth() != b.growth() ? a.growth() > b.growth() : types[a.type] < types[b.type];
    });
    return all;
}

/// The objects that are in the second dump but not in the first, and still in the last: Chrome's and memlab's
/// three snapshots. What retains most in the last dump first.
inline std::vector<Counted> left_behind(std::vector<Census> const& dumps) {
    std::vector<Counted> fresh, left;
    merge(dumps[0].objects, dumps[1].objects, [&](Counted const* before, Counted const* after) {
        if (!before) fresh.push_back(*after);
    });
    merge(fresh, dumps.back().objects, [&](Counted const* before, Counted const* after) {
        if (before && after) left.push_back(*after);
    });
    std::ranges::sort(left, [](Counted const& a, Counted const& b) {
        return a.retained != b.retained ? a.retained > b.retained : a.id < b.id;
    });
    return left;
}

/// The objects whose retained size grew in every step, what grew most first.
inline std::vector<Growing> growing(std::vector<Census> const& dumps) {
    std::vector<Growing> all;
    for (Counted const& object : dumps[0].objects) all.push_back({object, {object.retained}});
    for (std::size_t d = 1; d != dumps.size(); ++d) {
        auto const& objects = dumps[d].objects;
        auto at = objects.begin();
        std::erase_if(all, [&](Growing& each) {
            while (at != objects.end() && at->id < each.last.id) ++at;
            if (at == objects.end() || at->id != each.last.id || at->retained <= each.retained.back())
                return true;
            each.last = *at;
            each.retained.push_back(at->retained);
            return false;
        });
    }
    auto const growth = [](Growing const& each) { return each.retained.back() - each.retained.front(); };
    std::ranges::sort(all, [&](Growing const& a, Growing const& b) {
        return growth(a) != growth(b) ? growth(a) > growth(b) : a.last.id < b.last.id;
    });
    return all;
}

}  // namespace heapprof
