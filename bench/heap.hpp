// bench/heap.hpp: heaps to walk, the same on every machine: objects like those of a functional program (a header word, 0 to 4
// pointers, a few larger), allocated one after the other, each holding objects made shortly before it.
#pragma once

#include <trav/store/store.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
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
struct Objects {
    using node = Object*;
    std::span<Object* const> children(node n) const { return n->fields(); }
    std::size_t size(node n) const { return sizeof(Object) + n->count * sizeof(Object*); }
};

enum class Order { allocation, shuffled };

/// A heap in one piece of memory.
struct Heap {
    std::unique_ptr<std::uint64_t[]> words;
    std::vector<Object*> objects;  // in order of allocation
    std::vector<Object*> roots;
    std::size_t edges = 0;
};

/// `n` objects, all of them reachable, laid out as allocated or at random.
inline Heap functional_heap(std::size_t n, Order order) {
    std::mt19937_64 random(1);
    auto const below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    std::vector<std::uint32_t> counts(n), begins(n + 1), targets;
    std::vector<std::uint32_t> orphans;  // objects that nothing holds yet
    for (std::size_t i = 0; i != n; ++i) {
        static constexpr unsigned char shapes[] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 2, 2, 2, 3, 3, 3, 4, 4, 12};
        std::size_t const count = i == 0 ? 0 : shapes[below(sizeof shapes)];
        for (std::size_t k = 0; k != count; ++k) {
            if (!orphans.empty() && (k == 0 || orphans.size() > 1000)) {
                std::size_t const recent = orphans.size() < 16 ? orphans.size() : 16;
                std::size_t const at = orphans.size() - 1 - below(recent);
                targets.push_back(orphans[at]);
                orphans[at] = orphans.back();
                orphans.pop_back();
            } else {
                std::size_t const reach = below(10) ? 1000 : i;  // mostly recent objects, some old ones
                targets.push_back(static_cast<std::uint32_t>(i - 1 - below(reach < i ? reach : i)));
            }
        }
        counts[i] = static_cast<std::uint32_t>(count);
        begins[i + 1] = static_cast<std::uint32_t>(targets.size());
        orphans.push_back(static_cast<std::uint32_t>(i));
    }

    std::vector<std::uint32_t> place(n);  // place[k]: the object laid out as the k-th
    for (std::size_t i = 0; i != n; ++i) place[i] = static_cast<std::uint32_t>(i);
    if (order == Order::shuffled)
        for (std::size_t i = n; i > 1; --i) std::swap(place[i - 1], place[below(i)]);

    Heap heap;
    heap.edges = targets.size();
    heap.words = std::make_unique<std::uint64_t[]>(n + targets.size());
    heap.objects.resize(n);
    std::uint64_t* at = heap.words.get();
    for (auto const i : place) {
        heap.objects[i] = new (at) Object{{}, counts[i]};
        at += 1 + counts[i];
    }
    for (std::size_t i = 0; i != n; ++i)
        for (std::size_t k = 0; k != counts[i]; ++k)
            heap.objects[i]->first()[k] = heap.objects[targets[begins[i] + k]];
    for (auto const orphan : orphans) heap.roots.push_back(heap.objects[orphan]);
    return heap;
}

inline std::string name(Order order) { return order == Order::allocation ? "allocation" : "shuffled"; }

}  // namespace bench
