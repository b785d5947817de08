// trav/ghc/machine/misuse.hpp: Misuse, the exception for programs that use the machine wrongly.
#pragma once

#include "../layout/closure.hpp"

#include <stdexcept>
#include <string>

namespace trav::ghc {

/// A program uses the machine wrongly.
struct Misuse : std::logic_error {
    explicit Misuse(std::string const& text) : std::logic_error("ghc machine: " + text) {}
};

namespace rts {

[[noreturn]] inline void refuse_empty() {
    throw Misuse("a variable is empty: it was moved, or never had a value");
}

}  // namespace rts
}  // namespace trav::ghc
