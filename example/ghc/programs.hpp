// The programs that `heapprof ghc NAME` runs: Haskell programs, written on the mock machine.
#pragma once

#include <trav/ghc/machine/machine.hpp>

#include <span>
#include <string>
#include <string_view>

struct Program {
    std::string_view name;
    std::string_view about;
    /// Runs it to its end, including the last collection. It may have one argument, a factor for its size.
    void (*run)(trav::ghc::Machine&, std::span<std::string const> args);
};

/// All of them, by name.
std::span<Program const> programs();
