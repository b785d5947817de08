// trav/store/dense.hpp: node data in an array indexed by node: the store for graphs whose nodes are numbered.
//
// Needs a slot for each node of the graph, reached or not: the data and a 4-byte epoch (1 byte if there is no
// data).
#pragma once

#include "store.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace trav {

/// The index of a node that is a number.
struct AsIndex {
    template <class N>
        requires std::integral<N> || std::is_enum_v<N>
    constexpr std::size_t operator()(N n) const {
        return static_cast<std::size_t>(n);
    }
};

/// The index that a graph gives a node. The graph must outlive the store.
template <class G>
struct GraphIndex {
    G const* graph;
    constexpr std::size_t operator()(typename G::node const& n) const {
        return static_cast<std::size_t>(graph->index(n));
    }
};

/// `index(n)` is the index of nodes of type N.
template <class Index, class N>
concept IndexFor = requires(Index const& index, N const& n) { index(n); };

/// An array of T by index. begin_pass() is O(1), amortised over the passes.
template <class T = detail::Absent<0>, class Index = AsIndex>
class Dense {
  public:
    static constexpr bool stable = true;
    static constexpr bool concurrent = true;

    constexpr explicit Dense(std::size_t count = 0, Index index = {}) : slots_(count), index_(index) {}

    template <class N>
        requires IndexFor<Index, N>
    constexpr Touched<T> touch(N const& n) {
        return slots_[index_(n)].touch(epoch_);
    }
    template <class N>
        requires IndexFor<Index, N>
    constexpr Touched<T> mark(N const& n) {
        return slots_[index_(n)].mark(epoch_);
    }
    template <class N>
        requires IndexFor<Index, N>
    constexpr T* find(N const& n) {
        return slots_[index_(n)].find(epoch_);
    }
    template <class N>
        requires IndexFor<Index, N>
    constexpr T const* find(N const& n) const {
        return slots_[index_(n)].find(epoch_);
    }

    constexpr void const* address(auto const& n) const
        requires IndexFor<Index, decltype(n)>
    {
        return slots_.data() + index_(n);
    }

    constexpr void begin_pass() {
        if (++epoch_ != 0) return;
        for (auto& slot : slots_)
            slot.epoch = 0;  // the epochs are used up: start again, once in 2^8 or 2^32 passes
        epoch_ = 1;
    }
    /// The graph may have grown since the last pass.
    constexpr void begin_pass(std::size_t count) {
        if (count > slots_.size()) slots_.resize(count);
        begin_pass();
    }

  private:
    using Epoch = std::conditional_t<std::is_empty_v<T>, std::uint8_t, std::uint32_t>;
    std::vector<Slot<T, Epoch>> slots_;
    Epoch epoch_ = 1;
    [[no_unique_address]] Index index_;
};

}  // namespace trav
