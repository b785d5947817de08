// trav/report/plot/traces.hpp: chooses, orders and scales the bands of a heap profile for a drawing.
//
//     auto const traces = trav::plot::traces(trav::read_hp("Sharing.hp"), {.threshold = 5});
//     for (auto const& band : traces.bands) ...                          // the lowest first
//
// The bands and their order are the same as in hp2ps. A threshold drops the smallest bands. The others are
// ordered by their sum, by deviation or by name. If there are too many, the lowest are merged into one,
// OTHER. Costs O(n log n) for n amounts in the file, and memory for each band drawn in each sample.
#pragma once

#include "../hp/file.hpp"
#include "saved.hpp"
#include "selection_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::plot {

/// From bottom to top.
enum class Order {
    area,           ///< the largest sum on top
    deviation,      ///< the largest standard deviation on top
    name,           ///< the greatest name on top
    name_reversed,  ///< the least name on top
};

/// Which bands to draw.
struct Choice {
    double threshold = 1;    ///< percent; leaves out the smallest bands while their sum is below it
    std::size_t limit = 20;  ///< maximum number of bands, including OTHER; 0: unlimited
    Order order = Order::area;
    bool marks = true;
};

/// One band over time.
struct Trace {
    std::string label;
    std::vector<double> values;  ///< in each sample
    double total = 0;            ///< sum of `values`
};

/// The contents of a drawing.
struct Traces {
    HpHeader header;
    std::vector<double> times, marks;
    std::vector<Trace> bands;         ///< the lowest first
    double x_range = 1, y_range = 1;  ///< extents of the axes: time since the first sample, and value
    double area = 0;                  ///< of the bands drawn: value times time
    double total = 0;                 ///< of all bands: the sum of all values
    std::vector<double> heights;      ///< of the profile, in each sample: all bands, including those left out
    std::size_t left_out = 0;         ///< bands below the threshold
    std::size_t merged = 0;           ///< bands that are part of OTHER
};

namespace detail {

// A label's amounts in the samples that have it.
struct Sparse {
    struct Point {
        std::size_t sample;
        double value;
    };
    std::string_view label;
    std::size_t number;  // in order of first occurrence in the file
    std::vector<Point> points;
    double total = 0;

    double deviation(std::size_t samples) const {
        if (samples < 2) return 0;
        double const mean = total / static_cast<double>(samples);
        double squares = 0;
        for (auto const& point : points) squares += (point.value - mean) * (point.value - mean);
        return std::sqrt(squares / static_cast<double>(samples - 1));
    }
};

// The labels in the order of hp2ps's hash table, which breaks ties.
inline std::vector<Sparse> in_table_order(HpFile const& file) {
    std::vector<Sparse> bands;
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t s = 0; s != file.samples.size(); ++s)
        for (auto const& [label, value] : file.samples[s].bands) {
            auto const [found, is_new] = numbers.try_emplace(label, bands.size());
            if (is_new) bands.push_back({label, bands.size(), {}});
            Sparse& band = bands[found->second];
            band.points.push_back({s, static_cast<double>(value)});
            band.total += static_cast<double>(value);
        }
    auto const bucket_and_newest_first = [](Sparse const& band) {
        std::uint32_t hash = 0;
        for (char const c : band.label)
            hash = 3 * hash + static_cast<std::uint32_t>(static_cast<signed char>(c));
        auto const bucket = std::abs(static_cast<std::int64_t>(static_cast<std::int32_t>(hash))) % 513;
        return std::pair(bucket, ~band.number);
    };
    std::ranges::sort(bands, {}, bucket_and_newest_first);
    return bands;
}

// Leaves out bands until the running sum reaches the threshold. Returns the number of bands left out.
inline std::size_t leave_out(std::vector<Sparse>& bands, double total, double threshold) {
    std::size_t first = 0;
    double percent = 0;
    for (; first != bands.size(); ++first) {
        percent += bands[first].total / total * 100;
        if (percent >= threshold) break;
    }
    bands.erase(bands.begin(), bands.begin() + static_cast<std::ptrdiff_t>(first));
    return first;
}

inline void put_in_order(std::vector<Sparse>& bands, std::size_t samples, Order order, Saved const* saved) {
    if (order == Order::deviation)
        selection_order(bands, [=](Sparse const& band) { return band.deviation(samples); });
    if (order == Order::name || order == Order::name_reversed)
        selection_order(bands, [](Sparse const& band) { return band.label; });
    if (order == Order::name_reversed) std::ranges::reverse(bands);
    if (saved) selection_order(bands, [=](Sparse const& band) { return saved->order_of(band.label); });
}

inline void scale(Traces& traces, Saved const* saved) {
    std::vector<double> heights(traces.times.size());
    for (auto const& band : traces.bands)
        for (std::size_t s = 0; s != heights.size(); ++s) heights[s] += band.values[s];
    traces.x_range = traces.times.empty() ? 0 : traces.times.back() - traces.times.front();
    traces.y_range = 0;
    for (double const height : heights) traces.y_range = std::max(traces.y_range, height);
    if (saved) {
        traces.x_range = std::max(traces.x_range, saved->x_range);
        traces.y_range = std::max(traces.y_range, saved->y_range);
    }
    if (traces.x_range == 0) traces.x_range = 1;
    if (traces.y_range == 0) traces.y_range = 1;
    for (std::size_t s = 1; s < heights.size(); ++s)
        traces.area += (heights[s - 1] + heights[s]) / 2 * (traces.times[s] - traces.times[s - 1]);
}

}  // namespace detail

/// Chooses, orders and scales the bands of a profile. `saved` are the parameters of a drawing to match.
inline Traces traces(HpFile const& file, Choice const& choice = {}, Saved const* saved = nullptr) {
    Traces result;
    result.header = file.header;
    for (auto const& sample : file.samples) result.times.push_back(sample.time);
    if (choice.marks) result.marks = file.marks;

    std::vector<detail::Sparse> bands = detail::in_table_order(file);
    result.heights.resize(file.samples.size());
    for (auto const& band : bands) {
        result.total += band.total;
        for (auto const& [sample, value] : band.points) result.heights[sample] += value;
    }
    detail::selection_order(bands, [](detail::Sparse const& band) { return band.total; });
    result.left_out = detail::leave_out(bands, result.total, choice.threshold);
    detail::put_in_order(bands, file.samples.size(), choice.order, saved);

    if (choice.limit != 0 && bands.size() > choice.limit) result.merged = bands.size() - choice.limit + 1;
    if (result.merged != 0) result.bands.push_back({"OTHER", std::vector<double>(file.samples.size())});
    for (std::size_t i = 0; i != bands.size(); ++i) {
        if (i >= result.merged)
            result.bands.push_back({std::string(bands[i].label), std::vector<double>(file.samples.size())});
        Trace& trace = result.bands.back();
        for (auto const& [sample, value] : bands[i].points) trace.values[sample] += value;
        trace.total += bands[i].total;
    }
    detail::scale(result, saved);
    return result;
}

}  // namespace trav::plot
