// trav/flow/streamed_graph.hpp: a graph in a file that may be larger than memory, for solve(). POSIX.
//
//     trav::MappedCsr<> const graph("heap.csr", trav::Trust::arrays);
//     trav::RowBlocks rows(graph);                                        // graph/row_blocks.hpp
//     trav::StreamedGraph const heap(rows);
//     heap.bytes<Masks>()                                                 // the memory needed, in advance
//     auto const found = trav::solve(heap, sources, masks);
//     if (std::uint8_t const* mask = found.find(n)) ...
//
//     trav::StreamedGraph const some(rows, follow);    // references that follow(from, to, kind) admits
//     trav::Profiler profiler{trav::sized(heap, size_of), roots};
//
// Memory holds the value of each object, reached or not, a bit per object that marks a pending update, and
// two blocks of rows. The rows are read in file order, and a second thread reads one block ahead. In the
// first pass every reached object sends; in later passes, every object with a pending update. A block sends
// until nothing in it grows any more. Blocks with nothing to send are not read. Each pass goes through the
// file in the opposite direction to the one before. If most references lead one way, as in a heap in
// allocation order, one pass is nearly all the work. The result is the same as for a graph in memory.
//
// A value should be as small as possible: a byte for up to eight roots. A flow needs `nothing`; neither a
// source's value nor a result of cut() or transfer() may equal it. `follow` may also be called for two
// objects without a reference between them. It is copied; copies of the graph read the same RowBlocks.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/index_range.hpp"
#include "../graph/row_blocks.hpp"
#include "flow.hpp"
#include "solve.hpp"
#include "value_sweep.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace trav {

namespace detail {

/// A block of a file as a graph, for ValueSweep.
template <class Node, class Follow>
class BlockGraph {
  public:
    using node = Node;
    BlockGraph(typename RowBlocks<Node>::Block const& block, Follow const& follow)
        : block_(block), origin_(address(block.targets) - bytes(block.offsets[0])), follow_(follow) {}
    TRAV_INLINE std::span<Node const> children(Node n) const {
        std::uint64_t const* const offset = block_.offsets + (index(n) - block_.first);
        return {reinterpret_cast<Node const*>(origin_ + bytes(offset[0])),
                static_cast<std::size_t>(offset[1] - offset[0])};
    }
    Node const* rows_begin() const { return block_.targets; }
    Node const* rows_end() const { return block_.targets + block_.references(); }
    TRAV_INLINE std::size_t index(Node n) const { return static_cast<std::size_t>(n); }
    TRAV_INLINE Node node_at(std::size_t at) const { return static_cast<Node>(at); }
    std::size_t count() const { return block_.first + block_.rows; }
    TRAV_INLINE bool in_block(std::size_t at) const { return at - block_.first < block_.rows; }
    TRAV_INLINE bool follows(Node from, Node const* child) const {
        return follow_(from, *child, block_.kinds ? block_.kinds[child - block_.targets] : std::uint8_t{0});
    }

  private:
    static std::uintptr_t address(Node const* target) { return reinterpret_cast<std::uintptr_t>(target); }
    TRAV_INLINE static std::uintptr_t bytes(std::uint64_t targets) {
        return static_cast<std::uintptr_t>(targets) * sizeof(Node);
    }
    typename RowBlocks<Node>::Block block_;
    std::uintptr_t origin_;  // of the array of all targets
    Follow const& follow_;
};

}  // namespace detail

/// Follows all references.
struct FollowAll {
    constexpr bool operator()(auto, auto, std::uint8_t) const { return true; }
};

/// The values found by solve() over a file.
template <std::unsigned_integral Node, Flow F>
class StreamedValues {
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

