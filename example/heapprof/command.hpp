// The subcommands of heapprof. Each adds itself to the command line and stores its action if it is chosen.
#pragma once

#include "terminal/command_line.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// The action of the command line. Throws std::exception with a one-line what().
using Action = std::function<void()>;

class DumpProfiler;

/// `heapprof dump FILE...`: profiles heaps of other programs. `command_line` is the job's name in reports.
/// `profiler`: question/dump_profiler.hpp.
void add_dump(Command const& app, std::string const& command_line, Action& chosen,
              DumpProfiler const& profiler);

/// `heapprof page FILE...`: profiles heaps as a page for a browser.
void add_page(Command const& app, std::string const& command_line, Action& chosen);

/// `heapprof export FILE -o FILE`: writes a dump for other tools.
void add_export(Command const& app, Action& chosen);

/// `heapprof ghc NAME +RTS ...`: profiles programs on the mock GHC machine.
void add_ghc(Command const& app, std::vector<std::string> const& arguments);

/// `heapprof java FILE`: shows threads, class loaders, references and hash tables of a Java heap.
void add_java(Command const& app, Action& chosen);

/// `heapprof live PID`: profiles a running Haskell program.
void add_live(Command const& app, Action& chosen);

/// `heapprof plot FILE`: draws heap profiles.
void add_plot(Command const& app, Action& chosen);

/// `heapprof diff FILE FILE ...`: lists new, removed and growing objects.
void add_diff(Command const& app, Action& chosen);

/// `heapprof show FILE SELECTOR`: shows an object's fields and referrers.
void add_show(Command const& app, Action& chosen);

/// `heapprof leaks FILE...`: names leaks, or the largest owners.
void add_leaks(Command const& app, Action& chosen);

/// `heapprof sort FILE -o FILE`: writes a .csr in an order that is fast to profile.
void add_sort(Command const& app, Action& chosen);

/// `heapprof strings FILE`: lists duplicate strings.
void add_strings(Command const& app, Action& chosen);

/// `heapprof strategies FILE`: times the library's strategies and solvers on a heap.
void add_strategies(Command const& app, Action& chosen);

/// `heapprof tree FILE`: shows the dominator tree.
void add_tree(Command const& app, Action& chosen);

/// `heapprof completion SHELL`: prints a completion script. `known`: see completion.hpp.
void add_completion(Command const& app, std::map<std::string, std::vector<std::string>> known,
                    Action& chosen);

/// `heapprof watch FILE...`: redraws profiles as files grow.
void add_watch(Command const& app, std::string const& command_line, Action& chosen);

/// `heapprof why FILE SELECTOR`: shows why objects are alive.
void add_why(Command const& app, Action& chosen);

/// All commands of the program. `arguments` are its own.
void add_commands(Command const& app, std::vector<std::string> const& arguments, Action& chosen);

}  // namespace heapprof
