// The commands of heapprof-ghc.
#include "../command.hpp"
#include "../../ghc/programs.hpp"
#include "../command/completion.hpp"
#include "run.hpp"

#include <trav/ghc/profile/breakdowns.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* other_options = R"(  -iSECONDS   between censuses (0.1); 0: at every collection
  -LN         characters of a label (25)
  -RN         retainers in a set (8)
  -xt         count threads and stacks
  -l          write NAME.eventlog, too
  -ASIZE      collect after each SIZE allocated bytes; k, m, g
  -NCOUNT     capabilities, each with its own run queue (1)
  -p          a time and allocation profile; -P, -pa: with more detail
  -pj         the same as JSON
  -poSTEM     write STEM.hp, STEM.prof
  -rFILE      entries and allocations of each kind of closure (NAME.ticky)
)";

constexpr char const* examples = R"(Examples:
  heapprof ghc sharing +RTS -hr -i0
      the retainers of the five lists
  heapprof ghc lazysum +RTS -hr -hb -i0 -L40 -l
      retainers and biography at once, which GHC cannot combine
  heapprof ghc --ghc sharing +RTS -hr -i0
      GHC's answer)";

std::string options() {
    std::string text = "Options between +RTS and -RTS, as in GHC's users' guide:\n";
    for (auto const& row : trav::ghc::heap_breakdowns)
        text += fmt::format("  -h{:<9} a heap profile by {}\n", row.letters[0], row.name);
    for (auto const& row : trav::ghc::heap_breakdowns)
        text += fmt::format("  -h{:<9} count only closures with one of these as the {}\n",
                            fmt::format("{}NAMES", row.letters[0]), row.name);
    text += "  -hCNAMES    ... one of these cost centres anywhere in its stack\n";
    return text + other_options;
}

void add_ghc(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("ghc", "Profiles programs on a mock GHC, with GHC's options");
    auto const as_ghc = std::make_shared<bool>(false);
    command->add_flag("--ghc", *as_ghc, "Give the answers of GHC 9.0.2, including its mistakes");
    command->prefix_command();
    std::string footer = "NAME [ARGUMENT...] +RTS OPTION... [-RTS] follow; an argument is a factor for the "
                         "program's size.\n\nPrograms:\n";
    for (Program const& program : programs())
        footer += fmt::format("  {:<14}{}\n", program.name, program.about);
    command->footer(footer + "\n" + options() + "\n" + examples);
    command->callback([command, as_ghc, &chosen] {
        auto words = command->remaining();
        if (words.empty()) missing_argument("NAME");
        chosen = [words = std::move(words), as_ghc] { run_ghc(words, *as_ghc); };
    });
}

}  // namespace

void add_commands(Command const& app, std::vector<std::string> const&, Action& chosen) {
    add_ghc(app, chosen);
    std::vector<std::string> names;
    for (Program const& each : programs()) names.emplace_back(each.name);
    add_completion(app, {{"ghc", std::move(names)}}, chosen);
}

}  // namespace heapprof
