// trav/profile/detail/interner.hpp: numbers keys 0, 1, 2, ... in order of first appearance.
//
// An intern() is one look-up in a table of 4-byte entries, and one comparison of keys. `Keys` stores each key
// once.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/raise.hpp"
#include "../../store/hash_of.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// Thrown if a breakdown has more than 2^31 keys, sets or combinations of bands.
struct TooManyKeys : std::exception {
    char const* what() const noexcept override {
        return "trav: more different keys, sets or combinations of bands than 2^31";
    }
};

namespace detail {

/// Trivially copyable keys. A std::deque would instantiate many more functions in each program.
template <class Key>
class PlainKeys {
  public:
    PlainKeys() = default;
    PlainKeys(PlainKeys&&) = default;
    PlainKeys(PlainKeys const& other) {
        for (std::size_t i = 0; i != other.size(); ++i) all_.push(other[i]);
    }
    PlainKeys& operator=(PlainKeys other) {
        all_ = std::move(other.all_);
        return *this;
    }
    ~PlainKeys() = default;

    Key const& operator[](std::size_t i) const { return all_[i]; }
    std::size_t size() const { return all_.size(); }
    void emplace_back(Key const& key) { all_.push(key); }

  private:
    GrowingArray<Key> all_;
};
template <class Key>
using KeysOf = std::conditional_t<std::is_trivially_copyable_v<Key> && std::is_default_constructible_v<Key>,
                                  PlainKeys<Key>, std::deque<Key>>;

/// Numbers have type `Number`. Throws TooManyKeys.
template <class Key, class Hash = AskHash<Key>, class Keys = KeysOf<Key>, class Number = std::uint32_t>
class Interner {
  public:
    explicit Interner(Keys keys = {}) : keys_(std::move(keys)) {}

    /// Returns the number of the key.
    Number intern(auto&& key) { return intern(std::forward<decltype(key)>(key), Hash{}(key)); }
    /// Returns the number of the key; `hash` must come from expect().
    TRAV_INLINE Number intern(auto&& key, std::uint64_t hash) {
        std::size_t at = home(hash);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
            if (keys_[slots_[at] - 1] == key) return slots_[at] - 1;
        return add(std::forward<decltype(key)>(key), hash, at);
    }
    /// Returns the hash of a key that is about to be interned, and prefetches its slot.
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
    /// Adds a key whose free slot is known.
    TRAV_NOINLINE Number add(auto&& key, std::uint64_t hash, std::size_t at) {
        // grows before the key is stored, so that nothing has changed if allocation fails
        if (keys_.size() == slots_.size() / 2) {
            grow();
            at = free_slot(slots_, hash);
        }
        keys_.emplace_back(std::forward<decltype(key)>(key));
        slots_[at] = static_cast<Number>(keys_.size());
        return static_cast<Number>(keys_.size() - 1);
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
