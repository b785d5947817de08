// One thread of Parallel, alone: the order of its arrivals, and the end of its work.
#include "catch.hpp"

#include <trav/graph/csr.hpp>
#include <trav/store/dense.hpp>
#include <trav/strategy/detail/parallel_worker.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

namespace {

using Number = std::uint32_t;
using List = std::vector<int>;
using Exchange = trav::detail::Exchange<int>;
using Bins = trav::detail::Bins<int>;
using Stack = trav::detail::BinnedStack<int>;

/// A number in a region.
int number(unsigned region) {
    int block = 0;
    while (trav::detail::region_of(block * 4096) != region) ++block;
    return block * 4096;
}
/// A stack in region 5, without arrivals.
struct Fixture {
    Exchange exchange{1};
    Bins bins{exchange};
    Stack stack{bins};
    int here = number(5);

    Fixture() {
        stack.push(here);
        CHECK(stack.empty());  // it is in no region yet
        REQUIRE(stack.turn());
        REQUIRE_FALSE(stack.empty());
        CHECK(stack.pop() == here);
    }
    List popped(std::size_t most = 10000) {
        List list;
        while (list.size() != most && !stack.empty()) list.push_back(stack.pop() - here);
        return list;
    }
};
/// 100 arrivals wait in the bin of the region; the last 32 of them are taken.
struct Filled {
    Exchange exchange{1};
    Bins bins{exchange};
    Stack stack{bins};
    int here = number(9);
    List taken{};

