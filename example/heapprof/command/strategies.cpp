#include "../contest/strategies.hpp"
#include "../command.hpp"
#include "../contest/read_heap.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"
#include "../terminal/progress.hpp"

#include <memory>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* about = R"(The heap becomes arrays, trav::Csr, in the order of the file. All methods
run in turn, first once to warm up; one that takes more than a second then,
and ten times as long as the fastest, is not run again. Root sets are those
of the file's roots, retainer sets those of its default retainers.

Examples:
  heapprof strategies app.dump
      what to use for walks, root sets, retainer sets, retained sizes
  heapprof strategies app.dump --rounds 20 --json strategies.json
      with more rounds, where times differ by less than their spread)";

struct Asked {
    std::string file, json;
    unsigned rounds = 5;
};

void answer(Asked const& asked) {
    contest::StrategiesAnswer found;
    std::vector const files{
        json_file(asked.json, "strategies", {asked.file}, [&] { return strategies_json(found); })};
    refuse_inputs({asked.file}, files);
    ProgressLine line;
    auto const heap = contest::read_heap(asked.file, [&](std::uint64_t done, std::uint64_t whole) {
        line.show("reading " + asked.file, done, whole);
    });
    found = contest::strategies(heap, contest::contests(heap), asked.rounds,
                                [&](std::string const& method) { line.show("timing " + method); });
    line.show("");
    write_answer(files, [&] { return strategies_text(found); });
}

}  // namespace

void add_strategies(CLI::App& app, Action& chosen) {
    CLI::App* command = app.add_subcommand(
        "strategies", "Times every strategy and solver of trav on a dump, and says which to use");
    command->footer(about);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(*command, asked->file);
    command->add_option("--rounds", asked->rounds, "Timed rounds of all methods")
        ->type_name("N")
        ->check(CLI::Range(1, 1000).description(""))
        ->capture_default_str();
    add_answer_file(*command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
