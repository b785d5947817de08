// trav/ghc/live/graph.hpp: the heap of a running GHC program as a graph, for code linked into the program.
//
//     ghc::StoppedWorld const stopped;                       // runtime.hpp: nothing moves while it exists
//     ghc::LiveGraph const graph{stopped.heap(), stopped.threaded(), stopped.region_of(), false,
//                                stopped.weak_pointers()};
//     traverse(graph, roots, policy);
//
// A node is the address of a closure, as in the mock heap (heap/graph.hpp). The graph visits the same
// closures: those of GHC's own heap traversal, and constructors without pointers unless `ghc_compatible`.
// Static closures are nodes, since they may lead back into the heap. Their size is 0, because they are part
// of the program. What a weak pointer keeps alive is its key's, if the graph is given the weak pointers; else
// a weak pointer leads to its key and its value, as in GHC's traversal.
//
// Nothing may move or run while the graph is in use. An evaluated thunk is a separate object until the next
// major collection. example/live/ shows how a program uses all this.
#pragma once

#include "../layout/children.hpp"
#include "../layout/size.hpp"
#include "../layout/visit.hpp"
#include "address_range.hpp"
#include "weak_pointers.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace trav::ghc {

class LiveGraph {
  public:
    using node = Closure*;

    /// The compact region that contains a closure of the heap, as a closure; null if there is none.
    using RegionOf = Closure*(Closure*);

    /// `threaded`: the program has the runtime of -threaded, which has longer transaction records.
    /// `region_of` is null if there are no compact regions. `ghc_compatible`: skips constructors without
    /// pointers, like GHC's own traversal. `weak_pointers`: all closures of type WEAK.
    LiveGraph(AddressRange heap, bool threaded, RegionOf* region_of = nullptr, bool ghc_compatible = false,
              std::span<node const> weak_pointers = {})
        : heap_(heap),
          region_of_(region_of),
          chunk_entry_words_(threaded ? 4 : 3),
          ghc_compatible_(ghc_compatible),
          weak_(weak_pointers, [this](node key) { return is_static(untag(key)) ? nullptr : resolve(key); }) {}

    Children children(node c) const { return Children(c); }
    template <class Sink>
    void scan(node c, Sink&& sink) const {
        if (is_listed(c)) return;
        if (is_chunk(c)) [[unlikely]]
            scan_chunk(*as<TRecChunk>(c), sink);
        else scan_closure(c, sink);
        if (weak_.may_be_key(c)) [[unlikely]]
            weak_.scan(c, sink);
    }
    bool at_once(node c) const {
        return takes_all_at_once(type(c)) || is_chunk(c) || is_listed(c) || weak_.may_be_key(c);
    }
    /// All children, if they are a few adjacent pointers within the page in which the closure begins; the
    /// next page may not be readable.
    std::span<node const> row(node c) const {
        constexpr std::size_t page = 4096, most = sizeof(Thunk) + readable_bytes;
        if (ghc::address(c) % page > page - most || weak_.may_be_key(c)) [[unlikely]]
            return {};
        return ghc::row(c);
    }
    static constexpr std::size_t readable_children = readable_words;

    /// The closure that a pointer stands for; null if traversals do not visit it. A compact region is one
    /// object: a pointer into it stands for the region. Throws IllFormed if the pointer leads to something
    /// that is not a heap object.
    node resolve(node pointer) const {
        Closure* const c =
            visited_closure(pointer, [this](node n) { return ghc_compatible_ || is_static(n); });
        return region_of_ && c ? whole(c) : c;
    }
    /// The megabyte of the heap that contains the closure, from 0.
    std::size_t megabyte(node c) const { return is_static(c) ? 0 : (ghc::address(c) - heap_.begin) >> 20; }
    /// Whether resolve() certainly returns the closure itself; it must be untagged.
    bool is_plain(node c) const { return is_visited(info(c)) && !region_of_; }
    bool is_static(node c) const { return !heap_.contains(c); }

    /// Bytes as GHC reports them, without profiling words; 0 for a static closure.
    std::size_t size(node c) const {
        if (is_static(c)) return 0;
        if (std::size_t const words = row_words(c)) [[likely]]
            return (words - profiling_words) * word_bytes;
        if (is_chunk(c)) [[unlikely]]
            return (chunk_head + trec_chunk_entries * chunk_entry_words_) * word_bytes;
        return size_bytes(c);
    }
    /// A constructor's full name, another closure's type.
    std::string_view label(node c) const {
        return is_constructor(type(c)) ? constructor_name(c) : name(type(c));
    }
    /// The address of the object, for prefetching.
    Closure const* address(node pointer) const { return untag(pointer); }

  private:
    // in words, without profiling words
    static constexpr std::size_t chunk_head = words_of<TRecChunk> - profiling_words - 3 * trec_chunk_entries;

    node whole(node c) const {
        Closure* const region = is_static(c) ? nullptr : region_of_(c);
        return region ? region : c;
    }
    bool is_listed(node c) const {
        return !weak_.empty() && type(c) == ClosureType::WEAK && weak_.contains(resolve(as<Weak>(c)->key), c);
    }
    static bool is_chunk(node c) { return type(c) == ClosureType::TREC_CHUNK; }
    template <class Sink>
    void scan_chunk(TRecChunk& chunk, Sink&& sink) const {
        sink(chunk.prev_chunk);
        for (Word i = 0; i != chunk.next_entry_idx; ++i) {
            Closure** const entry = reinterpret_cast<Closure**>(chunk.entries) + i * chunk_entry_words_;
            for (std::size_t field = 0; field != 3; ++field) sink(entry[field]);
        }
    }

    AddressRange heap_;
    RegionOf* region_of_;
    std::size_t chunk_entry_words_;
    bool ghc_compatible_;
    WeakPointers weak_;
};

}  // namespace trav::ghc
