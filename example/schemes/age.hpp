// By age: the first sample that found an object. A generation that never shrinks is a leak, or is meant to
// stay. Nodes of any type.
#pragma once

#include <trav/profile/band.hpp>

#include <cstddef>
#include <string>
#include <unordered_map>

// [scheme]
template <class N>
class ByAge {
  public:
    std::string name() const { return "found first"; }
    void begin_sample(std::size_t number, double) { now_ = number; }
    std::size_t key(N const& n) { return found_first_.try_emplace(n, now_).first->second; }
    void died(N const& n) { found_first_.erase(n); }
    trav::Band band(std::size_t sample) const { return {"sample " + std::to_string(sample)}; }

  private:
    std::size_t now_ = 0;
    std::unordered_map<N, std::size_t> found_first_;
};
// [scheme]
