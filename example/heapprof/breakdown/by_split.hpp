// A breakdown that says of each object by itself which band it is in.
#pragma once

#include <trav/dump/dump.hpp>
#include <trav/profile/band.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace heapprof {

class BySplit {
  public:
    BySplit(std::string name, trav::dump::Split split) : name_(std::move(name)), split_(std::move(split)) {}

    std::string name() const { return name_; }
    std::uint32_t key(trav::dump::Node n) const { return split_.band_of[n]; }
    trav::Band band(std::uint32_t number) const { return {split_.bands[number]}; }

  private:
    std::string name_;
    trav::dump::Split split_;
};

}  // namespace heapprof
