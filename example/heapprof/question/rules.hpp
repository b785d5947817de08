// Rules: knowledge of libraries and runtimes, for the findings of `leaks`. A rule is a few lines of text:
//
//     path timerListMap*
//     say Timers that have not fired. clearTimeout() and clearInterval() free them.
//     see https://nodejs.org/api/timers.html
//
// `path`, `type` and `place` are compared with the name of an owner, `path: type (place)`, and `part` with
// the types of its objects and the names of its holders. In these patterns `*` is any text; all patterns of
// a rule must match. `kind` is the verdict: `runtime` is left out of the findings; `cache`, `pool` and
// `interner` may grow. An empty line ends a rule, and `#` begins a comment. The first rule that matches
// counts. The files in example/heapprof/rules are built in.
#pragma once

#include "../file/any_dump.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// The parts of an owner's name.
struct NameParts {
    std::string path, type, place;
};
NameParts parts_of_name(std::string const& name);
/// The end of the path in such a name; npos if it has none.
std::size_t end_of_path(std::string const& name);

struct Rule {
    std::string path, type, place, part;  ///< patterns; empty: anything
    std::string kind, say, see;
};

class Rules {
  public:
    /// Adds rules in front of the present ones. Throws dump::Error that names the line.
    void add(std::string_view text, std::string const& file);
    /// The built-in rules for a dump's format.
    void add_built_in(AnyDump const& dump);

    /// The first rule for an owner of some types; null if there is none.
    Rule const* find(NameParts const& name, std::vector<std::string> const& types) const;

  private:
    std::vector<Rule> rules_;
};

}  // namespace heapprof
