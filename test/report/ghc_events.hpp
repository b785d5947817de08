// The real ghc-events, if it is installed.
#pragma once

#include "support/folder.hpp"

#include <trav/report/hp/file.hpp>
#include <trav/report/hp/label.hpp>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

inline bool have_ghc_events() { return std::system("command -v ghc-events >/dev/null 2>&1") == 0; }

// What ghc-events shows of the events of a file, without the declarations; or its error message.
inline std::string shown_file(std::string const& file) {
    Folder const folder;
    std::string const to = folder.str() + "/";
    std::string const command = "ghc-events show '" + file + "' >'" + to + "shown' 2>'" + to + "complaint'";
    int const status = std::system(command.c_str());
    std::string const complaint = read(to + "complaint");
    if (status != 0 || !complaint.empty()) return "refused: " + complaint;
    std::string const text = read(to + "shown");
    std::size_t const events = text.find("Events:");
    return events == std::string::npos ? text : text.substr(events);
}
inline std::string shown(std::string const& bytes) {
    Folder const folder;
    write(folder / "x.eventlog", bytes);
    return shown_file(folder / "x.eventlog");
}

// The samples in the output of ghc-events. Biographical samples are at the times of their censuses; stacks
// are labels of a .hp file.
inline std::vector<trav::HpSample> shown_samples(std::string const& text) {
    std::vector<trav::HpSample> samples;
    std::map<std::string, trav::StackEntry> centres;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        // The text after `words`, up to `end`.
        auto const after = [&](std::string const& words, std::string const& end = "") -> std::string {
            std::size_t const at = line.find(words);
            if (at == line.npos) return "";
            std::size_t const begin = at + words.size();
            return line.substr(begin, end.empty() ? line.npos : line.find(end, begin) - begin);
        };
        if (line.find(": cost centre ") != line.npos) {
            std::string const centre = after(": cost centre ");
            std::size_t const space = centre.find(' ');
            centres[centre.substr(0, space)] = {centre.substr(space + 1, centre.find(" in ") - space - 1),
                                                after(" in ", " at ")};
        } else if (line.find("start heap prof sample") != line.npos) {
            std::string const census = after(" at time ");
            samples.push_back({std::stod(census.empty() ? line : census) / 1e9});
        } else if (line.find("residency") != line.npos) {
            std::uint64_t const bytes = std::stoull(after("residency "));
            std::string label = after(", label ");
            if (line.find(", cost centre stack") != line.npos) {
                std::istringstream ids(after(", cost centre stack"));
                std::vector<trav::StackEntry> stack;
                for (std::string id; ids >> id;) stack.push_back(centres.at(id.substr(0, id.find(','))));
                label = trav::stack_text(stack);
            }
            samples.back().bands.push_back({label, bytes});
        }
    }
    return samples;
}

// Skips the test unless the real ghc-events is installed.
#define GHC_EVENTS_OR_SKIP()                                                                                 \
    if (!have_ghc_events()) {                                                                                \
        WARN("skipped: there is no ghc-events here");                                                        \
        return;                                                                                              \
    }
