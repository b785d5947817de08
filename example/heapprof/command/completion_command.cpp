#include "../command.hpp"
#include "completion.hpp"

#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* about = R"sh(bash, zsh or fish follows.

Examples:
  eval "$(heapprof completion bash)" in .bashrc; with zsh the same in .zshrc
  heapprof completion fish > ~/.config/fish/completions/heapprof.fish)sh";

std::string answer(Command const& app, KnownWords const& known, std::vector<std::string> words) {
    if (words[0] == "words") {  // used by the completion scripts
        words.erase(words.begin());
        return completion_lines(complete(app, known, std::move(words)));
    }
    char const* const script = completion_script(words[0]);
    if (!script) wrong_value("completion", "'" + words[0] + "' is not bash, zsh or fish");
    return script;
}

}  // namespace

void add_completion(Command const& app, KnownWords known, Action& chosen) {
    Command const command =
        app.add_subcommand("completion", "Prints a script that completes command lines in a shell");
    command->footer(about);
    command->prefix_command();  // an incomplete command line may be anything
    command->callback([command, app, known = std::move(known), &chosen] {
        auto words = command->remaining();
        if (words.empty()) missing_argument("bash, zsh or fish");
        std::string const text = answer(app, known, std::move(words));
        chosen = [text] { std::cout << text; };
    });
}

}  // namespace heapprof
