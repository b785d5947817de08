// bench/peer/llvm.hpp: LLVM's df_iterator with an external set of visited nodes. Empty where LLVM's headers
// are missing.
#pragma once

#ifdef BENCH_LLVM
#define LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING 1  // of LLVM we use headers only
#include <llvm/ADT/DepthFirstIterator.h>

#include <cstdint>
#include <utility>

namespace bench {

/// What df_iterator needs of a set. `first(n)` marks n and answers whether it was not marked before.
template <class N, class First>
struct LlvmSet {
    First first;
    std::pair<N*, bool> insert(N n) { return {nullptr, first(n)}; }
    void completed(N) {}
};

/// Objects found from the roots. `Traits` are LLVM's graph traits, with the root for the graph.
template <class Traits, class Roots, class First>
std::uint64_t llvm_depth_first(Roots const& roots, First first) {
    using N = typename Traits::NodeRef;
    using Set = LlvmSet<N, First>;
    using Iterator = llvm::df_iterator<N, Set, true, Traits>;
    Set set{first};
    std::uint64_t found = 0;
    for (N const root : roots)
        for (auto at = Iterator::begin(root, set), end = Iterator::end(root, set); at != end; ++at) ++found;
    return found;
}

}  // namespace bench
#endif
