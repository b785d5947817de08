// OwnerNames: the names of objects as owners: the variable or fields that lead to them, their type, and its
// place in the program.
//
//     app.sessions: Map (shop/shop.js)        results[].ast: Node (@babel/types/lib/index.js:12)
//
// The name begins at the nearest variable on a shortest path along the program's references. Paths begin at
// the global objects, at the scopes that all functions of a module share, and at the roots, by their names.
// Links of the runtime, such as the link to the table of a Map, name nothing: the owner is the Map. The same
// holds inside Java's collections, where only the entries are steps. Elements are `[]`. Three or more equal
// steps are one, `.next*`, so a name does not change as a list grows. Of more than 40 steps, the name has the
// first three and the last 20. heap_paths.hpp says which paths are preferred. Java's variables of threads are
// named after their ThreadLocal: `threadLocals[shop.Cache.LOCAL]`. An object that only the runtime reaches is
// named after its dominator; or is `unnamed Array`. The parts of V8's global object are `parts of global`.
//
// The place is that of the object; or of the nearest class on the path, or object of a class, of the program;
// or of the module that exports the variable's value, or else of the scope with the variable.
//
// exact_path() has keys and indices in place of `[]`: `cache["user:17"]`, `rows[3]`.
#pragma once

#include "../heap/heap_paths.hpp"
#include "own_paths.hpp"

#include <trav/dump/named_dump_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heapprof {

/// The beginning of the name of an object without a path.
inline constexpr std::string_view unnamed_prefix = "unnamed ";

/// Names of the objects of one heap.
class OwnerNames {
    using Kind = trav::dump::NameKind;

  public:
    /// The heap and its machinery must outlive this.
    OwnerNames(RetainedHeap const& heap, EdgeSet const& machinery);

    /// Prefers paths without elements of other owners.
    void avoid_others(Owners const& owners);

    /// Looks up the steps to these objects. Visits the edges of each object on the way once.
    void add(std::vector<Node> const& nodes);

    /// The steps of the path to an object, or `most` if they are more.
    std::size_t steps_to(Node n, std::size_t most) const;

    /// The name of one of the objects that were added.
    std::string operator()(Node n) const;
    /// The name without type and place; empty if no path leads to the object.
    std::string path(Node n) const { return path(n, false); }
    std::string exact_path(Node n) const { return path(n, true); }
    /// The place in the name; empty if none is known.
    std::string place(Node n) const;
    /// The named object: a Map, for the table of the Map. Takes an object that was added.
    Node subject(Node n) const;
    /// The object with the last step of the path, such as its field; empty for a path without steps. Takes an
    /// object that was added.
    std::optional<Node> holder(Node n) const;
    /// Whether the object is one of Java's collections, or a part of one.
    bool in_collection(Node n) const;

  private:
    // The objects at which names begin.
    std::vector<Node> starts() const;
    // Whether the object is a scope.
    bool has_variables(Node n) const;
    bool is_entry_of_table(Kind kind, Node from, std::optional<Node> before) const;
    std::string type(Node n) const;
    std::string by_dominator(Node n) const;
    std::string path(Node n, bool exact) const;
    // The last nodes of the path to a node, from the node on.
    std::vector<Node> way_back(Node n) const;
    std::vector<Node> way_back(HeapPaths const& paths, Node n) const;
    // The ThreadLocal of an entry in the table of a thread.
    std::optional<Node> thread_local_of(Node entry) const;
    std::string name_of_variable(Node n) const;
    struct Named {
        std::string path, place;
        Node node;                   // the object that the name is of: one whose parts the node belongs to
        std::optional<Node> holder;  // of the last step
    };
    Named named(std::vector<Node> const& way, bool exact = false) const;

    struct Step {
        std::string label;
        Kind kind;
        std::string exact{};  // with its index or key
    };
    static std::uint64_t link(Node from, Node to) { return std::uint64_t{from} << 32 | to; }

    RetainedHeap const& heap_;
    AnyDump const& dump_;
    EdgeSet const& machinery_;
    std::vector<Node> const starts_;
    trav::dump::NamedDumpGraph<AnyDump, EdgeSet> graph_;
    HeapPaths paths_;
    std::optional<OwnPaths> own_paths_;
    std::unordered_map<Node, std::string> exported_;  // by exported object: the file of its module
    std::function<std::string(Node)> places_, packages_;
    std::unordered_map<Node, std::string> roots_;
    bool edges_have_names_ = false;                  // Ruby's have none: each is a step `[]`
    mutable std::size_t long_ways_ = 0;              // steps of long ways so far
    std::unordered_map<std::uint64_t, Step> steps_;  // by link(from, to), on all paths
};

}  // namespace heapprof
