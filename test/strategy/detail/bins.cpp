// The bins of one thread: the order of arrivals out of them, and gifts to other threads.
#include "catch.hpp"

#include <trav/strategy/detail/bins.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

namespace {

using Bins = trav::detail::Bins<int>;
using Exchange = trav::detail::Exchange<int>;
using List = std::vector<int>;

/// Numbers 0, 1, ... in a region.
List numbers(unsigned region, int count) {
    int block = 0;
    while (trav::detail::region_of(block * 4096) != region) ++block;
    List list;
    for (int i = 0; i != count; ++i) list.push_back(block * 4096 + i % 4096);
    return list;
}
/// The output of sort().
List sorted(Bins& bins, List const& pushed, std::size_t wanted) {
    List to(pushed.size() + wanted);
    auto const* const end = bins.sort(pushed, to.data(), wanted);
    to.resize(static_cast<std::size_t>(end - to.data()));
    return to;
}
/// All arrivals in the bin of this region, `most` at a time.
List all(Bins& bins, std::size_t most) {
    List result;
    for (;;) {
        List const some = sorted(bins, {}, most);
        if (some.empty()) return result;
        CHECK(some.size() <= most);
        result.insert(result.end(), some.begin(), some.end());
    }
}
List operator+(List a, List const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
List reversed(List list) {
    std::ranges::reverse(list);
    return list;
}
List ascending(List list) {
    std::ranges::sort(list);
    return list;
}

}  // namespace

TEST_CASE("bins: arrivals wait until the thread is in their region", "[unit]") {
    Exchange exchange(1);
    Bins bins(exchange);
    CHECK_FALSE(bins.turn());
    List const five = numbers(5, 3), seven = numbers(7, 4);
    CHECK(sorted(bins, seven + five, 10).empty());  // it is in no region yet
    REQUIRE(bins.turn());
    CHECK(bins.here() == 5);
    CHECK(all(bins, 10) == reversed(five));
    REQUIRE(bins.turn());
    CHECK(bins.here() == 7);
    CHECK(all(bins, 10) == reversed(seven));
    CHECK_FALSE(bins.turn());
    CHECK(sorted(bins, seven, 10).empty());  // it has left the region
    REQUIRE(bins.turn());
    CHECK(bins.here() == 7);
    CHECK(all(bins, 3) == reversed(seven));
}

TEST_CASE("bins: it goes from region to region, and at last to the first one again", "[unit]") {
    Exchange exchange(1);
    Bins bins(exchange);
    for (unsigned const region : {63u, 0u, 1u, 62u}) CHECK(sorted(bins, numbers(region, 1), 1).empty());
    std::vector<unsigned> regions;
    for (int turn = 0; turn != 6; ++turn) {
        REQUIRE(bins.turn());
        regions.push_back(bins.here());
        if (turn != 1) CHECK(all(bins, 1).size() == 1);
        if (turn == 2) CHECK(sorted(bins, numbers(1, 1), 0).empty());
    }
    // in the second turn nothing is taken
    CHECK(regions == std::vector<unsigned>{1, 62, 63, 0, 1, 62});
    CHECK_FALSE(bins.turn());
}

TEST_CASE("bins: arrivals in this region go on at once; few of them bring others from its bin", "[unit]") {
    Exchange exchange(1);
    Bins bins(exchange);
    List const here = numbers(9, 10), there = numbers(20, 2);
    CHECK(sorted(bins, here, 100).empty());
    REQUIRE(bins.turn());
    List const pushed{here[0], there[0], here[1], here[2], there[1]};
    CHECK(sorted(bins, pushed, 0) == List{here[0], here[1], here[2]});
    CHECK(sorted(bins, pushed, 3) == List{here[0], here[1], here[2]});
    CHECK(sorted(bins, pushed, 4) == List{here[0], here[1], here[2], here[9], here[8], here[7], here[6]});
    CHECK(sorted(bins, {}, 1) == List{here[5]});
    CHECK(sorted(bins, {}, 6) == List{here[4], here[3], here[2], here[1], here[0]});
    CHECK(sorted(bins, {}, 6).empty());
    REQUIRE(bins.turn());
    CHECK(bins.here() == 20);
    CHECK(all(bins, 1) == List{there[1], there[0], there[1], there[0], there[1], there[0]});
}

TEST_CASE("bins: a bin holds any number of arrivals", "[unit]") {
    auto const capacity = static_cast<int>(Bins::Parcel::capacity);
    Exchange exchange(1);
    Bins bins(exchange);
    for (int const count : {1, capacity - 1, capacity, capacity + 1, 3 * capacity, 3 * capacity + 1}) {
        for (std::size_t const most : {std::size_t{32}, std::size_t{100000}}) {
            CAPTURE(count, most);
            List const list = numbers(3, count), other = numbers(30, count / 2);
            CHECK(sorted(bins, list, 0).empty());
            CHECK(sorted(bins, other, 0).empty());
            std::size_t taken = 0;
            for (int turn = 0; turn != 2; ++turn)
                if (bins.turn()) {
                    List const found = all(bins, most);
                    CHECK(found == reversed(bins.here() == 3 ? list : other));
                    taken += found.size();
                }
            CHECK(taken == list.size() + other.size());
            CHECK_FALSE(bins.turn());
        }
    }
}

TEST_CASE("bins: the node of an arrival says its region", "[unit]") {
    struct Item {
        int node;
        int inherited;
    };
    trav::detail::Exchange<Item> exchange(1);
    trav::detail::Bins<Item> bins(exchange);
    Item const item{numbers(11, 1)[0], 42};
    Item to[2] = {};
    CHECK(bins.sort({&item, 1}, to, 1) == to);
    REQUIRE(bins.turn());
    CHECK(bins.here() == 11);
    CHECK(bins.sort({}, to, 1) == to + 1);
    CHECK(to[0].inherited == 42);
}

TEST_CASE("bins: a region has one thread at a time; others pass by, or wait", "[unit]") {
    Exchange exchange(2);
    Bins bins(exchange);
    REQUIRE(exchange.enter(5));
    CHECK(sorted(bins, numbers(5, 1) + numbers(7, 1), 0).empty());
    REQUIRE(bins.turn());
    CHECK(bins.here() == 7);
    CHECK_FALSE(exchange.enter(7));
    CHECK(all(bins, 1).size() == 1);
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        exchange.leave(5);
    });
    CHECK(bins.turn());  // only then
    CHECK(bins.here() == 5);
    other.join();
    CHECK(exchange.enter(7));
    CHECK_FALSE(exchange.enter(5));
    CHECK(all(bins, 1).size() == 1);
    CHECK_FALSE(bins.turn());
    CHECK(exchange.enter(5));
}

