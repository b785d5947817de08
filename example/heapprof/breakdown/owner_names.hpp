// OwnerNames: the names of objects as owners: the variable or fields that lead to them, their type, and its
// place in the program.
//
//     app.sessions: Map (shop/shop.js)        results[].ast: Node (@babel/types/lib/index.js:12)
//
// The name begins at the nearest variable on a shortest path along the program's references. Paths begin at
// the global objects, at the scopes that all functions of a module share, and at the roots, by their names.
// Links of the runtime, such as the link to the table of a Map, name nothing: the owner is the Map. Of more
// than four steps, the name shows the first and the last two; elements are `[]`. An object that only the
// runtime reaches is named after its dominator.
#pragma once

#include "../question/retained_heap.hpp"

#include <trav/dump/named_dump_graph.hpp>

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// Names of the objects of one heap.
class OwnerNames {
    using Kind = trav::dump::NameKind;

  public:
    /// The heap and its machinery must outlive this.
    OwnerNames(RetainedHeap const& heap, EdgeSet const& machinery);

    std::string operator()(Node n) const;

  private:
    // The objects at which names begin.
    std::vector<Node> starts(EdgeSet const& machinery) const;
    // Whether the object is a scope.
    bool has_variables(Node n) const;
    std::string type(Node n) const;
    std::string by_dominator(Node n) const;
    std::pair<std::string, Kind> edge(Node from, Node to) const;

    RetainedHeap const& heap_;
    AnyDump const& dump_;
    trav::dump::NamedDumpGraph<AnyDump, EdgeSet> graph_;
    HeapPaths paths_;
    std::function<std::string(Node)> places_;
    std::unordered_map<Node, std::string> roots_;
};

}  // namespace heapprof
