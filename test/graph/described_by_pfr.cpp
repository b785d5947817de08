#include <trav/graph/described_by_pfr.hpp>

#include "catch.hpp"

#include <trav/graph/objects.hpp>
#include <trav/graph/reflect.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace by_pfr {

struct Item {
    int price = 0;
    Item* related = nullptr;
};
struct Player {
    std::string name;
    std::vector<Item*> bag;
    std::optional<std::map<std::string, Player*>> friends;
    Item hand;
};
/// Cannot be copied.
struct Chest {
    std::unique_ptr<Item> key;
    std::vector<std::unique_ptr<Item>> items;
};
struct Nothing {};
struct Wide {
    int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11;
    Item* last;
};
/// Has no description.
struct Stranger {
    Item* item = nullptr;
};

}  // namespace by_pfr

template <>
struct trav::Described<by_pfr::Item> : trav::AllMembers {};
template <>
struct trav::Described<by_pfr::Player> : trav::AllMembers {};
template <>
struct trav::Described<by_pfr::Chest> : trav::AllMembers {};
template <>
struct trav::Described<by_pfr::Nothing> : trav::AllMembers {};
template <>
struct trav::Described<by_pfr::Wide> : trav::AllMembers {};

namespace by_pfr {

static_assert(trav::IsDescribed<Item> && !trav::IsDescribed<Stranger>);

using Edges = std::vector<std::pair<std::string, trav::Object>>;
Edges edges(auto const& x) {
    Edges all;
    trav::Objects<>().edges(trav::object(x),
                            [&](auto const& edge) { all.emplace_back(edge.label(), edge.to); });
    return all;
}
/// The name of a member, which only newer versions of Boost provide.
std::string member([[maybe_unused]] char const* name, [[maybe_unused]] char const* number) {
#if BOOST_PFR_CORE_NAME_ENABLED
    return name;
#else
    return number;
#endif
}

TEST_CASE("Boost.PFR describes all members of an aggregate", "[unit]") {
    Item sword, shield;
    Player ann{}, bob{};
    ann.bag = {&sword, &shield};
    ann.friends.emplace()["Bob"] = &bob;
    ann.hand.related = &sword;
    shield.related = &sword;
    std::string const bag = member("bag", "1"), friends = member("friends", "2"), hand = member("hand", "3"),
                      related = member("related", "1");
    CHECK(edges(ann) == Edges{{bag + "[0]", trav::object(sword)},
                              {bag + "[1]", trav::object(shield)},
                              {friends + "[\"Bob\"]", trav::object(bob)},
                              {hand + "." + related, trav::object(sword)}});
    CHECK(edges(shield) == Edges{{related, trav::object(sword)}});
    CHECK(edges(bob).empty());
}

TEST_CASE("Boost.PFR describes aggregates that cannot be copied", "[unit]") {
    Chest chest{std::make_unique<Item>(), {}};
    chest.items.push_back(std::make_unique<Item>());
    CHECK(edges(chest) == Edges{{member("key", "0"), trav::object(*chest.key)},
                                {member("items", "1") + "[0]", trav::object(*chest.items[0])}});
}

TEST_CASE("memory owned by the members of an aggregate counts with Boost.PFR", "[unit]") {
    Player ann{};
    ann.name = std::string(1000, 'x');
    CHECK(trav::Objects<>().size(trav::object(ann)) == sizeof ann + ann.name.capacity() + 1);
}

TEST_CASE("Reflect follows the members that Boost.PFR finds", "[unit]") {
    Item sword, shield;
    shield.related = &sword;
    std::vector<std::pair<std::string, Item*>> all;
    auto const children = trav::Reflect<Item>{}.children(&shield);
    for (auto at = children.begin(); at != children.end(); ++at) all.emplace_back(at.label(), *at);
    CHECK(all == std::vector<std::pair<std::string, Item*>>{{member("related", "1"), &sword}});
}

TEST_CASE("Boost.PFR describes empty structs and structs with more than ten members", "[unit]") {
    Nothing const nothing;
    CHECK(edges(nothing).empty());
    Item item;
    Wide wide{};
    wide.last = &item;
    CHECK(edges(wide) == Edges{{member("last", "12"), trav::object(item)}});
}

}  // namespace by_pfr
