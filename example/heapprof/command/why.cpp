#include "../question/why.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"
#include "../question/object_selector.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof why app.dump app.sessions
      the path from the global object, or a root, to the sessions
  heapprof why app.dump @83981 --each-root
      a path from every root that leads to this object
  heapprof why app.dump class:Session
      the paths to all sessions, merged)";

struct Asked {
    std::string file, selector, json;
    WhyOptions options;
};

void answer(Asked const& asked) {
    ObjectSelector const selector(asked.selector);
    WhyAnswer found;
    std::vector const files{json_file(asked.json, "why", {asked.file}, [&](nlohmann::ordered_json& all) {
        add_json(all, asked.selector, found);
    })};
    refuse_inputs({asked.file}, files);
    found = ask_dump<WhyAnswer>(asked.file, [&](AnyDump const& dump) {
        auto nodes = selector.find(dump);
        if (asked.options.each_root && nodes.size() > 1)
            throw std::runtime_error("--each-root is about one object, but '" + asked.selector +
                                     "' selects " + std::to_string(nodes.size()));
        return why(dump, std::move(nodes), asked.options);
    });
    write_answer(files, [&] { return why_text(found, asked.selector, asked.options); });
}

}  // namespace

void add_why(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("why", "Shows why objects of a dump are alive");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(command, asked->file);
    command
        ->add_option("SELECTOR", asked->selector,
                     "The objects: a path from the global object or a root\n"
                     "(app.cache, app[\"b c\"][3]) or from a variable (variable:cache),\n"
                     "class:Session (all its objects), @123, or a condition:\n"
                     "'where:type=Order and retained>1KiB'")
        ->required()
        ->type_name("");
    command->add_flag("--each-root", asked->options.each_root,
                      "A shortest path from each root that leads to the object");
    add_number(command, "--top", asked->options.top, "Lines of each part; 0: all");
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
