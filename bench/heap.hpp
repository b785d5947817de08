// bench/heap.hpp: heaps of pointers: objects with a header word and their pointers, in one piece of memory.
#pragma once

#include "shape/shape.hpp"

#include <trav/store/store.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bench {

/// One object: 8 bytes of header, then its pointers.
struct Object {
    trav::Slot<> mark;
    std::uint32_t count;
    std::span<Object* const> fields() const { return {reinterpret_cast<Object* const*>(this + 1), count}; }
    Object** first() { return reinterpret_cast<Object**>(this + 1); }
};
static_assert(sizeof(Object) == 8);

/// The graph of these objects, as a user would write it.
struct PlainObjects {
    using node = Object*;
    std::span<Object* const> children(node n) const { return n->fields(); }
    std::size_t size(node n) const { return sizeof(Object) + n->count * sizeof(Object*); }
};

/// The same with the promise that four words after a header are always readable.
struct Objects : PlainObjects {
    static constexpr std::size_t readable_children = 4;
};

/// A heap in one piece of memory, with room to read past its end.
struct Heap {
    std::unique_ptr<std::uint64_t[]> words;
    std::vector<std::size_t> blocks{0};  // the first word of each block, and the end
    std::size_t objects = 0, edges = 0;
    std::vector<Object*> roots;

    static constexpr std::size_t words_in_block = 512;    // more if the last object needs it
    std::size_t size() const { return objects + edges; }  // in words
    Object* at(std::size_t word) const { return reinterpret_cast<Object*>(words.get() + word); }
    std::size_t word_of(Object const* n) const {
        return static_cast<std::size_t>(reinterpret_cast<std::uint64_t const*>(n) - words.get());
    }
    /// Calls f(object) for each object, in memory order.
    template <class F>
    void each(F f) const {
        for (std::size_t word = 0; word != size(); word += 1 + at(word)->count) f(at(word));
    }
};

/// The order of the objects in memory: a slot is a word.
struct HeapOrder {
    Heap const* heap;
    std::size_t slots() const { return heap->size(); }
    std::size_t slot(Object const* n) const { return heap->word_of(n); }
    std::size_t blocks() const { return heap->blocks.size() - 1; }
    std::size_t begin(std::size_t block) const { return heap->blocks[block]; }
    void each(std::size_t block, std::size_t next, auto&& f) const {
        std::size_t const ahead = next < blocks() ? begin(next) - begin(block) : 0;
        for (std::size_t word = begin(block); word != begin(block + 1);) {
            Object* const n = heap->at(word);
            __builtin_prefetch(heap->words.get() + word + ahead);
            f(n, word);
            word += 1 + n->count;
        }
    }
};
struct OrderedObjects : Objects {
    Heap const* heap;
    HeapOrder memory_order() const { return {heap}; }
};

/// The objects of the shape in this order.
inline Heap make_heap(Shape const& shape, Order order) {
    Heap heap;
    heap.objects = shape.size();
    heap.edges = shape.targets.size();
    heap.words = std::make_unique_for_overwrite<std::uint64_t[]>(heap.size() + Objects::readable_children);
    std::vector<Number> word(shape.size());  // by object
    std::size_t end = 0;
    for (auto const i : layout(shape, order)) {
        word[i] = static_cast<Number>(end);
        if (end - heap.blocks.back() >= Heap::words_in_block) heap.blocks.push_back(end);
        auto const count = static_cast<std::uint32_t>(shape.children(i).size());
        end += 1 + (new (heap.at(end)) Object{{}, count})->count;
    }
    heap.blocks.push_back(end);
    for (std::size_t i = 0; i != shape.size(); ++i) {
        Object** field = heap.at(word[i])->first();
        for (auto const target : shape.children(i)) *field++ = heap.at(word[target]);
    }
    for (std::size_t i = 0; i != Objects::readable_children; ++i) heap.words[heap.size() + i] = 0;
    for (auto const root : shape.roots) heap.roots.push_back(heap.at(word[root]));
    return heap;
}

/// The heap of a functional program.
inline Heap functional_heap(std::size_t n, Order order) {
    return make_heap(make_shape("functional", n), order);
}

}  // namespace bench
