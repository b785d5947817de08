// A table of objects, compared with std::map.
#include <trav/graph/detail/object_table.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>

using trav::Object;
using trav::Type;
using trav::detail::ObjectTable;

namespace {

Type const types[3]{};

Object at(std::uintptr_t address, std::size_t type = 0) {
    return {reinterpret_cast<void const*>(address), &types[type]};
}
std::pair<std::uintptr_t, Type const*> key(Object const& o) {
    return {reinterpret_cast<std::uintptr_t>(o.address), o.type};
}

}  // namespace

TEST_CASE("object table: objects of one address and other types differ", "[unit]") {
    ObjectTable<int> table;
    CHECK(table.size() == 0);
    CHECK(table.find(at(64)) == nullptr);
    CHECK(table.find({}) == nullptr);
    auto const [entry, fresh] = table.add(at(64));
    CHECK(fresh);
    CHECK(entry->object == at(64));
    CHECK(entry->data == 0);
    entry->data = 5;
    CHECK(table.find(at(64, 1)) == nullptr);
    CHECK(table.add(at(64, 1)).second);
    CHECK(table.size() == 2);
    CHECK_FALSE(table.add(at(64)).second);
    CHECK(table.add(at(64)).first->data == 5);
    CHECK(table.size() == 2);
    REQUIRE(table.find(at(64)) != nullptr);
    CHECK(*table.find(at(64)) == 5);
    CHECK(*table.find(at(64, 1)) == 0);
    CHECK(table.find({}) == nullptr);
}

TEST_CASE("object table: an object that is alone lies at its home", "[unit]") {
    ObjectTable<> const empty;
    auto const* const first = static_cast<ObjectTable<>::Entry const*>(empty.home({}));
    for (std::uintptr_t address = 8; address != 8000; address += 8) {
        ObjectTable<> table;
        CHECK(table.home(at(address)) == table.add(at(address)).first);
        auto const* const home = static_cast<ObjectTable<>::Entry const*>(empty.home(at(address)));
        CHECK((home >= first && home < first + 64));
    }
}

TEST_CASE("object table: it finds each object with its data, however many there are", "[property]") {
    for (std::size_t const count : {1u, 31u, 32u, 33u, 64u, 65u, 3000u})
        for (std::uintptr_t const step : {8u, 16u, 4096u}) {
            std::mt19937_64 random(count);
            ObjectTable<std::size_t> table;
            std::map<std::pair<std::uintptr_t, Type const*>, std::size_t> expected;
            while (expected.size() != count) {
                Object const o = at(0x10000 + step * (random() % (count + 10)), random() % 3);
                auto const [entry, fresh] = table.add(o);
                auto const [known, is_new] = expected.emplace(key(o), expected.size());
                CHECK(fresh == is_new);
                if (fresh) entry->data = known->second;
                CHECK(entry->data == known->second);
                CHECK(table.size() == expected.size());
            }
            for (std::size_t i = 0; i != count + 10; ++i)
                for (std::size_t type = 0; type != 3; ++type) {
                    Object const o = at(0x10000 + step * i, type);
                    auto const* const found = table.find(o);
                    auto const known = expected.find(key(o));
                    REQUIRE((found != nullptr) == (known != expected.end()));
                    if (found != nullptr) CHECK(*found == known->second);
                }
        }
}
