// ShortNames: the names of owners and types as people read them: Java's classes without their package if no
// other class of the dump has the rest of the name. A selector accepts these names.
//
//     names(R"(["shop.Registry"].BY_USER: java.util.HashMap)")      // "Registry.BY_USER: HashMap"
#pragma once

#include "../file/any_dump.hpp"

#include <string>
#include <unordered_map>

namespace heapprof {

class ShortNames {
  public:
    /// Looks at the type of each object once.
    explicit ShortNames(AnyDump const& dump);

    /// The name of an owner, or of a reference.
    std::string operator()(std::string const& name) const;
    std::string type(std::string const& type) const;

  private:
    std::unordered_map<std::string, std::string> whole_;  // by short name; empty: of several classes
};

}  // namespace heapprof
