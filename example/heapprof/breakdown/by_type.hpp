// The breakdown by type.
#pragma once

#include <trav/dump/dump.hpp>
#include <trav/profile/band.hpp>

#include <string>

namespace heapprof {

template <trav::dump::Dump D>
class ByType {
  public:
    /// The dump must outlive it.
    explicit ByType(D const& dump) : dump_(&dump) {}

    std::string name() const { return "type"; }
    auto key(trav::dump::Node n) const { return dump_->type(n); }
    trav::Band band(auto type) const { return {std::string(dump_->type_name(type))}; }

  private:
    D const* dump_;
};

}  // namespace heapprof
