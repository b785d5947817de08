#include "../breakdown/root_summary.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/live_program.hpp"
#include "../file/open_dump.hpp"
#include "../terminal/terminal.hpp"
#include "../terminal/text_last.hpp"

#include <trav/profile/profile.hpp>
#include <trav/report/json.hpp>
#include <trav/report/table.hpp>
#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof live
      your programs that answer
  heapprof live 12345
      the memory that each part of the program's state holds and shares
  heapprof live 12345 --by retainer --top 5
      the same by nearest holders)";

struct Asked {
    pid_t process = 0;  // 0: list the programs
    std::string by = "root", json;
    std::size_t top = 15;
    double seconds = 60;
};

struct LiveAnswer {
    std::vector<std::string> roots;
    trav::Profile profile;  // one breakdown, one sample
};

// Reads an answer (doc/live.md). Throws nlohmann::json::exception if it is invalid.
LiveAnswer read_answer(nlohmann::json const& answer, std::string const& by) {
    LiveAnswer read{answer.at("roots"), {}};
    auto& column = read.profile.columns.emplace_back(trav::Profile::Column{by, nullptr, {}});
    auto& entries = read.profile.samples.emplace_back(trav::Profile::Sample{0, {}}).entries;
    for (auto const& bin : answer.at("bins")) {
        std::vector<std::string> const members = bin.at("roots");
        auto const& held = bin.at("held");
        entries.push_back({{static_cast<std::uint32_t>(column.bands.size())},
                           {held.at("bytes").get<std::uint64_t>(), held.at("objects").get<std::uint64_t>()}});
        column.bands.push_back({trav::set_text(members), members});
    }
    return read;
}

LiveAnswer ask(Asked const& asked) {
    std::string const text = ask_program(asked.process, "by " + asked.by, asked.seconds);
    std::string const who = program_text(asked.process);
    LiveAnswer answer;
    try {
        auto const json = nlohmann::json::parse(text);
        if (json.contains("error")) throw std::runtime_error(who + ": " + json["error"].get<std::string>());
        answer = read_answer(json, asked.by);
    } catch (nlohmann::json::exception const&) {
        throw std::runtime_error(who + " gives an answer that this version of heapprof does not understand");
    }
    if (answer.roots.empty()) throw std::runtime_error(who + " has set no roots");
    return answer;
}

std::string answer_text(LiveAnswer const& answer, trav::Table const& table, Asked const& asked) {
    std::size_t const columns = terminal_columns();
    std::string text = trav::text(table, {asked.top, 3, {}, columns});
    if (asked.by == "root")
        text += '\n' + root_summary(answer.profile, answer.roots, {""}, columns) +
                "(alone: none of the other roots reaches it; shared: another root does)\n";
    return text;
}

void census(Asked const& asked) {
    LiveAnswer const answer = ask(asked);
    trav::Table const table = answer.profile.by_names({asked.by});
    AnswerFile const json{asked.json, [&](std::ostream& out) {
                              nlohmann::ordered_json all = begin_json("live");
                              all["process"] = asked.process;
                              all["tables"] = nlohmann::ordered_json::array({trav::json(table)});
                              if (asked.by == "root")
                                  all["roots"] = root_summary_json(answer.profile, answer.roots);
                              out << trav::json_text(all);
                          }};
    write_answer({json}, [&] { return answer_text(answer, table, asked); });
}

void list() {
    auto const programs = live_programs();
    if (programs.empty()) {
        std::cout << "no program serves its heap\n";
        return;
    }
    TextLast text({"process", "program"});
    for (LiveProgram const& each : programs) text.add({std::to_string(each.process), each.command_line});
    std::cout << text.str();
}

}  // namespace

void add_live(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("live", "Profiles the heaps of running Haskell programs");
    command->footer(examples);
    command->fallthrough();
    auto const asked = std::make_shared<Asked>();
    command->add_option("PID", asked->process, "The process id; without it, lists the programs that answer")
        ->positive()
        ->type_name("");
    command->add_option("--by", asked->by, "The breakdown")
        ->one_of({"root", "type", "retainer"})
        ->capture_default_str();
    add_number(command, "--top", asked->top, "Lines, the largest first; 0: all");
    command->add_option("--timeout", asked->seconds, "The longest wait for the answer")
        ->positive()
        ->type_name("SECONDS")
        ->capture_default_str();
    add_answer_file(command, "--json", asked->json, json_help);
    command->callback([asked, &chosen] {
        chosen = [asked] {
            if (asked->process == 0) list();
            else census(*asked);
        };
    });
}

}  // namespace heapprof
