// trav/ghc/profile/labels.hpp: GHC's labels of the bands of a heap profile.
//
//     ghc::HeapLabels labels(options);
//     labels.label_sets(profile.columns[0], counted);   // a set: (91)kA,kB
//     labels.label_stacks(profile.columns[1]);          // a stack: (270)big.xs/big/main.two...
//
// A set has the same number in the whole profile, from 2. GHC's algorithm numbers the sets of each sample
// anew.
#pragma once

#include "../../profile/profile.hpp"
#include "../../profile/set_table.hpp"
#include "../../report/hp/label.hpp"
#include "options.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trav::ghc {

/// Replaces the texts of bands by GHC's labels, truncated to -L characters.
class HeapLabels {
  public:
    explicit HeapLabels(RtsOptions const& options) : options_(options) {}

    /// Labels each stack of cost centres with its number; MAIN alone gets no number.
    void label_stacks(Profile::Column& column) const {
        for (auto& band : column.bands)
            if (band.members.size() > 1)
                band.text = stack_label(band.identity.number, band.text, options_.label_length);
    }
    /// Numbers and labels the counted sets of retainers; sets of GHC's algorithm already have numbers.
    void label_sets(Profile::Column& column, std::vector<bool> const& counted) {
        if (options_.ghc) sets_.clear();
        for (std::size_t i = 0; i != column.bands.size(); ++i) {
            Band& band = column.bands[i];
            if (band.members.empty() || !counted[i]) continue;
            std::uint64_t const number = options_.ghc ? band.identity.number : number_of(band);
            sets_[number] = band.details;
            band.text = set_label(number, band.text, options_.label_length);
        }
    }
    /// The sets of retainers that had a cost, by number; with --ghc only the sets of the last sample.
    std::vector<SetTable::Set> retainer_sets() const {
        std::vector<SetTable::Set> sets;
        for (auto const& [number, elements] : sets_) sets.push_back({number, elements});
        return sets;
    }

  private:
    std::uint64_t number_of(Band const& band) {
        return numbers_.try_emplace(band, numbers_.size() + 2).first->second;
    }

    RtsOptions const& options_;
    std::map<Band, std::uint64_t> numbers_;
    std::map<std::uint64_t, std::vector<std::string>> sets_;
};

}  // namespace trav::ghc
