// trav/ghc/layout/error.hpp: the exception for malformed heaps.
#pragma once

#include "closure_type.hpp"
#include "pointer.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

namespace trav::ghc {

/// Something that is not a well-formed heap object was reached as one, such as a stack frame, an IND, an
/// INVALID_OBJECT or an unknown type.
class IllFormed : public std::runtime_error {
  public:
    IllFormed(char const* what, ClosureType kind, void const* place)
        : std::runtime_error(sentence(what, kind, place)), type(kind), where(place) {}

    ClosureType type;
    void const* where;

  private:
    static std::string sentence(char const* what, ClosureType kind, void const* place) {
        char text[32];
        (void)std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address(place)));
        return std::string("ghc heap: ") + std::string(name(kind)) + " (closure type " +
               std::to_string(static_cast<std::uint32_t>(kind)) + ") at " + text + " " + what;
    }
};

}  // namespace trav::ghc
