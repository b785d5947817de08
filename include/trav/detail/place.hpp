// trav/detail/place.hpp: Place, the number of a reached object.
#pragma once

#include "compiler.hpp"

#include <cstdint>
#include <exception>

namespace trav {

/// The number of a reached object: 0, 1, 2, ...
using Place = std::uint32_t;

/// Thrown if there are more objects or references than a Place can number.
struct TooManyObjects : std::exception {
    char const* what() const noexcept override {
        return "trav: more objects or references in one flow than 32 bits can number";
    }
};

}  // namespace trav
