// The options of `heapprof dump`.
#pragma once

#include "../question/dump_profile.hpp"
#include "limits.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// What was asked for.
struct DumpOptions {
    Question question;
    std::vector<std::vector<std::string>> by;  ///< one table for each
    std::vector<std::pair<std::string, std::vector<std::string>>>
        only;  ///< a breakdown and the bands to count
    std::vector<Limit> limits;
    std::size_t top = 15, depth = 3;
    std::string hp_file, json_file, csv_file, page_file;
};

/// What --by can be.
std::vector<std::string> breakdown_names();

/// What is wrong with an option's number; nothing if it is one.
std::string whole_number(std::string const& text);

/// Which options a command has besides those that say what to find out.
enum class Outputs { texts, page, screen };

/// Adds the options to a command. Once it has been parsed, complete() makes sense of them, or throws
/// CLI::ParseError.
class DumpOptionParser {
  public:
    DumpOptionParser(CLI::App& command, Outputs outputs);
    DumpOptions complete() const;

  private:
    void add_texts(CLI::App& command);

    DumpOptions options_;
    std::vector<std::string> by_, roots_, only_, rule_, limits_;
};

}  // namespace heapprof
