// The real hp2ps, where it is installed.
#pragma once

#include "support/folder.hpp"

#include <cstdlib>
#include <string>

inline bool have_hp2ps() { return std::system("command -v hp2ps >/dev/null 2>&1") == 0; }

// Whether the real hp2ps reads the text; its complaint otherwise.
inline std::string hp2ps_says(std::string const& text) {
    Folder const folder;
    write(folder / "x.hp", text);
    int const status = std::system(("cd '" + folder.str() + "' && hp2ps x.hp 2>complaint").c_str());
    std::string const complaint = read(folder / "complaint");
    if (!complaint.empty()) return complaint;
    if (status != 0) return "status " + std::to_string(status);
    return read(folder / "x.ps").empty() ? "no x.ps" : "";
}

// A test of what the real hp2ps does.
#define HP2PS_OR_SKIP()                                                                                      \
    if (!have_hp2ps()) {                                                                                     \
        WARN("skipped: there is no hp2ps here");                                                             \
        return;                                                                                              \
    }
