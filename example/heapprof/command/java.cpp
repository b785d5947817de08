#include "../question/java.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"

#include <trav/dump/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof java app.hprof
      threads with their stacks and variables, class loaders and duplicate classes, references by
      kind, and the hash tables with the longest buckets
  heapprof java app.hprof threads --top 5
      the thread that ran out of memory, and those that keep most
  heapprof dump app.hprof --by reference,type
      the objects that only soft, weak, final or phantom references reach)";

std::vector<std::string> const tables{"threads", "loaders", "references", "collisions"};

struct Asked {
    std::string file, json;
    std::vector<std::string> tables;
    std::size_t top = 20;
    bool wants(std::string const& table) const {
        return tables.empty() || std::ranges::find(tables, table) != tables.end();
    }
};

// The tables as texts, and as members of one JSON object.
struct Answer {
    std::string text;
    nlohmann::ordered_json json = nlohmann::ordered_json::object();

    void add(auto const& table) {
        text += (text.empty() ? "" : "\n") + java_text(table);
        json.update(java_json(table));
    }
};

Answer ask(AnyDump const& dump, Asked const& asked) {
    auto const* const java = dump.get_if<trav::dump::JvmDump>();
    if (java == nullptr) throw trav::dump::Error(dump.source(), "this is no dump of a Java virtual machine");
    RetainedHeap const heap(dump);
    Answer answer;
    if (asked.wants("threads")) answer.add(java_threads(*java, heap, asked.top));
    if (asked.wants("loaders")) answer.add(java_loaders(*java, heap, asked.top));
    if (asked.wants("references")) answer.add(java_references(*java));
    if (asked.wants("collisions")) answer.add(java_collisions(*java, heap, asked.top));
    return answer;
}

void answer(Asked const& asked) {
    Answer found;
    std::vector const files{json_file(asked.json, "java", {asked.file},
                                      [&](nlohmann::ordered_json& all) { all.update(found.json); })};
    refuse_inputs({asked.file}, files);
    found = ask_dump<Answer>(asked.file, [&](AnyDump const& dump) { return ask(dump, asked); });
    write_answer(files, [&] { return found.text; });
}

}  // namespace

void add_java(Command const& app, Action& chosen) {
    Command const command =
        app.add_subcommand("java", "Shows threads, class loaders, references and hash tables of a Java heap");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(command, asked->file);
    command->add_option("TABLE", asked->tables, "The tables to print; all if none is given")
        ->one_of(tables)
        ->type_name("ONE OF");
    add_number(command, "--top", asked->top, "Lines of each table, and functions of each thread; 0: all");
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
