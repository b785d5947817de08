// trav/strategy/in_memory_order.hpp: objects are visited in the order in which they lie in memory, by one
// sweep through the heap, as far as that goes.
//
// Most edges of a real heap lead one way through memory: a program allocates what it points to first, and a
// copying collector puts children behind their parents. An object that was reached is visited when the sweep
// comes to it, so memory is read from one end to the other. What is reached behind the sweep is left to
// Prefetch, and so is a heap without a good order. The direction is found by looking at some edges.
//
//     trav::traverse<trav::InMemoryOrder>(graph, roots, policy);     // node_at(index), or memory_order()
//
// For policies with `once` that neither inherit nor ask for the parent. The order of visits is unspecified.
// Needs a byte for each slot of the heap (graph/memory_order.hpp).
#pragma once

#include "../detail/column.hpp"
#include "../graph/detail/edge_sample.hpp"
#include "../store/store.hpp"
#include "prefetch.hpp"

#include <concepts>
#include <cstddef>

namespace trav {

struct InMemoryOrder {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    template <class G, class P, class S>
    static consteval bool check() {
        constexpr bool suits = VisitsOnce<P> && detail::Bare<P, node_t<G>>;
        static_assert(MemoryOrdered<G>,
                      "trav: InMemoryOrder needs a graph with 'node_at(index)' or 'memory_order()'");
        static_assert(suits, "trav: InMemoryOrder is for policies with 'once', without inherited or parent");
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

        /// One visit, in no order.
        go step() {
            leave_roots();
            return rest_.step();
        }
        bool run() {
            auto const order = detail::memory_order(graph_);
            if (order.slots() != 0 && !roots_.empty()) {
                int const direction = detail::direction_in_memory(graph_, order);
                if (direction > 0 && !sweep<true>(order)) return false;
                if (direction < 0 && !sweep<false>(order)) return false;
            }
            leave_roots();
            return rest_.run();
        }

      private:
        struct Object {
            N node;
            std::size_t slot;
        };

        void leave_roots() {
            while (!roots_.empty()) rest_.push(roots_.pop(), {});
        }
        /// False: a visit said stop.
        template <bool Up>
        bool sweep(auto const& order) {
            std::size_t const slots = order.slots(), blocks = order.blocks();
            reached_.assign(slots + 1, false);  // what has no slot is never reached
            while (!roots_.empty()) {
                N const root = roots_.pop();
                if (std::size_t const slot = order.slot(root); slot < slots) reached_[slot] = true;
                else rest_.push(root, {});
            }
            for (std::size_t k = 0; k != blocks; ++k) {
                std::size_t const block = Up ? k : blocks - 1 - k;
                block_.clear();
                order.each(block, Up ? block + 1 : block - 1,
                           [&](N const& n, std::size_t slot) { block_.push({n, slot}); });
                for (std::size_t i = 0; i != block_.size(); ++i)
                    if (!arrive<Up>(order, block_[Up ? i : block_.size() - 1 - i])) return false;
            }
            return true;
        }
        template <bool Up>
        TRAV_INLINE bool arrive(auto const& order, Object const& object) {
            if (!reached_[object.slot]) return true;
            auto&& touched = detail::mark(store_, object.node);
            if (!touched.fresh) return true;
            go const answer = visit(object.node, touched.data());
            if (answer != go::down) return answer != go::stop;
            auto const reach = [&](N const& child) {
                std::size_t const slot = order.slot(child);
                if (slot >= order.slots()) {
                    if (slot > order.slots()) rest_.push(child, {});
                    return;
                }
                bool const behind = Up ? slot < object.slot : slot > object.slot;
                if (behind && !reached_[slot]) [[unlikely]]
                    rest_.push(child, {});
                reached_[slot] = true;
            };
            if constexpr (detail::InARow<G>) {
                auto const row = detail::row_of(graph_, object.node);
                std::size_t i = 0;
                if constexpr (detail::OneArray<G> && std::integral<N>) {
                    // most have up to two children; in place of one that is not there an object reaches
                    // itself, which costs less than a branch
                    if (graph_.rows_end() - row.data() >= 2) [[likely]]
                        for (; i != 2; ++i) {
                            N const others = static_cast<N>(N{0} - N{i < row.size()});
                            reach(static_cast<N>(object.node ^ ((object.node ^ row.data()[i]) & others)));
                        }
                }
                for (; i < row.size(); ++i) reach(row[i]);
                if (detail::AlwaysInARow<G> || row.data() != nullptr) return true;
            }
            detail::each_child(graph_, object.node, reach);
            return true;
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
        detail::Column<N> roots_;
        detail::Column<bool> reached_;  // by slot
        detail::Column<Object> block_;  // the objects of this one
    };
};

}  // namespace trav
