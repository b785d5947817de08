// Remarks on a command's input, as "2 references lead to objects that are not in the file". They wait for the
// end of the command: standard error has a line for each if it succeeds, and the error's line if it fails.
#pragma once

#include <trav/text/one_line.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace heapprof {

inline std::vector<std::string> remarks;  // of this run, each once

inline void remark(std::string text) {
    if (std::ranges::find(remarks, text) == remarks.end()) remarks.push_back(std::move(text));
}

/// On a terminal prints a remark before a step that may take long; otherwise it waits like the others.
inline void remark_at_once(std::string text) {
    if (isatty(STDERR_FILENO) != 0)
        std::cerr << "\r\033[Kheapprof: " + trav::one_line(text) + '\n' << std::flush;
    else remark(std::move(text));
}

/// Prints the remarks, a line each.
inline void print_remarks() {
    for (std::string const& text : std::exchange(remarks, {}))
        std::cerr << "heapprof: " + trav::one_line(text) + '\n';
}

/// Prints an error as one line that ends with the remarks.
inline void print_error(std::string error) {
    if (error.starts_with("trav: ")) error.erase(0, 6);
    for (std::string const& text : std::exchange(remarks, {})) error += " (" + text + ')';
    std::cerr << "heapprof: " + trav::one_line(error) + '\n' << std::flush;
}

}  // namespace heapprof
