// trav/flow/late_updates.hpp: late updates change objects that a sweep in memory order has already passed.
// Many of them mean that the order is of no use: the sweeps give up.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>

namespace trav::detail {

/// In a first sweep along some references. If the flow changes values, fewer: retainer sets that grow create
/// new sets each time, which is expensive.
constexpr std::size_t late_at_first(std::size_t references, bool changes) {
    return references / (changes ? 32 : 8) + 64;
}
/// In a sweep after one with `late` late updates.
constexpr std::size_t late_after(std::size_t late) { return late / 2 + 64; }

/// Sweeps over the blocks of an order until more() is false after a sweep. Calls send(block, next, again) for
/// blocks for which has_pending(block, again); `again`: it is not the first sweep. Returns false if send()
/// does, or if too many blocks are sent.
bool sweep_blocks(auto const& order, bool upwards, auto has_pending, auto send, auto more) {
    std::size_t const blocks = order.blocks();
    std::size_t work = 0;
    for (bool again = false;; again = true) {
        work += blocks / 32;  // a sweep of few blocks is a bad sign
        if (work > 5 * blocks + 64) return false;
        for (std::size_t k = 0; k != blocks; ++k) {
            std::size_t const block = upwards ? k : blocks - 1 - k;
            if (!has_pending(block, again)) continue;
            ++work;
            if (!send(block, upwards ? block + 1 : block - 1, again)) return false;
        }
        if (!more()) return true;
    }
}

}  // namespace trav::detail
