// Candidates: lines of the table by owner that may become findings of `leaks`.
#pragma once

#include "leaks.hpp"
#include "rules.hpp"

#include <trav/profile/amount.hpp>
#include <trav/profile/profile.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heapprof {

/// The growth from the first dump to the last one.
std::uint64_t growth(std::vector<trav::Amount> const& amounts);

/// Whether the bytes, or the objects, grow by at least so many tenths of the mean growth in every step; of
/// more than three steps, in each third.
bool grows_steadily(std::vector<trav::Amount> const& amounts, std::uint64_t tenths,
                    std::uint64_t trav::Amount::* what = &trav::Amount::bytes);

/// Whether the same number of objects has grown by half or more, and never shrunk: a buffer that is doubled
/// when it is full.
bool grows_by_leaps(std::vector<trav::Amount> const& amounts);

/// The last dump with less than half of the bytes of the dump before it; 0: none.
std::size_t last_fall(std::vector<trav::Amount> const& amounts);

/// The name of an owner without the numbers in its path, so that the same fields of eight threads have one
/// name.
std::string path_without_numbers(std::string const& name);
/// The name of an owner with another last step of its path: "app[]: Session" for "app.user17: Session"; empty
/// if it has none.
std::string any_key(std::string const& name);

/// Lines whose names differ in numbers only are one candidate. The runtime's own are none.
class Candidates {
  public:
    using Member = LeaksAnswer::Member;
    struct Candidate {
        std::string name;
        std::set<std::string> owners;  ///< names in the table
        std::vector<trav::Amount> amounts;
        std::optional<Node> object{};   ///< the common whole of the owners, if there is one
        std::vector<Member> members{};  ///< these owners, largest first
    };

    Candidates(trav::Table const& by_owner, Rules const& rules);

    /// The candidates with size(amounts) >= least, largest first.
    std::vector<Candidate> of_at_least(double least, auto const& size) const {
        std::vector<Candidate> found;
        for (Candidate const& each : all_)
            if (size(each.amounts) != 0 && static_cast<double>(size(each.amounts)) >= least)
                found.push_back(each);
        std::ranges::sort(found, [&](Candidate const& a, Candidate const& b) {
            auto const of_a = size(a.amounts), of_b = size(b.amounts);
            return of_a != of_b ? of_a > of_b : a.name < b.name;
        });
        return found;
    }

  private:
    std::vector<Candidate> all_;
};

}  // namespace heapprof
