// The gifts of busy threads to idle ones. A thread's wait shows in wanted(), never in time.
#include <trav/strategy/detail/exchange.hpp>

#include "catch.hpp"

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace {

using Exchange = trav::detail::Exchange<int>;
using Parcel = Exchange::Parcel;

/// A parcel with one item.
Parcel* parcel(int item) {
    auto made = std::make_unique<Parcel>();
    made->next = nullptr;
    made->count = 1;
    made->items[0] = item;
    return made.release();
}

/// The items of parcels. Deletes the parcels.
std::vector<int> items(Parcel* list) {
    std::vector<int> result;
    for (auto* p = list; p != nullptr; p = p->next)
        result.insert(result.end(), p->items, p->items + p->count);
    trav::detail::drop(list);
    return result;
}

/// A thread with one wait for gifts.
class Idle {
  public:
    explicit Idle(Exchange& exchange) : thread_([this, &exchange] { given_ = exchange.wait(); }) {}
    std::vector<int> given() {
        thread_.join();
        return items(given_);
    }

  private:
    Parcel* given_ = nullptr;
    std::thread thread_;
};

void await_wish(Exchange const& exchange) {
    while (!exchange.wanted()) std::this_thread::yield();
}
/// Long enough for a waiting thread to sleep, most likely. Tests pass at any length.
void let_sleep() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

}  // namespace

TEST_CASE("exchange: a region has one thread at a time", "[unit]") {
    Exchange exchange(2);
    CHECK(exchange.enter(3));
    CHECK_FALSE(exchange.enter(3));
    CHECK(exchange.enter(4));
    exchange.leave(3);
    CHECK(exchange.enter(3));
    CHECK_FALSE(exchange.enter(4));
}

TEST_CASE("exchange: an idle thread gets what is given, however long it has waited", "[unit]") {
    for (bool const asleep : {false, true}) {
        Exchange exchange(2);
        CHECK_FALSE(exchange.wanted());
        for (int round = 0; round != 3; ++round) {
            Idle idle(exchange);
            await_wish(exchange);
            if (asleep) let_sleep();
            Parcel *const last = parcel(round), *const first = parcel(10 + round);
            first->next = last;
            exchange.give(first, last);
            CHECK_FALSE(exchange.wanted());
            CHECK(idle.given() == std::vector<int>{10 + round, round});
            CHECK_FALSE(exchange.wanted());
        }
    }
}

TEST_CASE("exchange: what was given before is there at once, the newest first", "[unit]") {
    Exchange exchange(2);
    for (int const item : {1, 2}) {
        Parcel* const one = parcel(item);
        exchange.give(one, one);
    }
    CHECK(items(exchange.wait()) == std::vector<int>{2, 1});
}

TEST_CASE("exchange: a gift is wanted until it is given, and again while another thread waits", "[unit]") {
    Exchange exchange(3);
    Idle idle(exchange);
    await_wish(exchange);
    Parcel* const one = parcel(1);
    exchange.give(one, one);
    CHECK(idle.given() == std::vector<int>{1});

    Idle first(exchange), second(exchange);
    await_wish(exchange);
    let_sleep();  // until most likely both wait
    Parcel* const two = parcel(2);
    exchange.give(two, two);
    await_wish(exchange);  // of the one that got nothing
    exchange.end();
    auto all = first.given();
    auto const more = second.given();
    all.insert(all.end(), more.begin(), more.end());
    CHECK(all == std::vector<int>{2});
}

TEST_CASE("exchange: the last thread to wait ends the traversal in all", "[unit]") {
    Exchange exchange(3);
    Idle first(exchange), second(exchange);
    await_wish(exchange);
    CHECK_FALSE(exchange.ended());
    CHECK(exchange.wait() == nullptr);
    CHECK(exchange.ended());
    CHECK(first.given().empty());
    CHECK(second.given().empty());
}

TEST_CASE("exchange: gifts that nobody took are deleted", "[unit]") {
    Exchange exchange(2);
    Parcel* const one = parcel(1);
    exchange.give(one, one);
    CHECK_FALSE(exchange.ended());
}
