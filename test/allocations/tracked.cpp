#include <trav/allocations.hpp>

#include "catch.hpp"
#include "support/sanitized.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

TRAV_TRACK_ALLOCATIONS();

namespace {

/// What is in the table of this address, in a list of its own.
bool is_live(void const* p) { return trav::live_blocks().at(p) != nullptr; }

struct Form {
    void* (*get)(std::size_t);
    void (*give_back)(void*, std::size_t);
    std::size_t alignment = 1;
};
constexpr std::align_val_t align{64};

/// All forms of new, each with one of delete.
std::vector<Form> const forms{
    {[](std::size_t n) { return ::operator new(n); }, [](void* p, std::size_t) { ::operator delete(p); }},
    {[](std::size_t n) { return ::operator new(n); },
     [](void* p, std::size_t n) { ::operator delete(p, n); }},
    {[](std::size_t n) { return ::operator new[](n); }, [](void* p, std::size_t) { ::operator delete[](p); }},
    {[](std::size_t n) { return ::operator new[](n); },
     [](void* p, std::size_t n) { ::operator delete[](p, n); }},
    {[](std::size_t n) { return ::operator new(n, std::nothrow); },
     [](void* p, std::size_t) { ::operator delete(p, std::nothrow); }},
    {[](std::size_t n) { return ::operator new[](n, std::nothrow); },
     [](void* p, std::size_t) { ::operator delete[](p, std::nothrow); }},
    {[](std::size_t n) { return ::operator new(n, align); },
     [](void* p, std::size_t) { ::operator delete(p, align); }, 64},
    {[](std::size_t n) { return ::operator new(n, align); },
     [](void* p, std::size_t n) { ::operator delete(p, n, align); }, 64},
    {[](std::size_t n) { return ::operator new[](n, align); },
     [](void* p, std::size_t) { ::operator delete[](p, align); }, 64},
    {[](std::size_t n) { return ::operator new[](n, align); },
     [](void* p, std::size_t n) { ::operator delete[](p, n, align); }, 64},
    {[](std::size_t n) { return ::operator new(n, align, std::nothrow); },
     [](void* p, std::size_t) { ::operator delete(p, align, std::nothrow); }, 64},
    {[](std::size_t n) { return ::operator new[](n, align, std::nothrow); },
     [](void* p, std::size_t) { ::operator delete[](p, align, std::nothrow); }, 64},
};

struct Early {
    int* block = new int(5);
    ~Early() { delete block; }  // after main()
} const early;

/// Uses the block, so that the call of new is not the last thing that a function does: a jump has no caller.
void* used(void* block) {
    *static_cast<char volatile*>(block) = 'x';
    return block;
}
[[gnu::noinline]] void* here(std::size_t n) { return used(::operator new(n)); }
[[gnu::noinline]] void* there(std::size_t n) { return used(::operator new(n)); }

}  // namespace

TEST_CASE("every form of new and delete is seen", "[unit]") {
    for (Form const& form : forms) {
        void* const p = form.get(100);
        CHECK(reinterpret_cast<std::uintptr_t>(p) % form.alignment == 0);
        auto const blocks = trav::live_blocks();
        trav::LiveBlock const* const block = blocks.at(p);
        REQUIRE(block != nullptr);
        CHECK(block->address == p);
        CHECK(block->bytes == 100);
        CHECK(block->given >= 100);
        CHECK(block->birth <= trav::allocations());
        form.give_back(p, 100);
        CHECK_FALSE(is_live(p));
    }
}

TEST_CASE("a block is found by any address in it", "[unit]") {
    std::unique_ptr<char[]> const p(new char[1000]);
    auto const blocks = trav::live_blocks();
    REQUIRE(blocks.at(p.get()) != nullptr);
    std::size_t const given = blocks.at(p.get())->given;
    CHECK(blocks.at(p.get() + 999)->address == p.get());
    CHECK(blocks.at(p.get() + given - 1)->address == p.get());
    for (char const* other : {p.get() - 1, p.get() + given}) {
        auto const* const block = blocks.at(other);
        CHECK((block == nullptr || block->address != p.get()));
    }
    int local = 0;
    CHECK(blocks.at(&local) == nullptr);
    CHECK(blocks.at(nullptr) == nullptr);
}

