// trav/profile/detail/changes.hpp: counts over eras, stored as differences.
//
// For each era and key, the difference from the previous era is stored, so a run over any number of eras is
// two additions.
#pragma once

#include "../amount.hpp"
#include "interner.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

/// Amounts by key and era; eras start at 1.
template <class Key>
class Changes {
  public:
    /// Makes room for eras up to this one.
    void begin_era(std::uint32_t era) { eras_.resize(era + 1); }

    /// Makes room for add() with these eras and this key, so that it does not allocate.
    void make_room(std::uint32_t begin, std::uint32_t end, Key const& key) {
        eras_[begin].of(key);
        eras_[end].of(key);
    }
    /// Adds an amount to the key in the eras [begin, end).
    void add(std::uint32_t begin, std::uint32_t end, Key const& key, Amount const& amount) {
        Amount& first = eras_[begin].of(key);
        Amount& after = eras_[end].of(key);  // keeps `first` valid, even if begin == end
        first += amount;
        after -= amount;
    }
    /// Undoes the additions to `era`, which must be the last era; all of them must end at era + 1.
    void take_back(std::uint32_t era) {
        auto& after = eras_[era + 1];
        for (std::uint32_t i = 0; i != after.amounts.size(); ++i)
            eras_[era].of(after.keys[i]) += std::exchange(after.amounts[i], {});
    }

    /// Calls f(era, key, amount) for each non-zero amount in the eras before `end`, era by era.
    template <class F>
    void each_sum(std::uint32_t end, F f) const {
        Era now;
        std::vector<std::uint32_t> counted;  // places of the non-zero amounts in `now`
        for (std::uint32_t era = 1; era < end; ++era) {
            Era const& changes = eras_[era];
            for (std::uint32_t i = 0; i != changes.amounts.size(); ++i) {
                std::uint32_t const place = now.place(changes.keys[i]);
                if (now.amounts[place] == Amount{}) counted.push_back(place);
                now.amounts[place] += changes.amounts[i];
            }
            std::erase_if(counted, [&](std::uint32_t place) { return now.amounts[place] == Amount{}; });
            for (std::uint32_t const place : counted) f(era, now.keys[place], now.amounts[place]);
        }
    }

  private:
    struct Era {
        Interner<Key, std::hash<Key>, std::vector<Key>> keys;
        std::vector<Amount> amounts;
        std::uint32_t place(Key const& key) {
            std::uint32_t const at = keys.intern(key);
            if (at >= amounts.size()) amounts.resize(at + 1);
            return at;
        }
        Amount& of(Key const& key) { return amounts[place(key)]; }
    };
    std::vector<Era> eras_ = std::vector<Era>(3);
};

}  // namespace trav::detail
