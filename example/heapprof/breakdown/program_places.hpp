// The files of a program of V8's that the name of an owner may have.
#pragma once

#include "../file/any_dump.hpp"

#include <functional>
#include <string>
#include <unordered_map>

namespace heapprof {

/// A function: the place of an object of V8 in a script of the program, not of a library; otherwise empty.
std::function<std::string(Node)> places_of_program(AnyDump const& dump);

/// By exported object: the file of the one CommonJS module of Node's that exports it, "lib/shutdown.js".
/// Other modules may have the object in a variable. Objects of several modules are left out. O(objects).
std::unordered_map<Node, std::string> files_of_exports(AnyDump const& dump);

}  // namespace heapprof
