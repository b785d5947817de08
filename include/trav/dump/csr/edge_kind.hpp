// trav/dump/csr/edge_kind.hpp: CsrEdgeKind, an item of the column "edge kind" of a .csr file: what a
// reference is, in a byte.
#pragma once

#include "../dump.hpp"

#include <cstdint>

namespace trav::dump {

/// What a reference is.
class CsrEdgeKind {
  public:
    /// As it is in the file: an EdgeKind, + 8 and + 16 for the rest.
    constexpr CsrEdgeKind(std::uint8_t item = 0) : item_(item) {}
    constexpr CsrEdgeKind(EdgeKind kind, bool machinery, bool released)
        : item_(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | (machinery ? of_runtime : 0) |
                                          (released ? not_retained : 0))) {}

    constexpr std::uint8_t item() const { return item_; }
    constexpr EdgeKind kind() const { return static_cast<EdgeKind>(item_ & kinds); }
    /// Whether it keeps its target alive.
    constexpr bool strong() const { return kind() != EdgeKind::weak; }
    /// Whether it is a link of the runtime.
    constexpr bool machinery() const { return (item_ & of_runtime) != 0; }
    /// Whether it does not count for what is retained.
    constexpr bool released() const { return (item_ & not_retained) != 0; }

  private:
    static constexpr unsigned kinds = 7, of_runtime = 8, not_retained = 16;

    std::uint8_t item_;
};

}  // namespace trav::dump
