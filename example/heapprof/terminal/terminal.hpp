// The width of the terminal of standard output.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heapprof {

/// COLUMNS if it is set, otherwise the terminal's width; 0 without a terminal.
inline std::size_t terminal_columns() {
    if (char const* const said = std::getenv("COLUMNS")) {
        std::string_view const text = said;
        std::size_t columns = 0;
        std::from_chars(text.data(), text.data() + text.size(), columns);
        return columns;
    }
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace heapprof
