// trav/profile/detail/interner.hpp: numbers keys: 0, 1, 2, ... in the order in which they first come.
//
// Costs a look-up in a table of 4-byte entries, and a comparison of keys. `Keys` holds each key once.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/raise.hpp"
#include "../../store/hash_of.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

namespace trav {

/// There are more keys of a breakdown, sets or combinations of bands than half of what 32 bits can number.
struct TooManyKeys : std::exception {
    char const* what() const noexcept override {
        return "trav: more different keys, sets or combinations of bands than 2^31";
    }
};

namespace detail {

/// Numbers are a `Number`. Throws TooManyKeys.
template <class Key, class Hash = AskHash<Key>, class Keys = std::deque<Key>, class Number = std::uint32_t>
class Interner {
  public:
    explicit Interner(Keys keys = {}) : keys_(std::move(keys)) {}

    /// The number of the key.
    Number intern(auto&& key) { return intern(std::forward<decltype(key)>(key), Hash{}(key)); }
    /// The same, if expect() has answered the hash.
    Number intern(auto&& key, std::uint64_t hash) {
        std::size_t at = home(hash);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
            if (keys_[slots_[at] - 1] == key) return slots_[at] - 1;
        // before the key is kept, so that nothing has changed if memory fails
        if (keys_.size() == slots_.size() / 2) {
            grow();
            at = free_slot(slots_, hash);
        }
        keys_.emplace_back(std::forward<decltype(key)>(key));
        slots_[at] = static_cast<Number>(keys_.size());
        return static_cast<Number>(keys_.size() - 1);
    }
    /// The hash of a key that is about to be interned.
    TRAV_INLINE std::uint64_t expect(Key const& key) const {
        std::uint64_t const hash = Hash{}(key);
        prefetch_at(&slots_[home(hash)]);
        return hash;
    }
    /// The key with a number.
    decltype(auto) operator[](std::size_t number) const { return keys_[number]; }
    std::size_t size() const { return keys_.size(); }
    Keys const& keys() const { return keys_; }

  private:
    TRAV_INLINE std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>(hash * 0x9E3779B97F4A7C15u >> shift_);
    }
    std::size_t free_slot(std::vector<Number> const& slots, std::uint64_t hash) const {
        std::size_t at = home(hash);
        while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
        return at;
    }
    void grow() {
        if (slots_.size() > std::numeric_limits<Number>::max()) raise(TooManyKeys());
        std::vector<std::uint64_t> hashes(keys_.size());
        for (std::size_t i = 0; i != keys_.size(); ++i) hashes[i] = Hash{}(keys_[i]);
        std::vector<Number> slots(slots_.size() * 2);
        --shift_;
        for (std::size_t i = 0; i != keys_.size(); ++i)
            slots[free_slot(slots, hashes[i])] = static_cast<Number>(i + 1);
        slots_ = std::move(slots);
    }

    static constexpr unsigned first_bits = 6;
    std::vector<Number> slots_ = std::vector<Number>(std::size_t{1} << first_bits);  // 0: empty
    unsigned shift_ = 64 - first_bits;
    Keys keys_;
};

}  // namespace detail
}  // namespace trav
