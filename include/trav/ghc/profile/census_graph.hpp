// trav/ghc/profile/census_graph.hpp: the mock GHC heap as GHC's census sees it.
#pragma once

#include "../heap/graph.hpp"

#include <cstddef>

namespace trav::ghc {

/// The heap without threads and their stacks, unless `stacks` includes them (-xt).
class CensusGraph : public Graph {
  public:
    explicit CensusGraph(Heap const& heap, bool stacks = false, bool ghc_compatible = false)
        : Graph(heap, ghc_compatible), stacks_(stacks) {}

    class CountedObjects {
      public:
        class iterator {
          public:
            using value_type = Closure*;
            using difference_type = std::ptrdiff_t;

            iterator() = default;
            iterator(Objects const& all, bool stacks) : at_(all.begin()), stacks_(stacks) { skip(); }
            Closure* operator*() const { return *at_; }
            iterator& operator++() {
                ++at_;
                skip();
                return *this;
            }
            iterator operator++(int) {
                iterator const before = *this;
                ++*this;
                return before;
            }
            bool operator==(Objects::End end) const { return at_ == end; }
            bool operator==(iterator const& other) const { return at_ == other.at_; }

          private:
            void skip() {
                if (stacks_) return;
                while (!(at_ == Objects::End{}) &&
                       (type(*at_) == ClosureType::TSO || type(*at_) == ClosureType::STACK))
                    ++at_;
            }
            Objects::iterator at_;
            bool stacks_ = false;
        };

        CountedObjects(Objects all, bool stacks) : all_(all), stacks_(stacks) {}
        iterator begin() const { return {all_, stacks_}; }
        Objects::End end() const { return {}; }

      private:
        Objects all_;
        bool stacks_;
    };
    CountedObjects objects() const { return {Graph::objects(), stacks_}; }
    MemoryOrder memory_order() const { return Graph::memory_order(stacks_); }

  private:
    bool stacks_;
};

}  // namespace trav::ghc
