// trav/profile/profile.hpp: what a profiler found: for each sample, bytes and objects for each combination of
// bands.
//
//     profile.by(type)                                          // a line per type, an amount per sample
//     profile.where(life == Phase::drag).by(type, retainers)    // restricted by one, grouped by others
//
// A profile knows nothing of the heap any more: it can be kept, restricted, regrouped and written as often as
// you like. Its order, and so whatever is written of it, depends on texts, identities and amounts only: never
// on addresses, nor on the strategy.
//
// Members that are templates without need are so that only who calls them compiles them.
#pragma once

#include "amount.hpp"
#include "band.hpp"
#include "table.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

/// A profile was asked about a breakdown that it does not have.
struct NotProfiled : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The samples of one run.
class Profile {
  public:
    struct Column {
        std::string name;
        void const* breakdown;    ///< what made the column; only ever compared
        std::vector<Band> bands;  ///< in order of appearance, then by text; their numbers never change
    };
    struct Entry {
        std::vector<std::uint32_t> bands;  ///< one number per column
        Amount amount;
    };
    struct Sample {
        double time;
        std::vector<Entry> entries;
    };

    std::string job{};  ///< what was profiled, for reports
    std::string date{};
    std::vector<Column> columns{};
    std::vector<Sample> samples{};

    /// The profile of the entries that all the restrictions keep. Throws NotProfiled.
    template <class... Restrictions>
    Profile where(Restriction const& restriction, Restrictions const&... more) const {
        std::size_t const column = find_column(restriction.breakdown, restriction.name);
        std::vector<bool> keep;
        for (auto const& band : columns[column].bands) keep.push_back(restriction.keep(band));
        Profile kept{job, date, columns, {}};
        for (auto const& sample : samples) {
            auto& entries = kept.samples.emplace_back(Sample{sample.time, {}}).entries;
            for (auto const& entry : sample.entries)
                if (keep[entry.bands[column]]) entries.push_back(entry);
        }
        if constexpr (sizeof...(more) == 0) return kept;
        else return kept.where(more...);
    }

    /// The profile by some of its breakdowns; by none: the totals. Throws NotProfiled.
    template <Named... Bs>
    Table by(Bs const&... breakdowns) const {
        return by_columns({column_of(breakdowns)...});
    }
    /// The same, by the breakdowns' names.
    template <class = void>
    Table by_names(std::vector<std::string> const& names) const {
        std::vector<std::size_t> wanted;
        for (auto const& name : names) wanted.push_back(find_column(nullptr, name));
        return by_columns(wanted);
    }
    /// The same, by indices into `columns`. Throws std::out_of_range.
    template <class = void>
    Table by_columns(std::vector<std::size_t> const& wanted) const {
        Table table;
        for (auto const column : wanted) table.columns.push_back(columns.at(column).name);
        using Texts = std::vector<std::string_view>;
        std::map<Texts, std::vector<Amount>> lines;
        for (std::size_t s = 0; s != samples.size(); ++s) {
            table.times.push_back(samples[s].time);
            for (auto const& entry : samples[s].entries) {
                Texts texts;
                for (auto const column : wanted)
                    texts.push_back(columns[column].bands[entry.bands[column]].text);
                auto& amounts = lines[std::move(texts)];
                amounts.resize(samples.size());
                amounts[s] += entry.amount;
            }
        }
        std::multimap<std::uint64_t, Table::Line> largest_first;  // those of one size remain in their order
        for (auto& [texts, amounts] : lines) {
            Table::Line line{{texts.begin(), texts.end()}, std::move(amounts)};
            largest_first.emplace(~line.sum().bytes, std::move(line));
        }
        for (auto& [rank, line] : largest_first) table.lines.push_back(std::move(line));
        return table;
    }

    /// The index of a breakdown's column in `columns`. Throws NotProfiled.
    std::size_t column_of(Named auto const& breakdown) const {
        return find_column(&breakdown, breakdown.name());
    }

  private:
    std::size_t find_column(void const* breakdown, std::string const& name) const {
        std::string known;
        for (std::size_t i = 0; i != columns.size(); ++i) {
            if (breakdown ? columns[i].breakdown == breakdown : columns[i].name == name) return i;
            known += (known.empty() ? "" : ", ") + columns[i].name;
        }
        throw NotProfiled("trav: the breakdown '" + name + "' was not profiled; " +
                          (known.empty() ? "no breakdown was" : "these were: " + known));
    }
};

}  // namespace trav
