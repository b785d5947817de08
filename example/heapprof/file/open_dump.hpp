// The parts that the commands on one dump share: the argument FILE, and reading it.
#pragma once

#include "../terminal/progress.hpp"
#include "dump_formats.hpp"

#include "../terminal/command_line.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace heapprof {

/// Adds the argument FILE.
inline void add_file(Command const& command, std::string& file) {
    command
        .add_option("FILE", file, "A dump of a heap, plain or gzipped; -: standard input\n" + known_formats())
        ->required()
        ->check([](std::string const& text) {
            return text.empty() ? std::string("the name of a file is empty") : std::string();
        })
        ->type_name("");
}

/// Adds an option with a number.
inline void add_number(Command const& command, std::string const& option, std::size_t& number,
                       std::string const& what) {
    command.add_option(option, number, what)->type_name("N")->check(whole_number)->capture_default_str();
}

/// Reads the dump, and returns f(dump). Throws dump::Error.
template <class Answer, class F>
Answer ask_dump(std::string const& file, F f) {
    Answer answer;
    ProgressLine line;
    with_dump(
        file, [&](std::uint64_t done, std::uint64_t whole) { line.show("reading " + file, done, whole); },
        [&](AnyDump const& dump) {
            line.show("profiling " + file);
            answer = f(dump);
        });
    return answer;
}

}  // namespace heapprof
