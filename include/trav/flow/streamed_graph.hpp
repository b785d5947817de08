// trav/flow/streamed_graph.hpp: a graph in blocks of rows, for solve() and Profiler: for example in a file
// that may be larger than memory.
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

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/raise.hpp"
#include "../graph/edge_sample.hpp"
#include "../graph/index_range.hpp"
#include "../graph/rows.hpp"
#include "flow.hpp"
#include "late_updates.hpp"
#include "solve.hpp"
#include "value_sweep.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace trav {

namespace detail {

/// A block of rows as a graph, for ValueSweep.
template <class Node, class Follow>
class BlockGraph {
  public:
    using node = Node;
    BlockGraph(RowBlock<Node> const& block, Follow const& follow)
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
    RowBlock<Node> block_;
    std::uintptr_t origin_;  // of the array of all targets
    Follow const& follow_;
};

}  // namespace detail

/// Follows all references.
struct FollowAll {
    constexpr bool operator()(auto, auto, std::uint8_t) const { return true; }
};

/// The values found by solve() over blocks of rows.
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
    template <Rows R, class Follow>
    void run(R& rows, auto const& sources, F& flow, Follow const& follow) {
        std::size_t const count = rows.begin(rows.blocks());
        values_.assign(count, Value{F::nothing});
        Solving<R, Follow> solving{follow, {flow, values_.data(), count}};
        solving.sweep.pending.assign(count / 64 + 1, 0);
        for (auto const& source : sources) {
            auto const at = static_cast<std::size_t>(source.node);
            if (at >= count)
                detail::raise(std::invalid_argument("trav: solve: source " + std::to_string(at) +
                                                    ", but there are " + std::to_string(count) + " nodes"));
            values_[at] = flow.join(values_[at], source.value);
        }
        bool const upwards = detail::direction_in_blocks(rows) >= 0;
        detail::sweep_blocks(
            rows, {upwards, true},
            [&](std::size_t begin, std::size_t end, bool again) {
                return solving.has_pending(begin, end, again);
            },
            [&](std::size_t, auto const& block, bool up, bool again) {
                ++blocks_read_;
                if (up) solving.template solve_block<true>(block, again);
                else solving.template solve_block<false>(block, again);
                return true;
            },
            [&] { return ++passes_, true; });
    }

  private:
    template <class R, class Follow>
    struct Solving {
        using Block = decltype(std::declval<R&>().read(0, 0));
        using Graph = decltype(detail::BlockGraph(std::declval<Block>(), std::declval<Follow const&>()));
        using Sweep = detail::ValueSweep<Graph, F>;
        using Sent = typename Sweep::Rows;
        Follow const& follow;
        Sweep sweep;

        /// Whether a block has anything to send: a reached object, or later a pending update.
        bool has_pending(std::size_t begin, std::size_t end, bool again) const {
            if (again) {
                for (std::size_t word = begin / 64; word != (end + 63) / 64; ++word)
                    if (sweep.pending[word] != 0) return true;
            } else {
                for (std::size_t at = begin; at != end; ++at)
                    if (!Sweep::is_nothing(sweep.values[at])) return true;
            }
            return false;
        }
        /// Sends, up and down, until no object in the block has a pending update.
        template <bool Up>
        void solve_block(Block const& block, bool again) {
            if (again ? !next_sweep<Up>(block) : !first_sweep<Up>(block)) return;
            while (next_sweep<!Up>(block) && next_sweep<Up>(block)) {}
        }
        /// Sends from every reached object. Returns whether there are late updates in the block.
        template <bool Up>
        bool first_sweep(Block const& block) {
            std::size_t const end = block.first + block.rows;
            for (std::size_t word = block.first / 64; word * 64 < end; ++word) sweep.pending[word] = 0;
            sweep.behind = {};
            sweep.template first<Up>(Sent(Graph(block, follow)), Up ? block.first : sweep.count - end,
                                     Up ? end : sweep.count - block.first);
            return sweep.behind.grown != 0;
        }
        /// Sends the pending updates. Returns whether there are late updates in the block.
        template <bool Up>
        bool next_sweep(Block const& block) {
            sweep.behind = {};
            sweep.template next<Up>(Sent(Graph(block, follow)), block.first / 64, (block.rows + 63) / 64);
            return sweep.behind.grown != 0;
        }
    };
    detail::GrowingArray<Value> values_;
    std::size_t passes_ = 0, blocks_read_ = 0;
};

/// The rows of a graph in blocks, as of a file, which is not walked.
template <Rows R, class Follow = FollowAll>
class StreamedGraph {
  public:
    using node = typename R::node;
    static constexpr bool solves_flows = true;

    /// Follows the references that `follow(from, to, kind)` admits. Refers to `rows`.
    explicit StreamedGraph(R& rows, Follow follow = {}) : rows_(&rows), follow_(std::move(follow)) {}

    IndexRange<node> objects() const { return IndexRange<node>(rows_->begin(rows_->blocks())); }

    /// The memory that solve() allocates for such a flow, including the memory of the rows.
    template <Flow F>
    std::uint64_t bytes() const {
        std::uint64_t const count = objects().size();
        return rows_->bytes() + count * sizeof(typename F::value) + count / 8;
    }
    /// Whether solve() takes such a flow.
    template <class F>
    static consteval bool check() {
        static_assert(detail::holds<detail::HasNothing<F>>,
                      "trav: a flow over a file needs 'static constexpr value nothing = ...'");
        return detail::HasNothing<F>;
    }
    /// Called by trav::solve(). Throws BadFile.
    template <class Sources, class F>
    auto solve(Sources const& sources, F& flow) const {
        if constexpr (detail::check_flow<Checked const&, Sources, F>()) {
            if constexpr (check<F>()) {
                StreamedValues<node, F> found;
                found.run(*rows_, sources, flow, follow_);
                return found;
            }
        }
    }

  private:
    /// A graph with these nodes.
    using Checked =
        decltype(detail::BlockGraph(std::declval<R&>().read(0, 0), std::declval<Follow const&>()));
    R* rows_;
    Follow follow_;
};

}  // namespace trav
