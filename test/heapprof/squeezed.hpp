// Tables as text that does not depend on the terminal.
#pragma once

#include <cstdlib>
#include <string>

namespace test {

/// Tables have their full width while this lives.
struct FullWidth {
    FullWidth() { setenv("COLUMNS", "0", 1); }
    FullWidth(FullWidth const&) = delete;
    FullWidth& operator=(FullWidth const&) = delete;
    ~FullWidth() { unsetenv("COLUMNS"); }
};

/// The text without repeated blanks, and without blanks at the beginning of a line.
inline std::string squeezed(std::string const& text) {
    std::string found;
    for (char const c : text)
        if (c != ' ' || (!found.empty() && found.back() != ' ' && found.back() != '\n')) found += c;
    return found;
}

}  // namespace test
