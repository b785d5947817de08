// Runs one program of `heapprof ghc` on the mock machine, and writes the requested profiles.
#pragma once

#include <string>
#include <vector>

namespace heapprof {

/// `words` are the program's name, its arguments and the options. Throws std::exception with a one-line
/// what().
void run_ghc(std::vector<std::string> const& words, bool as_ghc);

}  // namespace heapprof
