// Where the answer of a command goes: to standard output as text, and to files as JSON, CSV and the like.
//
// Each form of an answer is a writer of the same struct. JSON begins with the schema, "heapprof why", and its
// version, which changes when a member does that was there before.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace heapprof {

/// A file, and what writes it. No name: it is not asked for; "-": standard output, and nothing else there.
struct AnswerFile {
    std::string file;
    std::function<void(std::ostream&)> write;
};

/// Throws if a file is also an input (- is standard input), or there twice.
void refuse_inputs(std::vector<std::string> inputs, std::vector<AnswerFile> const& files);

/// Writes all of the files, and the text if none of them is "-"; or nothing, if anything cannot be written.
void write_answer(std::vector<AnswerFile> const& files, std::function<std::string()> const& text);

/// The beginning of an answer as JSON.
nlohmann::ordered_json begin_json(std::string const& command);

/// A file with the answer of a command as JSON: the files that it is about, and what `members()` returns.
AnswerFile json_file(std::string const& file, std::string const& command,
                     std::vector<std::string> const& inputs, std::function<nlohmann::ordered_json()> members);

/// What --json does.
inline constexpr char const* json_help =
    "Write the answer as JSON; -: to standard output, and nothing else there";

/// Adds an option that writes the answer to a file.
inline void add_answer_file(CLI::App& command, std::string const& option, std::string& file,
                            std::string const& what) {
    command.add_option(option, file, what)
        ->check([](std::string const& text) {
            return text.empty() ? std::string("the name of a file is empty") : std::string();
        })
        ->type_name("FILE");
}

}  // namespace heapprof
