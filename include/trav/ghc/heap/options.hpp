// trav/ghc/heap/options.hpp: the options of a Heap.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>

namespace trav::ghc {

struct Options {
    bool ldv = false;                                   ///< biographies in header words, from era 1
    bool keep_cafs = false;                             ///< an unreachable CAF keeps its value
    std::size_t capabilities = 1;                       ///< run queues, at least one (GHC: -N)
    std::size_t program_bytes = std::size_t{16} << 20;  ///< room for info tables and static closures
};

}  // namespace trav::ghc
