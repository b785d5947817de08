// The real hp2ps, if it is installed.
#pragma once

#include "support/folder.hpp"

#include <cstdlib>
#include <string>

inline bool have_hp2ps() { return std::system("command -v hp2ps >/dev/null 2>&1") == 0; }

// The error message of the real hp2ps for this text, or "" if it reads the text.
inline std::string hp2ps_says(std::string const& text) {
    Folder const folder;
    write(folder / "x.hp", text);
    int const status = std::system(("cd '" + folder.str() + "' && hp2ps x.hp 2>complaint").c_str());
    std::string const complaint = read(folder / "complaint");
    if (!complaint.empty()) return complaint;
    if (status != 0) return "status " + std::to_string(status);
    return read(folder / "x.ps").empty() ? "no x.ps" : "";
}

// Skips the test unless the real hp2ps is installed.
#define HP2PS_OR_SKIP()                                                                                      \
    if (!have_hp2ps()) {                                                                                     \
        WARN("skipped: there is no hp2ps here");                                                             \
        return;                                                                                              \
    }
