// Objects built from a Shape, the graph over them, and every store for them.
#pragma once

#include "random_graph.hpp"

#include <trav/store/dense.hpp>
#include <trav/store/hashed.hpp>
#include <trav/store/header_word.hpp>
#include <trav/store/in_node.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace test {

/// An object with room for every kind of mark and for PointerReversal's cursor. T is the type of the node
/// data in its field.
template <class T = trav::detail::Absent<0>>
struct Obj {
    int id = 0;
    std::vector<Obj*> fields{};
    trav::Slot<T> slot{};
    std::uintptr_t word = 0;
    std::uint32_t cursor = 0;
};

/// The objects of a Shape, at fixed addresses.
template <class T = trav::detail::Absent<0>>
class Heap {
  public:
    explicit Heap(Shape const& shape) : objects(shape.children.size()) {
        for (int i = 0; i < shape.size(); ++i) {
            objects[static_cast<std::size_t>(i)].id = i;
            for (int const child : shape.children[static_cast<std::size_t>(i)])
                objects[static_cast<std::size_t>(i)].fields.push_back(at(child));
        }
        for (int const root : shape.roots) roots.push_back(at(root));
    }
    Heap(Heap const&) = delete;
    Heap& operator=(Heap const&) = delete;

    Obj<T>* at(int i) { return i < 0 ? nullptr : &objects[static_cast<std::size_t>(i)]; }

    std::vector<Obj<T>> objects;
    std::vector<Obj<T>*> roots;
};

/// The graph over a Heap.
template <class T = trav::detail::Absent<0>>
struct Objects {
    using node = Obj<T>*;
    Heap<T> const* heap;

    auto const& children(node n) const { return n->fields; }
    auto& slots(node n) const { return n->fields; }
    std::uint32_t& cursor(node n) const { return n->cursor; }
    std::size_t index(node n) const { return static_cast<std::size_t>(n->id); }
    std::size_t count() const { return heap->objects.size(); }
};

/// The same, with the objects in memory order.
template <class T = trav::detail::Absent<0>>
struct OrderedObjects : Objects<T> {
    using node = Obj<T>*;
    node node_at(std::size_t index) const { return const_cast<node>(&this->heap->objects[index]); }
};

/// The same, with every third object one of GHC's all-at-once kinds.
template <class T = trav::detail::Absent<0>>
struct AtOnceObjects : Objects<T> {
    using node = Obj<T>*;
    static bool takes_at_once(int id) { return id % 3 == 2; }
    bool at_once(node n) const { return takes_at_once(n->id); }
    void scan(node n, auto&& sink) const {
        for (node const child : n->fields) sink(child);
    }
};

/// The word of each object, with GHC's fix-ups. The unreached objects are not known, so unreached() lists all
/// words.
template <class T = trav::detail::Absent<0>>
struct Words {
    Heap<T>* heap;

    std::uintptr_t& operator()(Obj<T>* n) const { return n->word; }
    void unreached(auto f) const {
        for (auto& object : heap->objects) f(object.word);
    }
};

/// Calls f(store, name) with each kind of store for data of type T; HeaderWord takes half a word at most.
template <class T, class F>
void for_each_store(Heap<T>& heap, F f) {
    trav::Hashed<Obj<T>*, T> hashed;
    f(hashed, "Hashed");
    Objects<T> const graph{&heap};
    trav::Dense<T, trav::GraphIndex<Objects<T>>> dense(graph.count(), {&graph});
    f(dense, "Dense");
    trav::InNode<&Obj<T>::slot> in_node;
    f(in_node, "InNode");
    if constexpr (std::is_empty_v<T> || 2 * sizeof(T) <= sizeof(std::uintptr_t)) {
        trav::HeaderWord<T, Words<T>> header_word(Words<T>{&heap});
        f(header_word, "HeaderWord");
    }
}

}  // namespace test
