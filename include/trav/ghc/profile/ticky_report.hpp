// trav/ghc/profile/ticky_report.hpp: writes ticky-ticky counters like GHC's `+RTS -r`: the table of a
// `.ticky` file.
//
//     write_ticky(file, machine.ticky(), "'sharing' +RTS '-r'");
//
//         Entries      Alloc    Alloc'd  Non-void Arguments      STG Name
//           20000          0     640000   0                      <Main.total> (thk)
//
// Offers write_ticky. The columns for each closure of the program: its entries, the bytes that its code
// allocated, the bytes allocated for it, its arguments (a `.` each, since their types are unknown) and its
// name. GHC's global counters are omitted, since they count the products of its compiler.
#pragma once

#include "../machine/ticky.hpp"

#include <iomanip>
#include <ostream>
#include <string>
#include <string_view>

namespace trav::ghc {

namespace detail {

/// GHC's word for the kind of a closure; empty for closures of the runtime system, which GHC does not count.
constexpr std::string_view ticky_kind(ClosureType type) {
    if (is_constructor(type)) return "con";
    if (is_function(type)) return "fun";
    if (is_thunk(type)) return "thk";
    if (type == ClosureType::AP || type == ClosureType::THUNK_SELECTOR) return "thk,std";
    return "";
}

}  // namespace detail

/// Writes the counters of entered or allocated closures, most entries first. `command` is the command line.
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
