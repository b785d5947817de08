// The page of `heapprof page`, as text.
#pragma once

#include "../command/dump_options.hpp"

#include <string>

namespace heapprof {

/// The page about an answer, whose profile is what --only keeps. `reload`: after so many seconds the browser
/// reads it again; 0: never. Throws std::runtime_error where there was no D3 to build it with.
std::string page_text(Answer const& answer, DumpOptions const& options, std::string const& command_line,
                      unsigned reload = 0);

/// The tag that makes the browser read a page again.
std::string reload_tag(unsigned seconds);

}  // namespace heapprof
