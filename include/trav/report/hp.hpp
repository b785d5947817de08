// trav/report/hp.hpp: a table as a .hp file: GHC's heap profile, which hp2ps, hp2pretty and eventlog2html
// read.
//
//     trav::write_hp(out, profile.by(type), {.job = "shop", .date = "Sat Jun  4 11:59 2016"});
//
// Labels of several columns are joined by `:`; report/hp_writer.hpp says how they become words. Bands that
// look alike after that are added up. Costs the room of one sample.
#pragma once

#include "../profile/table.hpp"
#include "hp_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace trav {

/// The labels of a line as one word that hp2ps takes for a band.
inline std::string hp_label(std::vector<std::string> const& labels) {
    std::string label;
    for (auto const& part : labels) label += (&part == &labels.front() ? "" : ":") + part;
    return hp_word(std::move(label));
}

/// Writes the bytes of each line of the table. Throws std::invalid_argument if times run backwards or are
/// below 0: hp2ps could not read that.
inline void write_hp(std::ostream& out, Table const& table, HpHeader const& header) {
    HpWriter hp(out, header);
    std::vector<std::string> names;
    for (auto const& line : table.lines) names.push_back(hp_label(line.labels));
    for (std::size_t s = 0; s != table.times.size(); ++s) {
        std::map<std::string, std::uint64_t> bands;
        for (std::size_t i = 0; i != names.size(); ++i)
            if (auto const bytes = table.lines[i].amounts[s].bytes) bands[names[i]] += bytes;
        HpSample sample{table.times[s]};
        for (auto const& [name, bytes] : bands) sample.bands.push_back({name, bytes});
        hp.sample(sample);
    }
}

}  // namespace trav
