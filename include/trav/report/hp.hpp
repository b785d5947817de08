// trav/report/hp.hpp: a table as a .hp file: GHC's heap profile, which hp2ps, hp2pretty and eventlog2html read.
//
//     trav::write_hp(out, profile.by(type), {.job = "shop", .date = "Sat Jun  4 11:59 2016"});
//
// A band is a word there. So white space in a label becomes `_`, and a label that hp2ps would take for something else is put in
// parentheses; labels of several columns are joined by `:`. Bands that look alike after that are added up. Times have a decimal
// point in any locale. Costs the room of one sample.
#pragma once

#include "../profile/table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace trav {

/// What stands above the samples of a .hp file.
struct HpHeader {
    std::string job{};
    std::string date{};
    std::string sample_unit = "seconds";
    std::string value_unit = "bytes";
};

/// A label as one word that hp2ps takes for a band.
inline std::string hp_label(std::vector<std::string> const& labels) {
    constexpr std::size_t longest = 1000;  // hp2ps keeps 4999 bytes of a word
    constexpr std::array<std::string_view, 7> keywords{"JOB",  "DATE",         "SAMPLE_UNIT", "VALUE_UNIT",
                                                       "MARK", "BEGIN_SAMPLE", "END_SAMPLE"};
    std::string word;
    for (auto const& label : labels) word += (&label == &labels.front() ? "" : ":") + label;
    if (word.size() > longest) word = word.substr(0, longest) + "...";
    for (char& c : word)
        if (auto const byte = static_cast<unsigned char>(c); byte <= ' ' || byte == 0x7f) c = '_';
    // hp2ps would take these for a string, a statement, or nothing.
    if (word.empty() || word.front() == '"' || std::ranges::find(keywords, word) != keywords.end())
        word = "(" + word + ")";
    return word;
}

/// Writes the bytes of each line of the table. Throws std::invalid_argument if times run backwards or are below 0: hp2ps could
/// not read that.
inline void write_hp(std::ostream& out, Table const& table, HpHeader const& header) {
    auto const text = [&](char const* keyword, std::string_view value) {
        out << keyword << " \"";
        for (char const c : value) out << c << (c == '"' ? "\"" : "");
        out << "\"\n";
    };
    auto const time = [](double seconds) {
        std::array<char, 400> digits;
        auto const [end, error] =
            std::to_chars(digits.begin(), digits.end(), seconds, std::chars_format::fixed, 6);
        return std::string(digits.begin(), end);
    };
    text("JOB", header.job);
    text("DATE", header.date);
    text("SAMPLE_UNIT", header.sample_unit);
    text("VALUE_UNIT", header.value_unit);
    std::vector<std::string> names;
    for (auto const& line : table.lines) names.push_back(hp_label(line.labels));
    double before = 0;
    for (std::size_t s = 0; s != table.times.size(); ++s) {
        if (!(table.times[s] >= before))
            throw std::invalid_argument("trav: times in a .hp file must be 0 or more, and ascend");
        before = table.times[s];
        std::map<std::string_view, std::uint64_t> bands;
        for (std::size_t i = 0; i != names.size(); ++i)
            if (auto const bytes = table.lines[i].amounts[s].bytes) bands[names[i]] += bytes;
        out << "BEGIN_SAMPLE " << time(before) << '\n';
        for (auto const& [name, bytes] : bands) out << name << '\t' << std::to_string(bytes) << '\n';
        out << "END_SAMPLE " << time(before) << '\n';
    }
}

}  // namespace trav
