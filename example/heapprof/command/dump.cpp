#include "../breakdown/root_summary.hpp"
#include "../command.hpp"
#include "../file/answer_files.hpp"
#include "../file/dump_formats.hpp"
#include "../terminal/terminal.hpp"
#include "dump_options.hpp"
#include "only.hpp"

#include <trav/report/csv.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/json.hpp>
#include <trav/report/table.hpp>
#include <trav/text/one_line.hpp>

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

constexpr char const* examples = R"(Examples:
  heapprof leaks 1.dump.gz 2.dump.gz 3.dump.gz
      the leaks, by name: begin with this; dump shows whole tables
  heapprof dump 1.dump.gz 2.dump.gz 3.dump.gz --by owner
      the parts of the program that own the heap, and their growth
  heapprof dump app.dump
      the heap by type
  heapprof dump app.dump --largest 10
      and the objects that retain most of it
  heapprof dump app.dump --root app.cache --root app.sessions
      the bytes that each root holds alone, and that they share
  heapprof dump app.dump --root cached=app.cache --by root,type
      the same, split by type
  heapprof dump app.dump --by retainer --only type=Order
      the objects that keep the orders alive
  heapprof dump app.dump --by retainer --retainer default,app.orders
      the same, with the list of orders as one more retainer
  heapprof dump *.dump --by type --hp app.hp && hp2ps -c app.hp
      a picture of the heap over time)";

// The file's name without its folder and extensions.
std::string short_name(std::string const& file) {
    return std::string(stem(std::filesystem::path(file).filename().string()));
}

// The dump's modification time in the layout of a .hp file, so equal dumps give equal reports.
std::string date_of(std::string const& file) {
    struct stat facts{};
    if (stat(file.c_str(), &facts) != 0) return "";
    return fmt::format("{:%a %b %e %H:%M %Y}", fmt::gmtime(facts.st_mtime));
}

class DumpCommand {
  public:
    DumpCommand(DumpOptions options, std::string command_line, DumpProfiler const& profiler)
        : options_(std::move(options)), command_line_(std::move(command_line)), profiler_(profiler) {}

    void run() {
        std::vector const files = this->files();
        refuse_inputs(options_.question.files, files);
        answer_ = profile_dumps(options_.question, profiler_);
        profile_ = restricted(std::move(answer_.profile), options_);
        for (auto const& breakdowns : options_.by) tables_.push_back(profile_.by_names(breakdowns));
        for (NamedRoot const& root : options_.question.roots) roots_.push_back(root.name);
        write_answer(files, [&] { return text(); });
        check_limits(profile_, options_.limits);
    }

  private:
    std::vector<AnswerFile> files() const {
        return {{options_.hp_file,
                 [this](std::ostream& out) {
                     trav::write_hp(out, tables_.front(),
                                    {command_line_, date_of(answer_.dumps[0].file), "dumps", "bytes"});
                 }},
                {options_.json_file, [this](std::ostream& out) { out << trav::json_text(as_json()); }},
                {options_.csv_file, [this](std::ostream& out) { trav::write_csv(out, tables_.front()); }}};
    }

    bool by_root() const { return options_.question.breakdowns.contains("root"); }

    nlohmann::ordered_json as_json() const {
        nlohmann::ordered_json result = begin_json("dump");
        result["job"] = command_line_;
        result["dumps"] = nlohmann::ordered_json::array();
        for (DumpFacts const& dump : answer_.dumps) {
            result["dumps"].push_back(
                {{"file", dump.file}, {"nodes", dump.nodes}, {"edges", dump.edges}, {"bytes", dump.bytes}});
            if (options_.question.largest != 0)
                result["dumps"].back()["largest"] = largest_json(dump.largest);
            if (options_.question.retained_types != 0)
                result["dumps"].back()["retained"] = retained_types_json(dump.retained_types);
        }
        result["tables"] = nlohmann::ordered_json::array();
        for (trav::Table const& table : tables_) result["tables"].push_back(trav::json(table));
        if (by_root()) result["roots"] = root_summary_json(profile_, roots_);
        return result;
    }

    std::string text() const {
        std::vector<std::string> samples;
        trav::TextTable dumps({"dump", "nodes", "edges", "bytes", ""});
        for (DumpFacts const& dump : answer_.dumps) {
            samples.push_back(short_name(dump.file));
            dumps.row({dump.file, trav::grouped(dump.nodes), trav::grouped(dump.edges),
                       trav::grouped(dump.bytes), trav::humanised(dump.bytes)});
        }
        std::size_t const columns = terminal_columns();
        std::string result = dumps.fitting(columns);
        for (trav::Table const& table : tables_) {
            result += '\n' + trav::text(table, {options_.top, options_.depth, samples, columns});
        }
        for (std::size_t i = 0; i < answer_.dumps.size() && options_.question.largest != 0; ++i) {
            if (samples.size() > 1) result += '\n' + trav::one_line(samples[i]) + ':';
            result += '\n' + largest_text(answer_.dumps[i].largest, columns);
        }
        for (std::size_t i = 0; i < answer_.dumps.size() && options_.question.retained_types != 0; ++i) {
            if (samples.size() > 1) result += '\n' + trav::one_line(samples[i]) + ':';
            result += '\n' + retained_types_text(answer_.dumps[i].retained_types, columns);
        }
        if (by_root())
            result += '\n' + root_summary(profile_, roots_, samples, columns) +
                      "(alone: freed if the root were dropped; shared: held by another root as well)\n";
        return result;
    }

    DumpOptions options_;
    std::string command_line_;
    DumpProfiler const& profiler_;
    Answer answer_;
    trav::Profile profile_;
    std::vector<trav::Table> tables_;
    std::vector<std::string> roots_;
};

}  // namespace

void add_dump(Command const& app, std::string const& command_line, Action& chosen,
              DumpProfiler const& profiler) {
    Command const command = app.add_subcommand("dump", "Profiles heaps that other programs wrote to files");
    command->footer(examples);
    command->fallthrough();
    auto const options = std::make_shared<DumpOptionParser>(command, Outputs::texts);
    command->callback([options, command_line, &chosen, &profiler] {
        chosen = [command_line, asked = options->complete(), &profiler] {
            DumpCommand(asked, command_line, profiler).run();
        };
    });
}

}  // namespace heapprof
