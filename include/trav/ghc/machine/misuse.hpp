// trav/ghc/machine/misuse.hpp: Misuse, the exception for programs that use the machine wrongly.
#pragma once

#include "../layout/closure.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace trav::ghc {

/// A program uses the machine wrongly.
struct Misuse : std::logic_error {
    explicit Misuse(std::string const& text) : std::logic_error("ghc machine: " + text) {}
};

namespace rts {

[[noreturn]] inline void refuse_empty(char const* operation) {
    throw Misuse(std::string(operation) + ": a variable is empty: it was moved, or never had a value");
}

/// The operand of an operation, which must not be empty.
template <class T>
T&& given(char const* operation, T&& operand) {
    if (!operand) refuse_empty(operation);
    return std::forward<T>(operand);
}

}  // namespace rts
}  // namespace trav::ghc
