// trav/dump/csr/edge_kind.hpp: CsrEdgeKind, an item of the column "edge kind" of a .csr file: the kind of a
// reference, in a byte.
#pragma once

#include "../dump.hpp"

#include <cstdint>

namespace trav::dump {

/// The kind of a reference.
class CsrEdgeKind {
  public:
    /// The byte in the file: an EdgeKind, plus 8 for machinery and 16 for released.
    constexpr CsrEdgeKind(std::uint8_t item = 0) : item_(item) {}
    constexpr CsrEdgeKind(EdgeKind kind, bool machinery, bool released)
        : item_(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | (machinery ? of_runtime : 0) |
                                          (released ? not_retained : 0))) {}

    constexpr std::uint8_t item() const { return item_; }
    constexpr EdgeKind kind() const { return static_cast<EdgeKind>(item_ & kinds); }
    /// Whether the reference keeps its target alive.
    constexpr bool strong() const { return kind() != EdgeKind::weak; }
    /// Whether the reference is a link of the runtime.
    constexpr bool machinery() const { return (item_ & of_runtime) != 0; }
    /// Whether retained sizes ignore the reference.
    constexpr bool released() const { return (item_ & not_retained) != 0; }

  private:
    static constexpr unsigned kinds = 7, of_runtime = 8, not_retained = 16;

    std::uint8_t item_;
};

}  // namespace trav::dump
