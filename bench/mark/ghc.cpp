// The mock GHC heap, marked in the profiling word of each header.
#include "../ghc_heap.hpp"
#include "../peer/boost.hpp"
#include "../peer/by_hand.hpp"
#include "../peer/ghc_engine.hpp"
#include "../peer/llvm.hpp"
#include "../peer/ring.hpp"
#include "mark.hpp"

#include <trav/store/header_word.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

namespace bench {
namespace {

using namespace trav::ghc;
using trav::detail::Absent;
using Marks = trav::HeaderWord<Absent<0>, HeaderAccess>;

/// Marks of all others: an epoch in the upper bits of the word. The lowest bit remains the library's flip.
Word last_epoch = 0;
struct First {
    Word now = ++last_epoch << 1;
    bool operator()(Closure* c) const {
        bool const fresh = (c->hp & ~Word{1}) != now;
        c->hp = now | (c->hp & 1);
        return fresh;
    }
};

/// The pointers of the kinds of closures that GhcHeap makes.
inline GhcFields<Closure*> fields_of(Closure* c) {
    using enum ClosureType;
    InfoTable const& table = info(c);
    std::uint32_t const ptrs = table.layout.payload.ptrs;
    switch (table.type) {
    case CONSTR_0_1:
    case CONSTR_0_2:
    case CONSTR_NOCAF:
    case FUN_0_1:
    case FUN_0_2:
    case THUNK_0_1:
    case THUNK_0_2: return {};
    case CONSTR_1_0:
    case CONSTR_1_1:
    case MUT_VAR_CLEAN:
    case MUT_VAR_DIRTY: return {GhcLayout::one, pointers_after(c), 1};
    case CONSTR_2_0: return {GhcLayout::step, pointers_after(c), 2};
    case FUN_1_0:
    case FUN_1_1: return {GhcLayout::pointers, pointers_after(c), 1};  // an SRT may follow
    case THUNK_1_0:
    case THUNK_1_1: return {GhcLayout::pointers, pointers_after(as<Thunk>(c)), 1};
    case CONSTR:
    case FUN:
    case FUN_2_0: return {GhcLayout::pointers, pointers_after(c), ptrs};
    case THUNK:
    case THUNK_2_0: return {GhcLayout::pointers, pointers_after(as<Thunk>(c)), ptrs};
    case SMALL_MUT_ARR_PTRS_FROZEN_CLEAN:
        return {GhcLayout::pointers, pointers_after(as<SmallMutArrPtrs>(c)),
                static_cast<std::uint32_t>(as<SmallMutArrPtrs>(c)->ptrs)};
    case MUT_ARR_PTRS_FROZEN_CLEAN:
        return {GhcLayout::pointers, pointers_after(as<MutArrPtrs>(c)),
                static_cast<std::uint32_t>(as<MutArrPtrs>(c)->ptrs)};
    default: throw std::logic_error("bench: no such closure in a GhcHeap");
    }
}

struct GhcClosures {
    using node = Closure*;
    First first{};
    Closure* resolve(Closure* pointer) const {
        Closure* const c = untag(pointer);
        switch (type(c)) {
        case ClosureType::IND_STATIC:
        case ClosureType::TSO:
        case ClosureType::CONSTR_NOCAF:
        case ClosureType::THUNK_STATIC:
        case ClosureType::FUN_STATIC: return nullptr;
        default: return c;
        }
    }
    bool skip(Closure* c) const { return c == nullptr; }
    bool maybe_init(Closure* c) const { return first(c); }
    GhcFields<Closure*> fields(Closure* c) const { return fields_of(c); }
};

/// Children without their tags, for loops by hand and for LLVM.
struct Untagged {
    Closure* const* at = nullptr;
    Closure* operator*() const { return untag(*at); }
    Untagged& operator++() { return ++at, *this; }
    Untagged operator++(int) { return {at++}; }
    bool operator==(Untagged const&) const = default;
};
struct Fields {
    struct Range {
        Closure* const* first;
        std::size_t count;
        Untagged begin() const { return {first}; }
        Untagged end() const { return {first + count}; }
    };
    Range operator()(Closure* c) const {
        auto const fields = fields_of(c);
        return {fields.first, fields.count};
    }
};

struct HeaderColour {
    std::uint32_t get(Closure* c) const { return static_cast<std::uint32_t>(c->hp >> 1); }
    void set(Closure* c, std::uint32_t epoch) const { c->hp = Word{epoch} << 1 | (c->hp & 1); }
};
EpochColour<Closure*, HeaderColour> new_colours() {
    last_epoch += 2;
    return {static_cast<std::uint32_t>(last_epoch++), {}};
}

#ifdef BENCH_LLVM
struct LlvmClosures {
    using NodeRef = Closure*;
    using ChildIteratorType = Untagged;
    static NodeRef getEntryNode(Closure* root) { return root; }
    static Untagged child_begin(Closure* c) { return Fields{}(c).begin(); }
    static Untagged child_end(Closure* c) { return Fields{}(c).end(); }
};
#endif

/// Reads up to four words behind an object: blocks are followed by others, and a page is never the last of its megablock.
struct RingClosures {
    using node = Closure*;
    Closure* nothing;
    Word now = ++last_epoch << 1;
    Closure* dummy() const {
        nothing->hp = now | (nothing->hp & 1);
        return nothing;
    }
    static void prefetch(Closure* pointer) {
        char* const c = reinterpret_cast<char*>(untag(pointer));
        __builtin_prefetch(c, 1);
        __builtin_prefetch(c + 56, 1);
    }
    std::size_t take(Closure* pointer, bool& fresh, Closure* const*& fields) const {
        Closure* const c = untag(pointer);
        fresh = (c->hp & ~Word{1}) != now;
        c->hp = now | (c->hp & 1);
        InfoTable const& table = info(c);
        if (is_array(table.type) || is_small_array(table.type)) [[unlikely]] {
            auto const all = fields_of(c);
            fields = all.first;
            return all.count & -std::size_t{fresh};
        }
        fields = pointers_after(c) + is_thunk(table.type);
        return table.layout.payload.ptrs & -std::size_t{fresh};
    }
};

std::vector<Closure*> known_order(RingClosures nodes, GhcHeap const& heap) {
    std::vector<Closure*> order;
    order.reserve(heap.size());
    ring_by_hand(nodes, heap.roots, [&](Closure* c, bool fresh) {
        if (fresh) order.push_back(untag(c));
    });
    return order;
}
/// Reads the header, what the info table says, and four words of each object, without having to find out which comes next.
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
/// The closure of every edge in the order in which the ring comes to it; the lowest bit says that it is the first one there.
std::vector<Word> known_arrivals(RingClosures nodes, GhcHeap const& heap) {
    std::vector<Word> arrivals;
    ring_by_hand(nodes, heap.roots, [&](Closure* c, bool fresh) {
        if (untag(c) != nodes.nothing) arrivals.push_back(address(untag(c)) | fresh);
    });
    return arrivals;
}
/// The same for every edge, which no traversal with marks in the objects can do without: the header and what the info table says,
/// and the four words at first.
std::uint64_t gather_edges(std::vector<Word> const& arrivals) {
    std::uint64_t sum = 0, found = 0;
    for (std::size_t i = 0; i != arrivals.size(); ++i) {
        Word const later = arrivals[std::min(i + 128, arrivals.size() - 1)];
        char const* const header = reinterpret_cast<char const*>(later & ~Word{1});
        __builtin_prefetch(header);
        __builtin_prefetch(header + (later & 1 ? 56 : 23));
        auto* const c = reinterpret_cast<Closure*>(arrivals[i] & ~Word{1});
        std::size_t const word = arrivals[i] & 1;  // where it is 0, all reads are of the header
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
    Marks marks{HeaderAccess(heap.heap(), Reset::ghc_lists)};  // as GHC resets them
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
    };
    contests.hold("mark", title, settings, methods,
                  {"GHC-shaped engine", "Boost DFS", "Boost BFS", "by hand: ring", "limit: gather",
                   "limit: gather, every edge"});
}

}  // namespace bench
