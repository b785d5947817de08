#include "../question/leaks.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/terminal.hpp"
#include "limits.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof leaks 1.dump 2.dump 3.dump
      the owners that grow through all dumps, and the next command for each
  heapprof leaks app.dump
      the owners that hold most of one dump
  heapprof leaks *.dump --json leaks.json || echo leaks
      for CI: code 3 if there is a leak)";

struct Asked {
    std::vector<std::string> files;
    std::string json;
    std::vector<std::string> rules;
};

void answer(Asked const& asked) {
    LeaksAnswer found;
    std::vector const files{json_file(asked.json, "leaks", asked.files,
                                      [&](nlohmann::ordered_json& all) { add_json(all, found); })};
    refuse_inputs(asked.files, files);
    found = leaks(asked.files, {.rules = asked.rules});
    write_answer(files, [&] { return leaks_text(found, terminal_columns()); });
    if (std::size_t const leaks = found.leaks(); leaks != 0)
        throw LimitExceeded(std::to_string(leaks) + (leaks == 1 ? " leak" : " leaks"));
}

}  // namespace

void add_leaks(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("leaks", "Names leaks: at most five, the worst first");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    command
        ->add_option("FILE", asked->files,
                     "Dumps of one program, plain or gzipped, the oldest first: three or more\n"
                     "to tell leaks; -: standard input\n" +
                         known_formats())
        ->required()
        ->check([](std::string const& text) {
            return text.empty() ? std::string("the name of a file is empty") : std::string();
        })
        ->type_name("");
    command
        ->add_option(
            "--rules", asked->rules,
            "Files of rules on your libraries, before the built-in ones: an empty line between rules,\n"
            "each with lines 'path PATTERN', 'type ..', 'place ..', 'part ..', 'say TEXT', 'see LINK'\n"
            "or 'kind cache', 'pool', 'interner' or 'runtime'; * in a pattern is any text")
        ->type_name("FILE");
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
