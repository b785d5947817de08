// The commands of heapprof.
#include "command.hpp"
#include "command/dump_options.hpp"
#include "file/beside.hpp"
#include "question/dump_profile.hpp"

namespace heapprof {

void add_commands(Command const& app, std::vector<std::string> const& arguments, Action& chosen) {
    std::string command_line = "heapprof";
    for (std::string const& each : arguments) command_line += ' ' + each;
    add_leaks(app, chosen);
    add_dump(app, command_line, chosen, one_process());
    add_page(app, command_line, chosen);
    add_tree(app, chosen);
    add_why(app, chosen);
    add_export(app, chosen);
    add_sort(app, chosen);
    add_show(app, chosen);
    add_strings(app, chosen);
    add_java(app, chosen);
    add_diff(app, chosen);
    add_plot(app, chosen);
    add_watch(app, command_line, chosen);
    add_live(app, chosen);
    add_ghc(app, arguments);
    add_strategies(app, chosen);
    if (arguments.size() > 2 && arguments[1] == "words" && arguments[2] == "ghc")
        become("heapprof-ghc", arguments);  // heapprof-ghc completes its own words
    add_completion(app, {{"BREAKDOWN", breakdown_names()}, {"completion", {"bash", "zsh", "fish"}}}, chosen);
}

}  // namespace heapprof
