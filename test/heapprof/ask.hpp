// Runs the profiler on dumps that tests write as text.
#pragma once

#include "heapprof/run.hpp"
#include "support/folder.hpp"

#include <string>

// Runs `heapprof COMMAND FILE ARGUMENTS` on a dump with this text.
inline Result ask(std::string const& command, std::string const& arguments, std::string const& text) {
    Folder const folder;
    write(folder / "x.graph", whole(text));
    return run(command + ' ' + (folder / "x.graph") + ' ' + arguments);
}

inline bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}
