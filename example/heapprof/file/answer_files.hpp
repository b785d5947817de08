// The outputs of a command: text on standard output, and files in JSON, CSV and so on.
//
// Each form of an answer is a writer of the same struct. JSON begins with the schema, "heapprof why", and its
// version, which changes if an existing member changes.
#pragma once

#include "../terminal/command_line.hpp"
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace heapprof {

/// A file and its writer. An empty name means no file; "-" is standard output, with nothing else there.
struct AnswerFile {
    std::string file;
    std::function<void(std::ostream&)> write;
};

/// Throws if a file is also an input ("-" is standard input) or another output.
void refuse_inputs(std::vector<std::string> inputs, std::vector<AnswerFile> const& files);

/// Writes all files, and the text unless a file is "-". If one cannot be written, writes nothing.
void write_answer(std::vector<AnswerFile> const& files, std::function<std::string()> const& text);

/// The first members of an answer in JSON.
nlohmann::ordered_json begin_json(std::string const& command);

/// A file with the answer of a command in JSON: the inputs, and the members that `add(json)` adds.
AnswerFile json_file(std::string const& file, std::string const& command,
                     std::vector<std::string> const& inputs,
                     std::function<void(nlohmann::ordered_json&)> add);

/// The help text of --json.
inline constexpr char const* json_help =
    "Write the answer as JSON; -: to standard output, and nothing else there";

/// Adds an option with the name of an output file.
inline void add_answer_file(Command const& command, std::string const& option, std::string& file,
                            std::string const& what) {
    command.add_option(option, file, what)
        ->check([](std::string const& text) {
            return text.empty() ? std::string("the name of a file is empty") : std::string();
        })
        ->type_name("FILE");
}

}  // namespace heapprof
