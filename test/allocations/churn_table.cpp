#include <trav/profile/churn_table.hpp>

#include "catch.hpp"

#include <trav/graph/objects.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Order {
    std::string text;
};
struct Bill {
    std::unique_ptr<Order> order;
};
struct Shop {
    std::vector<std::unique_ptr<Order>> orders;
    std::vector<std::unique_ptr<Bill>> bills;
};

constinit trav::Churn churn;
constexpr trav::AllocationObserver observer{.freed_block = [](auto const& block) { churn.freed(block); }};

/// Each order has two blocks.
[[gnu::noinline]] void serve(Shop& shop, int count) {
    for (int i = 0; i != count; ++i) {
        auto order = std::make_unique<Order>();
        order->text = std::string(99, 'o');
        shop.orders.push_back(std::move(order));
    }
}
/// Nothing of this is kept.
[[gnu::noinline]] void compute(int count) {
    for (int i = 0; i != count; ++i) {
        auto const numbers = std::make_unique<char[]>(500);
        numbers[0] = static_cast<char>(i);
        [[maybe_unused]] static char* volatile seen = nullptr;
        seen = numbers.get();
    }
}
/// Blocks with one call stack: the loop has a number of rounds that the compiler does not know.
[[gnu::noinline]] void any_blocks(std::vector<void*>& blocks, std::size_t bytes) {
    for (void*& block : blocks) block = ::operator new(bytes);
}

void* volatile block = nullptr;
[[gnu::noinline]] void boil() {
    block = ::operator new(200);
    ::operator delete(block);
}
[[gnu::noinline]] void bake() {
    for (int i = 0; i != 2; ++i) {
        block = ::operator new(100);
        ::operator delete(block);
    }
}

}  // namespace

template <>
struct trav::Described<Order> : trav::Members<&Order::text> {};
template <>
struct trav::Described<Bill> : trav::Members<&Bill::order> {};
template <>
struct trav::Described<Shop> : trav::Members<&Shop::orders, &Shop::bills> {};

#if __has_include(<link.h>)
TEST_CASE("churn table: by site, and by the type of objects with the same call stack", "[unit]") {
    Shop shop;
    shop.orders.reserve(10);
    shop.bills.reserve(10);
    std::vector<void*> blocks(5);
    trav::observe_allocations(&observer);
    churn.start();
    serve(shop, 8);
    shop.orders.resize(2);
    compute(4);
    any_blocks(blocks, sizeof(Order));  // for objects of two types
    shop.orders.emplace_back(::new (blocks[0]) Order);
    shop.bills.emplace_back(::new (blocks[1]) Bill);
    for (std::size_t i = 2; i != blocks.size(); ++i) ::operator delete(blocks[i]);
    auto const churned = churn.take();
    trav::observe_allocations(nullptr);

    trav::Amount const served{6 * (sizeof(Order) + 100), 12}, computed{4 * 500, 4},
        others{3 * sizeof(Order), 3};
    trav::Table const by_site = trav::churn_table(churned);
    CHECK(by_site.columns == std::vector<std::string>{"site"});
    CHECK(by_site.at("serve") == served);
    CHECK(by_site.at("compute") == computed);
    CHECK(by_site.at("any_blocks") == others);
    CHECK(by_site.total() == served + computed + others);
    CHECK(by_site.lines.front().texts == std::vector<std::string>{"compute"});

    trav::Table const table = trav::churn_table(churned, trav::Objects<>(), trav::roots(shop));
    CHECK(table.columns == std::vector<std::string>{"type", "site"});
    CHECK(table.at({"Order", "serve"}) == served);
    CHECK(table.at({"(unknown)", "compute"}) == computed);
    CHECK(table.at({"(several)", "any_blocks"}) == others);
    CHECK(table.total() == by_site.total());
}

TEST_CASE("churn table: most bytes come first, and of equal ones the first site by name", "[unit]") {
    trav::observe_allocations(&observer);
    churn.start();
    boil();
    bake();
    auto const churned = churn.take();
    trav::observe_allocations(nullptr);
    std::vector<std::vector<std::string>> sites;
    for (auto const& line : trav::churn_table(churned).lines) {
        CHECK(line.amounts[0].bytes == 200);
        sites.push_back(line.texts);
    }
    CHECK(sites == std::vector<std::vector<std::string>>{{"bake"}, {"boil"}});
}
#endif

TEST_CASE("churn table: nothing has come and gone", "[unit]") {
    CHECK(trav::churn_table({}).lines.empty());
    CHECK(trav::churn_table({}).total() == trav::Amount{});
}
