// The starting points of paths through a dump.
#pragma once

#include "../file/any_dump.hpp"

#include <optional>
#include <vector>

namespace heapprof {

/// Node's object `process`, which the global object has behind a getter.
std::optional<Node> process_of_node(AnyDump const& dump);

/// The global objects, and Ruby's class Object with all outermost constants.
std::vector<Node> global_scopes(AnyDump const& dump);

/// The global objects, if the dump has any, Node's process, then the roots.
std::vector<Node> path_starts(AnyDump const& dump);

/// Whether the object is a class or module of Java or Ruby.
bool is_class(AnyDump const& dump, Node n);
/// The node with the classes and other roots as fields, as in dumps of Java and Ruby.
std::optional<Node> node_with_classes(AnyDump const& dump);

/// The roots as objects of the program: a node that only lists roots is replaced by the objects that it
/// lists.
std::vector<Node> root_objects(AnyDump const& dump);

/// The nodes whose references are the last resort of a path, because they say nothing of the program: V8's
/// lists of what its stack holds, what its compiled code relies on, and what has a handle.
std::vector<Node> last_resorts(AnyDump const& dump);

}  // namespace heapprof
