// trav/ghc/profile/census_graph.hpp: the mock GHC heap as GHC's census sees it.
#pragma once

#include "../heap/graph.hpp"

#include <vector>

namespace trav::ghc {

/// The heap without threads and their stacks, unless they are asked for (-xt).
class CensusGraph : public Graph {
  public:
    explicit CensusGraph(Heap const& heap, bool stacks = false, bool ghc_compatible = false)
        : Graph(heap, ghc_compatible), stacks_(stacks) {}

    std::vector<Closure*> objects() const {
        std::vector<Closure*> counted;
        Objects const all = Graph::objects();
        for (auto at = all.begin(); at != all.end(); ++at)
            if (stacks_ || (type(*at) != ClosureType::TSO && type(*at) != ClosureType::STACK))
                counted.push_back(*at);
        return counted;
    }

  private:
    bool stacks_;
};

}  // namespace trav::ghc
