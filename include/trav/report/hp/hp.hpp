// trav/report/hp/hp.hpp: converts profiles to .hp files, GHC's heap profiles, which hp2ps, hp2pretty and
// eventlog2html read; and .hp files to profiles.
//
//     trav::write_hp(out, profile.by(type), {.job = "shop", .date = "Sat Jun  4 11:59 2016"});
//     auto const traces = trav::plot::traces(trav::hp_file(profile.by(type)));             // to draw it
//     trav::Profile const of_ghc = trav::hp_profile(trav::read_hp("Sharing.hp"));
//     std::cout << trav::text(of_ghc.by_names({"band"}));
//
// Labels of several columns are joined by `:`; report/hp/writer.hpp describes how they become words. Bands
// with the same resulting label are added up. A .hp file has no counts of objects, so a profile from such a
// file has none.
#pragma once

#include "../../profile/in_order.hpp"
#include "../../profile/profile.hpp"
#include "writer.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

/// The labels of a line as one word that hp2ps takes for a band; TOTAL for a table without columns.
template <class = void>
std::string hp_label(std::vector<std::string> const& labels) {
    if (labels.empty()) return "TOTAL";
    std::string label;
    for (auto const& part : labels) label += (&part == &labels.front() ? "" : ":") + part;
    return hp_word(std::move(label));
}

/// The bytes of each line of the table in one sample, by label, without lines of 0 bytes.
template <class = void>
HpSample hp_sample(Table const& table, std::size_t sample) {
    std::map<std::string, std::uint64_t> bands;
    for (auto const& line : table.lines)
        if (auto const bytes = line.amounts[sample].bytes) bands[hp_label(line.texts)] += bytes;
    HpSample result{table.times[sample]};
    for (auto const& [label, bytes] : bands) result.bands.push_back({label, bytes});
    return result;
}

/// Converts the table to the contents of a .hp file.
template <class = void>
HpFile hp_file(Table const& table, HpHeader header = {}) {
    HpFile file{.header = std::move(header)};
    for (std::size_t s = 0; s != table.times.size(); ++s) file.samples.push_back(hp_sample(table, s));
    return file;
}

/// Writes the table. Throws std::invalid_argument if a time is below 0 or below the previous one, which hp2ps
/// cannot read. Takes the memory of one sample.
template <class = void>
void write_hp(std::ostream& out, Table const& table, HpHeader const& header) {
    HpWriter hp(out, header);
    for (std::size_t s = 0; s != table.times.size(); ++s) hp.sample(hp_sample(table, s));
}

/// Converts the contents of a file to a profile with one column.
template <class = void>
Profile hp_profile(HpFile const& file, std::string column = "band") {
    Profile profile{file.header.job, file.header.date, {{std::move(column), nullptr, {}}}, {}};
    auto& bands = profile.columns.front().bands;
    std::map<std::string_view, std::uint32_t> numbers;
    for (auto const& sample : file.samples) {
        auto& entries = profile.samples.emplace_back(Profile::Sample{sample.time, {}}).entries;
        for (auto const& [label, value] : sample.bands) {
            auto const [at, fresh] = numbers.try_emplace(label, static_cast<std::uint32_t>(bands.size()));
            if (fresh) bands.push_back({label});
            entries.push_back({{at->second}, {value, 0}});
        }
    }
    return in_order(std::move(profile));
}

}  // namespace trav
