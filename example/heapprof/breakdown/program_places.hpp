// The packages and files of a program of V8's.
#pragma once

#include "../file/any_dump.hpp"

#include <functional>
#include <string>
#include <unordered_map>

namespace heapprof {

/// A function: the package of an object's script: "lodash", "(program)", "node:events", or the address of a
/// page's script; empty for other objects. The dump must outlive it.
std::function<std::string(Node)> packages(AnyDump const& dump);
/// Whether a package is the program itself: no library, and not Node.
bool is_of_program(std::string const& package);

/// The files of exporting CommonJS modules of Node's, "lib/shutdown.js", by exported object. Other modules
/// may have the object in a variable. Without objects of several modules. O(objects).
std::unordered_map<Node, std::string> files_of_exports(AnyDump const& dump);

}  // namespace heapprof
