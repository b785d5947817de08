// trav/ghc/heap/survivors.hpp: what a heap keeps from one collection to the next.
//
// Offers Survivors: GHC's mutable lists, its scavenged static objects and its list of CAFs.
#pragma once

#include "../layout/closure.hpp"

#include <vector>

namespace trav::ghc {

struct Survivors {
    std::vector<Closure*> mutable_list;  ///< the mutable objects that survived the last collection
    std::vector<Closure*> static_list;   ///< the static closures that it went through
    std::vector<Closure*> cafs;          ///< all that have been evaluated
    Word mark = 0;                       ///< in the link field of the static closures in the list
};

}  // namespace trav::ghc