TEST_CASE("bins: the end of the traversal ends turns", "[unit]") {
    Exchange exchange(2);
    Bins bins(exchange);
    CHECK(sorted(bins, numbers(5, 1), 0).empty());
    CHECK_FALSE(bins.ended());
    exchange.end();
    CHECK(bins.ended());
    CHECK_FALSE(bins.turn());
    CHECK_FALSE(bins.wait());
}

TEST_CASE("bins: the last thread to wait gets nothing", "[unit]") {
    Exchange exchange(1);
    Bins bins(exchange);
    CHECK_FALSE(bins.wait());
    CHECK(bins.ended());
}

TEST_CASE("bins: an idle thread gets every second bin, and sorts it into its own", "[unit]") {
    auto const capacity = static_cast<int>(Bins::Parcel::capacity);
    Exchange exchange(2);
    Bins busy(exchange), idle(exchange);
    std::vector<List> lists;
    for (unsigned i = 0; i != 5; ++i) {
        lists.push_back(numbers(10 * i, static_cast<int>(i) * capacity + 5));
        CHECK(sorted(busy, lists.back(), 0).empty());
    }
    bool got = false;
    std::thread waiting([&] { got = idle.wait(); });
    while (!exchange.wanted()) std::this_thread::yield();
    REQUIRE(busy.turn());  // gives
    waiting.join();
    CHECK(got);
    CHECK(busy.here() == 20);
    std::vector<unsigned> kept;
    do {
        kept.push_back(busy.here());
        CHECK(all(busy, 100) == reversed(lists[busy.here() / 10]));
    } while (busy.turn());
    CHECK(kept == std::vector<unsigned>{20, 40, 0});
    CHECK(sorted(busy, numbers(10, 7), 0).empty());  // a new bin
    REQUIRE(busy.turn());
    CHECK(all(busy, 100) == reversed(numbers(10, 7)));
    CHECK_FALSE(busy.turn());
    std::vector<unsigned> given;
    while (idle.turn()) {
        given.push_back(idle.here());
        CHECK(ascending(all(idle, 100)) == ascending(lists[idle.here() / 10]));
    }
    CHECK(given == std::vector<unsigned>{10, 30});
}

TEST_CASE("bins: one that is alone is not given away", "[unit]") {
    Exchange exchange(2);
    Bins busy(exchange);
    CHECK(sorted(busy, numbers(40, 3), 0).empty());
    std::thread waiting([&] {
        Bins idle(exchange);
        CHECK_FALSE(idle.wait());
    });
    while (!exchange.wanted()) std::this_thread::yield();
    CHECK(busy.turn());
    CHECK(exchange.wanted());
    CHECK(all(busy, 9) == reversed(numbers(40, 3)));
    exchange.end();
    waiting.join();
}
