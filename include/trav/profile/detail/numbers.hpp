// trav/profile/detail/numbers.hpp: keys numbered 0, 1, 2, ... as they come.
//
// A number is a look-up in a table of 4-byte entries, and a comparison of keys.
#pragma once

#include "../../detail/absent.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace trav::detail {

template <class Key, class Hash = std::hash<Key>>
class Numbers {
  public:
    std::uint32_t number(auto&& key) {
        std::size_t at = home(key);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
            if (keys_[slots_[at] - 1] == key) return slots_[at] - 1;
        keys_.emplace_back(std::forward<decltype(key)>(key));
        slots_[at] = static_cast<std::uint32_t>(keys_.size());
        if (keys_.size() > slots_.size() / 2) grow();
        return static_cast<std::uint32_t>(keys_.size() - 1);
    }
    /// The key is about to be asked for.
    TRAV_INLINE void expect(Key const& key) const { __builtin_prefetch(&slots_[home(key)]); }
    Key const& operator[](std::size_t number) const { return keys_[number]; }
    std::size_t size() const { return keys_.size(); }

  private:
    std::size_t home(Key const& key) const {
        return static_cast<std::size_t>(std::uint64_t{Hash{}(key)} * 0x9E3779B97F4A7C15u >> shift_);
    }
    void grow() {
        slots_.assign(slots_.size() * 2, 0);
        --shift_;
        for (std::size_t i = 0; i != keys_.size(); ++i) {
            std::size_t at = home(keys_[i]);
            while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }

    static constexpr unsigned first_bits = 6;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(std::size_t{1} << first_bits);  // 0: empty
    unsigned shift_ = 64 - first_bits;
    std::deque<Key> keys_;
};

}  // namespace trav::detail
