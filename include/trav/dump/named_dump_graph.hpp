// trav/dump/named_dump_graph.hpp: a DumpGraph with the edge names of the dump, for trav::path, paths and
// path_tree.
//
//     trav::dump::NamedDumpGraph const heap(dump, trav::dump::StrongEdges(&dump));
//     trav::path(heap, trav::dump::roots(dump), session)      // App.sessions[3] -> Session
//
// An edge has the name of a step in a selector: `sessions`, `["user list"]`, `[3]`, or `[@12]` if the dump
// does not name it. In the patterns that path_tree merges, all elements, i.e. names of digits, are `[]`.
// Costs the same as DumpGraph, and calls the rule again for the edges of each object on a path.
#pragma once

#include "dump_graph.hpp"
#include "named_path.hpp"

#include <string>
#include <utility>

namespace trav::dump {

/// An edge of a dump, with its name in a path.
template <Dump D>
struct DumpEdgeName {
    D const& dump;
    typename D::Edge const& edge;

    /// `sessions`, `[3]`, `[@12]`
    std::string label() const {
        std::string own(name(dump, edge));
        if (own.empty()) return text({{id_text(dump, edge.to), true}});
        return text({{std::move(own)}});
    }
    /// The same for all elements.
    std::string pattern() const {
        std::string const own(name(dump, edge));
        bool const index = own.find_first_not_of("0123456789") == std::string::npos;  // or no name
        return index ? "[]" : text({{own}});
    }
};

/// A dump as a graph with named edges.
template <Dump D, class Follow>
class NamedDumpGraph : public DumpGraph<D> {
  public:
    /// The edges for which `follow(edge)` is true.
    NamedDumpGraph(D const& dump, Follow follow) : DumpGraph<D>(dump, follow), follow_(std::move(follow)) {}

    /// Calls f(child, edge) for each edge, which has label() and pattern().
    void each_edge(Node n, auto f) const {
        this->dump().for_each_edge(n, [&](typename D::Edge const& edge) {
            if (follow_(edge)) f(edge.to, DumpEdgeName<D>{this->dump(), edge});
        });
    }

  private:
    Follow follow_;
};

}  // namespace trav::dump
