#include "../contest/strategies.hpp"
#include "../command.hpp"
#include "../contest/read_heap.hpp"
#include "../file/answer_files.hpp"
#include "../file/open_dump.hpp"
#include "../terminal/progress.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* about =
    R"(The heap is copied to arrays, trav::Csr, in the order of the file. Methods run
in turns, first once to warm up. A method whose warm-up takes more than a second
and ten times as long as the fastest is not run again. Root sets use the file's
roots, retainer sets its default retainers.

Examples:
  heapprof strategies app.dump
      the best methods for walks, root sets, retainer sets and retained sizes
  heapprof strategies app.dump --rounds 20 --json strategies.json
      with more rounds, for times that differ by less than their spread)";

struct Asked {
    std::string file, json;
    unsigned rounds = 5;
};

void answer(Asked const& asked) {
    contest::StrategiesAnswer found;
    std::vector const files{
        json_file(asked.json, "strategies", {asked.file},
                  [&](nlohmann::ordered_json& all) { all.update(strategies_json(found)); })};
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

void add_strategies(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand(
        "strategies", "Times every strategy and solver of trav on a dump, and recommends one");
    command->footer(about);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    add_file(command, asked->file);
    command->add_option("--rounds", asked->rounds, "Timed rounds of all methods")
        ->type_name("N")
        ->within(1, 1000)
        ->capture_default_str();
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] { chosen = [asked] { answer(*asked); }; });
}

}  // namespace heapprof
