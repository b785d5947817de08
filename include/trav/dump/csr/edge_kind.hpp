// trav/dump/csr/edge_kind.hpp: CsrEdgeKind, an item of the column "edge kind" of a .csr file: the
// properties of a reference, in a byte.
#pragma once

#include "../dump.hpp"

#include <cstdint>

namespace trav::dump {

/// The properties of a reference.
class CsrEdgeKind {
  public:
    /// The byte in the file: a NameKind, or 5 for a weak reference; plus 8 for machinery and 16 for released.
    constexpr CsrEdgeKind(std::uint8_t item = 0) : item_(item) {}
    constexpr CsrEdgeKind(NameKind kind, bool strong, bool machinery, bool released)
        : item_(static_cast<std::uint8_t>((strong ? static_cast<unsigned>(kind) : weak) |
                                          (machinery ? of_runtime : 0) | (released ? not_retained : 0))) {}

    constexpr std::uint8_t item() const { return item_; }
    /// The kind of a strong reference's name; not in the file for a weak reference.
    constexpr NameKind name_kind() const { return static_cast<NameKind>(item_ & kinds); }
    /// Whether the reference keeps its target alive.
    constexpr bool strong() const { return (item_ & kinds) != weak; }
    /// Whether the runtime made the reference.
    constexpr bool machinery() const { return (item_ & of_runtime) != 0; }
    /// Whether retained sizes ignore the reference.
    constexpr bool released() const { return (item_ & not_retained) != 0; }

  private:
    static constexpr unsigned weak = 5, kinds = 7, of_runtime = 8, not_retained = 16;

    std::uint8_t item_;
};

}  // namespace trav::dump
