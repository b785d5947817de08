// trav/strategy/memory_sweep.hpp: visits objects in memory order, in one pass through the heap; the
// remainder is visited by Prefetch.
//
// Most edges of a real heap lead one way through memory: a program allocates the target of a pointer first,
// and a copying collector puts children after their parents. A reached object is visited when the sweep comes
// to it, so memory is read from one end to the other. Objects that are reached behind the sweep are visited
// by Prefetch after the sweep, and so is a heap without a good order. A sample of the edges determines the
// direction.
//
//     trav::traverse<trav::MemorySweep>(graph, roots, policy);     // node_at(index), or memory_order()
//
// Requires a policy with `once` that neither inherits nor asks for the parent. The order of visits is
// unspecified. Takes a byte for each slot of the heap (graph/memory_order.hpp).
#pragma once

#include "../detail/absent.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/edge_sample.hpp"
#include "../graph/memory_rows.hpp"
#include "../store/store.hpp"
#include "prefetch.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trav {

namespace detail {

/// The rows of a block, as slots. Most rows have at most `few` children; few_readable(i) says whether `few`
/// can be read.
template <class G>
struct BlockRows : MemoryRows<node_t<G>> {
    static constexpr std::size_t few = 4;
    TRAV_INLINE bool few_readable(std::size_t) const { return true; }
    /// The slot of a child of the i-th object. If the last argument is false, `child` is not one, and any
    /// slot will do.
    TRAV_INLINE static std::size_t child_slot(std::size_t, std::size_t child, bool) { return child; }
};
/// Rows of numbers are read in place. The words between two rows need not be nodes.
template <RowsOfNumbers G>
class BlockRows<G> {
    using N = node_t<G>;

  public:
    using Place = std::size_t;
    static constexpr std::size_t few = 2;

    std::size_t size() const { return size_; }
    TRAV_INLINE N node(std::size_t i) const { return static_cast<N>(graph_->node_at(first_ + i)); }
    TRAV_INLINE std::size_t slot(std::size_t i) const { return first_ + i; }
    TRAV_INLINE std::span<N const> children(std::size_t i) const { return row_of(*graph_, node(i)); }
    TRAV_INLINE bool few_readable(std::size_t i) const { return may_read(*graph_, children(i).data(), few); }
    TRAV_INLINE std::size_t child_slot(std::size_t i, N child, bool is) const {
        N const self = node(i);
        auto const others = static_cast<N>(N{0} - N{is});
        return static_cast<std::size_t>(graph_->index(static_cast<N>(self ^ ((self ^ child) & others))));
    }
    std::span<N const> children() const { return {}; }
    bool read(G const& graph, auto const& order, std::size_t block, std::size_t) {
        graph_ = &graph, first_ = order.begin(block), size_ = order.begin(block + 1) - first_;
        return true;
    }

  private:
    G const* graph_ = nullptr;
    std::size_t first_ = 0, size_ = 0;
};

}  // namespace detail

struct MemorySweep {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    template <class G, class P, class S>
    static consteval bool check() {
        constexpr bool suits = VisitsOnce<P> && detail::Bare<P, node_t<G>>;
        static_assert(detail::holds<MemoryOrdered<G>>,
                      "trav: MemorySweep needs a graph with 'node_at(index)' or 'memory_order()'");
        static_assert(suits, "trav: MemorySweep is for policies with 'once', without inherited or parent");
        return MemoryOrdered<G> && suits;
    }

    template <class G, class P, class S>
    class Walker {
        using N = node_t<G>;
        using Rest = typename Prefetch<>::template Walker<G, P, S>;

      public:
        Walker(G const& graph, P& policy, S& store)
            : graph_(graph), policy_(policy), store_(store), rest_(graph, policy, store) {}

        void push(N const& root, inherited_t<P> const&) { roots_.push(resolve(graph_, root)); }
        bool idle() const { return roots_.empty() && rest_.idle(); }
        std::size_t size() const { return roots_.size() + rest_.size(); }
        void clear() { roots_.clear(), rest_.clear(); }
        returned_t<P>& total() { return rest_.total(); }

