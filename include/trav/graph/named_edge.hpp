// trav/graph/named_edge.hpp: an edge of trav::Objects, with the name of the member that holds it and its
// kind.
//
//     heap.edges(object, [](trav::NamedEdge const& edge) { std::cout << edge.label() << '\n'; });
//     // inventory[3].look
//     // scores["ann"]
//
// pattern() is the same for all elements of a member: inventory[].look.
#pragma once

#include "graph.hpp"
#include "object.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace trav {

/// The relation of a member to the object that it refers to.
enum class EdgeKind : unsigned char {
    owns,    ///< keeps it alive: smart pointers
    refers,  ///< pointers and references
    weak,    ///< weak_ptr: may become empty
    opaque,  ///< the contents of the member are unknown; the edge leads to the member itself
};

/// A set of kinds: `EdgeKind::owns | EdgeKind::refers`.
class EdgeKinds {
  public:
    constexpr EdgeKinds() = default;
    constexpr EdgeKinds(EdgeKind kind) : bits_(1u << static_cast<unsigned>(kind)) {}
    constexpr bool contains(EdgeKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1) != 0; }
    friend constexpr EdgeKinds operator|(EdgeKinds a, EdgeKinds b) {
        a.bits_ |= b.bits_;
        return a;
    }

  private:
    unsigned bits_ = 0;
};
constexpr EdgeKinds operator|(EdgeKind a, EdgeKind b) { return EdgeKinds(a) | EdgeKinds(b); }

namespace detail {

/// The kind of a member's edges: from its description, or from its type.
struct As {
    bool said = false;
    EdgeKind kind = EdgeKind::refers;
    constexpr EdgeKind or_else(EdgeKind natural) const { return said ? kind : natural; }
};

}  // namespace detail

/// A step from an object to one of its parts: into a member, or to an element by its index or key.
struct EdgeStep {
    enum class To : unsigned char { member, element, key } to;
    std::string_view name;  ///< the name of the member, or the key
    long long index;        ///< the index of the element, or its key if that is a number
};

/// An edge from one object to another. `steps` is in memory that is reused for the next edge.
struct NamedEdge {
    Object from;
    Object to;
    EdgeKind kind;
    std::span<EdgeStep const> steps;

    /// The name of the member of `from` that holds the edge.
    std::string_view member() const { return steps.empty() ? std::string_view() : steps.front().name; }
    /// "inventory[3].look"
    std::string label() const { return text(true); }
    /// "inventory[].look"
    std::string pattern() const { return text(false); }

  private:
    template <class = void>
    std::string text(bool elements) const {
        std::string text;
        for (EdgeStep const& step : steps) {
            if (step.to == EdgeStep::To::member)
                (text += text.empty() || step.name.empty() ? "" : ".") += step.name;
            else if (!elements) text += "[]";
            else if (step.to == EdgeStep::To::key) ((text += "[\"") += step.name) += "\"]";
            else ((text += '[') += std::to_string(step.index)) += ']';
        }
        return text;
    }
};

/// A graph of Objects with named edges.
template <class G>
concept NamesEdges = Graph<G> && requires(G const& graph, node_t<G> n) {
    graph.edges(n, [](NamedEdge const&) {});
    { graph.follows(EdgeKind::owns) } -> std::convertible_to<bool>;
};

}  // namespace trav
