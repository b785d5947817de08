// heapprof: a heap profiler for the command line. `heapprof --help` says what it can do.
//
// Exit codes: 0, 1 for what cannot be read, found or written (one line on standard error), 2 for a wrong
// command line.
#include "command.hpp"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

int main(int argc, char** argv) {
    std::string command_line = "heapprof";
    for (int i = 1; i < argc; ++i) command_line += std::string(" ") + argv[i];

    CLI::App app("Profiles heaps: what they are made of, which roots share it, and who keeps it alive.",
                 "heapprof");
    app.require_subcommand(1);
    app.footer("heapprof COMMAND --help has examples.");
    heapprof::Action chosen;
    heapprof::add_dump(app, command_line, chosen);
    heapprof::add_plot(app, chosen);
    heapprof::add_ghc(app, chosen);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help
        std::cerr << "heapprof: " << error.what() << " (heapprof --help says what can be asked for)\n";
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
