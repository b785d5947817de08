// The options of `heapprof plot`: hp2ps's flags, and the output.
#pragma once

#include <trav/report/plot/layout.hpp>
#include <trav/report/plot/shade.hpp>
#include <trav/report/plot/traces.hpp>

#include <string>
#include <vector>

namespace heapprof {

/// The format of the drawing.
enum class Picture { svg, postscript };

/// The parsed options.
struct PlotOptions {
    std::string input;   ///< empty: standard input
    std::string output;  ///< empty: named after the input; "-": standard output
    Picture picture = Picture::svg;
    trav::plot::Choice choice;
    trav::plot::Layout layout;
    trav::plot::Ink ink = trav::plot::Ink::grey;
    bool previous = false;  ///< use the parameters of the .aux file

    /// The path of the saved parameters; empty if there is none.
    std::string aux_file() const;
};

/// Parses the arguments of `heapprof plot`. Ends parsing if they are wrong.
PlotOptions plot_options(std::vector<std::string> const& arguments);

/// hp2ps's flags, for --help.
extern char const* const plot_flags;

}  // namespace heapprof
