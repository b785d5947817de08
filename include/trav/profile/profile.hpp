// trav/profile/profile.hpp: Profile, the result of a profiler: for each sample, bytes and objects per
// combination of bands.
//
//     profile.by(type)                                          // a line per type, an amount per sample
//     profile.where(life == Phase::drag).by(type, retainers)    // restricted by one, grouped by two
//
// A profile is independent of the heap: it can be kept, restricted, regrouped and written as often as you
// like. Its order, and so all output, depends only on texts, identities and amounts, never on addresses or on
// the strategy.
//
// Some members are templates only so that they are compiled only if they are used.
#pragma once

#include "../detail/array.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/raise.hpp"
#include "amount.hpp"
#include "band.hpp"
#include "sort.hpp"
#include "table.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// Thrown if a profile is asked for a breakdown that it does not have.
struct NotProfiled : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

namespace detail {

/// The table of some columns of a profile. `P` is Profile: as a template this compiles only if it is called.
template <class P>
Table grouped_by(P const& profile, std::vector<std::size_t> const& wanted) {
    Table table;
    Array<std::vector<std::uint32_t>> ranks(wanted.size());  // of bands, in the order of their texts
    for (std::size_t c = 0; c != wanted.size(); ++c) {
        std::size_t const column = wanted[c];
        auto const& bands = profile.columns.at(column).bands;
        table.columns.push_back(profile.columns[column].name);
        auto const order =
            sorted(bands.size(), [&](std::size_t a, std::size_t b) { return bands[a].text < bands[b].text; });
        auto& rank = ranks[c] = std::vector<std::uint32_t>(bands.size());
        for (std::size_t i = 1; i < order.size(); ++i)
            rank[order[i]] = rank[order[i - 1]] + (bands[order[i - 1]].text != bands[order[i]].text);
    }
    struct EntryOfSample {
        typename P::Entry const* entry;
        std::size_t sample;
    };
    GrowingArray<EntryOfSample> all;
    for (std::size_t s = 0; s != profile.samples.size(); ++s) {
        table.times.push_back(profile.samples[s].time);
        for (auto const& entry : profile.samples[s].entries) all.push({&entry, s});
    }
    auto const less = [&](EntryOfSample const& a, EntryOfSample const& b) {
        for (std::size_t c = 0; c != wanted.size(); ++c) {
            auto const x = ranks[c][a.entry->bands[wanted[c]]], y = ranks[c][b.entry->bands[wanted[c]]];
            if (x != y) return x < y;
        }
        return false;
    };
    EntryOfSample const* before = nullptr;
    for (std::uint32_t const i :
         sorted(all.size(), [&](std::size_t a, std::size_t b) { return less(all[a], all[b]); })) {
        if (before == nullptr || less(*before, all[i])) {
            auto& line = table.lines.emplace_back();
            for (auto const column : wanted)
                line.texts.push_back(profile.columns[column].bands[all[i].entry->bands[column]].text);
            line.amounts.resize(profile.samples.size());
        }
        before = &all[i];
        table.lines.back().amounts[all[i].sample] += all[i].entry->amount;
    }
    std::vector<std::uint64_t> bytes;
    for (auto const& line : table.lines) bytes.push_back(line.sum().bytes);
    arrange(table.lines,
            sorted(bytes.size(), [&](std::size_t a, std::size_t b) { return bytes[a] > bytes[b]; }));
    return table;
}

/// The index of the column of a breakdown, or, if that is null, with this name. Throws NotProfiled.
template <class P>
std::size_t column_of(P const& profile, void const* breakdown, std::string const& name) {
    std::string known;
    for (std::size_t i = 0; i != profile.columns.size(); ++i) {
        auto const& column = profile.columns[i];
        if (breakdown ? column.breakdown == breakdown : column.name == name) return i;
        known += (known.empty() ? "" : ", ") + column.name;
    }
    raise(NotProfiled("trav: the breakdown '" + name + "' was not profiled; " +
                      (known.empty() ? "no breakdown was" : "these were: " + known)));
}

}  // namespace detail

/// The samples of one run.
class Profile {
  public:
    struct Column {
        std::string name;
        void const* breakdown;    ///< the source of the column; only ever compared
        std::vector<Band> bands;  ///< by first appearance, then by text; their numbers never change
    };
    struct Entry {
        std::vector<std::uint32_t> bands;  ///< one number per column
        Amount amount;
    };
    struct Sample {
        double time;
        std::vector<Entry> entries;
    };

    std::string job{};  ///< the subject of the profile, for reports
    std::string date{};
    std::vector<Column> columns{};
    std::vector<Sample> samples{};

    /// The profile with only the entries that all restrictions keep. Throws NotProfiled, also if a name
    /// without its scope is that of several bands.
    template <class... Restrictions>
    Profile where(Restriction const& restriction, Restrictions const&... more) const {
        std::size_t const column = find_column(restriction.breakdown, restriction.name);
        std::vector<bool> keep;
        auto const texts = with_scopes(restriction.texts, columns[column].bands);
        for (auto const& band : columns[column].bands) keep.push_back(restriction.keep(band, texts));
        Profile kept{job, date, columns, {}};
        for (auto const& sample : samples) {
            auto& entries = kept.samples.emplace_back(Sample{sample.time, {}}).entries;
            for (auto const& entry : sample.entries)
                if (keep[entry.bands[column]]) entries.push_back(entry);
        }
        if constexpr (sizeof...(more) == 0) return kept;
        else return kept.where(more...);
    }

    /// The profile grouped by some of its breakdowns; without any: the totals. Throws NotProfiled.
    template <Named... Bs>
    Table by(Bs const&... breakdowns) const {
        return by_columns({column_of(breakdowns)...});
    }
    /// The same, by the names of the breakdowns.
    template <class = void>
    Table by_names(std::vector<std::string> const& names) const {
        std::vector<std::size_t> wanted;
        for (auto const& name : names) wanted.push_back(find_column(nullptr, name));
        return by_columns(wanted);
    }
    /// The same, by indices into `columns`. Throws std::out_of_range.
    template <class P = Profile>
    Table by_columns(std::vector<std::size_t> const& wanted) const {
        return detail::grouped_by(static_cast<P const&>(*this), wanted);
    }

    /// The index of a breakdown's column in `columns`. Throws NotProfiled.
    std::size_t column_of(Named auto const& breakdown) const {
        return find_column(&breakdown, breakdown.name());
    }

  private:
    static std::vector<std::string> with_scopes(std::vector<std::string> texts,
                                                std::vector<Band> const& bands) {
        for (auto& text : texts) {
            auto const found = detail::meanings(text, bands);
            if (found.size() > 1)
                detail::raise(
                    NotProfiled("trav: '" + text + "' may be '" + found[0] + "' or '" + found[1] + "'"));
            text = found[0];
        }
        return texts;
    }
    std::size_t find_column(void const* breakdown, std::string const& name) const {
        return detail::column_of(*this, breakdown, name);
    }
};

}  // namespace trav
