// The options of `heapprof dump`.
#pragma once

#include "dump_profile.hpp"

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
    std::size_t top = 15, depth = 3;
    std::string hp_file, json_file;
};

/// Adds the options to a command. Once it has been parsed, complete() makes sense of them, or throws
/// CLI::ParseError.
class DumpOptionParser {
  public:
    explicit DumpOptionParser(CLI::App& command);
    DumpOptions complete() const;

  private:
    DumpOptions options_;
    std::vector<std::string> by_, roots_, only_, rule_;
};

}  // namespace heapprof
