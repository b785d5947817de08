// trav/report/csv.hpp: a table as comma-separated values (RFC 4180), for spreadsheets and data frames.
//
//     trav::write_csv(file, profile.by(roots, type));
//
//     time,root,type,bytes,objects
//     1,cache,Map,4096,2
//
// A row for each line and sample, as those programs want them, in the order of the table. A line that is
// nothing in a sample has no row there.
#pragma once

#include "../profile/table.hpp"
#include "table.hpp"

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace trav {

namespace detail {

/// A text as a field: in quotes if it needs them.
inline std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string field(1, '"');
    for (char const c : text) field.append(c == '"' ? 2 : 1, c);
    return field += '"';
}

}  // namespace detail

/// Writes the table. Whether all was written, the stream says.
inline void write_csv(std::ostream& out, Table const& table) {
    out << "time,";
    for (auto const& column : table.columns) out << detail::csv_field(column) << ',';
    out << "bytes,objects\r\n";
    for (std::size_t sample = 0; sample != table.times.size(); ++sample)
        for (auto const& line : table.lines) {
            if (line.amounts[sample] == Amount{}) continue;
            out << detail::shortest(table.times[sample]) << ',';
            for (auto const& text : line.texts) out << detail::csv_field(text) << ',';
            out << line.amounts[sample].bytes << ',' << line.amounts[sample].objects << "\r\n";
        }
}

}  // namespace trav
