#include "../../ghc/programs.hpp"
#include "../command.hpp"
#include "completion.hpp"
#include "dump_options.hpp"

#include <iostream>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* about = R"sh(bash, zsh or fish follows.

Examples:
  eval "$(heapprof completion bash)" in .bashrc; with zsh the same in .zshrc
  heapprof completion fish > ~/.config/fish/completions/heapprof.fish)sh";

// The programs that `heapprof ghc` knows.
std::vector<std::string> program_names() {
    std::vector<std::string> names;
    for (Program const& each : programs()) names.emplace_back(each.name);
    return names;
}

std::string answer(CLI::App const& app, std::vector<std::string> words) {
    if (words[0] == "words") {  // what the scripts ask: how a command line goes on
        KnownWords const known{{"BREAKDOWN", breakdown_names()},
                               {"ghc", program_names()},
                               {"completion", {"bash", "zsh", "fish"}}};
        words.erase(words.begin());
        return completion_lines(complete(app, known, std::move(words)));
    }
    char const* const script = completion_script(words[0]);
    if (!script) throw CLI::ValidationError("completion", "'" + words[0] + "' is not bash, zsh or fish");
    return script;
}

}  // namespace

void add_completion(CLI::App& app, Action& chosen) {
    CLI::App* command =
        app.add_subcommand("completion", "Prints a script that completes command lines in a shell");
    command->footer(about);
    command->prefix_command();  // a command line that is begun may be anything
    command->callback([command, &app, &chosen] {
        auto words = command->remaining();
        if (words.empty()) throw CLI::RequiredError("bash, zsh or fish");
        std::string const text = answer(app, std::move(words));
        chosen = [text] { std::cout << text; };
    });
}

}  // namespace heapprof
