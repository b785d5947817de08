// The breakdown by type.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/profile/band.hpp>

#include <cstdint>
#include <string>

namespace heapprof {

class ByType {
  public:
    /// The dump must outlive it.
    explicit ByType(AnyDump const& dump) : dump_(&dump) {}

    std::string name() const { return "type"; }
    std::uint64_t key(Node n) const { return dump_->type(n); }
    trav::Band band(std::uint64_t type) const { return {dump_->type_name(type)}; }

  private:
    AnyDump const* dump_;
};

}  // namespace heapprof
