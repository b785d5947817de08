// test/ghc/heap/block.cpp: blocks, groups and megablocks: disjoint, aligned, reused.
#include "catch.hpp"

#include <trav/ghc/heap/block.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

using namespace trav::ghc;

TEST_CASE("blocks and megablocks have GHC's sizes", "[unit]") {
    CHECK(block_bytes == 4096);
    CHECK(megablock_bytes == 1048576);
    CHECK(sizeof(Block) == 64);
    CHECK(usable_blocks == 252);
    CHECK(large_object_bytes == 3276);
}

TEST_CASE("Block::of() finds the descriptor from any address in the group's first block", "[unit]") {
    BlockAllocator blocks;
    for (std::size_t n : {1u, 3u, 252u, 300u}) {
        Block* const group = blocks.allocate(n);
        CHECK(address(group->start) % block_bytes == 0);
        CHECK(group->free == group->start);
        CHECK_FALSE(group->large);  // until it is one object's
        CHECK(group->end() == group->start + n * block_bytes);
        CHECK(Block::of(group->start) == group);
        CHECK(Block::of(group->start + 4095) == group);
        std::memset(group->start, 0xab, n * block_bytes);  // all of it is writable
    }
}

TEST_CASE("groups never overlap after any sequence of allocations and releases", "[property]") {
    std::mt19937 random(1);
    BlockAllocator blocks;
    std::vector<Block*> held;
    for (int i = 0; i < 20000; ++i) {
        if (held.empty() || random() % 100 < (i / 2000 % 2 ? 60 : 40)) {
            std::size_t const n = random() % 5 == 0 ? 1 + random() % 300 : 1;
            Block* const group = held.emplace_back(blocks.allocate(n));
            REQUIRE(group->blocks == n);
            // marks at both ends, which must stay intact
            std::memcpy(group->start, &group, sizeof group);
            std::memcpy(group->end() - sizeof group, &group, sizeof group);
        } else {
            std::swap(held[random() % held.size()], held.back());
            Block* const group = held.back();
            Block *first, *last;
            std::memcpy(&first, group->start, sizeof first);
            std::memcpy(&last, group->end() - sizeof last, sizeof last);
            REQUIRE(first == group);
            REQUIRE(last == group);
            blocks.release(group);
            held.pop_back();
        }
    }
}

TEST_CASE("the allocator reuses released memory", "[unit]") {
    BlockAllocator blocks;
    std::size_t most = 0;
    for (std::size_t n : {1u, 7u, 200u, 252u, 1000u}) {
        std::vector<Block*> held;
        for (int round = 0; round < 10; ++round) {
            for (std::size_t i = 0; i < 2000 / n; ++i) held.push_back(blocks.allocate(n));
            most = std::max(most, blocks.bytes());
            for (Block* group : held) blocks.release(group);
            held.clear();
        }
    }
    CHECK(most < 24 * megablock_bytes);  // about 2000 blocks at a time are 8 MiB
}

TEST_CASE("bytes() counts the megablocks from the system", "[unit]") {
    BlockAllocator blocks;
    CHECK(blocks.bytes() == 0);
    Block* const one = blocks.allocate(1);
    CHECK(blocks.bytes() == megablock_bytes);
    Block* const large = blocks.allocate(300);  // more than a megablock holds
    CHECK(blocks.bytes() == 3 * megablock_bytes);
    blocks.release(large);
    CHECK(blocks.bytes() == megablock_bytes);
    blocks.release(one);
    CHECK(blocks.bytes() == megablock_bytes);  // kept for reuse
}

TEST_CASE("each block of a released group can be reused", "[unit]") {
    BlockAllocator blocks;
    blocks.allocate(1);  // keeps the megablock in use
    blocks.release(blocks.allocate(usable_blocks - 1));
    for (std::size_t i = 1; i != usable_blocks; ++i) blocks.allocate(1);
    CHECK(blocks.bytes() == megablock_bytes);
    blocks.allocate(1);
    CHECK(blocks.bytes() == 2 * megablock_bytes);
}
