#include "../question/tree.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"
#include "../question/object_selector.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/selector.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof tree app.dump
      the objects that retain most, and below each the largest that it retains
  heapprof tree app.dump --under app.sessions --depth 2 --top 20
      the contents of the sessions)";

struct Asked {
    std::string file, under, json;
    TreeOptions options;
};

void answer(Asked const& asked) {
    std::optional<ObjectSelector> under;
    if (!asked.under.empty()) under.emplace(asked.under);
    TreeAnswer found;
    std::vector const files{json_file(asked.json, "tree", {asked.file},
                                      [&](nlohmann::ordered_json& all) { add_json(all, found); })};
    refuse_inputs({asked.file}, files);
    found = ask_dump<TreeAnswer>(asked.file, [&](AnyDump const& dump) {
        std::vector<trav::dump::Node> tops;
        if (under) tops = under->find(dump);
        RetainedHeap const heap(dump);
        std::erase_if(tops, [&](trav::dump::Node n) { return !heap.tree.reached(n); });
        if (under && tops.empty())
            throw trav::dump::Error(dump.source(),
                                    "'" + asked.under + "' retains nothing: no root reaches it");
        return tree_lines(heap, asked.options, tops);
    });
    write_answer(files, [&] { return tree_text(found); });
}

}  // namespace

void add_tree(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("tree", "Shows the dominator tree of a dump");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(command, asked->file);
    command
        ->add_option("--under", asked->under,
                     "Only what these objects retain: app.cache, class:Session, @123,\n"
                     "'where:type=Session and size>1KiB'")
        ->type_name("SELECTOR");
    add_number(command, "--depth", asked->options.depth, "Levels of the tree; 0: all");
    add_number(command, "--top", asked->options.top, "Objects below each one; 0: all");
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
