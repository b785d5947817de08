// BySplit: a breakdown with a precomputed band for each object.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/profile/band.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace heapprof {

class ByGrouping {
  public:
    ByGrouping(std::string name, trav::dump::Grouping grouping)
        : name_(std::move(name)), grouping_(std::move(grouping)) {}

    std::string name() const { return name_; }
    std::uint32_t key(Node n) const { return grouping_.band_of[n]; }
    trav::Band band(std::uint32_t number) const { return {grouping_.bands[number]}; }

  private:
    std::string name_;
    trav::dump::Grouping grouping_;
};

}  // namespace heapprof
