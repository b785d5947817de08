// The numbers of identities, and the names of their sets.
#include "catch.hpp"

#include <trav/profile/detail/identities.hpp>
#include <trav/profile/interned_sets.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace {

/// Names identities by a letter, and counts its calls.
struct NameOf {
    int* asked;
    trav::RetainerName operator()(int identity) const {
        ++*asked;
        return {std::string(1, static_cast<char>('a' + identity))};
    }
};
using Identities = trav::Identities<int, NameOf>;
using Sets = trav::InternedSets;
using Members = std::vector<std::string>;
using Set = std::vector<std::optional<int>>;

}  // namespace

TEST_CASE("identities: numbers are in the order of appearance, from 1", "[unit]") {
    int asked = 0;
    Identities identities(NameOf{&asked});
    CHECK(identities.number(20) == 1);
    CHECK(identities.number(3) == 2);
    CHECK(identities.number(20) == 1);
    CHECK(identities.number(0) == 3);
    CHECK(identities.number(3) == 2);
    CHECK(asked == 3);
    CHECK(identities.band(std::vector<std::uint32_t>{0}).members == Members{"SYSTEM"});
}

TEST_CASE("identities: one may be SYSTEM, whose name it gives", "[unit]") {
    int asked = 0;
    Identities identities(NameOf{&asked});
    CHECK(identities.number(1) == 1);
    identities.set_system(25);
    CHECK(identities.number(25) == 0);
    CHECK(identities.number(2) == 2);
    CHECK(identities.band(std::vector<std::uint32_t>{0, 1, 2}).members == Members{"b", "c", "z"});
    // a number is kept
    identities.set_system(1);
    CHECK(identities.number(1) == 1);
    CHECK(identities.number(25) == 0);
    CHECK(identities.band(std::vector<std::uint32_t>{0}).text == "b");
    CHECK(identities.number(3) == 3);
}

TEST_CASE("identities: sets and their elements", "[unit]") {
    int asked = 0;
    Identities identities(NameOf{&asked});
    Sets sets(3);
    identities.set_system(9);
    CHECK(identities.elements(sets, Sets::empty) == Set{});
    CHECK(identities.elements(sets, Sets::many) == std::nullopt);
    CHECK(identities.set(sets, std::nullopt) == Sets::many);
    CHECK(identities.set(sets, Set{}) == Sets::empty);

    // numbers 1 for 5 and 2 for 4
    CHECK(identities.number(5) == 1);
    auto const both = identities.set(sets, Set{4, 5, std::nullopt, 4, 9});
    CHECK(identities.number(4) == 2);
    CHECK(sets.elements(both) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(identities.elements(sets, both) == Set{std::nullopt, 5, 4});
    CHECK(identities.set(sets, Set{std::nullopt, 5, 4}) == both);
    CHECK(identities.set(sets, Set{9, 4, 5}) == both);

    // one that comes later
    auto const later = identities.set(sets, Set{7});
    CHECK(sets.elements(later) == std::vector<std::uint32_t>{3});
    CHECK(identities.elements(sets, later) == Set{7});
    CHECK(identities.elements(sets, both) == Set{std::nullopt, 5, 4});
    CHECK(identities.set(sets, Set{1, 2, 5, 7}) == Sets::many);
    auto const last = identities.set(sets, Set{2});
    CHECK(identities.elements(sets, last) == Set{2});
}

TEST_CASE("identities: the members of a band are sorted by name, with full forms if any has one", "[unit]") {
    struct Named {
        trav::RetainerName operator()(std::string const& identity) const {
            if (identity.size() == 1) return {identity};
            return {identity.substr(0, 1), identity};
        }
    };
    trav::Identities<std::string, Named> identities{Named{}};
    for (char const* identity : {"z", "b", "a"}) identities.number(identity);
    auto const plain = identities.band(std::vector<std::uint32_t>{1, 2, 3});
    CHECK(plain.text == "a,b,z");
    CHECK(plain.members == Members{"a", "b", "z"});
    CHECK(plain.details.empty());
    CHECK(plain.identity == trav::BandIdentity{});

    CHECK(identities.number("best") == 4);
    CHECK(identities.number("bad") == 5);
    auto const detailed = identities.band(std::vector<std::uint32_t>{1, 2, 4, 5, 3});
    CHECK(detailed.text == "a,b,b,b,z");
    CHECK(detailed.members == Members{"a", "b", "b", "b", "z"});
    CHECK(detailed.details == Members{"a", "b", "bad", "best", "z"});
    CHECK(identities.band(std::vector<std::uint32_t>{}).text.empty());
}

TEST_CASE("identities: pointers, of which recent ones are cached", "[unit]") {
    struct Named {
        int* asked;
        trav::RetainerName operator()(int const* identity) const {
            ++*asked;
            return {identity == nullptr ? "none" : "some"};
        }
    };
    int asked = 0;
    trav::Identities<int const*, Named> identities{Named{&asked}};
    std::vector<int> const objects(2000);
    CHECK(identities.number(nullptr) == 1);
    for (int round = 0; round != 2; ++round)
        for (std::size_t i = 0; i != objects.size(); ++i) {
            REQUIRE(identities.number(&objects[i]) == i + 2);
            REQUIRE(identities.number(&objects[i]) == i + 2);
            if (i % 100 == 0) REQUIRE(identities.number(nullptr) == 1);
        }
    CHECK(asked == 2001);
}

TEST_CASE("identities: a null pointer may be SYSTEM", "[unit]") {
    struct Named {
        trav::RetainerName operator()(int const*) const { return {"none"}; }
    };
    trav::Identities<int const*, Named> identities{Named{}};
    int const one = 1;
    identities.set_system(nullptr);
    CHECK(identities.number(&one) == 1);
    CHECK(identities.number(nullptr) == 0);
}

TEST_CASE("identities: the elements of a set are known without SYSTEM, and behind a name that throws",
          "[unit]") {
    struct NameOrThrow {
        trav::RetainerName operator()(int identity) const {
            if (identity == 1) throw 1;
            return {std::string(1, static_cast<char>('a' + identity))};
        }
    };
    trav::Identities<int, NameOrThrow> identities(NameOrThrow{});
    Sets sets(3);
    auto const first = identities.set(sets, Set{6});
    CHECK(identities.elements(sets, first) == Set{6});
    CHECK_THROWS(identities.number(1));
    auto const both = identities.set(sets, Set{2, 6});
    CHECK(identities.elements(sets, both) == Set{6, 2});
}
