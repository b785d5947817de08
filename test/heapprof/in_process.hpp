// Runs a command of heapprof in the process of the test.
#pragma once

#include <heapprof/command.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

/// What a command prints that `add(program, chosen)` adds, with these arguments after its name. There is no
/// terminal. Throws what parsing or the command throws.
inline std::string printed(auto const& add, std::vector<std::string> arguments) {
    struct Captured {
        Captured() { setenv("COLUMNS", "0", 1); }
        Captured(Captured const&) = delete;
        Captured& operator=(Captured const&) = delete;
        ~Captured() {
            std::cout.rdbuf(before);
            unsetenv("COLUMNS");
        }
        std::ostringstream text;
        std::streambuf* before = std::cout.rdbuf(text.rdbuf());
    } captured;
    CLI::App app;
    heapprof::Action chosen;
    add(heapprof::Command(app), chosen);
    arguments.insert(arguments.begin(), app.get_subcommands({}).front()->get_name());
    std::ranges::reverse(arguments);  // as CLI11 takes them
    app.parse(arguments);
    chosen();
    return captured.text.str();
}

/// The text without repeated blanks, and without those that begin a line.
inline std::string squeezed(std::string const& text) {
    std::string found;
    for (char const c : text)
        if (c != ' ' || (!found.empty() && found.back() != ' ' && found.back() != '\n')) found += c;
    return found;
}
