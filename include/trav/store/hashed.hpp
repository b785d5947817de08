// trav/store/hashed.hpp: node data in a side table: the store for objects that have neither a number nor a
// spare field.
//
// An open-addressing hash table with linear probing, at most 5/8 full. An entry holds the node, an epoch
// and the data. Entries of earlier passes count as empty, so a new pass begins in O(1) and reuses the
// memory.
#pragma once

#include "../detail/array.hpp"
#include "../detail/compiler.hpp"
#include "hash_of.hpp"
#include "store.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav {

/// Spreads pointers, integers, and hashes of other types over 64 bits. Use the upper bits.
struct SpreadHash {
    template <class N>
    constexpr std::uint64_t operator()(N const& n) const {
        if constexpr (detail::HasHashOf<N>) {
            return detail::AskHash<N>{}(n) * 0x9E3779B97F4A7C15u;
        } else if constexpr (std::is_pointer_v<N>) {
            return reinterpret_cast<std::uintptr_t>(n) * 0x9E3779B97F4A7C15u;
        } else if constexpr (std::integral<N> || std::is_enum_v<N>) {
            return static_cast<std::uint64_t>(n) * 0x9E3779B97F4A7C15u;
        } else if constexpr (detail::Hashable<N>) {
            return std::uint64_t{detail::AskHash<N>{}(n)} * 0x9E3779B97F4A7C15u;
        } else {
            static_assert(!sizeof(N),
                          "trav: this node type has no hash: specialise std::hash or trav::HashOf "
                          "for it");
        }
    }
};

/// A side table from nodes to T. Data moves when the table grows: pointers to it are valid until the next
/// touch().
template <class N, class T = detail::Absent<0>, class Hash = SpreadHash>
class Hashed {
  public:
    static constexpr bool stable = false;

    TRAV_INLINE Touched<T> touch(N const& n) {
        Entry* entry = slot_of(n);
        if (entry->slot.epoch == epoch_) return {&entry->slot.data, false};
        if (size_ + 1 > entries_.size() / 8 * 5) {
            grow(1);
            entry = slot_of(n);
        }
        ++size_;
        entry->node = n;
        return entry->slot.touch(epoch_);
    }
    constexpr T* find(N const& n) { return slot_of(n)->slot.find(epoch_); }
    constexpr T const* find(N const& n) const { return const_cast<Hashed*>(this)->find(n); }

    constexpr void const* address(N const& n) const { return entries_.data() + home(n); }

    /// Makes room for `nodes` nodes at once, which is faster than growing step by step.
    constexpr void reserve(std::size_t nodes) {
        unsigned steps = 0;
        while (entries_.size() << steps < nodes / 5 * 8 + 8) ++steps;
        if (steps != 0) grow(steps);
    }
    /// The number of nodes reached in this pass.
    constexpr std::size_t size() const { return size_; }
    /// Forgets one node. Invalidates pointers to the data of other nodes.
    constexpr void erase(N const& n) {
        std::size_t const mask = entries_.size() - 1;
        auto hole = static_cast<std::size_t>(slot_of(n) - entries_.data());
        if (entries_[hole].slot.epoch != epoch_) return;
        for (std::size_t at = (hole + 1) & mask; entries_[at].slot.epoch == epoch_; at = (at + 1) & mask) {
            std::size_t const from_home = (at - home(entries_[at].node)) & mask;
            if (from_home < ((at - hole) & mask)) continue;
            entries_[hole] = std::move(entries_[at]);
            hole = at;
        }
        entries_[hole].slot = {};
        --size_;
    }

    constexpr void begin_pass() {
        size_ = 0;
        if (++epoch_ != 0) return;
        for (auto& entry : entries_) entry.slot.epoch = 0;  // once in 2^32 passes
        epoch_ = 1;
    }

  private:
    struct Entry {
        N node{};
        Slot<T> slot;
    };

    constexpr std::size_t home(N const& n) const { return static_cast<std::size_t>(Hash{}(n) >> shift_); }
    /// The entry of `n`, or the free entry where it belongs.
    TRAV_INLINE Entry* slot_of(N const& n) {
        std::size_t const mask = entries_.size() - 1;
        std::size_t at = home(n);
        while (entries_[at].slot.epoch == epoch_ && !(entries_[at].node == n)) at = (at + 1) & mask;
        return &entries_[at];
    }
    TRAV_NOINLINE constexpr void grow(unsigned doublings) {
        auto old = std::exchange(entries_, detail::Array<Entry>(entries_.size() << doublings));
        shift_ -= doublings;
        for (auto& entry : old)
            if (entry.slot.epoch == epoch_) *slot_of(entry.node) = std::move(entry);
    }

    static constexpr unsigned first_bits = 6;
    detail::Array<Entry> entries_ = detail::Array<Entry>(std::size_t{1} << first_bits);
    std::size_t size_ = 0;
    unsigned shift_ = 64 - first_bits;
    std::uint32_t epoch_ = 1;
};

}  // namespace trav
