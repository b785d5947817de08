#include "command.hpp"
#include "open_dump.hpp"
#include "show.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/selector.hpp>

#include <iostream>
#include <memory>
#include <string>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof show app.dump @83981
      an object's fields, what they lead to, and who refers to it
  heapprof show app.dump app.sessions --top 0)";

struct Asked {
    std::string file, selector;
    std::size_t top = 20;
};

std::string answer(Asked const& asked) {
    trav::dump::Selector const selector(asked.selector);
    return ask_dump(asked.file, [&](auto const& dump) {
        auto const nodes = selector.find(dump);
        if (nodes.size() > 1)
            throw trav::dump::Error(dump.source(), "'" + asked.selector + "' selects " +
                                                       std::to_string(nodes.size()) +
                                                       " objects, but only one can be shown, such as @" +
                                                       trav::dump::id_text(dump, nodes[0]));
        return show_text(dump, nodes[0], asked.top);
    });
}

}  // namespace

void add_show(CLI::App& app, Action& chosen) {
    CLI::App* command = app.add_subcommand("show", "Shows an object of a dump: fields and referrers");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(*command, asked->file);
    command->add_option("SELECTOR", asked->selector, "The object: @123, or a path such as app.cache[3]")
        ->required()
        ->type_name("");
    add_number(*command, "--top", asked->top, "Fields, and referrers; 0: all");
    command->callback([asked, &chosen] { chosen = [asked] { std::cout << answer(*asked); }; });
}

}  // namespace heapprof
