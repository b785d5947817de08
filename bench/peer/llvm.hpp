// bench/peer/llvm.hpp: LLVM's df_iterator with an external set of visited nodes. Empty if LLVM's headers are
// missing.
#pragma once

#ifdef BENCH_LLVM
#define LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING 1  // we use only LLVM's headers
#include <llvm/ADT/DepthFirstIterator.h>

#include <cstdint>
#include <utility>

namespace bench {

/// The interface that df_iterator requires of a set. `first(n)` marks n and returns whether it was unmarked.
template <class N, class First>
struct LlvmSet {
    First first;
    std::pair<N*, bool> insert(N n) { return {nullptr, first(n)}; }
    void completed(N) {}
};

/// The number of objects reachable from the roots. `Traits` are LLVM's graph traits, with the root as the
/// graph.
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
