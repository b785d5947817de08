#include <trav/detail/allocation_site.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

using trav::detail::Callers;
using trav::detail::SiteTable;

namespace {

/// The site of one of many different callers.
trav::AllocationSite const* site(SiteTable& table, std::size_t number) {
    std::uintptr_t const place = number * number + 1;  // thousands share a list of the table
    return table.find(Callers<1>(reinterpret_cast<void const*>(place)));
}
[[gnu::noinline]] trav::AllocationSite const* called(SiteTable& table, unsigned deeper) {
    if (deeper == 0) {
        auto const* const found = table.find(Callers<4>(__builtin_return_address(0)));
        return found;
    }
    trav::AllocationSite const* volatile found = called(table, deeper - 1);
    return found;
}

}  // namespace

TEST_CASE("allocation sites: equal sites are stored once", "[unit]") {
    auto const table = std::make_unique<SiteTable>();
    std::set<trav::AllocationSite const*> sites;
    for (int round = 0; round != 2; ++round)
        for (std::size_t i = 0; i != 100'000; ++i) sites.insert(site(*table, i));
    CHECK(sites.size() == 100'000);
    CHECK(sites.count(nullptr) == 0);
    CHECK(site(*table, 5)->size() == 1);
    CHECK(*site(*table, 5)->begin() != *site(*table, 6)->begin());
}

TEST_CASE("allocation sites: callers are listed innermost first, up to the limit", "[unit]") {
    auto const table = std::make_unique<SiteTable>();
    auto const* const deep = called(*table, 6);
    REQUIRE(deep->size() == 4);
    // called() is recursive, so one return address repeats
    CHECK(deep->begin()[0] == deep->begin()[1]);
    CHECK(deep->begin()[1] == deep->begin()[2]);
    auto const* const flat = called(*table, 1);
    CHECK(flat->begin()[0] == deep->begin()[0]);
    CHECK(flat->begin()[1] != deep->begin()[1]);  // this one is in the test case
}
