// trav/ghc/profile/ticky_report.hpp: ticky-ticky counters as GHC writes them with `+RTS -r`: the table of its
// `.ticky` file.
//
//     write_ticky(file, machine.ticky(), "'sharing' +RTS '-r'");
//
//         Entries      Alloc    Alloc'd  Non-void Arguments      STG Name
//           20000          0     640000   0                      <Main.total> (thk)
//
// Offers write_ticky. For each closure of the program: how often it was entered, how many bytes its code
// allocated, how many bytes there were of it, its arguments (a `.` for each: their types are not known) and
// its name. GHC's global counters, which speak of what its compiler makes, are left out.
#pragma once

#include "../machine/ticky.hpp"

#include <iomanip>
#include <ostream>
#include <string>
#include <string_view>

namespace trav::ghc {

namespace detail {

/// GHC's word for the kind of a closure; none for one of the runtime system's, of which GHC does not keep
/// count.
constexpr std::string_view ticky_kind(ClosureType type) {
    if (is_constructor(type)) return "con";
    if (is_function(type)) return "fun";
    if (is_thunk(type)) return "thk";
    if (type == ClosureType::AP || type == ClosureType::THUNK_SELECTOR) return "thk,std";
    return "";
}

}  // namespace detail

/// Writes the counters of what was entered or allocated, most entries first. `command` is what was run.
inline void write_ticky(std::ostream& out, Ticky const& ticky, std::string_view command) {
    out << command << "\n\n**************************************************\n\n"
        << "    Entries      Alloc    Alloc'd  Non-void Arguments      STG Name\n"
        << std::string(80, '-') << '\n';
    for (auto const& row : ticky.rows()) {
        std::string_view const kind = detail::ticky_kind(row.type);
        if (kind.empty()) continue;
        out << std::right << std::setw(11) << row.entries << std::setw(11) << row.allocates << std::setw(11)
            << row.bytes << std::setw(4) << row.arity << ' ' << std::left << std::setw(20)
            << std::string(row.arity, '.') << ' ' << row.name << " (" << kind << ")\n";
    }
    out << "\n**************************************************\n";
}

}  // namespace trav::ghc
