// The output of a command of heapprof, run in the process of the test.
#pragma once

#include "heapprof/squeezed.hpp"

#include <heapprof/command.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace test {

inline void parse(CLI::App& app, std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);  // CLI11 takes the last one first
    app.parse(arguments);
}

/// The output of the command added by `add(program, chosen)`, with these arguments after its name and without
/// a terminal. Exceptions of the parser and the command pass.
inline std::string printed(auto const& add, std::vector<std::string> arguments) {
    struct Captured {
        ~Captured() { std::cout.rdbuf(before); }
        FullWidth tables;
        std::ostringstream text;
        std::streambuf* before = std::cout.rdbuf(text.rdbuf());
    } captured;
    CLI::App app;
    heapprof::Action chosen;
    add(heapprof::Command(app), chosen);
    arguments.insert(arguments.begin(), app.get_subcommands({}).front()->get_name());
    parse(app, arguments);
    chosen();
    return captured.text.str();
}

}  // namespace test
