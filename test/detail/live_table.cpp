#include <trav/detail/live_table.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <utility>

namespace {

void const* at(std::uintptr_t address) { return reinterpret_cast<void const*>(address); }

}  // namespace

TEST_CASE("live table: it holds the blocks that were added and not removed", "[property]") {
    auto const table = std::make_unique<trav::detail::LiveTable>();
    std::map<std::uintptr_t, std::size_t> model;
    std::mt19937 random(3);
    for (int round = 0; round != 4; ++round) {
        for (int step = 0; step != 20'000; ++step) {
            // few adjacent addresses, so that they collide
            auto const address = static_cast<std::uintptr_t>(0x5500'0000 + 16 * (random() % 4000));
            if (random() % 5 < (round % 2 == 0 ? 3u : 1u)) {
                if (model.contains(address)) continue;
                std::size_t const bytes = random() % 2000;  // in the shadow, and in hash tables
                table->add(at(address), bytes, nullptr);
                model[address] = bytes;
            } else {
                auto const known = model.find(address);
                auto const removed = table->remove(at(address));
                REQUIRE((removed.address != 0) == (known != model.end()));
                if (known == model.end()) continue;
                REQUIRE_FALSE(table->contains(at(address)));
                REQUIRE(removed.address == address);
                REQUIRE(removed.bytes == known->second);
                model.erase(known);
            }
        }
        std::map<std::uintptr_t, std::size_t> listed;
        table->each([&](auto const& entry) { listed[entry.address] = entry.bytes; });
        CHECK(listed == model);
        std::size_t blocks = 0, bytes = 0, expected = 0;
        table->count(blocks, bytes);
        for (auto const& [address, size] : model) expected += size;
        CHECK(blocks == model.size());
        CHECK(bytes == expected);
    }
    CHECK(table->unknown() == 0);
}

TEST_CASE("live table: a block at the address of another is new, since a free() was not seen", "[unit]") {
    auto const table = std::make_unique<trav::detail::LiveTable>();
    using Sizes = std::pair<std::size_t, std::size_t>;
    for (auto const& [first, second] : {Sizes{100, 101}, {100, 5000}, {5000, 5001}}) {
        CAPTURE(first, second);
        table->add(at(4096), first, nullptr);
        table->add(at(4096), second, nullptr);
        std::size_t blocks = 0, all = 0;
        table->count(blocks, all);
        CHECK(blocks == 1);
        CHECK(all == second);
        CHECK(table->remove(at(4096)).bytes == second);
        CHECK_FALSE(table->contains(at(4096)));
    }
}

TEST_CASE("live table: births are counted", "[unit]") {
    auto const table = std::make_unique<trav::detail::LiveTable>();
    CHECK(table->births() == 0);
    CHECK(table->remove(at(64)).address == 0);
    table->add(at(64), 1, nullptr);
    table->add(at(128), 2, nullptr);
    CHECK(table->remove(at(64)).birth == 1);
    CHECK(table->remove(at(64)).address == 0);
    table->add(at(64), 3, nullptr);
    CHECK(table->births() == 3);
    CHECK(table->remove(at(64)).birth == 3);
    CHECK(table->remove(at(128)).birth == 2);
}
