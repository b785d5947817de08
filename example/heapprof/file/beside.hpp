// Programs that are installed in this program's folder.
#pragma once

#include <string>
#include <vector>

namespace heapprof {

/// Replaces this process with a program from this program's folder. Throws std::runtime_error on failure.
[[noreturn]] void become(std::string const& name, std::vector<std::string> arguments);

}  // namespace heapprof
