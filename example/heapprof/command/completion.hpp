// complete: completes the last word of a command line from CLI11's description of the commands, so shells
// need no list of options.
#pragma once

#include "../terminal/command_line.hpp"

#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// The possible completions of a word.
struct Completions {
    struct Word {
        std::string word, about;  ///< about: one line, or empty
    };
    std::vector<Word> words;
    bool files = false;  ///< any file name
};

/// The known words for a value, by its type name ("BREAKDOWN" in `--by BREAKDOWN,...`), or by the command
/// with such a first argument.
using KnownWords = std::map<std::string, std::vector<std::string>>;

/// Completes `words`, the arguments of the program; the last of them is incomplete or empty.
Completions complete(Command const& app, KnownWords const& known, std::vector<std::string> words);

/// The completions as lines for shell scripts: a word, a tab and its description, or `<files>`.
std::string completion_lines(Completions const& found);

/// The completion script for bash, zsh or fish; null for any other shell.
char const* completion_script(std::string const& shell);

}  // namespace heapprof
