// The values of ghosts: a rank receives them from their owners.
#include "catch.hpp"
#include "distributed/passes_on.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/ghosts.hpp>
#include <trav/distributed/threads.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace test;
using trav::distributed::Ghosts;
using trav::distributed::on_threads;
using trav::distributed::PartOf;
using trav::distributed::Threads;

TEST_CASE("each rank knows the owners' values for its own objects and their targets", "[property]") {
    RandomGraphs random(23);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
        Arrays const whole(random.graph(kind, 200));
        Arrays const arrays = kind % 2 == 0 ? whole : whole.scattered();
        for (std::size_t const ranks : all_ranks) {
            auto const begins = random_parts(random, arrays.count(), ranks);
            std::atomic<std::uint32_t> wrong = 0, asked_elsewhere = 0;
            on_threads(ranks, [&](Threads& comm) {
                PartOf const part(arrays.graph(), begins, comm.rank());
                Ghosts const ghosts(comm, part);
                auto const owned = [&](std::uint32_t n) {
                    asked_elsewhere += !trav::distributed::owns(part, n);
                    return n;
                };
                auto const square = ghosts.ask([&](std::uint32_t n) { return std::uint64_t{owned(n)} * n; });
                auto const odd = ghosts.ask([&](std::uint32_t n) { return owned(n) % 2 == 1; });
                for (std::uint64_t i = part.first(); i != part.first() + part.count(); ++i) {
                    auto const n = static_cast<std::uint32_t>(i);
                    wrong += square(n) != i * i || odd(n) != (n % 2 == 1);
                    for (std::uint32_t const child : part.children(n))
                        wrong +=
                            square(child) != std::uint64_t{child} * child || odd(child) != (child % 2 == 1);
                }
            });
            CHECK(wrong == 0);
            CHECK(asked_elsewhere == 0);
        }
    }
}

TEST_CASE("an answer for too few objects is refused") {
    struct Losing : PassesOn<Threads> {
        int left = 1;
        trav::distributed::Messages exchange(trav::distributed::Messages messages) {
            auto received = PassesOn::exchange(std::move(messages));
            if (left-- == 0)
                for (auto& message : received) message.clear();
            return received;
        }
    };
    Arrays const arrays(shape("a:b b:c c:d d:a", "a"));
    auto const ask = [&] {
        on_threads(2, [&](Threads& comm) {
            Losing losing{{comm}};
            PartOf const part(arrays.graph(), comm);
            Ghosts const ghosts(losing, part);
            (void)ghosts.ask([](std::uint32_t n) { return n; });
        });
    };
    CHECK_THROWS_WITH(ask(), "trav: other ranks answer for more or fewer objects than were asked for");
}
