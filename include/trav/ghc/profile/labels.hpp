// trav/ghc/profile/labels.hpp: what GHC calls the bands of a heap profile, and which of them a restriction means.
//
//     ghc::GhcLabels labels(heap, options);
//     profile = profile.where({column.breakdown, column.name, [&](auto& band) { return labels.counts(restriction, band); }});
//     labels.label_sets(profile, place);          // a set with its number, cut: (91)kA,kB
//     labels.label_stacks(profile, place);        // a stack with its number, cut: (270)big.xs/big/main.two/main
//
// A set has one number for the whole profile, from 2. GHC's algorithm has numbers of its own, anew in each sample.
#pragma once

#include "../../profile/profile.hpp"
#include "../../profile/set_table.hpp"
#include "../../report/hp/label.hpp"
#include "../heap/storage.hpp"
#include "options.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trav::ghc {

class GhcLabels {
  public:
    GhcLabels(Storage& heap, RtsOptions const& options) : centres_(heap.cost_centres()), options_(options) {}

    /// The stack of cost centres of a band of -hc, by the band's label. O(stacks) the first time.
    CostCentreStack const* stack(std::string const& label) const {
        auto& stacks = centres_.stacks();
        for (; stacks_seen_ < stacks.size(); ++stacks_seen_)
            stacks_[stacks[stacks_seen_].id] = &stacks[stacks_seen_];
        auto const id = label.starts_with('(') ? std::strtoll(label.c_str() + 1, nullptr, 10) : 0;
        auto const at = stacks_.find(id);
        return at == stacks_.end() ? centres_.main() : at->second;
    }

    /// Whether the restriction keeps the band.
    bool counts(HeapRestriction const& r, Band const& band) const {
        auto const named = [&](std::string_view name) {
            return std::ranges::find(r.names, name) != r.names.end();
        };
        switch (r.breakdown) {
        case HeapBreakdown::cost_centre: {
            auto const* ccs = stack(band.label);
            if (!r.anywhere) return named(ccs->cc->label);
            for (; ccs; ccs = ccs->parent)
                if (named(ccs->cc->label)) return true;
            return false;
        }
        case HeapBreakdown::retainer:
        case HeapBreakdown::root:
            if (band.members.empty() && !options_.ghc) return named(band.label);  // MANY, NOROOT
            return std::ranges::any_of(band.members, named);
        case HeapBreakdown::biography: {
            std::string lower = band.label;
            for (char& c : lower)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
            return named(lower);
        }
        default: return named(band.label);
        }
    }

    /// Cuts the labels of stacks of cost centres.
    void label_stacks(Profile& profile, std::size_t place) const {
        for (auto& band : profile.columns[place].bands) {
            auto const* const ccs = stack(band.label);
            std::vector<StackEntry> entries;
            for (auto const* at = ccs; at->parent; at = at->parent)
                entries.push_back({at->cc->label, at->cc->module});
            band.label = stack_label(ccs->id, entries, options_.label_length);
        }
    }
    /// Gives the sets of retainers that are counted their labels and numbers. GHC's have theirs, and it does not count what it did not
    /// reach.
    void label_sets(Profile& profile, std::size_t place) {
        auto& column = profile.columns[place];
        std::vector<bool> counted(column.bands.size());
        for (auto& sample : profile.samples) {
            if (options_.ghc)
                std::erase_if(sample.rows, [&](auto const& row) {
                    return column.bands[row.bands[place]].label == "UNREACHED";
                });
            for (auto const& row : sample.rows) counted[row.bands[place]] = true;
        }
        if (options_.ghc) sets_.clear();
        for (std::size_t i = 0; i != column.bands.size(); ++i) {
            auto& band = column.bands[i];
            if (band.members.empty() || !counted[i]) continue;
            if (options_.ghc) {
                sets_[static_cast<std::uint32_t>(std::strtoul(band.label.c_str() + 1, nullptr, 10))] =
                    band.details;
                band.label.resize(std::min(band.label.size(), options_.label_length));
            } else {
                auto const [at, fresh] =
                    numbers_.try_emplace(band, static_cast<std::uint32_t>(numbers_.size() + 2));
                if (fresh) sets_[at->second] = band.details;
                band.label = set_label(at->second, band.members, options_.label_length);
            }
        }
    }
    /// The sets of retainers that had a cost, by number; in GHC's way those of the last sample.
    std::vector<SetTable::Set> retainer_sets() const {
        std::vector<SetTable::Set> sets;
        for (auto const& [number, elements] : sets_) sets.push_back({number, elements});
        return sets;
    }

  private:
    CostCentres& centres_;
    RtsOptions const& options_;
    std::map<Band, std::uint32_t> numbers_;
    std::map<std::uint32_t, std::vector<std::string>> sets_;
    mutable std::map<std::int64_t, CostCentreStack const*> stacks_;  // by id
    mutable std::size_t stacks_seen_ = 0;
};

}  // namespace trav::ghc
