// Plain objects, marked in their headers.
#include "../heap.hpp"
#include "../peer/boost.hpp"
#include "../peer/by_hand.hpp"
#include "../peer/ghc_engine.hpp"
#include "../peer/llvm.hpp"
#include "../peer/ring.hpp"
#include "mark.hpp"

#include <trav/store/in_node.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/strategy/parallel.hpp>
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <span>
#include <thread>

namespace bench {
namespace {

template <class Strategy, class Graph = Objects, class Count = bench::Count>
std::uint64_t by_library(Heap const& heap, Graph const& graph = {}) {
    trav::InNode<&Object::mark> marks;
    Count count;
    trav::traverse<Strategy>(graph, heap.roots, count, marks);
    return count.found;
}

/// Objects for PointerReversal. Their cursors are in an array, because no field is spare.
struct ReversibleObjects : PlainObjects {
    Heap const* heap;
    std::uint32_t* cursors;
    std::span<Object*> slots(Object* n) const { return {n->first(), n->count}; }
    std::uint32_t& cursor(Object* n) const { return cursors[heap->word_of(n)]; }
};
std::uint64_t by_reversal(Heap const& heap, std::uint32_t* cursors) {
    trav::InNode<&Object::mark> marks;
    CountOnce count;
    trav::traverse<trav::PointerReversal>(ReversibleObjects{{}, &heap, cursors}, heap.roots, count, marks);
    return count.found;
}

/// The epochs of all methods but the library's, which count from 1.
std::uint32_t last_epoch = 0x80000000u;

struct Fields {
    auto operator()(Object* n) const { return n->fields(); }
};
struct First {
    std::uint32_t now = ++last_epoch;
    bool operator()(Object* n) const {
        bool const fresh = n->mark.epoch != now;
        n->mark.epoch = now;
        return fresh;
    }
};

/// Objects as constructors of GHC's engine: of none, one, two or more pointers.
struct GhcObjects {
    using node = Object*;
    First first{};
    Object* resolve(Object* n) const { return n; }
    bool skip(Object*) const { return false; }
    bool maybe_init(Object* n) const { return first(n); }
    GhcFields<Object*> fields(Object* n) const {
        switch (n->count) {
        case 0: return {};
        case 1: return {GhcLayout::one, n->first(), 1};
        case 2: return {GhcLayout::step, n->first(), 2};
        default: return {GhcLayout::pointers, n->first(), n->count};
        }
    }
};

struct HeaderColour {
    std::uint32_t get(Object* n) const { return n->mark.epoch; }
    void set(Object* n, std::uint32_t epoch) const { n->mark.epoch = epoch; }
};
EpochColour<Object*, HeaderColour> new_colours() {
    last_epoch += 2;
    return {last_epoch++, {}};
}

#ifdef BENCH_LLVM
struct LlvmObjects {
    using NodeRef = Object*;
    using ChildIteratorType = Object* const*;
    static NodeRef getEntryNode(Object* root) { return root; }
    static ChildIteratorType child_begin(Object* n) { return n->first(); }
    static ChildIteratorType child_end(Object* n) { return n->first() + n->count; }
};
#endif

struct RingObjects {
    using node = Object*;
    std::uint32_t now = ++last_epoch;
    static inline Heap const dummies = functional_heap(1, Order::allocation);
    Object* dummy() const {
        dummies.at(0)->mark.epoch = now;
        return dummies.at(0);
    }
    static void prefetch(Object* n) {
        __builtin_prefetch(n, 1);
        __builtin_prefetch(reinterpret_cast<char*>(n->first() + 4) - 1, 1);
    }
    std::size_t take(Object* n, bool& fresh, Object* const*& fields) const {
        fresh = n->mark.epoch != now;
        n->mark.epoch = now;
        fields = n->first();
        return n->count & -std::size_t{fresh};
    }
};

/// The objects in the order of the ring's visits, by their positions in memory.
std::vector<Number> known_order(Heap const& heap) {
    std::vector<Number> order;
    order.reserve(heap.objects);
    ring_by_hand(RingObjects{}, heap.roots, [&](Object* n, bool fresh) {
        if (fresh) order.push_back(static_cast<Number>(heap.word_of(n)));
    });
    return order;
}
/// Reads the header and four words of each object, in a known order.
std::uint64_t gather(Heap const& heap, std::span<Number const> order) {
    constexpr std::size_t ahead = 128;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i != order.size(); ++i) {
        char const* const later =
            reinterpret_cast<char const*>(heap.at(order[std::min(i + ahead, order.size() - 1)]));
        __builtin_prefetch(later);
        __builtin_prefetch(later + 5 * sizeof(Object*) - 1);
        std::uint64_t const* const words = heap.words.get() + order[i];
        sum += words[0] + words[1] + words[2] + words[3] + words[4];
    }
    keep(sum);
    return order.size();
}
/// The same, half by each of two threads.
std::uint64_t gather_by_two(Heap const& heap, std::span<Number const> order) {
    std::span const half = order.subspan(order.size() / 2);
    std::thread other([&] { gather(heap, half); });
    std::uint64_t const found = gather(heap, order.first(order.size() / 2));
    other.join();
    return found + half.size();
}
std::uint64_t scan(Heap const& heap) {
    std::uint64_t found = 0;
    heap.each([&](Object*) { ++found; });
    return found;
}

}  // namespace

