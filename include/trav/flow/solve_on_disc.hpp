// trav/flow/solve_on_disc.hpp: solves a flow over a graph in a file that may be larger than memory. POSIX.
//
//     trav::MappedCsr<> const graph("heap.csr", trav::Trust::arrays);
//     trav::RowBlocks rows(graph);                                        // graph/row_blocks.hpp
//     trav::bytes_on_disc<Masks>(rows)                                    // the memory needed, in advance
//     auto const found = trav::solve_on_disc(rows, sources, masks);
//     if (std::uint8_t const* mask = found.find(n)) ...
//
// Memory holds the value of each object, reached or not, a bit per object that marks a pending update, and
// two blocks of rows. The rows are read in file order, and a second thread reads one block ahead. In the
// first pass every reached object sends; in later passes, every object with a pending update. A block sends
// until nothing in it grows any more. Blocks with nothing to send are not read. Each pass goes through the
// file in the opposite direction to the one before. If most references lead one way, as in a heap in
// allocation order, one pass is nearly all the work. The result is the same as with solve().
//
// A value should be as small as possible: a byte for up to eight roots. A flow needs `nothing`; neither a
// source's value nor a result of cut() or transfer() may equal it. `follow(from, to, kind)` selects the
// references to follow; it may also be called for two objects without a reference between them.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/row_blocks.hpp"
#include "flow.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace trav {

/// Follows all references.
struct FollowAll {
    constexpr bool operator()(auto, auto, std::uint8_t) const { return true; }
};

/// The values found by solve_on_disc().
template <std::unsigned_integral Node, Flow F>
class SolvedOnDisc {
  public:
    using Value = typename F::value;

    /// A pointer to the value of a node, or null if the flow did not reach it.
    Value const* find(Node n) const {
        Value const& value = values_[static_cast<std::size_t>(n)];
        return value == Value{F::nothing} ? nullptr : &value;
    }
    std::size_t count() const { return values_.size(); }
    std::size_t passes() const { return passes_; }
    std::size_t blocks_read() const { return blocks_read_; }

    SolvedOnDisc() = default;
    /// Called by the solver.
    template <class Follow>
    void run(RowBlocks<Node>& rows, auto const& sources, F& flow, Follow follow) {
        values_.assign(rows.count(), Value{F::nothing});
        Solving<Follow> solving{rows, flow, follow, values_.data()};
        solving.pending.assign(rows.count() / 64 + 1, 0);
        for (auto const& source : sources) {
            auto const at = static_cast<std::size_t>(source.node);
            if (at >= rows.count())
                throw std::invalid_argument("trav: solve_on_disc: source " + std::to_string(at) +
                                            ", but there are " + std::to_string(rows.count()) + " nodes");
            values_[at] = flow.join(values_[at], source.value);
        }
        solving.run();
        passes_ = solving.passes;
        blocks_read_ = solving.blocks;
    }

  private:
    using Block = typename RowBlocks<Node>::Block;
    static constexpr std::size_t none = RowBlocks<Node>::none;
    static constexpr bool changes = detail::Cuts<F, Node> || detail::Transfers<F, Node>;
    static constexpr std::size_t distance = 96;  // references between prefetching and sending

    template <class Follow>
    struct Solving {
        RowBlocks<Node>& rows;
        F& flow;
        Follow follow;
        Value* values;
        detail::GrowingArray<std::uint64_t> pending{};  // a bit per object: it has a pending update
        std::size_t passes = 0, blocks = 0;
        bool first = true;  // the first pass is running

