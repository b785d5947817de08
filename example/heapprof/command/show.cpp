#include "../question/show.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"
#include "../question/object_selector.hpp"

#include <trav/dump/error.hpp>

#include <memory>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof show app.dump @83981
      an object's fields with their values, and its referrers
  heapprof show app.dump app.sessions --top 0)";

struct Asked {
    std::string file, selector, json;
    std::size_t top = 20;
};

void answer(Asked const& asked) {
    ObjectSelector const selector(asked.selector);
    ShowAnswer found;
    std::vector const files{json_file(asked.json, "show", {asked.file},
                                      [&](nlohmann::ordered_json& all) { add_json(all, found); })};
    refuse_inputs({asked.file}, files);
    found = ask_dump<ShowAnswer>(asked.file, [&](AnyDump const& dump) {
        auto const nodes = selector.find(dump);
        if (nodes.size() > 1)
            throw trav::dump::Error(dump.source(), "'" + asked.selector + "' selects " +
                                                       std::to_string(nodes.size()) +
                                                       " objects, but only one can be shown, such as @" +
                                                       trav::dump::id_text(dump, nodes[0]));
        return show(dump, nodes[0], asked.top);
    });
    write_answer(files, [&] { return show_text(found); });
}

}  // namespace

void add_show(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("show", "Shows an object of a dump: fields and referrers");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(command, asked->file);
    command->add_option("SELECTOR", asked->selector, "The object: @123, or a path such as app.cache[3]")
        ->required()
        ->type_name("");
    add_number(command, "--top", asked->top, "Fields, and referrers; 0: all");
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