void mark_pointers(Shape const& shape, Order order, std::string const& title, Settings const& settings,
                   Contests& contests, std::string const& suite) {
    Heap const heap = make_heap(shape, order);
    auto const& roots = heap.roots;
    auto const known = known_order(heap);
    std::vector<std::uint32_t> cursors(heap.size());
    auto const prefetch = [](Object* n) { __builtin_prefetch(n, 1); };
    std::vector<Method> const methods{
        {"GHC-shaped engine", [&] { return ghc_mark(GhcObjects{}, roots); }},
        {"Boost DFS", [&] { return boost_depth_first(Objects{}, roots, new_colours()); }},
        {"Boost BFS", [&] { return boost_breadth_first(Objects{}, roots, new_colours()); }},
#ifdef BENCH_LLVM
        {"LLVM df_iterator", [&] { return llvm_depth_first<LlvmObjects>(roots, First{}); }},
#endif
        {"by hand: child cursors", [&] { return cursors_by_hand(roots, First{}, Fields{}); }},
        {"by hand: mark stack", [&] { return mark_stack_by_hand(roots, First{}, Fields{}); }},
        {"by hand: queue", [&] { return queue_by_hand(roots, First{}, Fields{}); }},
        {"by hand: prefetch FIFO of 32",
         [&] { return fifo_by_hand<32>(roots, First{}, Fields{}, prefetch); }},
        {"by hand: ring", [&] { return ring_by_hand(RingObjects{}, roots, [](Object*, bool) {}); }},
        {"limit: gather", [&] { return gather(heap, known); }},
        {"limit: gather, two threads", [&] { return gather_by_two(heap, known); }, 1, {}, {}, 2},
        {"limit: linear scan", [&] { return scan(heap); }},
        {"DepthFirst", [&] { return by_library<trav::DepthFirst>(heap); }},
        {"PointerReversal", [&] { return by_reversal(heap, cursors.data()); }},
        {"MarkStack", [&] { return by_library<trav::MarkStack>(heap); }},
        {"BreadthFirst", [&] { return by_library<trav::BreadthFirst>(heap); }},
        {"Prefetch<>, nothing promised", [&] { return by_library<trav::Prefetch<>, PlainObjects>(heap); }},
        {"Prefetch<>", [&] { return by_library<trav::Prefetch<>>(heap); }},
        {"Prefetch<>, once", [&] { return by_library<trav::Prefetch<>, Objects, CountOnce>(heap); }},
        {"MemorySweep",
         [&] { return by_library<trav::MemorySweep, OrderedObjects, CountOnce>(heap, {{}, &heap}); }},
        {"Parallel<1>", [&] { return by_library<trav::Parallel<1>, Objects, CountOnce>(heap); }},
        {"Parallel<2>",
         [&] { return by_library<trav::Parallel<2>, Objects, CountOnce>(heap); },
         1,
         {},
         {},
         2},
    };
    contests.hold(suite, title, settings, methods,
                  {"GHC-shaped engine", "Boost DFS", "Boost BFS", "by hand: ring", "Prefetch<>, once",
                   "limit: gather", "limit: gather, two threads"});
}

}  // namespace bench
