#include <trav/detail/live_shadow.hpp>

#include "catch.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using trav::detail::LiveEntry;
using trav::detail::LiveShadow;

namespace {

struct Known {
    std::size_t bytes;
    std::uint64_t birth;
    trav::AllocationSite const* site;
    bool operator==(Known const&) const = default;
};

}  // namespace

TEST_CASE("live shadow: it holds all small blocks, one for each 32 bytes", "[property]") {
    auto const shadow = std::make_unique<LiveShadow>();
    std::map<std::uintptr_t, Known> model;
    trav::AllocationSite const sites[2]{};
    std::mt19937 random(5);
    std::uint64_t births = 0;
    // neighbours, around two borders of regions
    std::vector<std::uintptr_t> addresses;
    for (std::uintptr_t const border : {std::uintptr_t{0x5540'0000}, std::uintptr_t{0x7FC0'0000}})
        for (std::uintptr_t i = 0; i != 600; ++i) addresses.push_back(border - 300 * 8 + 8 * i);
    for (int round = 0; round != 4; ++round) {
        for (int step = 0; step != 10'000; ++step) {
            std::uintptr_t const address = addresses[random() % addresses.size()];
            auto const known = model.find(address);
            if (random() % 5 < (round % 2 == 0 ? 3u : 1u)) {
                auto const next = model.lower_bound(address & ~std::uintptr_t{31});
                bool const taken =
                    next != model.end() && next->first < (address | 31) + 1 && next->first != address;
                LiveEntry const block{address, random() % LiveShadow::too_large, ++births,
                                      &sites[random() % 2]};
                REQUIRE(shadow->add(block) == !taken);
                if (!taken) model[address] = {block.bytes, block.birth, block.site};
            } else {
                REQUIRE(shadow->contains(address) == (known != model.end()));
                LiveEntry const removed = shadow->remove(address);
                REQUIRE((removed.address != 0) == (known != model.end()));
                if (known == model.end()) continue;
                REQUIRE(removed.address == address);
                REQUIRE(Known{removed.bytes, removed.birth, removed.site} == known->second);
                model.erase(known);
            }
        }
        std::map<std::uintptr_t, Known> listed;
        shadow->each([&](LiveEntry const& e) { listed[e.address] = {e.bytes, e.birth, e.site}; });
        CHECK(listed == model);
    }
}

TEST_CASE("live shadow: unknown addresses take no room", "[unit]") {
    if constexpr (sizeof(std::uintptr_t) == 8) {
        auto const shadow = std::make_unique<LiveShadow>();
        constexpr std::uint64_t region = 4 << 20, asked = 300'000;  // more than there is room for
        std::size_t known = 0;
        for (std::uint64_t i = 0; i != asked; ++i) {
            auto const address = static_cast<std::uintptr_t>(i * region);
            known += shadow->contains(address) || shadow->remove(address).address != 0;
        }
        CHECK(known == 0);
        trav::AllocationSite const site{};
        CHECK(shadow->add({static_cast<std::uintptr_t>(asked * region), 8, 1, &site}));
    }
}

TEST_CASE("live shadow: threads add and remove while another lists", "[unit]") {
    auto const shadow = std::make_unique<LiveShadow>();
    trav::AllocationSite const sites[2]{};
    std::atomic<bool> done{false};
    std::vector<std::thread> threads;
    for (std::uintptr_t t = 0; t != 2; ++t)
        threads.emplace_back([&, t] {
            for (std::uintptr_t i = 0; i != 40'000; ++i) {
                std::uintptr_t const address = 0x5540'0000 + 64 * (i % 100) + 32 * t;
                if (i >= 100) shadow->remove(address);
                std::uint64_t const birth = i % 500 + 1;  // from which the rest follows
                shadow->add({address, static_cast<std::size_t>(birth), birth, &sites[birth % 2]});
            }
        });
    std::thread reader([&] {
        while (!done)
            shadow->each([&](LiveEntry const& e) {
                if (e.bytes != e.birth || e.site != &sites[e.birth % 2]) done = true;
            });
    });
    for (auto& thread : threads) thread.join();
    CHECK_FALSE(done.exchange(true));
    reader.join();
    std::size_t left = 0;
    shadow->each([&](LiveEntry const&) { ++left; });
    CHECK(left == 200);
}