TEST_CASE("a block of no bytes is one, too", "[unit]") {
    void* const p = ::operator new(0);
    auto const blocks = trav::live_blocks();
    REQUIRE(blocks.at(p) != nullptr);
    CHECK(blocks.at(p)->bytes == 0);
    ::operator delete(p);
    ::operator delete(nullptr);
}

TEST_CASE("blocks are numbered as they are born, and an address that is used again has a new number",
          "[unit]") {
    std::uint64_t const before = trav::allocations();
    void* const a = ::operator new(10);
    void* const b = ::operator new(10);
    CHECK(trav::allocations() == before + 2);
    {
        auto const blocks = trav::live_blocks();
        CHECK(trav::allocations() == before + 2);  // the list is not allocated by new
        CHECK(blocks.at(a)->birth == before + 1);
        CHECK(blocks.at(b)->birth == before + 2);
    }
    ::operator delete(a);
    void* const c = ::operator new(10);
    CHECK(trav::live_blocks().at(c)->birth == before + 3);
    ::operator delete(b);
    ::operator delete(c);
}

TEST_CASE("what was allocated before main() is there", "[unit]") { CHECK(is_live(early.block)); }

TEST_CASE("the table is what new and delete have left, to the byte", "[property]") {
    struct Known {
        void* address;
        std::size_t bytes, form;
    };
    static std::array<Known, 3000> known;  // no block of its own
    std::size_t count = 0;
    std::mt19937 random(12);
    std::uint64_t const before = trav::allocations();
    for (int step = 0; step != 20'000; ++step) {
        if (count == known.size() || (count != 0 && random() % 5 < 2)) {
            std::size_t const i = random() % count;
            forms[known[i].form].give_back(known[i].address, known[i].bytes);
            known[i] = known[--count];
        } else {
            std::size_t const form = random() % forms.size(), bytes = random() % 300;
            known[count++] = {forms[form].get(bytes), bytes, form};
        }
    }
    auto const blocks = trav::live_blocks();
    std::size_t found = 0;
    for (auto const& block : blocks) found += block.birth > before;
    CHECK(found == count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i != count; ++i) {
        auto const* const block = blocks.at(known[i].address);
        wrong += block == nullptr || block->address != known[i].address || block->bytes != known[i].bytes;
    }
    CHECK(wrong == 0);
    for (std::size_t i = 0; i != count; ++i) forms[known[i].form].give_back(known[i].address, known[i].bytes);
}

TEST_CASE("threads allocate, and give back what others have allocated", "[unit]") {
    std::uint64_t const before = trav::allocations();
    constexpr std::size_t each = 2000;
    static std::array<std::atomic<void*>, 4 * each> handed;
    static void* kept[4];
    {
        std::atomic<bool> done = false;
        std::thread watching([&] {
            while (!done) CHECK_NOTHROW(trav::live_blocks());
        });
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t != 4; ++t)
            threads.emplace_back([&, t] {
                kept[t] = ::operator new(50 + t);
                for (std::size_t i = 0; i != each; ++i) {
                    handed[t * each + i] = ::operator new(i % 100);
                    ::operator delete(handed[(t + 1) % 4 * each + i].exchange(nullptr));
                }
            });
        for (auto& thread : threads) thread.join();
        done = true;
        watching.join();
    }
    for (auto& p : handed) ::operator delete(p.exchange(nullptr));
    auto const blocks = trav::live_blocks();
    std::size_t left = 0;
    for (auto const& block : blocks) left += block.birth > before && block.bytes >= 50 && block.bytes <= 53;
    for (std::size_t t = 0; t != 4; ++t) {
        REQUIRE(blocks.at(kept[t]) != nullptr);
        CHECK(blocks.at(kept[t])->bytes == 50 + t);
    }
    CHECK(left == 4);
    for (void* p : kept) ::operator delete(p);
}

