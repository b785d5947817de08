// The code that allocates the memory of a shop server: of live objects by type and function, of blocks that
// come and go, and of the whole process.
#include <trav/allocations.hpp>
#include <trav/allocations/churn.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/by_site.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/churn_table.hpp>
#include <trav/profile/coverage.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

TRAV_TRACK_ALLOCATIONS();

struct Session {
    std::string user;
    std::vector<int> basket;
};
struct Image {
    std::vector<char> pixels;
};
struct Shop {
    std::vector<std::unique_ptr<Session>> sessions;
    std::vector<std::unique_ptr<Image>> images;
};

template <>
struct trav::Described<Session> : trav::Members<&Session::user, &Session::basket> {};
template <>
struct trav::Described<Image> : trav::Members<&Image::pixels> {};
template <>
struct trav::Described<Shop> : trav::Members<&Shop::sessions, &Shop::images> {};

[[gnu::noinline]] void log_in(Shop& shop, std::string const& user) {
    shop.sessions.push_back(std::make_unique<Session>());
    shop.sessions.back()->user = user;
}
[[gnu::noinline]] void restore_sessions(Shop& shop) {  // as many as there were yesterday
    for (int i = 0; i != 3000; ++i) {
        shop.sessions.push_back(std::make_unique<Session>());
        shop.sessions.back()->basket.resize(100);
    }
}
[[gnu::noinline]] void show(Shop& shop, std::size_t bytes) {
    shop.images.push_back(std::make_unique<Image>());
    shop.images.back()->pixels.resize(bytes);
}
[[gnu::noinline]] std::size_t answer(int number) {
    std::string page(2000, ' ');  // for a moment
    page += std::to_string(number);
    return page.size();
}

// [observer]
constinit trav::Churn churn;
constexpr trav::AllocationObserver observer{.freed_block = [](auto const& block) { churn.freed(block); }};
// [observer]

void print_process(Shop const& shop) {
    trav::Objects<> const heap;
    auto const roots = trav::roots(shop);
    // [process]
    auto type = trav::by_type();
    auto const coverage = trav::coverage(heap, roots);
    trav::Profiler profiler{heap, type};
    profiler.sample(roots);
    trav::print(std::cout, trav::with_resident(profiler.profile().by(type), coverage));
    // [process]
}

int main() {
    Shop shop;
    restore_sessions(shop);
    for (int i = 0; i != 500; ++i) log_in(shop, "a user whose name is long " + std::to_string(i));
    show(shop, 400'000);
    print_process(shop);

    // [site]
    trav::Objects<> const heap;
    auto const roots = trav::roots(shop);
    auto type = trav::by_type();
    auto site = trav::by_site();
    trav::Profiler profiler{heap, type, site};
    profiler.sample(roots);
    trav::print(std::cout, profiler.profile().by(type, site));
    // [site]

    std::size_t written = 0;
    // [churn]
    trav::observe_allocations(&observer);
    churn.start();
    for (int i = 0; i != 1000; ++i) written += answer(i);
    shop.sessions.resize(2000);  // allocated before the interval
    auto const churned = churn.take();
    trav::print(std::cout, trav::churn_table(churned, heap, roots));
    // [churn]

    auto const table = profiler.profile().by(type, site);
    bool right = table.at({"Session", "restore_sessions"}).objects == 3000;
    right = right && table.at({"Session", "log_in"}).objects == 500;
    right = right && table.at({"Image", "show"}).bytes == sizeof(Image) + 400'000;
    right = right && trav::churn_table(churned).at("answer").objects >= 1000 && written > 2'000'000;
    right = right && trav::churn_table(churned).at("restore_sessions").objects == 0;
    return right ? 0 : 1;
}
