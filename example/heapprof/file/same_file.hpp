// refuse_same_file: requires the inputs and outputs of a command to be different files, not only names.
#pragma once

#include <string>
#include <vector>

namespace heapprof {

/// Throws std::runtime_error with one line if an output is an input or another output: the same name, a link
/// to it, or standard output, which is always an output. Standard input is /dev/stdin. Devices may repeat.
void refuse_same_file(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs);

}  // namespace heapprof
