// complete: what may stand for the last word of a command line, as CLI11's description of the commands says,
// so that no list of options is kept for shells.
#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// What may stand there.
struct Completions {
    struct Word {
        std::string word, about;  ///< about: one line, or nothing
    };
    std::vector<Word> words;
    bool files = false;  ///< the name of any file
};

/// The words that some values are, by what they are called: "BREAKDOWN" of `--by BREAKDOWN,...`; or by the
/// command whose first argument they are.
using KnownWords = std::map<std::string, std::vector<std::string>>;

/// How `words`, those behind the program's name, can go on: the last of them is begun, or empty.
Completions complete(CLI::App const& app, KnownWords const& known, std::vector<std::string> words);

/// The same as lines for the scripts of shells: a word, a tab, and what it is about; `<files>` for files.
std::string completion_lines(Completions const& found);

/// The script for bash, zsh or fish; null for any other shell.
char const* completion_script(std::string const& shell);

}  // namespace heapprof
