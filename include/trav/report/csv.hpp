// trav/report/csv.hpp: a table as comma-separated values (RFC 4180), for spreadsheets and data frames.
//
//     trav::write_csv(file, profile.by(roots, type));
//
//     time,root,type,bytes,objects
//     1,cache,Map,4096,2
//
// Each line has a row for each sample, as those programs expect, in the order of the table. If the amount of
// a line in a sample is 0, there is no row.
#pragma once

#include "../profile/table.hpp"
#include "../text/csv_field.hpp"
#include "table.hpp"

#include <cstddef>
#include <ostream>

namespace trav {

/// Writes the table. Check the stream for errors.
inline void write_csv(std::ostream& out, Table const& table) {
    out << "time,";
    for (auto const& column : table.columns) out << csv_field(column) << ',';
    out << "bytes,objects\r\n";
    for (std::size_t sample = 0; sample != table.times.size(); ++sample)
        for (auto const& line : table.lines) {
            if (line.amounts[sample] == Amount{}) continue;
            out << detail::shortest(table.times[sample]) << ',';
            for (auto const& text : line.texts) out << csv_field(text) << ',';
            out << line.amounts[sample].bytes << ',' << line.amounts[sample].objects << "\r\n";
        }
}

}  // namespace trav
