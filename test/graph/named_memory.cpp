#include <trav/graph/named_memory.hpp>

#include "catch.hpp"
#include "graph/resources.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include <cstddef>
#include <memory_resource>
#include <new>
#include <string>
#include <vector>

namespace {

/// Counts what its users have.
struct Counting : std::pmr::memory_resource {
    std::size_t blocks = 0, bytes = 0;

  private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        void* const block = std::pmr::new_delete_resource()->allocate(size, alignment);
        ++blocks, bytes += size;
        return block;
    }
    void do_deallocate(void* block, std::size_t size, std::size_t alignment) override {
        --blocks, bytes -= size;
        std::pmr::new_delete_resource()->deallocate(block, size, alignment);
    }
    bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override {
        return this == &other;
    }
};

TEST_CASE("The upstream memory of an arena counts by its name, without what is in it", "[unit]") {
    Counting upstream;
    trav::NamedMemory<"parser arena"> memory(&upstream);
    {
        std::pmr::monotonic_buffer_resource arena(&memory);
        std::pmr::vector<std::pmr::string> words(&arena);
        words.reserve(100);
        words.emplace_back("a word that is too long for the short form of a string");
        REQUIRE(upstream.bytes > 100 * sizeof words[0]);
        CHECK(memory.bytes() == upstream.bytes);
        auto const all = by_type_of(trav::roots(words, memory));
        auto const in_it = by_type_of(trav::roots(words)).total();
        CHECK(in_it.bytes == sizeof words + 100 * sizeof words[0] + words[0].capacity() + 1);
        CHECK(all.at("parser arena") ==
              trav::Amount{upstream.bytes - (in_it.bytes - sizeof words) + bytes_of_ranges(upstream.blocks),
                           1});
        CHECK(all.total().bytes ==
              sizeof words + upstream.bytes + bytes_of_ranges(upstream.blocks) + sizeof memory);
    }
    CHECK(upstream.bytes == 0);
    CHECK(memory.bytes() == 0);
}

TEST_CASE("The blocks of a pool count by its name", "[unit]") {
    Counting upstream;
    trav::NamedMemory<"pool"> memory(&upstream);
    std::pmr::unsynchronized_pool_resource pool(&memory);
    std::vector<void*> blocks;
    for (std::size_t i = 0; i != 1000; ++i) blocks.push_back(pool.allocate(24, 8));
    for (void* const block : blocks) pool.deallocate(block, 24, 8);
    REQUIRE(upstream.bytes > 24000);
    CHECK(by_type_of(trav::roots(memory)).at("pool") ==
          trav::Amount{upstream.bytes + bytes_of_ranges(upstream.blocks), 1});
}

TEST_CASE("Values that have the blocks themselves keep them", "[unit]") {
    trav::NamedMemory<"direct"> memory;
    std::pmr::vector<int> const numbers(100, &memory);
    CHECK(memory.bytes() == 400);
    auto const table = by_type_of(trav::roots(memory, numbers));
    CHECK(table.at("NamedMemory") == trav::Amount{sizeof memory, 1});
    CHECK(table.at("direct") == trav::Amount{bytes_of_ranges(1), 1});
    CHECK(table.total().bytes == 400 + sizeof numbers + sizeof memory + bytes_of_ranges(1));
    CHECK(memory.is_equal(memory));
    CHECK_FALSE(memory.is_equal(*std::pmr::new_delete_resource()));
}

}  // namespace
