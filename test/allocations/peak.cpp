#include <trav/allocations/peak.hpp>

#include "catch.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace {

constinit trav::Peak peak;
constexpr trav::AllocationObserver observer{[](void const*, std::size_t n) { peak.allocated(n); },
                                            [](void const*, std::size_t n) { peak.freed(n); }};

std::size_t live_bytes() {
    std::size_t bytes = 0;
    for (auto const blocks = trav::live_blocks(); auto const& block : blocks) bytes += block.bytes;
    return bytes;
}

/// A block that the compiler does not leave out.
struct Block {
    void* address;
    explicit Block(std::size_t bytes) : address(::operator new(bytes)) {}
    Block(Block const&) = delete;
    Block& operator=(Block const&) = delete;
    ~Block() { ::operator delete(address); }
};

/// Observes allocations as long as it lives.
struct Observed {
    Observed() {
        peak.start();
        trav::observe_allocations(&observer);
    }
    ~Observed() { trav::observe_allocations(nullptr); }
};

}  // namespace

TEST_CASE("peak: it keeps the blocks of the worst moment", "[unit]") {
    std::size_t const before = live_bytes();
    std::size_t const large = 4 * before + 1'000'000;  // each is a new peak
    Observed const observed;
    CHECK(peak.highest() == before);
    std::optional<Block> first(large);
    Block const second(2 * large);
    first.reset();
    Block const later(large / 2);  // the total is less than before
    CHECK(peak.highest() == before + 3 * large);
    std::optional<trav::LiveBlocks> const blocks = peak.take();
    REQUIRE(blocks);
    CHECK(std::ranges::count(*blocks, large, &trav::LiveBlock::bytes) == 1);
    CHECK(std::ranges::count(*blocks, 2 * large, &trav::LiveBlock::bytes) == 1);
    CHECK(std::ranges::count(*blocks, large / 2, &trav::LiveBlock::bytes) == 0);
    CHECK_FALSE(peak.take());
}

TEST_CASE("peak: a list is made when the total has grown by a sixteenth", "[unit]") {
    std::size_t const before = live_bytes();
    Observed const observed;
    CHECK(peak.take());             // the present blocks
    Block const base(15 * before);  // 16 times as much as before
    CHECK(peak.is_new());
    CHECK_FALSE(peak.is_new());
    Block const step(before);
    CHECK_FALSE(peak.is_new());
    Block const beyond(1);
    CHECK(peak.is_new());
    CHECK(peak.highest() == 17 * before + 1);
    auto const blocks = peak.take();
    REQUIRE(blocks);
    CHECK(blocks->at(beyond.address) != nullptr);
}

TEST_CASE("peak: threads are added up", "[unit]") {
    Observed const observed;
    std::uint64_t const before = peak.highest();
    std::vector<std::thread> threads;
    for (int t = 0; t != 2; ++t)
        threads.emplace_back([] {
            for (int i = 0; i != 2000; ++i) ::operator delete(::operator new(1000));
        });
    for (auto& thread : threads) thread.join();
    CHECK(peak.highest() >= before + 1000);
    CHECK(peak.highest() <= before + 2 * 1000 + 1000);  // and what the threads themselves take
    std::uint64_t const after = peak.highest();
    Block const large(1'000'000);
    CHECK(peak.highest() >= before + 1'000'000);  // nothing was counted twice
    CHECK(peak.highest() <= after + 1'000'000);
}

TEST_CASE("peak: while one thread makes a list, no other thread takes or makes one", "[unit]") {
    trav::Peak own;
    std::atomic<bool> begin{false}, go_on{false}, made{false}, went_on{false};
    std::thread first([&] {
        while (!begin) std::this_thread::yield();
        own.allocated(1000);
        made = true;
    });
    std::thread second([&] {
        while (!go_on) std::this_thread::yield();
        own.allocated(1'000'000);
        went_on = true;
    });
    trav::detail::live_table.freeze();  // the first thread waits for it, in the middle of its list
    begin = true;
    while (!own.is_new() && !made) std::this_thread::yield();
    bool const too_early = made, taken = own.take().has_value();
    go_on = true;
    bool again = false;
    while (!again && !went_on) again = own.is_new(), std::this_thread::yield();
    trav::detail::live_table.thaw();
    first.join();
    second.join();
    CHECK_FALSE(too_early);
    CHECK_FALSE(taken);
    CHECK_FALSE(again);
    CHECK(own.take());
}
