// heapprof: a heap profiler for the command line. `heapprof --help` says what it can do.
//
// Exit codes: 0, 1 for what cannot be read, found or written (one line on standard error), 2 for a wrong
// command line.
#include "command.hpp"

#include <trav/dump/nearest.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// "; did you mean --retainer?", if an argument is almost an option or a command.
std::string likely(CLI::App const& app, int argc, char** argv) {
    auto const used = app.get_subcommands();
    std::vector<std::string> names;
    for (auto const* const option : (used.empty() ? &app : used.front())->get_options())
        for (std::string const& name : option->get_lnames()) names.push_back("--" + name);
    if (used.empty())
        for (auto const* const command : app.get_subcommands({})) names.push_back(command->get_name());
    for (int i = 1; i < argc; ++i) {
        std::string argument(argv[i]);
        argument = argument.substr(0, argument.find('='));
        if (used.empty() ? i > 1 : !argument.starts_with("--")) continue;
        if (std::ranges::find(names, argument) != names.end()) continue;
        for (std::string const& name : trav::dump::nearest(names, argument, 1))
            if (trav::dump::edit_distance(name, argument) <= 2) return "; did you mean " + name + "?";
    }
    return "";
}

}  // namespace

int main(int argc, char** argv) {
    std::string command_line = "heapprof";
    for (int i = 1; i < argc; ++i) command_line += std::string(" ") + argv[i];

    CLI::App app("Profiles heaps: what they are made of, which roots share it, and who keeps it alive.",
                 "heapprof");
    app.require_subcommand(1);
    app.set_version_flag("--version", "heapprof " HEAPPROF_VERSION);
    app.footer("heapprof COMMAND --help has examples.");
    heapprof::Action chosen;
    heapprof::add_dump(app, command_line, chosen);
    heapprof::add_plot(app, chosen);
    heapprof::add_ghc(app, chosen);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help
        std::cerr << "heapprof: " << error.what() << likely(app, argc, argv)
                  << " (heapprof --help says what can be asked for)\n";
        return 2;
    }
    try {
        chosen();
        std::cout.flush();
        if (!std::cout) throw std::runtime_error("standard output cannot be written");
        return 0;
    } catch (std::exception const& error) {
        std::cerr << "heapprof: " << error.what() << '\n';
        return 1;
    }
}