    StreamedValues() = default;
    /// Called by the solver.
    template <class Follow>
    void run(RowBlocks<Node>& rows, auto const& sources, F& flow, Follow const& follow) {
        values_.assign(rows.count(), Value{F::nothing});
        Solving<Follow> solving{rows, follow, {flow, values_.data(), rows.count()}};
        solving.sweep.pending.assign(rows.count() / 64 + 1, 0);
        for (auto const& source : sources) {
            auto const at = static_cast<std::size_t>(source.node);
            if (at >= rows.count())
                throw std::invalid_argument("trav: solve: source " + std::to_string(at) + ", but there are " +
                                            std::to_string(rows.count()) + " nodes");
            values_[at] = flow.join(values_[at], source.value);
        }
        solving.run();
        passes_ = solving.passes;
        blocks_read_ = solving.blocks;
    }

  private:
    using Block = typename RowBlocks<Node>::Block;
    static constexpr std::size_t none = RowBlocks<Node>::none;

    template <class Follow>
    struct Solving {
        using Graph = detail::BlockGraph<Node, Follow>;
        using Sweep = detail::ValueSweep<Graph, F>;
        using Rows = typename Sweep::Rows;
        RowBlocks<Node>& rows;
        Follow const& follow;
        Sweep sweep;
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
                if (!Sweep::is_nothing(sweep.values[at])) return true;
            return false;
        }
        bool has_pending(std::size_t block) const {
            std::size_t const end = (rows.first(block + 1) + 63) / 64;
            for (std::size_t word = rows.first(block) / 64; word != end; ++word)
                if (sweep.pending[word] != 0) return true;
            return false;
        }
        /// Sends, up and down, until no object in the block has a pending update.
        template <bool Up>
        void solve_block(Block const& block) {
            if (first ? !first_sweep<Up>(block) : !next_sweep<Up>(block)) return;
            while (next_sweep<!Up>(block) && next_sweep<Up>(block)) {}
        }
        /// Sends from every reached object. Returns whether there are late updates in the block.
        template <bool Up>
        bool first_sweep(Block const& block) {
            std::size_t const end = block.first + block.rows;
            for (std::size_t word = block.first / 64; word * 64 < end; ++word) sweep.pending[word] = 0;
            sweep.behind = {};
            sweep.template first<Up>(Rows(Graph(block, follow)), Up ? block.first : rows.count() - end,
                                     Up ? end : rows.count() - block.first);
            return sweep.behind.grown != 0;
        }
        /// Sends the pending updates. Returns whether there are late updates in the block.
        template <bool Up>
        bool next_sweep(Block const& block) {
            sweep.behind = {};
            sweep.template next<Up>(Rows(Graph(block, follow)), block.first / 64, (block.rows + 63) / 64);
            return sweep.behind.grown != 0;
        }
    };

    detail::GrowingArray<Value> values_;
    std::size_t passes_ = 0, blocks_read_ = 0;
};

/// The rows of a file as a graph.
template <std::unsigned_integral Node, class Follow = FollowAll>
class StreamedGraph {
  public:
    using node = Node;
    static constexpr bool solves_flows = true;

    /// Follows the references that `follow(from, to, kind)` admits. Refers to `rows`.
    explicit StreamedGraph(RowBlocks<Node>& rows, Follow follow = {})
        : rows_(&rows), follow_(std::move(follow)) {}

    IndexRange<Node> objects() const { return IndexRange<Node>(rows_->count()); }

    /// The memory that solve() allocates for such a flow, including the memory of the rows.
    template <Flow F>
    std::uint64_t bytes() const {
        return rows_->bytes() + std::uint64_t{rows_->count()} * sizeof(typename F::value) +
               rows_->count() / 8;
    }
    /// Whether solve() takes such a flow.
    template <class F>
    static consteval bool check() {
        static_assert(detail::HasNothing<F>,
                      "trav: a flow over a file needs 'static constexpr value nothing = ...'");
        return detail::HasNothing<F>;
    }
    /// Called by trav::solve(). Throws BadFile.
    template <class Sources, class F>
    auto solve(Sources const& sources, F& flow) const {
        if constexpr (detail::check_flow<MappedCsr<Node> const&, Sources, F>()) {
            if constexpr (check<F>()) {
                StreamedValues<Node, F> found;
                found.run(*rows_, sources, flow, follow_);
                return found;
            }
        }
    }

  private:
    RowBlocks<Node>* rows_;
    Follow follow_;
};

}  // namespace trav
