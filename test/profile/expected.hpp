// The expected results of profilers: oracle/definitions.hpp, as tables and texts.
#pragma once

#include "oracle/definitions.hpp"

#include <trav/profile/profile.hpp>

#include <cstddef>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// "a,b,c"
template <class Strings>
std::string joined(Strings const& strings) {
    std::string all;
    for (auto const& one : strings) all += (all.empty() ? "" : ",") + one;
    return all;
}

/// The expected content of a table: by labels, an amount for each sample.
using Expected = std::map<std::vector<std::string>, std::vector<trav::Amount>>;
inline Expected lines_of(trav::Table const& table) {
    Expected lines;
    for (auto const& line : table.lines) lines[line.texts] = line.amounts;
    return lines;
}
inline void add(Expected& lines, std::vector<std::string> labels, std::size_t sample, std::size_t samples,
                std::size_t bytes) {
    auto& amounts = lines[std::move(labels)];
    amounts.resize(samples);
    amounts[sample] += trav::Amount{bytes, 1};
}

/// A whole profile as text.
inline std::string text(trav::Profile const& profile) {
    std::ostringstream out;
    for (auto const& column : profile.columns) {
        out << column.name << ":\n";
        for (auto const& band : column.bands) {
            out << "  " << band.text << " {" << joined(band.members) << "} {" << joined(band.details) << '}';
            if (band.identity != trav::BandIdentity()) {
                out << " is " << band.identity.number << (band.identity.unreached ? ", unreached" : "");
                for (auto const member : band.identity.members) out << ' ' << member;
            }
            out << '\n';
        }
    }
    for (auto const& sample : profile.samples) {
        out << "at " << sample.time << '\n';
        for (auto const& entry : sample.entries) {
            for (auto const band : entry.bands) out << ' ' << band;
            out << ": " << entry.amount.bytes << ' ' << entry.amount.objects << '\n';
        }
    }
    return out.str();
}

}  // namespace test

namespace trav {
inline std::ostream& operator<<(std::ostream& out, Amount const& amount) {
    return out << amount.bytes << " bytes in " << amount.objects << " objects";
}
}  // namespace trav
