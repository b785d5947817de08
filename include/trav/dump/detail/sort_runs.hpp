// sort_runs: sorts a sequence of ascending runs, such as the objects of a dump whose heap was written region
// by region. O(n log runs), less if the runs hardly overlap; takes as much memory again. Not stable.
#pragma once

#include "../../detail/compiler.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace trav::dump::detail {

/// Sorts the runs by their first elements and then merges overlapping runs.
template <class T, class Memory, class Less = std::less<>>
void sort_runs(std::vector<T, Memory>& all, Less less = {}) {
    struct Run {
        std::ptrdiff_t begin, end;
    };
    auto const runs_of_all = [&] {
        std::vector<Run> runs;
        for (std::ptrdiff_t i = 0, begin = 0; i != std::ssize(all); ++i)
            if (i + 1 == std::ssize(all) || less(all.begin()[i + 1], all.begin()[i]))
                runs.push_back({begin, i + 1}), begin = i + 1;
        return runs;
    };
    std::vector<Run> runs = runs_of_all();
    if (runs.size() < 2) return;
    std::ranges::sort(runs, [&](Run a, Run b) { return less(all.begin()[a.begin], all.begin()[b.begin]); });
    std::vector<T, Memory> other;
    other.reserve(all.size());
    for (auto const& [begin, end] : runs) other.insert(other.end(), all.begin() + begin, all.begin() + end);
    all.swap(other);
    for (runs = runs_of_all(); runs.size() > 1; all.swap(other)) {
        std::size_t merged = 0;
        for (std::size_t i = 0; i < runs.size(); i += 2) {
            Run const first = runs[i],
                      second = i + 1 == runs.size() ? Run{first.end, first.end} : runs[i + 1];
            std::merge(all.begin() + first.begin, all.begin() + first.end, all.begin() + second.begin,
                       all.begin() + second.end, other.begin() + first.begin, less);
            runs[merged++] = {first.begin, second.end};
        }
        runs.resize(merged);
    }
}

}  // namespace trav::dump::detail
