// trav/profile/profile.hpp: what a profiler found: for each sample, bytes and objects for each combination of
// bands.
//
//     profile.by(type)                                          // a line per type, an amount per sample
//     profile.where(life == Phase::drag).by(type, retainers)    // restricted by one, grouped by others
//
// A profile knows nothing of the heap any more: it can be kept, restricted, regrouped and written as often as
// you like. Its order, and so whatever is written of it, depends on texts, identities and amounts only: never
// on addresses, nor on the strategy.
#pragma once

#include "amount.hpp"
#include "band.hpp"
#include "table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
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
    struct Row {
        std::vector<std::uint32_t> bands;  ///< one number per column
        Amount amount;
    };
    struct Sample {
        double time;
        std::vector<Row> rows;
    };

    std::string job{};  ///< what was profiled, for reports
    std::string date{};
    std::vector<Column> columns{};
    std::vector<Sample> samples{};

    /// The profile of the rows that all the restrictions keep. Throws NotProfiled.
    template <class... Restrictions>
    Profile where(Restriction const& restriction, Restrictions const&... more) const {
        std::size_t const place = place_of(restriction.breakdown, restriction.name);
        std::vector<bool> keep;
        for (auto const& band : columns[place].bands) keep.push_back(restriction.keep(band));
        Profile kept{job, date, columns, {}};
        for (auto const& sample : samples) {
            auto& rows = kept.samples.emplace_back(Sample{sample.time, {}}).rows;
            for (auto const& row : sample.rows)
                if (keep[row.bands[place]]) rows.push_back(row);
        }
        if constexpr (sizeof...(more) == 0) return kept;
        else return kept.where(more...);
    }

    /// The profile by some of its breakdowns; by none: the totals. Throws NotProfiled.
    template <Named... Bs>
    Table by(Bs const&... breakdowns) const {
        return by_columns({place(breakdowns)...});
    }
    /// The same, by the breakdowns' names.
    Table by_names(std::vector<std::string> const& names) const {
        std::vector<std::size_t> places;
        for (auto const& name : names) places.push_back(place_of(nullptr, name));
        return by_columns(places);
    }
    /// The same, by places in `columns`.
    Table by_columns(std::vector<std::size_t> const& places) const {
        Table table;
        for (auto const place : places) table.columns.push_back(columns[place].name);
        std::map<std::vector<std::string_view>, std::vector<Amount>> lines;
        for (std::size_t s = 0; s != samples.size(); ++s) {
            table.times.push_back(samples[s].time);
            for (auto const& row : samples[s].rows) {
                std::vector<std::string_view> texts;
                for (auto const place : places) texts.push_back(columns[place].bands[row.bands[place]].text);
                auto& amounts = lines[std::move(texts)];
                amounts.resize(samples.size());
                amounts[s] += row.amount;
            }
        }
        std::multimap<std::uint64_t, Table::Line, std::greater<>>
            largest_first;  // equal ones remain in the order of texts
        for (auto& [texts, amounts] : lines) {
            Table::Line line{{texts.begin(), texts.end()}, std::move(amounts)};
            largest_first.emplace(line.sum().bytes, std::move(line));
        }
        for (auto& [bytes, line] : largest_first) table.lines.push_back(std::move(line));
        return table;
    }

    /// The place of a breakdown in `columns`. Throws NotProfiled.
    std::size_t place(Named auto const& breakdown) const { return place_of(&breakdown, breakdown.name()); }

  private:
    std::size_t place_of(void const* breakdown, std::string const& name) const {
        std::string known;
        for (std::size_t place = 0; place != columns.size(); ++place) {
            if (breakdown ? columns[place].breakdown == breakdown : columns[place].name == name) return place;
            known += (known.empty() ? "" : ", ") + columns[place].name;
        }
        throw NotProfiled("trav: the breakdown '" + name + "' was not profiled; " +
                          (known.empty() ? "no breakdown was" : "these were: " + known));
    }
};

}  // namespace trav
