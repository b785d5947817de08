// trav/flow/late_updates.hpp: late updates change objects that a sweep in memory order has already passed.
// Many of them mean that the order is of no use: the sweeps give up.
#pragma once

#include "../detail/compiler.hpp"
#include "../graph/rows.hpp"
#include "flow.hpp"

#include <cstddef>

namespace trav::detail {

/// In a first sweep along some references. If the flow changes values, fewer: retainer sets that grow create
/// new sets each time, which is expensive.
constexpr std::size_t late_at_first(std::size_t references, bool changes) {
    return references / (changes ? 32 : 8) + 64;
}
/// In a sweep after one with `late` late updates.
constexpr std::size_t late_after(std::size_t late) { return late / 2 + 64; }

/// Whether a sweep that sends from position `at` has already passed a child. A value that an object sends to
/// itself adds nothing, unless a transfer changes it.
template <class F, class N>
TRAV_INLINE bool is_behind(bool upwards, std::size_t child, std::size_t at) {
    return (upwards ? child < at : child > at) | (Transfers<F, N> && child == at);
}

/// The way of the sweeps over blocks.
struct BlockSweeps {
    bool upwards;        ///< the first sweep
    bool turns = false;  ///< each sweep goes the opposite way to the one before, and none gives up
};

/// Sweeps over the blocks of rows until no block is pending, or more() is false after a sweep. A block from
/// begin to end is pending if has_pending(begin, end, again); then it is read, and passed to
/// send(number, block, upwards, again). `again`: it is not the first sweep. Returns false if send() does, or
/// if too many blocks are sent.
bool sweep_blocks(Rows auto& rows, BlockSweeps how, auto has_pending, auto send, auto more) {
    std::size_t const blocks = rows.blocks();
    std::size_t work = 0;
    bool up = how.upwards;
    for (bool again = false;; again = true, up ^= how.turns) {
        work += blocks / 32;  // a sweep of few blocks is a bad sign
        if (work > 5 * blocks + 64 && !how.turns) return false;
        auto const pending_from = [&](std::size_t block) {
            while (block < blocks && !has_pending(rows.begin(block), rows.begin(block + 1), again))
                up ? ++block : --block;
            return block;  // block 0 minus 1 is no block, either
        };
        std::size_t block = pending_from(up ? 0 : blocks - 1);
        if (block >= blocks) return true;
        while (block < blocks) {
            std::size_t const neighbour = up ? block + 1 : block - 1;
            // in the first sweep the neighbour will have something to send
            std::size_t const next = again && how.turns ? pending_from(neighbour) : neighbour;
            ++work;
            if (!send(block, rows.read(block, next), up, again)) return false;
            block = pending_from(neighbour);
        }
        if (!more()) return true;
    }
}

}  // namespace trav::detail
