// expect: trav: the values of a census have at most 31 bits
// lines: 11
#include <trav/ghc/live/census.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/words.hpp>

#include <cstdint>
#include <vector>

struct Masks {
    using value = std::uint64_t;
    value join(value a, value b) { return a | b; }
};

int main() {
    using namespace trav::ghc;
    AddressRange const heap;
    LiveGraph const graph(heap, false);
    WordTable words(heap);
    Masks masks;
    std::vector<trav::Source<Closure*, std::uint64_t>> const sources;
    auto const amounts = Census(graph, words, masks).run(sources);
}
