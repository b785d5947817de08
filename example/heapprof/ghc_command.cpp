#include "../ghc/programs.hpp"
#include "command.hpp"
#include "ghc_run.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

namespace heapprof {

namespace {

constexpr char const* options_and_examples = R"(Options between +RTS and -RTS, as in GHC's users' guide:
  -hT -hc -hm -hd -hy -hi -hr -hb -ho
      a heap profile by closure type, cost-centre stack, module, closure description,
      type, info table, retainer set, biography, named root; several: by all of them
  -hcNAMES -hCNAMES -hmNAMES -hdNAMES -hyNAMES -hrNAMES -hbNAMES ...
      count only what has one of these cost centres on top (-hC: anywhere), ...
  -iSECONDS   between censuses (0.1); 0: at every collection
  -LN         characters of a label (25)     -RN   retainers in a set (8)
  -xt         count threads and stacks       -l    write NAME.eventlog, too
  -ASIZE      collect when that many bytes were allocated; k, m, g
  -p -P -pa -pj   a time and allocation profile     -poSTEM   write STEM.hp, STEM.prof
  -rFILE      how often each kind of closure was entered and allocated (NAME.ticky)

Examples:
  heapprof ghc sharing +RTS -hr -i0
      who retains the five lists
  heapprof ghc lazysum +RTS -hr -hb -i0 -L40 -l
      and of what retainers hold, what is of no use any more: GHC cannot
  heapprof ghc --ghc sharing +RTS -hr -i0
      as GHC says it)";

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
    command->footer(footer + "\n" + options_and_examples);
    command->callback([command, as_ghc, &chosen] {
        auto words = command->remaining();
        if (words.empty()) throw CLI::RequiredError("NAME");
        chosen = [words = std::move(words), as_ghc] { run_ghc(words, *as_ghc); };
    });
}

}  // namespace heapprof
