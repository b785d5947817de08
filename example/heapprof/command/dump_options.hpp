// The options of `heapprof dump`.
#pragma once

#include "../question/dump_profile.hpp"
#include "limits.hpp"

#include "../terminal/command_line.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The parsed options.
struct DumpOptions {
    Question question;
    std::vector<std::vector<std::string>> by;  ///< the breakdowns of each table
    std::vector<std::pair<std::string, std::vector<std::string>>>
        only;  ///< a breakdown and the bands to count
    std::vector<Limit> limits;
    std::size_t top = 15, depth = 3;
    std::string hp_file, json_file, csv_file, page_file;
};

/// The values of --by.
std::vector<std::string> breakdown_names();

/// The kind of output of a command, which determines its output options.
enum class Outputs { texts, page, screen };

/// Adds the options to a command. After parsing, complete() returns them, or ends parsing.
class DumpOptionParser {
  public:
    DumpOptionParser(Command const& command, Outputs outputs);
    DumpOptions complete() const;

  private:
    void add_texts(Command const& command);

    DumpOptions options_;
    std::vector<std::string> by_, roots_, only_, rule_, limits_;
    std::string where_, bands_;
};

}  // namespace heapprof
