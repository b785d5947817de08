// The mock GHC heap, marked in the profiling word of each header.
#include "../ghc_heap.hpp"
#include "../peer/boost.hpp"
#include "../peer/by_hand.hpp"
#include "../peer/ghc_engine.hpp"
#include "../peer/llvm.hpp"
#include "../peer/ring.hpp"
#include "closures.hpp"
#include "mark.hpp"

#include <trav/store/header_word.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>

namespace bench {
namespace {

using Marks = trav::HeaderWord<trav::node_data_t<CountOnce>, HeaderAccess>;

std::vector<Closure*> known_order(RingClosures nodes, GhcHeap const& heap) {
    std::vector<Closure*> order;
    order.reserve(heap.size());
    ring_by_hand(nodes, heap.roots, [&](Closure* c, bool fresh) {
        if (fresh) order.push_back(untag(c));
    });
    return order;
}
/// Reads the header, the info table and four words of each object, in a known order.
std::uint64_t gather(std::vector<Closure*> const& order) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i != order.size(); ++i) {
        char const* const later = reinterpret_cast<char const*>(order[std::min(i + 128, order.size() - 1)]);
        __builtin_prefetch(later);
        __builtin_prefetch(later + 56);
        Word const* const fields = words_after(order[i]);
        sum +=
            order[i]->hp + info(order[i]).layout.payload.ptrs + fields[0] + fields[1] + fields[2] + fields[3];
    }
    keep(sum);
    return order.size();
}
/// The closure of every edge, in the order of the ring's visits. The lowest bit is set at the first arrival.
std::vector<Word> known_arrivals(RingClosures nodes, GhcHeap const& heap) {
    std::vector<Word> arrivals;
    ring_by_hand(nodes, heap.roots, [&](Closure* c, bool fresh) {
        if (untag(c) != nodes.nothing) arrivals.push_back(address(untag(c)) | fresh);
    });
    return arrivals;
}
/// Performs for every edge the reads that no traversal with marks in the objects can avoid: the header and
/// the info table, and the four words on the first arrival.
std::uint64_t gather_edges(std::vector<Word> const& arrivals) {
    std::uint64_t sum = 0, found = 0;
    for (std::size_t i = 0; i != arrivals.size(); ++i) {
        Word const later = arrivals[std::min(i + 128, arrivals.size() - 1)];
        char const* const header = reinterpret_cast<char const*>(later & ~Word{1});
        __builtin_prefetch(header);
        __builtin_prefetch(header + (later & 1 ? 56 : 23));
        auto* const c = reinterpret_cast<Closure*>(arrivals[i] & ~Word{1});
        std::size_t const word = arrivals[i] & 1;  // if it is 0, all reads are of the header
        Word const* const fields = reinterpret_cast<Word const*>(c) + 3 * word;
        sum += c->hp + info(c).layout.payload.ptrs + fields[0] + fields[word] + fields[2 * word] +
               fields[3 * word];
        found += word;
    }
    keep(sum);
    return found;
}
std::uint64_t scan(trav::ghc::Heap const& heap) {
    std::uint64_t found = 0;
    for (auto at = heap.objects().begin(); at != Objects::End{}; ++at) ++found;
    return found;
}

template <class Strategy, class Count = bench::Count>
std::uint64_t by_library(Graph const& graph, GhcHeap const& heap, Marks& marks) {
    Count count;
    trav::traverse<Strategy>(graph, heap.roots, count, marks);
    return count.found;
}

}  // namespace

void mark_ghc(Shape const& shape, Order order, std::string const& title, Settings const& settings,
              Contests& contests) {
    GhcHeap heap(shape, order);
    last_epoch = 1;
    trav::ghc::Heap elsewhere;
    Closure* const nothing = elsewhere.con("Nothing");
    Marks marks{HeaderAccess(heap.heap(), Reset::ghc_lists)};  // reset like GHC resets them
    Graph const graph(heap.heap());
    auto const& roots = heap.roots;
    auto const known = known_order({nothing}, heap);
    auto const arrivals = known_arrivals({nothing}, heap);
    auto const prefetch = [](Closure* c) { __builtin_prefetch(c, 1); };
    std::vector<Method> const methods{
        {"GHC-shaped engine", [&] { return ghc_mark(GhcClosures{}, roots); }},
        {"Boost DFS", [&] { return boost_depth_first(graph, roots, new_colours()); }},
        {"Boost BFS", [&] { return boost_breadth_first(graph, roots, new_colours()); }},
#ifdef BENCH_LLVM
        {"LLVM df_iterator", [&] { return llvm_depth_first<LlvmClosures>(roots, First{}); }},
#endif
        {"by hand: child cursors", [&] { return cursors_by_hand(roots, First{}, Fields{}); }},
        {"by hand: mark stack", [&] { return mark_stack_by_hand(roots, First{}, Fields{}); }},
        {"by hand: queue", [&] { return queue_by_hand(roots, First{}, Fields{}); }},
        {"by hand: prefetch FIFO of 32",
         [&] { return fifo_by_hand<32>(roots, First{}, Fields{}, prefetch); }},
        {"by hand: ring", [&] { return ring_by_hand(RingClosures{nothing}, roots, [](Closure*, bool) {}); }},
        {"limit: gather", [&] { return gather(known); }},
        {"limit: gather, every edge", [&] { return gather_edges(arrivals); }},
        {"limit: linear scan", [&] { return scan(heap.heap()); }},
        {"DepthFirst", [&] { return by_library<trav::DepthFirst>(graph, heap, marks); }},
        {"MarkStack", [&] { return by_library<trav::MarkStack>(graph, heap, marks); }},
        {"BreadthFirst", [&] { return by_library<trav::BreadthFirst>(graph, heap, marks); }},
        {"Prefetch<>", [&] { return by_library<trav::Prefetch<>>(graph, heap, marks); }},
        {"Prefetch<>, once", [&] { return by_library<trav::Prefetch<>, CountOnce>(graph, heap, marks); }},
        {"MemorySweep", [&] { return by_library<trav::MemorySweep, CountOnce>(graph, heap, marks); }},
    };
    contests.hold("mark", title, settings, methods,
                  {"GHC-shaped engine", "Boost DFS", "Boost BFS", "by hand: ring", "limit: gather",
                   "limit: gather, every edge"});
}

}  // namespace bench