TEST_CASE("the site of a block is the calls that led to it", "[unit]") {
    std::vector<void*> blocks;
    bool volatile again = true;
    do {  // one call in the program
        blocks.push_back(here(10));
    } while (std::exchange(again, false));
    blocks.push_back(there(10));
    auto const live = trav::live_blocks();
    auto const site = [&](std::size_t i) { return live.at(blocks[i])->site; };
    CHECK(site(0).data() == site(1).data());
    CHECK(site(0)[0] != site(2)[0]);
    CHECK(site(0)[1] != site(2)[1]);
    CHECK(site(0)[2] == site(2)[2]);  // what has called this function
    CHECK(site(0).size() == 8);
    auto const in = [](void const* p, auto* function) {
        auto const at = reinterpret_cast<std::uintptr_t>(p),
                   from = reinterpret_cast<std::uintptr_t>(function);
        return at - from < 200;
    };
    CHECK(in(site(0)[0], &here));
    CHECK(in(site(2)[0], &there));
    for (void* p : blocks) ::operator delete(p);
}

TEST_CASE("an observer is told of births and deaths, and not of its own", "[unit]") {
    struct Event {
        bool birth;
        void const* block;
        std::size_t bytes;
    };
    static std::vector<Event> events;  // which allocates when it grows
    events.clear();
    trav::AllocationObserver const observer{
        [](void const* block, std::size_t bytes) { events.push_back({true, block, bytes}); },
        [](void const* block, std::size_t bytes) { events.push_back({false, block, bytes}); }};
    void* const before = ::operator new(1);
    trav::observe_allocations(&observer);
    void* const a = ::operator new(10);
    void* const b = ::operator new(20);
    std::array const expected{Event{true, a, 10}, Event{true, b, 20}, Event{false, a, 10},
                              Event{false, before, 1}};
    ::operator delete(a);
    ::operator delete(before);
    ::operator delete(nullptr);
    trav::observe_allocations(nullptr);
    ::operator delete(b);
    REQUIRE(events.size() == expected.size());
    for (std::size_t i = 0; i != events.size(); ++i) {
        CHECK(events[i].birth == expected[i].birth);
        CHECK(events[i].block == expected[i].block);
        CHECK(events[i].bytes == expected[i].bytes);
    }
}

TEST_CASE("without memory new asks its handler, then throws", "[unit]") {
    if (test::sanitized) return;  // malloc ends the program
    auto const all = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - 1000;
    static int asked = 0;
    CHECK_THROWS_AS(::operator new(all), std::bad_alloc);
    CHECK_THROWS_AS(::operator new[](all, align), std::bad_alloc);
    CHECK(::operator new(all, std::nothrow) == nullptr);
    std::set_new_handler([] {
        if (++asked == 3) throw std::bad_alloc();
    });
    CHECK(::operator new(all, std::nothrow) == nullptr);
    CHECK(asked == 3);
    asked = 0;
    CHECK_THROWS_AS(::operator new(all), std::bad_alloc);
    std::set_new_handler(nullptr);
    CHECK(asked == 3);
}

TEST_CASE("a child of fork() allocates, whatever other threads did", "[unit]") {
    if (test::sanitized) return;  // ThreadSanitizer's own locks
    std::atomic<bool> done{false};
    std::vector<std::thread> threads;
    for (int t = 0; t != 2; ++t)
        threads.emplace_back([&] {
            while (!done)
                for (std::size_t bytes = 1000; bytes != 60'000; bytes += 1000)
                    ::operator delete(::operator new(bytes));
        });
    int failed = 0;
    for (int i = 0; i != 300; ++i) {
        pid_t const child = fork();
        if (child == 0) {
            alarm(20);  // ends a child that waits for a lock
            std::array<void*, 200> blocks{};
            for (std::size_t n = 0; n != blocks.size(); ++n) blocks[n] = ::operator new(2000 + 16 * n);
            for (void* const block : blocks) ::operator delete(block);
            _exit(0);
        }
        int status = 1;
        waitpid(child, &status, 0);
        failed += status != 0;
    }
    done = true;
    for (auto& thread : threads) thread.join();
    CHECK(failed == 0);
}
