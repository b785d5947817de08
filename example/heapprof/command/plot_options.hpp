// The options of `heapprof plot`: hp2ps's flags, and what to write.
#pragma once

#include <trav/report/plot/layout.hpp>
#include <trav/report/plot/shade.hpp>
#include <trav/report/plot/traces.hpp>

#include <string>
#include <vector>

namespace heapprof {

/// What to draw in.
enum class Picture { svg, postscript };

/// What was asked for.
struct PlotOptions {
    std::string input;   ///< empty: standard input
    std::string output;  ///< empty: named after the input; "-": standard output
    Picture picture = Picture::svg;
    trav::plot::Choice choice;
    trav::plot::Layout layout;
    trav::plot::Ink ink = trav::plot::Ink::grey;
    bool previous = false;  ///< with the parameters of the .aux file

    /// Where the saved parameters are; empty if there is no such place.
    std::string aux_file() const;
};

/// Reads what follows `heapprof plot`. Throws CLI::ParseError.
PlotOptions plot_options(std::vector<std::string> const& arguments);

/// hp2ps's flags, for --help.
extern char const* const plot_flags;

}  // namespace heapprof
