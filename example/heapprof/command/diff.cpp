#include "../question/diff.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof diff 1.dump 2.dump
      new objects, objects that are gone, and objects that retain more
  heapprof diff 1.dump 2.dump 3.dump
      and objects made between the first two dumps that are still alive)";

struct Asked {
    std::vector<std::string> files;
    std::string json, csv;
    std::size_t top = 10;
};

void answer(Asked const& asked) {
    DiffAnswer found;
    std::vector const files{json_file(asked.json, "diff", asked.files,
                                      [&](nlohmann::ordered_json& all) { add_json(all, found); }),
                            AnswerFile{asked.csv, [&](std::ostream& out) { write_diff_csv(out, found); }}};
    refuse_inputs(asked.files, files);
    std::vector<DumpObjects> dumps;
    TypeNumbers types;
    for (std::string const& file : asked.files) {
        found = ask_dump<DiffAnswer>(file, [&](AnyDump const& dump) -> DiffAnswer {
            RetainedHeap const heap(dump);
            dumps.push_back(objects_of(heap, types));
            if (dumps.size() > 1) check_comparable(dumps[dumps.size() - 2], dumps.back());
            if (dumps.size() != asked.files.size()) return {};
            return diff(heap, dumps, types, asked.top);
        });
    }
    write_answer(files, [&] { return diff_text(found); });
}

}  // namespace

void add_diff(Command const& app, Action& chosen) {
    Command const command =
        app.add_subcommand("diff", "Lists new, gone and growing objects of a heap over time");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    command->add_option("FILE", asked->files, "Two or more dumps of one program, the oldest first")
        ->required()
        ->expected(2, 1000)
        ->type_name("");
    add_number(command, "--top", asked->top, "Lines of each part; 0: all");
    add_answer_file(command, "--json", asked->json, json_help);
    add_answer_file(command, "--csv", asked->csv, "Write the changes of each type as CSV; - as for --json");
    command->callback([asked, &chosen] {
        if (asked->json == "-" && asked->csv == "-")
            wrong_value("-", "only one of --json and --csv can go to standard output");
        chosen = [asked] { answer(*asked); };
    });
}

}  // namespace heapprof
