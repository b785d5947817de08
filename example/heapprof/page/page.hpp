// The text of the page of `heapprof page`.
#pragma once

#include "../command/dump_options.hpp"

#include <string>

namespace heapprof {

/// The page for an answer with a restricted profile (--only). The browser reloads it after `reload` seconds;
/// 0: never. Throws std::runtime_error if heapprof was built without D3.
std::string page_text(Answer const& answer, DumpOptions const& options, std::string const& command_line,
                      unsigned reload = 0);

/// The HTML tag that makes the browser reload the page.
std::string reload_tag(unsigned seconds);

}  // namespace heapprof
