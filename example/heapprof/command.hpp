// The subcommands of heapprof: each adds itself to the command line and says what to do if it was chosen.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace heapprof {

/// What the command line asks for. Throws std::exception with one line of what().
using Action = std::function<void()>;

/// `heapprof dump FILE...`: profiles heaps that other programs wrote. `command_line` is what reports call the
/// job.
void add_dump(CLI::App& app, std::string const& command_line, Action& chosen);

/// `heapprof page FILE...`: the same as a page for a browser.
void add_page(CLI::App& app, std::string const& command_line, Action& chosen);

/// `heapprof export FILE -o FILE`: writes a dump in formats of other tools.
void add_export(CLI::App& app, Action& chosen);

/// `heapprof ghc NAME +RTS ...`: profiles programs on the mock GHC machine.
void add_ghc(CLI::App& app, Action& chosen);

/// `heapprof live PID`: what a running Haskell program holds.
void add_live(CLI::App& app, Action& chosen);

/// `heapprof plot FILE`: draws heap profiles.
void add_plot(CLI::App& app, Action& chosen);

/// `heapprof diff FILE FILE ...`: what became of the objects of a heap.
void add_diff(CLI::App& app, Action& chosen);

/// `heapprof show FILE SELECTOR`: an object's fields, and who refers to it.
void add_show(CLI::App& app, Action& chosen);

/// `heapprof sort FILE -o FILE`: writes a .csr in an order in which it is profiled fast.
void add_sort(CLI::App& app, Action& chosen);

/// `heapprof strings FILE`: duplicates among the strings of a dump.
void add_strings(CLI::App& app, Action& chosen);

/// `heapprof strategies FILE`: which strategy and solver of the library suit a heap.
void add_strategies(CLI::App& app, Action& chosen);

/// `heapprof tree FILE`: the dominator tree.
void add_tree(CLI::App& app, Action& chosen);

/// `heapprof completion SHELL`: a script that completes command lines.
void add_completion(CLI::App& app, Action& chosen);

/// `heapprof watch FILE...`: what grows, as it grows.
void add_watch(CLI::App& app, std::string const& command_line, Action& chosen);

/// `heapprof why FILE SELECTOR`: why objects of a dump are alive.
void add_why(CLI::App& app, Action& chosen);

}  // namespace heapprof
