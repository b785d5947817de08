#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"
#include "../question/duplicates.hpp"
#include "../terminal/text_last.hpp"

#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof strings app.dump
      the duplicate strings, and the bytes that they waste
  heapprof why app.dump @83981
      why one of them is alive)";

struct Asked {
    std::string file, json;
    std::size_t top = 20;
};

std::string duplicates_text(DuplicatesAnswer const& answer) {
    std::string const all = trav::grouped(answer.strings) + " strings in " + trav::humanised(answer.bytes) +
                            "; " + trav::grouped(answer.duplicates) +
                            " of them have the contents of another: " + trav::humanised(answer.wasted) +
                            " wasted\n";
    if (answer.duplicates == 0) return all;
    TextLast rows({"wasted", "strings", "bytes", "text"});
    for (auto const& line : answer.lines)
        rows.add({trav::humanised(line.wasted), trav::grouped(line.strings), trav::humanised(line.bytes),
                  line.text});
    if (answer.more != 0) rows.add({"", "", "", "... " + trav::grouped(answer.more) + " more"});
    return all + '\n' + rows.str();
}

nlohmann::ordered_json duplicates_json(DuplicatesAnswer const& answer) {
    auto lines = nlohmann::ordered_json::array();
    for (auto const& line : answer.lines) {
        lines.push_back({{"wasted", line.wasted}, {"strings", line.strings}, {"bytes", line.bytes}});
        lines.back().update(object_json(line.object));
    }
    return {{"strings", answer.strings}, {"bytes", answer.bytes},      {"duplicates", answer.duplicates},
            {"wasted", answer.wasted},   {"groups", std::move(lines)}, {"more_groups", answer.more}};
}

void answer(Asked const& asked) {
    DuplicatesAnswer found;
    std::vector const files{json_file(asked.json, "strings", {asked.file}, [&](nlohmann::ordered_json& all) {
        all.update(duplicates_json(found));
    })};
    refuse_inputs({asked.file}, files);
    found = ask_dump<DuplicatesAnswer>(asked.file,
                                       [&](AnyDump const& dump) { return duplicates(dump, asked.top); });
    write_answer(files, [&] { return duplicates_text(found); });
}

}  // namespace

void add_strings(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("strings", "Lists duplicate strings of a dump");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(command, asked->file);
    add_number(command, "--top", asked->top, "Lines, those first that waste most; 0: all");
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
