#include <trav/allocations/churn.hpp>

#include "catch.hpp"

#include <trav/report/stacks/allocation_stacks.hpp>
#include <trav/report/stacks/folded.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

// What tracking keeps for each block and site has no room for churn.
static_assert(sizeof(trav::detail::LiveEntry) == 4 * sizeof(void*) || sizeof(void*) != 8);
static_assert(sizeof(trav::AllocationSite) == 2 * sizeof(void*));

namespace {

constinit trav::Churn churn;
constexpr trav::AllocationObserver observer{.freed_block = [](auto const& block) { churn.freed(block); }};

/// Observes allocations as long as it lives.
struct Observed {
    Observed() { trav::observe_allocations(&observer); }
    ~Observed() { trav::observe_allocations(nullptr); }
};

struct Count {
    std::uint64_t bytes = 0, blocks = 0;
    friend bool operator==(Count const&, Count const&) = default;
};
/// The sums by function.
std::map<std::string, Count> by_function(std::vector<trav::Churned> const& churned) {
    std::map<std::string, Count> sums;
    trav::detail::Symbols symbols;
    for (auto const& [site, bytes, blocks] : churned) {
        Count& sum = sums[symbols.site(site)];
        sum.bytes += bytes, sum.blocks += blocks;
    }
    return sums;
}

/// Uses the block, so that the call of new is not the last thing that a function does.
void* used(void* block) {
    *static_cast<char volatile*>(block) = 'x';
    return block;
}
[[gnu::noinline]] void* parse(std::size_t n) { return used(::operator new(n)); }
[[gnu::noinline]] void* render(std::size_t n) { return used(::operator new(n)); }
[[gnu::noinline]] void parse_and_free(std::size_t n) { ::operator delete(parse(n)); }

}  // namespace

#if __has_include(<link.h>)
TEST_CASE("churn: blocks that were allocated and freed in the interval", "[unit]") {
    Observed const observed;
    void* const before = parse(1000);
    churn.start();
    void* const kept = render(5000);
    for (std::size_t i = 0; i != 10; ++i) parse_and_free(100 + i);  // 1,045 bytes
    ::operator delete(before);                                      // allocated earlier
    void* const freed = render(7);
    ::operator delete(freed);
    auto const churned = churn.take();
    ::operator delete(kept);  // too late
    CHECK(by_function(churned) == std::map<std::string, Count>{{"parse", {1045, 10}}, {"render", {7, 1}}});
    CHECK(churned.front().bytes == 1045);  // most bytes first
    for (auto const& each : churned) CHECK(each.site.size() > 1);
}

TEST_CASE("churn: of two call stacks with as many bytes, the one with more blocks comes first", "[unit]") {
    Observed const observed;
    int const volatile two = 2, four = 4, eight = 8;  // an unrolled loop is several call stacks
    churn.start();
    for (int i = 0; i != four; ++i) ::operator delete(render(50));
    for (int i = 0; i != two; ++i) parse_and_free(100);
    for (int i = 0; i != eight; ++i) ::operator delete(render(25));
    std::vector<std::uint64_t> blocks;
    for (auto const& each : churn.take()) {
        CHECK(each.bytes == 200);
        blocks.push_back(each.blocks);
    }
    CHECK(blocks == std::vector<std::uint64_t>{8, 4, 2});
}

TEST_CASE("churn: each interval counts anew, and nothing counts between two", "[unit]") {
    Observed const observed;
    churn.start();
    parse_and_free(10);
    churn.start();
    parse_and_free(20);
    CHECK(by_function(churn.take()) == std::map<std::string, Count>{{"parse", {20, 1}}});
    parse_and_free(30);
    CHECK(churn.take().empty());
    churn.start();
    parse_and_free(40);
    CHECK(by_function(churn.take()) == std::map<std::string, Count>{{"parse", {40, 1}}});
}

TEST_CASE("churn: without an observer nothing is counted", "[unit]") {
    churn.start();
    parse_and_free(10);
    CHECK(churn.take().empty());
    CHECK(std::is_trivially_destructible_v<trav::Churn>);
}

TEST_CASE("churn: random blocks are those that the program counts by itself", "[property]") {
    struct Block {
        void* address = nullptr;
        std::size_t bytes = 0;
        bool is_parsed = false, is_new = false;
    };
    Observed const observed;
    std::mt19937 random(3);
    std::vector<Block> blocks(500);
    for (int round = 0; round != 5; ++round) {
        for (Block& block : blocks) block.is_new = false;
        std::map<std::string, Count> expected;
        churn.start();
        for (int step = 0; step != 5000; ++step) {
            Block& block = blocks[random() % blocks.size()];
            if (block.address != nullptr) {
                ::operator delete(block.address);
                if (block.is_new) {
                    Count& sum = expected[block.is_parsed ? "parse" : "render"];
                    sum.bytes += block.bytes, ++sum.blocks;
                }
                block.address = nullptr;
            } else {
                std::size_t const bytes = random() % 3 == 0 ? 1000 + random() % 3000 : random() % 200 + 1;
                bool const is_parsed = random() % 2 == 0;
                block = {is_parsed ? parse(bytes) : render(bytes), bytes, is_parsed, true};
            }
        }
        auto found = by_function(churn.take());
        std::map<std::string, Count> const both{{"parse", found["parse"]}, {"render", found["render"]}};
        CHECK(both == expected);
    }
    for (Block& block : blocks) ::operator delete(block.address);
}

TEST_CASE("churn: threads are added up", "[unit]") {
    Observed const observed;
    std::vector<std::thread> threads;
    churn.start();
    for (int t = 0; t != 3; ++t)
        threads.emplace_back([] {
            for (int i = 0; i != 2000; ++i) parse_and_free(100);
        });
    for (auto& thread : threads) thread.join();
    CHECK(by_function(churn.take())["parse"] == Count{600'000, 6000});
}

TEST_CASE("churn: it is written like live blocks, by call stack", "[unit]") {
    Observed const observed;
    churn.start();
    for (int i = 0; i != 3; ++i) parse_and_free(100);
    trav::Stacks const stacks = trav::allocation_stacks(churn.take());
    CHECK(stacks.total() == trav::Amount{300, 3});
    std::ostringstream folded;
    trav::write_folded(folded, stacks);
    CHECK(folded.str().find("parse_and_free;parse") != std::string::npos);
    CHECK(folded.str().ends_with(" 300\n"));
}
#endif
