// trav/flow/address_order.hpp: the order of addresses: a memory order for graphs of pointers, which no graph
// needs to offer.
//
// A walk collects the addresses of all objects that some roots reach. An object's slot is its number in
// ascending order of addresses. The walk reads each object once, before a sweep reads it again, and takes
// 2 KB for each 64 KB with objects: 1.5 bytes for an object of 48 among others. Objects at addresses that are
// not multiples of 8 come last.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/unique_ptr.hpp"
#include "../graph/address_set.hpp"
#include "../graph/memory_order.hpp"
#include "../store/hashed.hpp"
#include "../store/store.hpp"
#include "../strategy/prefetch.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// A graph without a known memory order, whose nodes are addresses.
template <class G>
concept AddressOrdered = !MemoryOrdered<G> && std::is_pointer_v<node_t<G>>;

template <class G>
class AddressOrder {
    using N = node_t<G>;

  public:
    explicit AddressOrder(G const& graph) : graph_(&graph) {}

    /// Walks everything that these lists of nodes reach.
    void reach(auto const&... lists) {
        Marks marks{*this};
        Policy policy;
        typename Prefetch<>::template Walker<G, Policy, Marks> walker(*graph_, policy, marks);
        (push_all(walker, lists), ...);
        walker.run();
        slots_ = members_ = set_.number_all(blocks_);
        for (N const& n : apart_) *apart_slots_.find(n) = slots_++;
    }

    std::size_t slots() const { return slots_; }
    /// The slot of a resolved object; more than slots() if the walk did not reach it.
    TRAV_ALWAYS_INLINE std::size_t slot_of(N const& n) const {
        std::uintptr_t const at = address(n);
        return at % 8 == 0 ? set_.number(at) : slot_apart(n);
    }
    TRAV_ALWAYS_INLINE std::size_t slot(N const& handle) const {
        N const n = resolve(*graph_, handle);
        return null(*graph_, n) ? slots_ : slot_of(n);
    }
    std::size_t blocks() const { return blocks_.size() + (apart_.size() + apart_block - 1) / apart_block; }
    std::size_t begin(std::size_t block) const {
        if (block < blocks_.size()) return blocks_[block].number();
        std::size_t const first = members_ + (block - blocks_.size()) * apart_block;
        return first < slots_ ? first : slots_;
    }
    TRAV_ALWAYS_INLINE void each(std::size_t block, std::size_t next, auto&& f) const {
        if (block < blocks_.size()) [[likely]] {
            std::uintptr_t const ahead =
                next < blocks_.size() ? blocks_[next].address() - blocks_[block].address() : 0;
            return AddressSet::each(blocks_[block], [&](std::uintptr_t at, std::size_t slot) {
                prefetch_at(reinterpret_cast<void const*>(at + ahead));
                f(reinterpret_cast<N>(at), slot);
            });
        }
        for (std::size_t slot = begin(block), end = begin(block + 1); slot != end; ++slot)
            f(apart_[slot - members_], slot);
    }

  private:
    static constexpr std::size_t apart_block = 128;

    struct Policy {
        static constexpr bool once = true;
        void visit(auto&) {}
    };
    /// The store of the walk.
    struct Marks {
        static constexpr bool stable = true;
        AddressOrder& order;
        Absent<0> none{};

        TRAV_ALWAYS_INLINE Touched<Absent<0>> touch(N const& n) { return {&none, order.add(n)}; }
        TRAV_ALWAYS_INLINE void const* address(N const& n) const {
            return order.set_.word_at(AddressOrder::address(n));
        }
    };

    TRAV_ALWAYS_INLINE static std::uintptr_t address(N n) { return reinterpret_cast<std::uintptr_t>(n); }
    void push_all(auto& walker, auto const& list) {
        for (N const& n : list) walker.push(n, {});
    }
    /// Returns whether the object is new.
    TRAV_ALWAYS_INLINE bool add(N const& n) {
        std::uintptr_t const at = address(n);
        return at % 8 == 0 ? set_.add(at) : add_apart(n);
    }
    TRAV_NOINLINE bool add_apart(N const& n) {
        bool const fresh = apart_slots_.touch(n).fresh;
        if (fresh) apart_.push(n);
        return fresh;
    }
    TRAV_NOINLINE std::size_t slot_apart(N const& n) const {
        auto const* const slot = apart_slots_.find(n);
        return slot ? *slot : AddressSet::none;
    }

    G const* graph_;
    AddressSet set_;
    GrowingArray<typename AddressSet::Block> blocks_;
    std::size_t members_ = 0, slots_ = 0;
    GrowingArray<N> apart_;  // objects that the set cannot have
    Hashed<N, std::size_t> apart_slots_;
};

template <class G>
concept HasOrder = MemoryOrdered<G> || AddressOrdered<G>;

/// The memory order of a graph that has one; otherwise the order of the addresses of all objects that these
/// lists of nodes reach.
template <class G>
auto order_of(G const& graph, [[maybe_unused]] auto const&... lists) {
    if constexpr (AddressOrdered<G>) {
        UniquePtr order(new AddressOrder<G>(graph));
        order->reach(lists...);
        return order;
    } else {
        auto order = memory_order(graph);
        return UniquePtr(new auto(std::move(order)));
    }
}
template <class G>
using order_t = std::remove_reference_t<decltype(*order_of(std::declval<G const&>()))>;

}  // namespace trav::detail
