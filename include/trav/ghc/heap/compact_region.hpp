// trav/ghc/heap/compact_region.hpp: compact regions: evaluated data in blocks of its own, as GHC.Compact has
// it (E. Yang et al., Efficient communication and collection with compact normal forms, 2015).
//
// Defines members of Heap, and offers is_in_region and each_in_group. A region is one object for the census
// and the collector. A pointer to any of its objects keeps all of them alive. Objects are copied one after
// another, into blocks that GHC's rules choose, so that a region has GHC's size. Without recursion; O(1) for
// each object.
#pragma once

#include "build.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trav::ghc {

namespace detail {

/// The room in a region. GHC's blocks begin with a header of three words, which this heap keeps elsewhere.
class RegionRoom {
  public:
    static constexpr std::size_t header_bytes = 3 * word_bytes;
    /// The size of the first group of blocks that `compact` asks for, 31268 bytes with both headers.
    static constexpr std::size_t first_blocks = 8;

    RegionRoom(Storage& storage, CompactNFData& region)
        : storage_(storage), region_(region), first_(Block::of(&region)) {}

    /// (GHC: allocateForCompact)
    std::byte* take(std::size_t bytes) {
        for (;;) {
            auto* nursery = reinterpret_cast<Block*>(region_.nursery);
            if (nursery->free + bytes < end(*nursery)) return take(*nursery, bytes);
            if (bytes > large_object_bytes) return take(*append(bytes + sizeof region_), bytes);
            if (!is_full(*nursery)) break;
            do nursery = nursery->link;
            while (nursery && is_full(*nursery));
            if (!nursery) nursery = append(region_.auto_block_words * word_bytes);
            region_.nursery = address(nursery);
        }
        for (Block* b = reinterpret_cast<Block*>(region_.nursery)->link; b; b = b->link)
            if (b->free + bytes <= end(*b)) return take(*b, bytes);
        std::size_t const usual = region_.auto_block_words * word_bytes, needed = bytes + header_bytes;
        return take(*append(usual < needed ? needed : usual), bytes);
    }
    bool contains(Closure const* c) const {
        Block const* const block = Block::of(c);
        return block->large && block->head == first_;
    }

  private:
    static std::byte* end(Block const& block) { return block.end() - header_bytes; }
    /// Whether not even a constructor of seven fields has room.
    static bool is_full(Block const& block) {
        return block.free + (header_words + 7) * word_bytes > end(block);
    }
    static std::byte* take(Block& block, std::size_t bytes) {
        return std::exchange(block.free, block.free + bytes);
    }
    Block* append(std::size_t bytes) {
        std::size_t const blocks = (bytes + block_bytes - 1) / block_bytes;
        Block* const added = storage_.add_to_compact(reinterpret_cast<Block*>(region_.last), blocks);
        region_.last = address(added);
        region_.total_words += blocks * block_bytes / word_bytes;
        return added;
    }

    Storage& storage_;
    CompactNFData& region_;
    Block* first_;
};

/// The pointers of an object, if a region may hold it.
inline std::optional<std::span<Closure*>> fields_in_region(Closure* c) {
    using enum ClosureType;
    if (is_constructor(type(c))) return std::span(pointers_after(c), info(c).layout.payload.ptrs);
    switch (type(c)) {
    case ARR_WORDS: return std::span<Closure*>();
    case MUT_ARR_PTRS_FROZEN_CLEAN:
    case MUT_ARR_PTRS_FROZEN_DIRTY:
        return std::span(pointers_after(as<MutArrPtrs>(c)), as<MutArrPtrs>(c)->ptrs);
    case SMALL_MUT_ARR_PTRS_FROZEN_CLEAN:
    case SMALL_MUT_ARR_PTRS_FROZEN_DIRTY:
        return std::span(pointers_after(as<SmallMutArrPtrs>(c)), as<SmallMutArrPtrs>(c)->ptrs);
    default: return std::nullopt;
    }
}

/// The value behind a pointer, which keeps its tag.
inline Closure* evaluated(Closure* pointer) {
    for (;;) {
        Closure* const c = untag(pointer);
        if (type(c) != ClosureType::IND && type(c) != ClosureType::IND_STATIC &&
            type(c) != ClosureType::BLACKHOLE)
            return pointer;
        pointer = as<Ind>(c)->indirectee;
    }
}

}  // namespace detail

/// Whether an object of the heap, not static, is in a region.
inline bool is_in_region(Closure const* c) {
    Block const& block = *Block::of(c);
    return block.large && reinterpret_cast<std::byte const*>(c) != block.head->start;
}
/// Calls f(closure) for each object in a group of blocks of a region, by address.
template <class F>
void each_in_group(Block const& group, F f) {
    Block const& region = *group.head;
    if (!reinterpret_cast<CompactNFData const*>(region.start)->nursery) return;  // without objects
    for (std::byte* at = group.start + (&group == &region ? sizeof(CompactNFData) : 0); at < group.free;) {
        auto* const c = reinterpret_cast<Closure*>(at);
        at += size_words(c) * word_bytes;
        f(c);
    }
}

inline Closure* Heap::compact_region() {
    Closure* const c = compact(detail::RegionRoom::first_blocks * block_bytes / word_bytes);
    auto* const region = as<CompactNFData>(c);
    Block* const block = Block::of(c);
    block->free = block->start + sizeof(CompactNFData);
    region->auto_block_words = region->total_words;
    region->nursery = region->last = address(block);
    return c;
}

inline Closure* Heap::add_to_compact(Closure* region, Closure* value) {
    struct Open {
        Closure *from, *to;
        std::size_t next;
    };
    if (type(region) != ClosureType::COMPACT_NFDATA || !as<CompactNFData>(region)->nursery)
        throw std::invalid_argument("ghc heap: add_to_compact: this is no compact region that grows");
    std::size_t const before = size_bytes(region);
    detail::RegionRoom room(storage_, *as<CompactNFData>(region));
    std::vector<Open> open;
    std::unordered_set<Closure*> around;
    auto const copy = [&](Closure* pointer) {
        pointer = detail::evaluated(pointer);
        Closure* const c = untag(pointer);
        if (is_static(c) || room.contains(c)) return pointer;
        auto const fields = detail::fields_in_region(c);
        if (!fields)
            throw std::invalid_argument("ghc heap: a compact region holds no " + std::string(description(c)));
        if (!around.insert(c).second)
            throw std::invalid_argument("ghc heap: the value for a compact region is cyclic");
        std::size_t const bytes = size_words(c) * word_bytes;
        auto* const to = reinterpret_cast<Closure*>(room.take(bytes));
        std::memcpy(static_cast<void*>(to), c, bytes);
        open.push_back({c, to, 0});
        return with_tag(to, tag(pointer));
    };
    Closure* const result = copy(value);
    while (!open.empty()) {
        Open& last = open.back();
        auto const fields = *detail::fields_in_region(last.to);
        if (last.next == fields.size()) {
            around.erase(last.from);
            open.pop_back();
        } else {
            Closure** const field = &fields[last.next++];
            *field = copy(*field);
        }
    }
    if (std::size_t const after = size_bytes(region); after != before) {
        observers_.died(region, before);
        observers_.created(region, after);
        words_allocated_ += (after - before) / word_bytes;
    }
    return result;
}

}  // namespace trav::ghc
