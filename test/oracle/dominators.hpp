// Dominator trees of a heap: calls for the oracle.
#pragma once

#include "printed.hpp"
#include "support/heap.hpp"

#include <trav/graph/sized.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/retained_by_band.hpp>

#include <cstdint>
#include <set>

namespace oracle {

using Node = test::Obj<>*;

/// The graph over a heap with the sizes of a case. Its nodes have numbers if `numbered`.
template <bool numbered>
struct Sized {
    using node = Node;
    Case const* c;
    test::Heap<> const* heap;

    auto const& children(node n) const { return n->fields; }
    std::size_t size(node n) const { return at(c->bytes_of(n->id)); }
    std::size_t index(node n) const
        requires numbered
    {
        return at(n->id);
    }
    std::size_t count() const
        requires numbered
    {
        return heap->objects.size();
    }
};

/// f(tree, node) for each node of the heap.
template <class Index, bool numbered, class Value>
std::vector<Value> of_each(Case const& c, auto f) {
    test::Heap<> heap(shape_of(c));
    Sized<numbered> const graph{&c, &heap};
    auto const tree = trav::dominators<Index>(graph, heap.roots);
    std::vector<Value> all;
    for (auto& object : heap.objects) all.push_back(f(tree, &object));
    return all;
}

/// The immediate dominator of each node; -1 if there is none.
template <class Index = std::uint32_t, bool numbered = true>
Numbers idoms(Case const& c) {
    return of_each<Index, numbered, int>(c, [](auto const& tree, Node n) {
        auto const above = tree.idom(n);
        return above ? (*above)->id : null;
    });
}
/// For each node, the names of the nodes that it dominates, from the tree's list.
template <class Index = std::uint32_t, bool numbered = true>
Sets dominated(Case const& c) {
    return of_each<Index, numbered, std::set<std::string>>(c, [](auto const& tree, Node n) {
        std::set<std::string> names;
        for (Node const below : tree.dominated(n)) names.insert(std::to_string(below->id));
        return names;
    });
}
/// The same from the tree's answer for each pair of nodes.
template <class Index = std::uint32_t, bool numbered = true>
Sets dominated_by_question(Case const& c) {
    Sets all;
    test::Heap<> heap(shape_of(c));
    Sized<numbered> const graph{&c, &heap};
    auto const tree = trav::dominators<Index>(graph, heap.roots);
    for (auto& d : heap.objects) {
        auto& names = all.emplace_back();
        for (auto& n : heap.objects)
            if (tree.dominates(&d, &n)) names.insert(std::to_string(n.id));
    }
    return all;
}
/// The retained size of each node.
template <class Index = std::uint32_t, bool numbered = true>
Amounts retained(Case const& c) {
    return of_each<Index, numbered, Amount>(c, [](auto const& tree, Node n) { return tree.retained(n); });
}
/// The own and the retained sizes of the nodes of each type.
template <class Index = std::uint32_t, bool numbered = true>
Retained retained_by_type(Case const& c) {
    test::Heap<> heap(shape_of(c));
    Sized<numbered> const graph{&c, &heap};
    auto const type = trav::by("type", [&](Node n) { return type_name(c.type_of(n->id)); });
    Retained found;
    for (auto const& line : trav::retained_by_band(trav::dominators<Index>(graph, heap.roots), type))
        found[line.text] = {line.own, line.retained};
    return found;
}

}  // namespace oracle
