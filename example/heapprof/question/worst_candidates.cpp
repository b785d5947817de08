#include "worst_candidates.hpp"

#include "../breakdown/by_owner.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace heapprof {

namespace {

using Verdict = LeaksAnswer::Verdict;

constexpr double share_of_growth = 0.005;     // of the last heap
constexpr double share_of_all_growth = 0.02;  // of the heap
constexpr double share_of_large = 0.05;       // of the last heap, if nothing grows
constexpr double share_of_only = 0.01;        // of the only heap
constexpr std::uint64_t least_growth = 16384;

// The rank of a small owner: objects of the program with many parts, which may have grown, objects of the
// program with few parts, objects of the runtime, groups of shared objects without a line of the program.
int little_told(Candidates::Candidate const& each, Rules const& rules) {
    constexpr std::uint64_t few = 50;
    if (each.name.starts_with(shared_prefix) && !each.name.starts_with("shared: made in ")) return 3;
    if (rules.is("platform", parts_of_name(each.name))) return 2;
    return each.amounts.back().objects < few ? 1 : 0;
}

// Whether it is the runtime's, or the code of a library.
bool of_library(std::string const& name, Rules const& rules) {
    return name.starts_with("shared: package ") || name.starts_with("shared: code of ") ||
           rules.is("platform", parts_of_name(name));
}

// Leaves out groups without a name, the last ones first, while there are too many candidates.
void leave_out(std::vector<Candidates::Candidate>& found, std::size_t most,
               std::set<std::string> const& nameless) {
    for (std::size_t i = found.size(); i-- != 0 && found.size() > most;)
        if (nameless.contains(found[i].name)) found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
}

// The largest first. Keeps the first and all large ones, and the most specific of the others.
void keep_largest(std::vector<Candidates::Candidate>& found, double large, Rules const& rules,
                  std::size_t most) {
    auto const bytes = [](auto const& each) { return each.amounts.back().bytes; };
    std::uint64_t const first = found.empty() ? 0 : bytes(found.front());
    sort_few(found, [&](auto const& each) {
        bool const large_one = static_cast<double>(bytes(each)) >= large && !of_library(each.name, rules);
        bool const kept = bytes(each) == first || large_one;
        return kept ? 0 : little_told(each, rules);
    });
    if (found.size() > most) found.resize(most);
    sort_few(found, [&](auto const& each) { return ~bytes(each); });  // most bytes first
    // Objects of the platform come last, unless they are large.
    sort_few(found, [&](auto const& each) {
        return static_cast<double>(bytes(each)) < large && little_told(each, rules) > 1;
    });
}

}  // namespace

std::pair<std::vector<Candidates::Candidate>, Verdict>
worst_candidates(Candidates const& candidates, std::vector<LeaksAnswer::Dump> const& dumps,
                 Rules const& rules, std::size_t most, std::set<std::string> const& nameless,
                 MergeCandidates const& merge) {
    auto total = static_cast<double>(dumps.back().bytes);
    double const grown = total - static_cast<double>(dumps.front().bytes);
    Verdict verdict = dumps.size() > 2 ? Verdict::leaks : Verdict::grew;
    std::vector<Candidates::Candidate> found;
    if (dumps.size() > 1)
        found = candidates.of_at_least(
            std::max(
                {share_of_growth * total, share_of_all_growth * grown, static_cast<double>(least_growth)}),
            [&](auto const& amounts) -> std::uint64_t {
                // A small part that slows down is a cache that fills. The bytes of a table grow by leaps.
                bool const main = static_cast<double>(growth(amounts)) >= grown / 5;
                bool const steady =
                    grows_steadily(amounts, main ? 3 : 9) ||
                    (grows_steadily(amounts, 3) && grows_steadily(amounts, 9, &trav::Amount::objects));
                return steady || grows_by_leaps(amounts) ? growth(amounts) : 0;
            });
    merge(found);
    leave_out(found, most, nameless);
    if (found.empty()) {
        verdict = Verdict::large;
        auto const bytes = [](auto const& amounts) { return amounts.back().bytes; };
        // Memory of the runtime, such as the file of Java's own classes, hides the program's.
        for (auto const& each : candidates.of_at_least(share_of_large * total, bytes))
            if (dumps.size() == 1 && rules.is("platform", parts_of_name(each.name)))
                total -= static_cast<double>(bytes(each.amounts));
        found = candidates.of_at_least((dumps.size() == 1 ? share_of_only : share_of_large) * total, bytes);
        merge(found);
        leave_out(found, most, nameless);
        if (dumps.size() == 1) keep_largest(found, share_of_large * total, rules, most);
    }
    if (found.size() > most) found.resize(most);
    return {std::move(found), verdict};
}

}  // namespace heapprof
