// test/distributed/threads.cpp: tests that ranks that are threads exchange messages, and that none waits for
// a failed rank.
#include "catch.hpp"

#include <trav/distributed/threads.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

using trav::distributed::Message;
using trav::distributed::Messages;
using trav::distributed::on_threads;
using trav::distributed::Threads;

static_assert(trav::distributed::Communicator<Threads>);

TEST_CASE("each rank receives the messages that all ranks have sent to it") {
    std::atomic<int> right = 0;
    on_threads(4, [&](Threads& comm) {
        for (unsigned round = 0; round != 50; ++round) {
            Messages messages(comm.size());
            for (std::size_t to = 0; to != comm.size(); ++to)  // as many bytes as the sum of the two ranks
                messages[to] = Message(comm.rank() + to, static_cast<std::byte>(round));
            Messages const received = comm.exchange(std::move(messages));
            for (std::size_t from = 0; from != comm.size(); ++from)
                right += received[from] == Message(from + comm.rank(), static_cast<std::byte>(round));
        }
    });
    CHECK(right == 4 * 4 * 50);
}

TEST_CASE("a sum includes all ranks") {
    std::atomic<int> right = 0;
    on_threads(3, [&](Threads& comm) {
        for (std::uint64_t round = 0; round != 50; ++round)
            right += comm.sum(comm.rank() + round) == 3 + 3 * round;
    });
    CHECK(right == 150);
}

TEST_CASE("one rank runs in the calling thread, and no rank does nothing") {
    int calls = 0;
    on_threads(1, [&](Threads& comm) {
        ++calls;
        CHECK(comm.size() == 1);
        CHECK(comm.sum(7) == 7);
    });
    on_threads(0, [&](Threads&) { ++calls; });
    CHECK(calls == 1);
}

TEST_CASE("if a rank throws, the others stop, and the caller gets its exception") {
    for (std::size_t const failing : {0u, 1u, 2u}) {
        std::atomic<int> ended = 0;
        auto const fail = [&] {
            on_threads(3, [&](Threads& comm) {
                comm.sum(1);
                if (comm.rank() == failing) throw std::runtime_error("no more");
                comm.exchange(Messages(3));
                ++ended;
            });
        };
        CHECK_THROWS_WITH(fail(), "no more");
        CHECK(ended == 0);
    }
}

TEST_CASE("together() succeeds in all ranks or throws in all") {
    for (std::size_t const failing : {0u, 1u, 2u, 3u}) {
        std::atomic<int> done = 0, same = 0, another = 0;
        on_threads(3, [&](Threads& comm) {
            try {
                trav::distributed::together(comm, [&] {
                    if (comm.rank() == failing) throw std::out_of_range("no more");
                });
                ++done;
            } catch (std::out_of_range const&) {
                ++same;
            } catch (trav::distributed::AnotherRankFailed const&) { ++another; }
        });
        CHECK(done == (failing == 3 ? 3 : 0));
        CHECK(same == (failing == 3 ? 0 : 1));
        CHECK(another == (failing == 3 ? 0 : 2));
        if (failing == 3) continue;
        auto const fail = [&] {
            on_threads(3, [&](Threads& comm) {
                trav::distributed::together(comm, [&] {
                    if (comm.rank() == failing) throw std::out_of_range("no more");
                });
            });
        };
        CHECK_THROWS_WITH(fail(), "no more");
    }
}

TEST_CASE("the caller gets the cause of a failure, not AnotherRankFailed") {
    auto const fail = [] {
        on_threads(2, [](Threads& comm) {
            if (comm.rank() == 0) throw trav::distributed::AnotherRankFailed();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            throw std::runtime_error("no more");
        });
    };
    CHECK_THROWS_WITH(fail(), "no more");
}

TEST_CASE("a rank that ends because another has failed does not block it") {
    for (bool const goes_on : {false, true}) {
        auto const fail = [&] {
            on_threads(2, [&](Threads& comm) {
                try {
                    trav::distributed::together(comm, [&] {
                        if (comm.rank() == 0) throw std::out_of_range("no more");
                    });
                } catch (std::out_of_range const&) {}  // of the first rank only
                if (goes_on) comm.sum(1);
            });
        };
        CHECK_THROWS_AS(fail(), trav::distributed::AnotherRankFailed);
    }
}
