// worst_candidates: the candidates for the findings of `leaks`: growing ones, or else large ones.
//
// Of one dump, all of 5 % of the heap are kept, except the runtime's and code of libraries, and the most
// telling ones of the others.
#pragma once

#include "leak_candidates.hpp"
#include "leaks.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// Sorts by a key; elements with the same key keep their order.
template <class T>
void sort_few(std::vector<T>& all, auto const& key) {
    for (auto at = all.begin(); at != all.end(); ++at) {
        auto const after = [&](auto const& k, T const& each) { return k < key(each); };
        std::rotate(std::upper_bound(all.begin(), at, key(*at), after), at, at + 1);
    }
}

/// Makes one candidate of several.
using MergeCandidates = std::function<void(std::vector<Candidates::Candidate>&)>;

/// At most `most` candidates, worst first, and the verdict on them. If there are too many, groups in
/// `nameless` are left out first.
std::pair<std::vector<Candidates::Candidate>, LeaksAnswer::Verdict>
worst_candidates(Candidates const& candidates, std::vector<LeaksAnswer::Dump> const& dumps,
                 Rules const& rules, std::size_t most, std::set<std::string> const& nameless,
                 MergeCandidates const& merge);

}  // namespace heapprof
