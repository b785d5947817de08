#include "../../ghc/programs.hpp"
#include "../command.hpp"
#include "ghc_run.hpp"

#include <trav/ghc/profile/breakdowns.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

namespace heapprof {

namespace {

constexpr char const* other_options = R"(  -iSECONDS   between censuses (0.1); 0: at every collection
  -LN         characters of a label (25)
  -RN         retainers in a set (8)
  -xt         count threads and stacks
  -l          write NAME.eventlog, too
  -ASIZE      collect when that many bytes were allocated; k, m, g
  -NCOUNT     capabilities, each with a run queue of its own (1)
  -p          a time and allocation profile; -P, -pa: with more in it
  -pj         the same as JSON
  -poSTEM     write STEM.hp, STEM.prof
  -rFILE      how often each kind of closure was entered and allocated (NAME.ticky)
)";

constexpr char const* examples = R"(Examples:
  heapprof ghc sharing +RTS -hr -i0
      who retains the five lists
  heapprof ghc lazysum +RTS -hr -hb -i0 -L40 -l
      and how much of that is of no more use; GHC cannot say both at once
  heapprof ghc --ghc sharing +RTS -hr -i0
      as GHC says it)";

std::string options() {
    std::string text = "Options between +RTS and -RTS, as in GHC's users' guide:\n";
    for (auto const& row : trav::ghc::heap_breakdowns)
        text += fmt::format("  -h{:<9} a heap profile by {}\n", row.letters[0], row.name);
    for (auto const& row : trav::ghc::heap_breakdowns)
        text += fmt::format("  -h{:<9} count only what has one of these as its {}\n",
                            fmt::format("{}NAMES", row.letters[0]), row.name);
    text += "  -hCNAMES    ... one of these cost centres anywhere in its stack\n";
    return text + other_options;
}

}  // namespace

void add_ghc(CLI::App& app, Action& chosen) {
    CLI::App* command = app.add_subcommand("ghc", "Profiles programs on a mock GHC, with GHC's options");
    auto const as_ghc = std::make_shared<bool>(false);
    command->add_flag("--ghc", *as_ghc, "Say what GHC 9.0.2 says, its mistakes included");
    command->prefix_command();
    std::string footer = "NAME [ARGUMENT...] +RTS OPTION... [-RTS] follow; an argument is a factor for the "
                         "program's size.\n\nPrograms:\n";
    for (Program const& program : programs())
        footer += fmt::format("  {:<14}{}\n", program.name, program.about);
    command->footer(footer + "\n" + options() + "\n" + examples);
    command->callback([command, as_ghc, &chosen] {
        auto words = command->remaining();
        if (words.empty()) throw CLI::RequiredError("NAME");
        chosen = [words = std::move(words), as_ghc] { run_ghc(words, *as_ghc); };
    });
}

}  // namespace heapprof
