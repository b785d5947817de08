// trav/profile/profile.hpp: what a profiler found: for each sample, bytes and objects for each combination of bands.
//
//     profile.by(type)                                 // one line per type, one amount per sample
//     profile.where(life == drag).by(type, retainers)  // -hb restricting -hy x -hr
//
// A profile knows nothing of the heap any more: it can be kept, restricted, regrouped and written as often as you like. Its
// order, and so what is written of it, depends on labels and amounts only: never on addresses, nor on the strategy.
#pragma once

#include <algorithm>
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

/// What is counted.
struct Amount {
    std::uint64_t bytes = 0;
    std::uint64_t objects = 0;
    constexpr Amount& operator+=(Amount const& other) {
        bytes += other.bytes;
        objects += other.objects;
        return *this;
    }
    friend constexpr Amount operator+(Amount a, Amount const& b) { return a += b; }
    friend constexpr bool operator==(Amount const&, Amount const&) = default;
};

/// One class of a breakdown. For breakdowns by sets, `members` are the labels of the set's elements.
struct Band {
    std::string label;
    std::vector<std::string> members{};
};

/// Which bands of one breakdown to count: those for which `keep` holds.
struct Restriction {
    void const* breakdown;
    std::function<bool(Band const&)> keep;
};

/// Counts the bands of `breakdown` that have one of these labels.
template <class B>
Restriction in(B const& breakdown, std::vector<std::string> labels) {
    return {&breakdown, [labels = std::move(labels)](Band const& band) {
                return std::ranges::find(labels, band.label) != labels.end();
            }};
}
/// Counts the bands of `breakdown`, a breakdown by sets, with one of these members (GHC: -hr<names>).
template <class B>
Restriction having(B const& breakdown, std::vector<std::string> members) {
    return {&breakdown, [members = std::move(members)](Band const& band) {
                return std::ranges::find_first_of(band.members, members) != band.members.end();
            }};
}

/// A profile grouped by some of its breakdowns: a line for each combination of bands that was ever more than nothing.
struct Table {
    struct Line {
        std::vector<std::string> labels;  ///< one per column
        std::vector<Amount> amounts;      ///< one per sample
        Amount sum() const {
            Amount all;
            for (auto const& amount : amounts) all += amount;
            return all;
        }
    };
    std::vector<std::string> columns;
    std::vector<double> times;  ///< one per sample
    std::vector<Line> lines;    ///< largest sum of bytes first, then by label

    /// The amount of one line in one sample; nothing if there is no such line.
    Amount at(std::vector<std::string> const& labels, std::size_t sample = 0) const {
        for (auto const& line : lines)
            if (line.labels == labels) return line.amounts.at(sample);
        return {};
    }
    Amount at(std::string const& label, std::size_t sample = 0) const { return at(std::vector{label}, sample); }
    /// All lines together.
    Amount total(std::size_t sample = 0) const {
        Amount all;
        for (auto const& line : lines) all += line.amounts.at(sample);
        return all;
    }
};

/// The samples of one run.
class Profile {
public:
    struct Column {
        std::string name;
        void const* breakdown;    ///< the breakdown that made the column: what by() and where() look for
        std::vector<Band> bands;  ///< by number
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

    /// The profile of the rows that the restriction keeps. Throws std::invalid_argument for a breakdown not profiled.
    Profile where(Restriction const& restriction) const {
        std::size_t const column = column_of(restriction.breakdown);
        std::vector<bool> keep;
        for (auto const& band : columns[column].bands) keep.push_back(restriction.keep(band));
        Profile kept{job, date, columns, {}};
        for (auto const& sample : samples) {
            auto& rows = kept.samples.emplace_back(Sample{sample.time, {}}).rows;
            for (auto const& row : sample.rows)
                if (keep[row.bands[column]]) rows.push_back(row);
        }
        return kept;
    }

    /// The profile by some of its breakdowns; by none: the totals. Throws std::invalid_argument for one not profiled.
    template <class... Bs>
    Table by(Bs const&... breakdowns) const {
        return by_columns({column_of(&breakdowns)...});
    }
    /// The same, by column names. Throws std::invalid_argument for a name that no column has.
    Table by_names(std::vector<std::string> const& names) const {
        std::vector<std::size_t> chosen;
        for (auto const& name : names) {
            auto const at = std::ranges::find(columns, name, &Column::name);
            if (at == columns.end()) throw std::invalid_argument("trav: no breakdown named '" + name + "' was profiled");
            chosen.push_back(static_cast<std::size_t>(at - columns.begin()));
        }
        return by_columns(chosen);
    }
    Table by_columns(std::vector<std::size_t> const& chosen) const {
        Table table;
        std::map<std::vector<std::string>, std::vector<Amount>> lines;
        for (auto const column : chosen) table.columns.push_back(columns[column].name);
        for (std::size_t s = 0; s != samples.size(); ++s) {
            table.times.push_back(samples[s].time);
            for (auto const& row : samples[s].rows) {
                std::vector<std::string> labels;
                for (auto const column : chosen) labels.push_back(columns[column].bands[row.bands[column]].label);
                auto& amounts = lines[std::move(labels)];
                amounts.resize(samples.size());
                amounts[s] += row.amount;
            }
        }
        for (auto& [labels, amounts] : lines) table.lines.push_back({labels, std::move(amounts)});
        std::ranges::stable_sort(table.lines, std::greater{}, [](auto const& line) { return line.sum().bytes; });
        return table;
    }

    /// The column that a breakdown made.
    std::size_t column_of(void const* breakdown) const {
        auto const at = std::ranges::find(columns, breakdown, &Column::breakdown);
        if (at == columns.end()) throw std::invalid_argument("trav: this breakdown is not one of the profiler's");
        return static_cast<std::size_t>(at - columns.begin());
    }
};

}  // namespace trav
