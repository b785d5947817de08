// Dice: random choices from a seed, the same on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace test {

class Dice {
  public:
    explicit Dice(std::uint32_t seed) : random_(seed) {}
    /// 0 <= below(n) < n.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_()) % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class T>
    T const& of(std::vector<T> const& all) {
        return all[below(all.size())];
    }
    template <class T>
    void shuffle(std::vector<T>& all) {
        for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[below(i)]);
    }
    /// The numbers below n in any order.
    std::vector<std::size_t> order(std::size_t n) {
        std::vector<std::size_t> all(n);
        std::iota(all.begin(), all.end(), std::size_t{0});
        shuffle(all);
        return all;
    }

  private:
    std::mt19937 random_;
};

}  // namespace test
