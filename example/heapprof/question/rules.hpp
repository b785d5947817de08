// Rules: knowledge of libraries and runtimes, for the findings of `leaks`. A rule is a few lines of text:
//
//     path timerListMap*
//     say Timers that have not fired. clearTimeout() and clearInterval() free them.
//     see https://nodejs.org/api/timers.html
//
// `path`, `type` and `place` are compared with the name of an owner, `path: type (place)`, and `part` with
// the types of its objects and the names of its holders. In these patterns `*` is any text, and `path -` an
// owner without a path. Two lines `path` are alternatives; otherwise all patterns of a rule must match. An
// empty line ends a rule, and `#` begins a comment. The files in example/heapprof/rules are built in.
//
// A rule without a kind, or of the kind `cache`, `pool` or `interner`, describes an owner; the first one that
// matches counts. A cache, a pool and an interner may grow. Other kinds hold if any rule matches:
//
//     runtime                 an owner that is no finding
//     unnamed                 an owner that leaks only if functions of the program are in it; never `runtime`
//     code                    an owner that is left out while it grows by less than a third
//     platform                an owner that counts less than the program's, if nothing shows growth
//     plain, general          a type that says nothing of the program, or little
//     collection, function    a type of these
//     inside                  a type of the parts of a library's collection, such as links of a chain
//     instrument              a type that counts for no heap, such as what records allocations
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
    using Patterns = std::vector<std::string>;  ///< alternatives; none: anything
    Patterns path, type, place, part;
    std::string kind, say, see;
};

class Rules {
  public:
    /// Adds rules in front of the present ones. Throws dump::Error that names the line.
    void add(std::string_view text, std::string const& file);
    /// The built-in rules for a dump's format.
    void add_built_in(AnyDump const& dump);

    /// The first rule that describes an owner of some types; null if there is none.
    Rule const* find(NameParts const& name, std::vector<std::string> const& types) const;
    /// Whether a rule of this kind matches an owner.
    bool is(std::string_view kind, NameParts const& name) const;
    /// Whether a rule of this kind matches a type.
    bool is(std::string_view kind, std::string const& type) const {
        return is(kind, NameParts{"", type, ""});
    }

  private:
    std::vector<Rule> rules_;
};

}  // namespace heapprof
