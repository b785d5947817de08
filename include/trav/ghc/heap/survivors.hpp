// trav/ghc/heap/survivors.hpp: data that a heap keeps between collections.
//
// Offers Survivors: GHC's mutable lists, its scavenged static objects and its list of CAFs.
#pragma once

#include "../layout/closure.hpp"

#include <vector>

namespace trav::ghc {

struct Survivors {
    std::vector<Closure*> mutable_list;  ///< mutable objects that survived the last collection
    std::vector<Closure*> static_list;   ///< static closures scanned by the last collection
    std::vector<Closure*> cafs;          ///< all evaluated CAFs
    Word mark = 0;                       ///< collections so far; the link field of closures in static_list
};

}  // namespace trav::ghc