        void run() {
            bool up = leads_up();
            for (;; up = !up) {
                std::size_t const all = rows.blocks();
                std::size_t at = next_to_send(up ? 0 : all - 1, up);
                if (at == none) return;
                ++passes;
                while (at != none) {
                    std::size_t const neighbour = up ? at + 1 : at == 0 ? none : at - 1;
                    // in the first pass the next block will be reached
                    std::size_t const expected = first ? neighbour : next_to_send(neighbour, up);
                    Block const block = rows.read(at, expected);
                    ++blocks;
                    if (up) solve_block<true>(block);
                    else solve_block<false>(block);
                    at = next_to_send(neighbour, up);
                }
                first = false;
            }
        }
        /// Whether most of some sampled references lead to larger numbers.
        bool leads_up() {
            std::size_t up = 0, all = 0;
            std::size_t const step = std::max<std::size_t>(rows.blocks() / 8 + 1, 16);
            for (std::size_t b = rows.blocks() / 2 % step; b < rows.blocks(); b += step) {
                Block const block = rows.read(b);
                for (std::size_t i = 0; i < block.rows; i += block.rows / 64 + 1)
                    for (Node const child : block.row(i)) up += child > block.first + i, ++all;
            }
            return up * 2 >= all;
        }
        /// The first block with an update to send, from `block` on.
        std::size_t next_to_send(std::size_t block, bool up) const {
            for (; block < rows.blocks(); up ? ++block : --block)  // -1 is none, too
                if (first ? is_reached(block) : has_pending(block)) return block;
            return none;
        }
        bool is_reached(std::size_t block) const {
            for (std::size_t at = rows.first(block), end = rows.first(block + 1); at != end; ++at)
                if (!(values[at] == Value{F::nothing})) return true;
            return false;
        }
        bool has_pending(std::size_t block) const {
            std::size_t const end = (rows.first(block + 1) + 63) / 64;
            for (std::size_t word = rows.first(block) / 64; word != end; ++word)
                if (pending[word] != 0) return true;
            return false;
        }
        /// Sends, up and down, until no object in the block has a pending update.
        template <bool Up>
        void solve_block(Block const block) {
            if (first ? !first_sweep<Up>(block) : !sweep<Up>(block)) return;
            while (sweep<!Up>(block) && sweep<Up>(block)) {}
        }
        /// Sends from every reached object, without reading the bits. Returns whether there are late updates
        /// in the block.
        template <bool Up>
        TRAV_NOINLINE bool first_sweep(Block const block) {
            std::size_t grown = 0;
            for (std::size_t word = block.first / 64; word * 64 < block.first + block.rows; ++word)
                pending[word] = 0;
            for (std::size_t i = 0; i != block.rows; ++i) {
                std::size_t const at = block.first + (Up ? i : block.rows - 1 - i);
                if (!(values[at] == Value{F::nothing})) send<Up, true>(block, at, grown);
            }
            return grown != 0;
        }
        /// Sends the pending updates. Returns whether there are late updates in the block.
        template <bool Up>
        TRAV_NOINLINE bool sweep(Block const block) {
            std::size_t const begin = block.first / 64, size = (block.first + block.rows + 63) / 64 - begin;
            std::size_t grown = 0;
            for (std::size_t k = 0; k != size; ++k) {
                std::size_t const word = begin + (Up ? k : size - 1 - k);
                while (pending[word] != 0) {
                    std::size_t const bit =
                        Up ? detail::lowest_bit(pending[word]) : detail::highest_bit(pending[word]);
                    pending[word] &= ~(std::uint64_t{1} << bit);
                    send<Up, false>(block, word * 64 + bit, grown);
                }
            }
            return grown != 0;
        }
        template <bool Up, bool First>
        TRAV_INLINE void send(Block const block, std::size_t at, std::size_t& grown) {
            Value const value = detail::sent(flow, static_cast<Node>(at), values[at]);
            std::size_t const row = at - block.first, end = block.begin(row + 1);
            std::size_t e = block.begin(row);
            auto const is_sent = [&](std::size_t i) {
                std::uint8_t const kind = block.kinds ? block.kinds[i] : std::uint8_t{0};
                return follow(static_cast<Node>(at), block.targets[i], kind);
            };
            prefetch_ahead<Up, 2>(block, e);
            // most objects have up to two children; a missing child is replaced by the object itself, because
            // sending to itself costs less than a branch
            if (First && !changes && block.references() - e >= 2) [[likely]]
                for (std::size_t const begin = e; e != begin + 2; ++e) {
                    auto const is = std::size_t{e < end} & std::size_t{is_sent(e)};
                    std::size_t const child = at ^ ((at ^ block.targets[e]) & (0 - is));
                    receive<Up, First>(block, at, child, value, grown);
                }
            for (; e < end; ++e) {
                prefetch_ahead<Up, 1>(block, e);
                if (is_sent(e)) receive<Up, First>(block, at, block.targets[e], value, grown);
            }
        }
        template <bool Up, bool First>
        TRAV_INLINE void receive(Block const block, std::size_t at, std::size_t child, Value const& value,
                                 std::size_t& grown) {
            Value const before = values[child];
            Value const now = flow.join(before, value);
            values[child] = now;
            // a value that an object sends to itself adds nothing, unless a transfer changes it
            bool const is_behind =
                (Up ? child < at : child > at) | (detail::Transfers<F, Node> && child == at);
            if constexpr (First)
                if (!is_behind) return;  // will send anyway
            bool const is_grown = !(now == before);
            pending[child / 64] |= std::uint64_t{is_grown} << child % 64;
            bool const is_here = child - block.first < block.rows;
            grown += static_cast<std::size_t>(is_grown & is_behind & is_here);
        }
        /// Prefetches values of children of objects that will send soon.
        template <bool Up, std::size_t some>
        TRAV_INLINE void prefetch_ahead(Block const block, std::size_t e) const {
            if (Up ? e + distance + 2 > block.references() : e < distance + 2) return;
            std::size_t const there = Up ? e + distance : e - distance;
            for (std::size_t i = 0; i != some; ++i)
                detail::prefetch_at<1>(values + static_cast<std::size_t>(block.targets[there + i]));
        }
    };

    detail::GrowingArray<Value> values_;
    std::size_t passes_ = 0, blocks_read_ = 0;
};

/// The memory that solve_on_disc() allocates for values of this type, including the memory of `rows`.
template <Flow F, std::unsigned_integral Node>
std::uint64_t bytes_on_disc(RowBlocks<Node> const& rows) {
    return rows.bytes() + std::uint64_t{rows.count()} * sizeof(typename F::value) + rows.count() / 8;
}

/// Solves a flow over a graph in a file. Throws BadFile.
template <std::unsigned_integral Node, class F, class Follow = FollowAll,
          class Sources = detail::BracedSources<MappedCsr<Node>, F>>
auto solve_on_disc(RowBlocks<Node>& rows, Sources const& sources, F& flow, Follow follow = {}) {
    if constexpr (detail::check_flow<MappedCsr<Node> const&, Sources, F>()) {
        static_assert(detail::HasNothing<F>,
                      "trav: solve_on_disc needs a flow with 'static constexpr value nothing = ...'");
        if constexpr (detail::HasNothing<F>) {
            SolvedOnDisc<Node, F> found;
            found.run(rows, sources, flow, follow);
            return found;
        }
    }
}

}  // namespace trav
