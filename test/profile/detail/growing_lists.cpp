// test/profile/detail/growing_lists.cpp: lists keep all items in order, in memory that stays in proportion.
#include "catch.hpp"

#include <trav/profile/detail/growing_lists.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace {

struct Item {
    std::uint32_t from, to;
    friend bool operator==(Item, Item) = default;
};
using Lists = trav::detail::GrowingLists<Item>;

std::vector<Item> items(Lists const& lists, std::size_t list) {
    std::vector<Item> found;
    lists.each(list, [&](Item const& item) { found.push_back(item); });
    return found;
}

}  // namespace

TEST_CASE("growing lists: lists without items", "[unit]") {
    Lists lists;
    CHECK(lists.count() == 0);
    lists.add();
    lists.add();
    CHECK(lists.count() == 2);
    CHECK(items(lists, 0).empty());
    CHECK(items(lists, 1).empty());
}

TEST_CASE("growing lists: one list of each length around the ends of pieces", "[unit]") {
    std::size_t const last = 16 + 32 + 64 + 128;
    Lists lists;
    for (std::size_t n = 0; n <= last + 1; ++n) {
        lists.add();
        for (std::size_t i = 0; i != n; ++i)
            lists.push(n, {static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(i)});
    }
    for (std::size_t n = 0; n <= last + 1; ++n) {
        std::vector<Item> const all = items(lists, n);
        REQUIRE(all.size() == n);
        for (std::size_t i = 0; i != n; ++i)
            REQUIRE(all[i] == Item{static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(i)});
    }
}

TEST_CASE("growing lists: equal vectors, with short lists beside one of many pieces and blocks",
          "[property]") {
    std::mt19937 random(1);
    Lists lists;
    std::vector<std::vector<Item>> model;
    for (std::uint32_t i = 0; i != 3'000'000; ++i) {
        if (model.size() < 40 && i % 1'000 == 0) lists.add(), model.emplace_back();
        std::size_t const list = random() % 4 != 0 ? 0 : random() % model.size();
        Item const item{i, static_cast<std::uint32_t>(random())};
        lists.push(list, item);
        model[list].push_back(item);
    }
    REQUIRE(lists.count() == model.size());
    for (std::size_t list = 0; list != model.size(); ++list)
        REQUIRE(std::ranges::equal(items(lists, list), model[list]));
}
