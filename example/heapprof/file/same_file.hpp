// refuse_same_file: what a command reads and what it writes are different files, whatever they are called.
#pragma once

#include <string>
#include <vector>

namespace heapprof {

/// Throws std::runtime_error, one line, if an output is an input or another output: the same name, a link to
/// it, or standard output, which is always one. Standard input is /dev/stdin. Devices may be used twice.
void refuse_same_file(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs);

}  // namespace heapprof
