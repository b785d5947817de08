// `heapprof ghc` runs a separate program, heapprof-ghc: few people need it, and it is a third of the build.
#include "../command.hpp"
#include "../file/beside.hpp"

#include <string>
#include <vector>

namespace heapprof {

void add_ghc(Command const& app, std::vector<std::string> const& arguments) {
    Command const command = app.add_subcommand("ghc", "Profiles programs on a mock GHC, with GHC's options");
    command->without_help();
    command->prefix_command();
    command->callback([arguments] { become("heapprof-ghc", arguments); });
}

}  // namespace heapprof