    Filled() {
        for (int i = 0; i != 100; ++i) stack.push(here + i);
        CHECK(stack.empty());
        REQUIRE(stack.turn());
        for (int i = 0; i != 32; ++i) {
            REQUIRE_FALSE(stack.empty());
            taken.push_back(stack.pop() - here);
        }
    }
};
/// from, from + 1, ...
List ascending(int from, std::size_t count) {
    List list(count);
    std::iota(list.begin(), list.end(), from);
    return list;
}
/// from, from - 1, ..., to.
List descending(int from, int to) {
    List list(static_cast<std::size_t>(from - to + 1));
    std::iota(list.rbegin(), list.rend(), to);
    return list;
}
List operator+(List a, List const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

TEST_CASE("parallel worker: what is pushed in the region comes again, the last first", "[unit]") {
    Fixture one;
    for (int i = 0; i != 40; ++i) one.stack.push(one.here + i);
    CHECK(one.popped() == descending(39, 0));
    CHECK_FALSE(one.stack.turn());
    int* const room = one.stack.room(3);
    for (int i = 0; i != 3; ++i) room[i] = one.here + i;
    one.stack.add(2);
    CHECK(one.stack.empty());  // it has left the region
    REQUIRE(one.stack.turn());
    CHECK(one.popped() == List{0, 1});  // the bin turns them, and the stack again
}

TEST_CASE("parallel worker: what is pushed meanwhile comes after 32 others", "[unit]") {
    Fixture one;
    for (int i = 0; i != 100; ++i) one.stack.push(one.here + i);
    CHECK(one.popped(1) == List{99});
    one.stack.push(one.here + 200);
    one.stack.push(one.here + 201);
    CHECK(one.popped(33) == descending(98, 68) + List{201, 200});
    one.stack.push(one.here + 300);
    CHECK(one.popped(31) == descending(67, 38) + List{300});
    CHECK(one.popped() == descending(37, 0));
}

TEST_CASE("parallel worker: a few arrivals bring others from the bin of the region", "[unit]") {
    Filled bin;
    CHECK(bin.taken == ascending(68, 32));  // in the order of the bin: the stack turns them
    for (int i = 0; i != 20; ++i) bin.stack.push(bin.here + 1000 + i);
    List next;
    for (int i = 0; i != 20 && !bin.stack.empty(); ++i) next.push_back(bin.stack.pop() - bin.here);
    CHECK(next == ascending(36, 20));  // 20 are fewer than 32: 32 others came on top
}

TEST_CASE("parallel worker: the bin is left alone while 16 arrivals are ready", "[unit]") {
    for (int const pushed : {47, 48}) {
        CAPTURE(pushed);
        Filled bin;
        Stack& stack = bin.stack;
        int const here = bin.here;
        for (int i = 0; i != pushed; ++i) stack.push(here + 1000 + i);
        for (int i = 1; i <= 32; ++i) {
            REQUIRE_FALSE(stack.empty());
            CHECK(stack.pop() == here + 1000 + pushed - i);
        }
        stack.push(here + 2000);
        REQUIRE_FALSE(stack.empty());
        // 15 are few: 32 others of the bin come on top
        CHECK(stack.pop() == here + (pushed == 47 ? 36 : 2000));
    }
}

TEST_CASE("parallel worker: other regions' arrivals wait, and the region is known", "[unit]") {
    Fixture one;
    int const there = number(6);
    CHECK(one.stack.owns(one.here));
    CHECK_FALSE(one.stack.owns(there));
    one.stack.push(there);
    one.stack.push(one.here + 1);
    CHECK(one.popped() == List{1});
    REQUIRE(one.stack.turn());
    CHECK(one.stack.owns(there));
    CHECK_FALSE(one.stack.empty());
    CHECK(one.stack.pop() == there);
}

TEST_CASE("parallel worker: the end of the traversal empties the stack", "[unit]") {
    Fixture one;
    for (int i = 0; i != 50; ++i) one.stack.push(one.here + i);
    CHECK(one.popped(10).size() == 10);
    one.stack.push(one.here);
    one.exchange.end();
    CHECK(one.popped() == descending(39, 18));  // those that are ready
    CHECK(one.stack.empty());
    CHECK_FALSE(one.stack.turn());
}

TEST_CASE("parallel worker: arrivals with values pass a ring", "[unit]") {
    struct Item {
        Number node;
        int inherited;
    };
    using Csr = trav::Csr<Number, Number>;
    std::vector<Number> const offsets(11), targets;
    Csr const graph(offsets, targets);
    trav::detail::Exchange<Item> exchange(1);
    trav::detail::Bins<Item> bins(exchange);
    trav::detail::BinnedArrivals<Item, Csr, 4> arrivals{graph, trav::detail::BinnedStack<Item>(bins)};
    trav::detail::Binned<4>::Frontier<Item, Csr> frontier(arrivals);
    CHECK(frontier.empty());
    for (int i = 0; i != 6; ++i) frontier.push({static_cast<Number>(i), 10 * i}, graph);
    REQUIRE_FALSE(frontier.empty());  // it turns to their region
    CHECK(arrivals.under_way.full());
    CHECK(frontier.owns(0));
    List nodes;
    while (!frontier.empty()) {
        Item const item = frontier.pop();
        CHECK(item.inherited == 10 * static_cast<int>(item.node));
        nodes.push_back(static_cast<int>(item.node));
    }
    CHECK(nodes == List{0, 1, 2, 3, 4, 5});  // a bin turns them, and the stack again
    frontier.push({7, 70}, graph);
    REQUIRE_FALSE(frontier.empty());
    CHECK(frontier.pop().node == 7);
    CHECK(frontier.empty());
}

namespace {

/// Counts visits, and stops or throws at one of them.
struct Count {
    std::vector<int>* visits;
    int left = -1;
    bool throws = false;
    Count split() const { return *this; }
    trav::go visit(auto& here) {
        ++(*visits)[here.node];
        if (--left == 0) {
            if (throws) throw std::runtime_error("visit");
            return trav::go::stop;
        }
        return here.first ? trav::go::down : trav::go::skip;
    }
};
/// The same with the number of references from a root.
struct Depth : Count {
    using inherited = int;
    Depth split() const { return *this; }
    trav::go visit(auto& here) {
        if (here.inherited != static_cast<int>(here.node / 5000)) (*visits)[here.node] += 1000;
        here.to_children = here.inherited + 1;
        return Count::visit(here);
    }
};

struct Ended {
    std::vector<int> visits;
    bool stopped, thrown, ended;
};
/// 0, 5000, ... 45000 in a chain, each with ten children 5001 to 5010, ... on the level of the next.
template <class Policy>
Ended work(int left, bool throws) {
    constexpr std::size_t count = 60000;
    std::vector<std::vector<Number>> rows(count);
    for (std::size_t i = 0; i != 10; ++i)
        for (std::size_t k = 0; k != 11; ++k)
            rows[i * 5000].push_back(static_cast<Number>((i + 1) * 5000 + k));
    std::vector<Number> offsets{0}, targets;
    for (auto const& row : rows) {
        targets.insert(targets.end(), row.begin(), row.end());
        offsets.push_back(static_cast<Number>(targets.size()));
    }
    using Csr = trav::Csr<Number, Number>;
    using Store = trav::Dense<>;
    Csr const graph(offsets, targets);
    Store store(count);
    store.begin_pass(count);
    Ended result{std::vector<int>(count), false, false, false};
    Policy policy;
    policy.visits = &result.visits, policy.left = left, policy.throws = throws;
    using Worker = trav::detail::ParallelWorker<Csr, Policy, Store, 8>;
    trav::detail::Exchange<typename Worker::Item> exchange(1);
    Worker worker(policy, exchange);
    typename Worker::Item root{};
    worker.work(graph, store, exchange, {&root, 1});
    result.stopped = worker.stopped;
    result.thrown = worker.thrown != nullptr;
    result.ended = exchange.ended();
    return result;
}
template <class Policy>
void check_work() {
    Ended const all = work<Policy>(-1, false);
    CHECK_FALSE(all.stopped);
    CHECK_FALSE(all.thrown);
    CHECK(all.ended);
    for (std::size_t i = 0; i != all.visits.size(); ++i) {
        bool const reached = i == 0 || (i >= 5000 && i <= 50010 && i % 5000 <= 10);
        if (all.visits[i] != int{reached}) FAIL("node " << i << ": " << all.visits[i]);
    }
    for (bool const throws : {false, true}) {
        Ended const some = work<Policy>(7, throws);
        CHECK(some.stopped == !throws);
        CHECK(some.thrown == throws);
        CHECK(some.ended);
        CHECK(std::accumulate(some.visits.begin(), some.visits.end(), 0) == 7);
    }
}

}  // namespace

TEST_CASE("parallel worker: it visits all, until a visit says stop or throws", "[unit]") {
    check_work<Count>();
    check_work<Depth>();
}
