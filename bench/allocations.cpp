// The suite `allocations`: the cost of tracking allocations (trav/allocations.hpp). Blocks of 16 to 271 bytes
// are allocated one after the other, and each is freed after a thousand more allocations. n is the number of
// blocks of all threads together; `threads` has two threads.
#include "harness.hpp"

#include <trav/allocations.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace bench {
namespace {

/// Not inlined, like operator new.
TRAV_NOINLINE void* untracked(std::size_t bytes) { return std::malloc(bytes); }
TRAV_NOINLINE void free_untracked(void* block) { std::free(block); }
template <trav::Tracking tracking>
TRAV_NOINLINE void* tracked(std::size_t bytes) {
    return trav::Tracked<tracking>::allocate_or_raise(bytes, 0, TRAV_RETURN_ADDRESS);
}
template <trav::Tracking tracking = trav::Tracking{}>
TRAV_NOINLINE void free_tracked(void* block) {
    trav::Tracked<tracking>::free(block);
}

/// Allocates n blocks and writes to their first bytes. Returns the sum of these bytes.
std::uint64_t churn(std::size_t n, auto allocate, auto give_back) {
    std::array<unsigned char*, 1000> blocks{};
    std::uint64_t sum = 0;
    std::uint32_t random = 1;
    for (std::size_t i = 0; i != n; ++i) {
        random = random * 1664525 + 1013904223;
        auto*& block = blocks[i % blocks.size()];
        if (block != nullptr) {
            sum += *block;
            give_back(block);
        }
        block = static_cast<unsigned char*>(allocate(16 + (random >> 24)));
        *block = static_cast<unsigned char>(random >> 16);
    }
    for (unsigned char* const block : blocks) {
        if (block == nullptr) continue;
        sum += *block;
        give_back(block);
    }
    return sum;
}
std::uint64_t churn_in(unsigned threads, std::size_t n, auto allocate, auto give_back) {
    if (threads == 1) return churn(n, allocate, give_back);
    std::vector<std::uint64_t> sums(threads);
    std::vector<std::thread> running;
    for (unsigned t = 0; t != threads; ++t)
        running.emplace_back([&, t] { sums[t] = churn(n / threads, allocate, give_back); });
    std::uint64_t sum = 0;
    for (auto& thread : running) thread.join();
    for (std::uint64_t const s : sums) sum += s;
    return sum;
}

}  // namespace

void allocations(Settings const& settings, Contests& contests) {
    for (unsigned const threads : {1u, 2u}) {
        std::string const part = threads == 1 ? "one thread" : "threads";
        if (!settings.wants(part)) continue;
        auto const method = [&](char const* name, auto allocate, auto give_back) {
            Method made{name, [=, n = settings.n] { return churn_in(threads, n, allocate, give_back); }};
            made.threads = threads;
            return made;
        };
        std::vector<Method> const methods{
            method("malloc, free", untracked, free_untracked),
            method("sampled", tracked<trav::sampled>, free_tracked<trav::sampled>),
            method("tracked, 1 caller", tracked<1>, free_tracked<>),
            method("tracked, 8 callers", tracked<8>, free_tracked<>),
            method("tracked, 64 callers", tracked<64>, free_tracked<>),
        };
        contests.hold("allocations", part, settings, methods, {"malloc, free"});
    }
}

}  // namespace bench