        /// Makes one visit, in no particular order.
        go step() {
            leave_roots();
            return rest_.step();
        }
        bool run() {
            auto const order = detail::memory_order(graph_);
            if (order.slots() != 0 && order.slots() < ~typename Rows::Place{0} && !roots_.empty()) {
                int const direction = detail::direction_in_memory(graph_, order);
                if (direction > 0 && !sweep<true>(order)) return false;
                if (direction < 0 && !sweep<false>(order)) return false;
            }
            leave_roots();
            return rest_.run();
        }

      private:
        using Rows = detail::BlockRows<G>;
        enum class Seen : unsigned char { no, reached, visited = 3 };

        void leave_roots() {
            while (!roots_.empty()) rest_.push(roots_.pop(), {});
        }
        /// Returns false if a visit said stop.
        template <bool Up>
        bool sweep(auto const& order) {
            std::size_t const slots = order.slots(), blocks = order.blocks();
            seen_.assign(slots + 1, Seen::no);  // the last entry: for objects without a slot
            while (!roots_.empty()) reach(order, roots_.pop());
            for (std::size_t k = 0; k != blocks; ++k) {
                std::size_t const block = Up ? k : blocks - 1 - k;
                bool const known = rows_.read(graph_, order, block, Up ? block + 1 : block - 1);
                for (auto const child : rows_.children()) detail::prefetch_at<1>(&seen_[child]);
                for (std::size_t i = 0, size = rows_.size(); i != size; ++i)
                    if (!arrive(order, Up ? i : size - 1 - i, known)) return false;
            }
            leave_behind(order);
            return true;
        }
        /// Passes objects that were reached behind the sweep to Prefetch.
        void leave_behind(auto const& order) {
            for (std::size_t block = 0; block != order.blocks(); ++block) {
                bool any = false;
                for (std::size_t slot = order.begin(block); slot != order.begin(block + 1); ++slot)
                    any |= seen_[slot] == Seen::reached;
                if (any) [[unlikely]]
                    order.each(block, block + 1, [&](N const& n, std::size_t slot) {
                        if (seen_[slot] == Seen::reached) rest_.push(n, {});
                    });
            }
        }
        /// Visits the i-th object of a block if it was reached. `known`: all its children have slots.
        TRAV_INLINE bool arrive(auto const& order, std::size_t i, bool known) {
            Seen& seen = seen_[rows_.slot(i)];
            if (seen == Seen::no) return true;
            seen = Seen::visited;
            N const& node = rows_.node(i);
            auto&& touched = detail::mark(store_, node);
            if (!touched.fresh) return true;
            go const answer = visit(node, touched.data());
            if (answer != go::down) return answer != go::stop;
            if (!known) [[unlikely]] {
                detail::each_child(graph_, node, [&](N const& child) { reach(order, child); });
                return true;
            }
            auto const children = rows_.children(i);
            auto const reach_one = [&](std::size_t k, bool is) {
                mark_reached(rows_.child_slot(i, children.data()[k], is), is);
            };
            std::size_t k = 0;
            if (rows_.few_readable(i)) [[likely]]  // without a branch on the number of children
                for (; k != Rows::few; ++k) reach_one(k, k < children.size());
            for (; k < children.size(); ++k) reach_one(k, true);
            return true;
        }
        TRAV_INLINE void mark_reached(std::size_t slot, bool is) {
            seen_[slot] = static_cast<Seen>(static_cast<unsigned>(seen_[slot]) | unsigned{is});
        }
        void reach(auto const& order, N const& n) {
            std::size_t const slot = order.slot(n);
            if (slot < order.slots()) mark_reached(slot, true);
            else if (slot > order.slots()) rest_.push(n, {});
        }
        TRAV_INLINE go visit(N const& node, node_data_t<P>& data) {
            inherited_t<P> inherited{}, to_children{};
            here_t<P, N> here{node, {}, true, data, inherited, to_children, rest_.total(), rest_.total()};
            return detail::visit<P, N>(policy_, here);
        }

        G const& graph_;
        P& policy_;
        S& store_;
        Rest rest_;
        detail::GrowingArray<N> roots_;
        detail::GrowingArray<Seen> seen_;  // by slot
        Rows rows_;                        // of a block
    };
};

}  // namespace trav
