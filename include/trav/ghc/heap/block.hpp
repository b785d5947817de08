// trav/ghc/heap/block.hpp: GHC's storage: blocks of 4096 bytes in megablocks of 1 MiB. The first blocks of a
// megablock hold the descriptors of the others.
//
// Offers Block (the descriptor of a group of blocks) and BlockAllocator: allocate(n), release(group),
// Block::of(address). Allocation and release take O(1). The allocator returns its memory to the system when
// it is destroyed; it returns groups larger than a megablock as soon as they are released. AddressSanitizer
// reports accesses to released blocks, and so finds stale pointers.
#pragma once

#include "../layout/closure.hpp"

#include <new>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define TRAV_GHC_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRAV_GHC_ASAN 1
#endif
#endif
#if defined(TRAV_GHC_ASAN)
#include <sanitizer/asan_interface.h>
#endif

namespace trav::ghc {

inline constexpr std::size_t block_bytes = 4096, megablock_bytes = std::size_t{1} << 20;
inline constexpr std::size_t blocks_per_megablock = megablock_bytes / block_bytes;
/// Objects of at least this many bytes get their own block group and never move.
inline constexpr std::size_t large_object_bytes = block_bytes * 8 / 10;

/// The descriptor of a block group.
struct alignas(64) Block {
    std::byte *start, *free;  // its objects are in [start, free)
    Block* link;              // used by the allocator; of a compact region, the next group
    Block* head;              // of a group, itself; of a compact region, the first group
    std::uint32_t blocks;     // in the group
    bool large, evacuated;    // an object that never moves; objects that a collection found alive

    std::byte* end() const { return start + std::size_t{blocks} * block_bytes; }
    /// The descriptor of the group in which an object begins.
    static Block* of(void const* p) {
        Word const megablock = address(p) & ~Word{megablock_bytes - 1};
        Word const index = (address(p) - megablock) / block_bytes;
        return reinterpret_cast<Block*>(megablock) + index;
    }
};
static_assert(sizeof(Block) == 64);

inline constexpr std::size_t descriptor_blocks = sizeof(Block) * blocks_per_megablock / block_bytes;
inline constexpr std::size_t usable_blocks = blocks_per_megablock - descriptor_blocks;

class BlockAllocator {
  public:
    BlockAllocator() = default;
    BlockAllocator(BlockAllocator const&) = delete;
    BlockAllocator& operator=(BlockAllocator const&) = delete;
    ~BlockAllocator() {
        for (Megablock* m : all_) give_back(m);
        for (Megablock* m : big_) give_back(m);
    }

    /// An empty group of n consecutive blocks.
    Block* allocate(std::size_t n) {
        if (n > usable_blocks) return allocate_big(n);
        if (n > 1 && (open_.empty() || open_.back()->fresh + n > blocks_per_megablock))
            open(empty_megablock());
        if (open_.empty()) open(empty_megablock());
        Megablock* const m = open_.back();
        Block* group = m->free_list;
        if (n == 1 && group) {
            m->free_list = group->link;
        } else {
            group = reinterpret_cast<Block*>(m) + m->fresh;
            m->fresh += n;
        }
        m->in_use += n;
        if (!m->free_list && m->fresh == blocks_per_megablock) close(m);
        return begin(group, n);
    }

    /// Frees the group and everything in it.
    void release(Block* group) {
        auto const m = reinterpret_cast<Megablock*>(address(group) & ~Word{megablock_bytes - 1});
        poison(group);
        if (group->blocks > usable_blocks) {
            big_[m->slot] = big_.back();
            big_[m->slot]->slot = m->slot;
            big_.pop_back();
            return give_back(m);
        }
        m->in_use -= group->blocks;
        for (std::uint32_t i = 0; i < group->blocks; ++i) {
            group[i].start = group->start + i * block_bytes;
            group[i].link = m->free_list;
            m->free_list = group + i;
        }
        if (m->in_use == 0) {
            if (m->slot != closed) close(m);
            empty_.push_back(m);
        } else if (m->slot == closed) {
            open(m);
        }
    }

    /// The bytes obtained from the system.
    std::size_t bytes() const {
        std::size_t total = 0;
        for (Megablock* m : all_) total += m->bytes;
        for (Megablock* m : big_) total += m->bytes;
        return total;
    }

  private:
    // stored in place of the descriptor of the megablock's first block
    struct Megablock {
        std::size_t bytes, fresh, in_use, slot;
        Block* free_list;
    };
    static_assert(sizeof(Megablock) <= sizeof(Block));
    static constexpr std::size_t closed = ~std::size_t{0};

    static Megablock* fetch(std::size_t bytes) {
        void* const p = ::operator new(bytes + readable_bytes, std::align_val_t{megablock_bytes});
        return ::new (p) Megablock{bytes, descriptor_blocks, 0, closed, nullptr};
    }

    static void give_back(Megablock* m) {
        unpoison(m, m->bytes);
        ::operator delete(static_cast<void*>(m), std::align_val_t{megablock_bytes});
    }

    Megablock* empty_megablock() {
        if (empty_.empty()) return all_.emplace_back(fetch(megablock_bytes));
        Megablock* const m = empty_.back();
        empty_.pop_back();
        m->fresh = descriptor_blocks;
        m->free_list = nullptr;
        return m;
    }

    Block* allocate_big(std::size_t n) {
        std::size_t const bytes = (descriptor_blocks + n) * block_bytes;
        Megablock* const m = fetch((bytes + megablock_bytes - 1) / megablock_bytes * megablock_bytes);
        m->slot = big_.size();
        big_.push_back(m);
        return begin(reinterpret_cast<Block*>(m) + descriptor_blocks, n);
    }

    static Block* begin(Block* group, std::size_t n) {
        Word const megablock = address(group) & ~Word{megablock_bytes - 1};
        Word const index = (address(group) - megablock) / sizeof(Block);
        auto const start = reinterpret_cast<std::byte*>(megablock + index * block_bytes);
        unpoison(start, n * block_bytes);
        return ::new (group) Block{start, start, nullptr, group, static_cast<std::uint32_t>(n), false, true};
    }

    void open(Megablock* m) {
        m->slot = open_.size();
        open_.push_back(m);
    }

    void close(Megablock* m) {
        open_[m->slot] = open_.back();
        open_[m->slot]->slot = m->slot;
        open_.pop_back();
        m->slot = closed;
    }

    static void poison([[maybe_unused]] Block const* group) {
#if defined(TRAV_GHC_ASAN)
        ASAN_POISON_MEMORY_REGION(group->start + readable_bytes,
                                  std::size_t{group->blocks} * block_bytes - readable_bytes);
#endif
    }
    static void unpoison([[maybe_unused]] void* p, [[maybe_unused]] std::size_t bytes) {
#if defined(TRAV_GHC_ASAN)
        ASAN_UNPOISON_MEMORY_REGION(p, bytes);
#endif
    }

    std::vector<Megablock*> all_, empty_, open_, big_;
};

}  // namespace trav::ghc
