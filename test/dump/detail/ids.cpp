#include "catch.hpp"

#include <trav/dump/detail/ids.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

using trav::dump::detail::Ids;

TEST_CASE("ids: every id is found, and no other number", "[unit]") {
    // scattered, dense, far apart, and at both ends of the range
    std::vector<std::uint64_t> ids{5, ~std::uint64_t{0}, 0x7f00'0000'0010, 6, 7, 0x7f00'0000'0018, 1000};
    for (std::uint64_t i = 0; i != 1000; ++i) ids.push_back(0x1000 + i * i * 8);
    Ids const numbers(ids);
    for (std::uint32_t i = 0; i != ids.size(); ++i) {
        CHECK(numbers.find(ids[i]) == i);
        CHECK(numbers.find(ids[i] - 1).has_value() == (ids[i] == 6 || ids[i] == 7));
    }
    CHECK(numbers.find(0) == std::nullopt);
    CHECK(numbers.nodes().size() == ids.size());
    CHECK(numbers.nodes().front() == 0);
    CHECK(numbers.nodes().back() == 1);
    CHECK(numbers.repeated().empty());
}

TEST_CASE("ids: neighbours of ids that are far apart are not found", "[unit]") {
    std::vector<std::uint64_t> ids;
    for (std::uint64_t i = 0; i != 1000; ++i) ids.push_back(i * i * 0x1234'5678 * 8);
    Ids const numbers(ids);
    for (std::uint32_t i = 0; i != ids.size(); ++i)
        for (std::uint64_t const distance : {0u, 8u, 64u * 8, 64u * 32, 1u << 20}) {
            CHECK(numbers.find(ids[i] + distance).has_value() == (distance == 0));
            CHECK(numbers.find(ids[i] - distance).has_value() == (distance == 0));
        }
}

TEST_CASE("ids: only ids of multiples are found among multiples", "[unit]") {
    std::vector<std::uint64_t> ids;
    for (std::uint64_t i = 0; i != 300; ++i) ids.push_back(0x7f00'0000'0000 + i * i % 1000 * 24);
    Ids const numbers(ids);
    for (std::uint64_t id = 0x7f00'0000'0000 - 100; id != 0x7f00'0000'0000 + 30'000; ++id) {
        auto const first = std::ranges::find(ids, id) - ids.begin();
        CHECK(numbers.find(id).value_or(300) == first);
    }
}

TEST_CASE("ids: no id, one id, and several equal ids", "[unit]") {
    CHECK(Ids(std::vector<std::uint64_t>{}).find(0) == std::nullopt);
    std::vector<std::uint64_t> const one{7}, same{9, 7, 9, 9};
    CHECK(Ids(one).find(7) == 0u);
    CHECK(Ids(one).find(8) == std::nullopt);
    Ids const numbers(same);
    CHECK(numbers.find(9) == 0u);
    CHECK(numbers.find(7) == 1u);
    CHECK(std::ranges::equal(numbers.nodes(), std::vector{1u, 0u}));
    CHECK(std::ranges::equal(numbers.repeated(), std::vector{2u, 3u}));
}

TEST_CASE("ids: a batch of look-ups returns results in the order of the batch", "[unit]") {
    std::vector<std::uint64_t> ids, asked;
    for (std::uint64_t i = 0; i != 1000; ++i) ids.push_back(0x1000 + i % 7 * 0x10000 + i * 16);
    for (std::uint64_t i = 0; i != 1000; ++i) asked.push_back(ids[i * 13 % 1000] + i % 2);  // odd: not there
    std::vector<trav::dump::Node> found(1000);
    Ids(ids).find(asked, found.data());
    for (std::uint32_t i = 0; i != 1000; ++i) CHECK(found[i] == (i % 2 == 0 ? i * 13 % 1000 : Ids::none));
    Ids(std::vector<std::uint64_t>{}).find(asked, found.data());
    CHECK(found == std::vector(1000, Ids::none));
}
