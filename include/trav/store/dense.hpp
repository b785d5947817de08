// trav/store/dense.hpp: node data in an array indexed by node: the store for graphs with numbered nodes.
//
// The array has a slot for every node of the graph, reached or not: the data and a 4-byte epoch (1 byte if
// there is no data).
#pragma once

#include "../detail/array.hpp"
#include "store.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav {

/// Maps a node that is a number to its index.
struct AsIndex {
    template <class N>
        requires std::integral<N> || std::is_enum_v<N>
    constexpr std::size_t operator()(N n) const {
        return static_cast<std::size_t>(n);
    }
};

/// Maps a node to its index in the graph, which must outlive the store.
template <class G>
struct GraphIndex {
    G const* graph;
    constexpr std::size_t operator()(typename G::node const& n) const {
        return static_cast<std::size_t>(graph->index(n));
    }
};

/// `index(n)` returns the index of a node of type N.
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
        for (auto& slot : slots_) slot.epoch = 0;  // the epoch wraps around to 0, once in 2^8 or 2^32 passes
        epoch_ = 1;
    }
    /// The same, after making room if the graph has grown to `count` nodes since the last pass.
    constexpr void begin_pass(std::size_t count) {
        if (count > slots_.size()) slots_.grow(count);
        begin_pass();
    }

  private:
    using Epoch = std::conditional_t<std::is_empty_v<T>, std::uint8_t, std::uint32_t>;
    detail::Array<Slot<T, Epoch>> slots_;
    Epoch epoch_ = 1;
    [[no_unique_address]] Index index_;
};

}  // namespace trav
