#include "compare.hpp"

#include <trav/dump/error.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace heapprof {

namespace {

// Merges two sorted censuses: calls f(x, y) for each id with pointers to its objects, null for a missing one.
void merge(std::vector<DumpObject> const& a, std::vector<DumpObject> const& b, auto f) {
    for (auto i = a.begin(), j = b.begin(); i != a.end() || j != b.end();) {
        bool const in_a = i != a.end() && (j == b.end() || i->id <= j->id);
        bool const in_b = j != b.end() && (i == a.end() || j->id <= i->id);
        f(in_a ? &*i : nullptr, in_b ? &*j : nullptr);
        if (in_a) ++i;
        if (in_b) ++j;
    }
}

// Calls f(name, id) for each name that one object of the dump has.
void each_unique(DumpObjects const& dump, auto f) {
    auto const& named = dump.named;
    for (std::size_t i = 0, end = 0; i != named.size(); i = end) {
        for (end = i; end != named.size() && named[end].first == named[i].first;) ++end;
        if (end == i + 1) f(named[i].first, named[i].second);
    }
}

// If ids are used again: classes, functions and the like keep theirs as long as the process lives.
void check_process(DumpObjects const& a, DumpObjects const& b) {
    std::unordered_map<std::uint64_t, std::uint64_t> first;
    each_unique(a, [&](std::uint64_t name, std::uint64_t id) { first.emplace(name, id); });
    std::size_t both = 0, same = 0;
    each_unique(b, [&](std::uint64_t name, std::uint64_t id) {
        auto const found = first.find(name);
        if (found != first.end()) ++both, same += found->second == id;
    });
    if (same * 2 < both)
        throw trav::dump::Error(b.file, "is of another process than " + a.file + ": of " +
                                            std::to_string(both) + " names of one object in both, " +
                                            std::to_string(same) + " have the same address");
}

}  // namespace

void check_program(std::string const& file, std::vector<std::string> const& types, std::string const& other,
                   std::vector<std::string> const& other_types) {
    std::vector<std::string> both;
    std::ranges::set_intersection(types, other_types, std::back_inserter(both));
    std::size_t const fewer = std::min(types.size(), other_types.size());
    if (both.size() * 2 < fewer)
        throw trav::dump::Error(other, "is of another program than " + file + ": of the " +
                                           std::to_string(fewer) + " types that one of them defines, " +
                                           std::to_string(both.size()) + " are in both");
}

void check_comparable(DumpObjects const& a, DumpObjects const& b) {
    if (a.ids != b.ids)
        throw trav::dump::Error(b.file, "is of another runtime than " + a.file + ": they cannot be compared");
    check_program(a.file, a.own_types, b.file, b.own_types);
    if (a.by_path()) return;
    check_process(a, b);
    std::size_t common = 0, other = 0;
    merge(a.objects, b.objects, [&](DumpObject const* x, DumpObject const* y) {
        if (x && y) ++common, other += x->type != y->type;
    });
    if (common == 0) throw trav::dump::Error(b.file, "has no object in common with " + a.file);
    if (other * 20 > common)
        throw trav::dump::Error(b.file, "of " + std::to_string(common) + " ids that are in " + a.file +
                                            " as well, " + std::to_string(other) +
                                            " are of another type: ids were given anew in between");
}

std::vector<TypeChange> changes(std::vector<DumpObjects> const& dumps, TypeNumbers const& types) {
    std::vector<TypeChange> all(types.size());
    for (std::uint32_t i = 0; i != all.size(); ++i) {
        all[i].type = i;
        all[i].bytes.resize(dumps.size());
        all[i].objects.resize(dumps.size());
    }
    for (std::size_t d = 0; d != dumps.size(); ++d)
        for (DumpObject const& object : dumps[d].objects) {
            all[object.type].bytes[d] += object.bytes;
            ++all[object.type].objects[d];
        }
    if (!dumps.front().by_path())
        merge(dumps.front().objects, dumps.back().objects,
              [&](DumpObject const* before, DumpObject const* after) {
                  if (!before && after) all[after->type].created += {after->bytes, 1};
                  else if (before && !after) all[before->type].gone += {before->bytes, 1};
                  else if (after) all[after->type].survived += {after->bytes, 1};
              });
    for (TypeChange& change : all)
        for (std::size_t d = 1; d != dumps.size(); ++d) change.grew += change.bytes[d] > change.bytes[d - 1];
    std::ranges::sort(all, [&](TypeChange const& a, TypeChange const& b) {
        return a.growth() != b.growth() ? a.growth() > b.growth() : types[a.type] < types[b.type];
    });
    return all;
}

std::vector<DumpObject> left_behind(std::vector<DumpObjects> const& dumps) {
    std::vector<DumpObject> fresh, left;
    merge(dumps[0].objects, dumps[1].objects, [&](DumpObject const* before, DumpObject const* after) {
        if (!before && after) fresh.push_back(*after);
    });
    merge(fresh, dumps.back().objects, [&](DumpObject const* before, DumpObject const* after) {
        if (before && after) left.push_back(*after);
    });
    std::ranges::sort(left, [](DumpObject const& a, DumpObject const& b) {
        return a.retained != b.retained ? a.retained > b.retained : a.id < b.id;
    });
    return left;
}

std::vector<Growing> growing(std::vector<DumpObjects> const& dumps) {
    std::vector<Growing> all;
    for (DumpObject const& object : dumps[0].known()) all.push_back({object, {object.retained}});
    for (std::size_t d = 1; d != dumps.size(); ++d) {
        auto const& objects = dumps[d].known();
        auto at = objects.begin();
        std::erase_if(all, [&](Growing& each) {
            while (at != objects.end() && at->id < each.last.id) ++at;
            if (at == objects.end() || at->id != each.last.id || at->retained <= each.retained.back())
                return true;
            if (dumps[d].by_path() && at->type != each.last.type) return true;
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

std::vector<std::uint64_t> retained_before(DumpObjects const& first, DumpObjects const& last,
                                           std::vector<Node> const& nodes) {
    std::unordered_map<Node, std::uint64_t> found;
    for (Node const n : nodes) found.emplace(n, not_known);
    merge(first.known(), last.known(), [&](DumpObject const* before, DumpObject const* after) {
        auto const at = after == nullptr ? found.end() : found.find(after->node);
        if (at == found.end()) return;
        if (before == nullptr) at->second = last.by_path() ? not_known : 0;
        else if (before->type == after->type) at->second = before->retained;
    });
    std::vector<std::uint64_t> result;
    for (Node const n : nodes) result.push_back(found.at(n));
    return result;
}

}  // namespace heapprof
