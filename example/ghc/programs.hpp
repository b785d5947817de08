// The programs of `heapprof ghc NAME`: Haskell programs, rewritten for the mock machine.
#pragma once

#include <trav/ghc/machine/machine.hpp>

#include <span>
#include <string>
#include <string_view>

struct Program {
    std::string_view name;
    std::string_view about;
    /// Runs the program to its end, including the last collection. Its optional argument is a factor for its
    /// size.
    void (*run)(trav::ghc::Machine&, std::span<std::string const> args);
};

/// All programs, by name.
std::span<Program const> programs();
