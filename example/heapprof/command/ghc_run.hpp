// A run of `heapprof ghc`: one program on the mock machine, with the profiles that its options ask for.
#pragma once

#include <string>
#include <vector>

namespace heapprof {

/// `words` are the program's name, its arguments and the options. Throws std::exception with one line of
/// what().
void run_ghc(std::vector<std::string> const& words, bool as_ghc);

}  // namespace heapprof
