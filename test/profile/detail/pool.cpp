// test/profile/pool.cpp: values keep their ids until they are removed; then the ids are reused.
#include "catch.hpp"

#include <trav/profile/detail/pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>

TEST_CASE("pool: equals a map, and never grows beyond its largest size", "[property]") {
    std::mt19937 random(1);
    trav::detail::Pool<std::string> pool;
    std::map<std::uint32_t, std::string> model;
    std::size_t most = 0;
    for (int i = 0; i != 5'000; ++i) {
        if (model.empty() || random() % 2 == 0) {
            std::string const value = std::to_string(i);
            REQUIRE(model.emplace(pool.add(value), value).second);  // the id is unique
        } else {
            auto const at =
                model.lower_bound(static_cast<std::uint32_t>(random() % (model.rbegin()->first + 1)));
            REQUIRE(pool.remove(at->first) == at->second);
            model.erase(at);
        }
        most = std::max(most, model.size());
        if (i % 100 == 0)
            for (auto const& [id, value] : model) REQUIRE(pool[id] == value);
    }
    CHECK(pool.values().size() == most);
}
