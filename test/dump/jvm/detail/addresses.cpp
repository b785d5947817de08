#include "catch.hpp"

#include <trav/dump/jvm/detail/addresses.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace trav::dump::detail;

namespace {

/// Resolves references to all of these ids, to 0, and to a missing object.
trav::detail::LargeVector<trav::dump::Node> nodes(std::vector<std::uint64_t> const& ids,
                                                  std::uint64_t first) {
    Addresses addresses;
    for (std::uint64_t const id : {std::uint64_t{0}, first}) addresses.add(id);
    for (std::uint64_t const id : ids) addresses.add(id), addresses.add(id + 1);
    CHECK(addresses.size() == 2 + 2 * ids.size());
    CHECK(addresses.count() == 1 + 2 * ids.size() - static_cast<std::size_t>(std::ranges::count(ids, 0u)));
    return std::move(addresses).nodes(Ids(ids));
}

}  // namespace

TEST_CASE("addresses: near, far and odd ones, with the first anywhere", "[unit]") {
    std::uint64_t const first =
        GENERATE(as<std::uint64_t>(), 0x700000000, 0x400000000, 0x18, 0x13, 3, 0xfffffffffffffff0);
    std::uint64_t const far = std::uint64_t{1} << 34;
    std::vector<std::uint64_t> const ids{first,           first + 24,      first + 7,       first + far - 8,
                                         first + far,     first + far + 8, first - far,     first - far + 8,
                                         first - far - 8, first * 3 + 100, first * 5 + 1000};
    auto const found = nodes(ids, first);
    CHECK(found[0] == Ids::none);
    CHECK(found[1] == 0);
    for (std::uint32_t i = 0; i != ids.size(); ++i) {
        CAPTURE(first, i);
        CHECK(found[2 + 2 * i] == (ids[i] == 0 ? Ids::none : i));
        CHECK(found[3 + 2 * i] == Ids::none);
    }
}

TEST_CASE("addresses: many, and an object at 0, which nothing refers to", "[unit]") {
    std::vector<std::uint64_t> ids{0};
    for (std::uint64_t i = 1; i != 5000; ++i) ids.push_back(i % 10 == 0 ? i << 40 : 8 * i);
    auto const found = nodes(ids, 8);
    CHECK(found[0] == Ids::none);
    CHECK(found[2] == Ids::none);
    for (std::uint32_t i = 1; i != ids.size(); ++i) CHECK(found[2 + 2 * i] == i);
}

TEST_CASE("addresses: none", "[unit]") { CHECK(Addresses().nodes(Ids({})).empty()); }
