// What the commands that ask about one dump have in common: the file, and how it is read.
#pragma once

#include "../terminal/progress.hpp"
#include "dump_formats.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heapprof {

/// Adds the argument FILE.
inline void add_file(CLI::App& command, std::string& file) {
    command
        .add_option("FILE", file, "A dump of a heap, plain or gzipped; -: standard input\n" + known_formats())
        ->required()
        ->check([](std::string const& text) {
            return text.empty() ? std::string("the name of a file is empty") : std::string();
        })
        ->type_name("");
}

/// Adds an option with a number.
inline void add_number(CLI::App& command, std::string const& option, std::size_t& number,
                       std::string const& what) {
    command.add_option(option, number, what)
        ->type_name("N")
        ->check([](std::string const& text) {
            bool const whole = !text.empty() && text.size() <= 9 &&
                               text.find_first_not_of("0123456789") == std::string::npos;
            return whole ? std::string() : "'" + text + "' is not a number from 0 to 999999999";
        })
        ->capture_default_str();
}

/// Reads the dump, and returns f(dump). Throws dump::Error.
template <class Answer, class F>
Answer ask_dump(std::string const& file, F f) {
    Answer answer;
    ProgressLine line;
    with_dump(
        file, [&](std::uint64_t done, std::uint64_t whole) { line.show("reading " + file, done, whole); },
        [&](auto const& dump) {
            line.show("profiling " + file);
            answer = f(dump);
        });
    return answer;
}

}  // namespace heapprof
