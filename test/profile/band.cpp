#include "catch.hpp"

#include <trav/profile/band.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profile.hpp>

#include <string>
#include <vector>

namespace {

/// A profile written by hand: types A, B and C, held by the sets {}, {x}, {x,y}.
struct ByHand {
    trav::By<int (*)(int)> type{"type", [](int n) { return n; }, {}};
    trav::By<int (*)(int)> set{"set", [](int n) { return n; }, {}};
    trav::Profile profile;

    ByHand() {
        profile.columns = {{"type", &type, {{"A"}, {"B"}, {"C"}}},
                           {"set", &set, {{"none"}, {"x", {"x"}}, {"x,y", {"x", "y"}}}}};
        profile.samples = {
            {0, {{{0, 0}, {1, 1}}, {{0, 1}, {2, 1}}, {{1, 1}, {4, 1}}, {{1, 2}, {8, 1}}, {{2, 2}, {16, 1}}}}};
    }
    std::uint64_t bytes(auto const&... restrictions) const {
        return profile.where(restrictions...).by().total().bytes;
    }
};

}  // namespace

TEST_CASE("restrictions: select by text, by several texts, by members, or by exclusion", "[unit]") {
    ByHand const hand;
    CHECK(hand.bytes(hand.type == "A") == 3);
    CHECK(hand.bytes(hand.type == "D") == 0);
    CHECK(hand.bytes(in(hand.type, {"A", "C"})) == 19);
    CHECK(hand.bytes(in(hand.type, {})) == 0);
    CHECK(hand.bytes(!(hand.type == "A")) == 28);
    CHECK(hand.bytes(!!(hand.type == "A")) == 3);
    CHECK(hand.bytes(hand.set == "x") == 6);
    CHECK(hand.bytes(having(hand.set, {"x"})) == 30);
    CHECK(hand.bytes(having(hand.set, {"y", "z"})) == 24);
    CHECK(hand.bytes(having(hand.set, {"x,y"})) == 0);
    CHECK(hand.bytes(having(hand.type, {"A"})) == 0);  // no set, so no members
}

TEST_CASE("restrictions: a class may be named without its scope, if that is unambiguous", "[unit]") {
    ByHand hand;
    hand.profile.columns[0].bands = {{"calc::Program"}, {"Program"}, {"calc::Box<calc::Text>"}};
    CHECK(hand.bytes(hand.type == "Program") == 12);
    CHECK(hand.bytes(hand.type == "calc::Program") == 3);
    CHECK(hand.bytes(hand.type == "Box<calc::Text>") == 16);
    CHECK(hand.bytes(!(hand.type == "Box<calc::Text>")) == 15);
    CHECK(hand.bytes(trav::in("type", {"Box<calc::Text>", "calc::Program"})) == 19);
    CHECK(hand.bytes(hand.type == "Text>") == 0);
    CHECK(hand.bytes(hand.type == "gram") == 0);

    hand.profile.columns[0].bands = {{"calc::Program"}, {"shop::Program"}, {"Other"}};
    CHECK_THROWS_WITH(hand.bytes(hand.type == "Program"),
                      "trav: 'Program' may be 'calc::Program' or 'shop::Program'");
    CHECK_THROWS_AS(hand.bytes(in(hand.type, {"Other", "Program"})), trav::NotProfiled);
    CHECK(hand.bytes(hand.type == "shop::Program") == 12);

    hand.profile.columns[1].bands = {{"none"}, {"calc::x", {"calc::x"}}, {"calc::x,y", {"calc::x", "y"}}};
    CHECK(hand.bytes(having(hand.set, {"x"})) == 30);
    CHECK(hand.bytes(hand.set == "x") == 6);
    hand.profile.columns[1].bands = {{"none"}, {"calc::x", {"calc::x"}}, {"a,calc::x", {"a", "calc::x"}}};
    CHECK(hand.bytes(having(hand.set, {"x"})) == 30);
    CHECK(hand.bytes(hand.set == "x") == 6);
}

TEST_CASE("restrictions: several restrictions must all hold", "[unit]") {
    ByHand const hand;
    CHECK(hand.bytes(hand.type == "B", having(hand.set, {"y"})) == 8);
    CHECK(hand.bytes(in(hand.type, {"A", "B"}), hand.set == "x", !(hand.type == "A")) == 4);
    CHECK(hand.bytes(hand.type == "A", hand.type == "B") == 0);
    auto const once = hand.profile.where(hand.type == "B");
    CHECK(once.where(hand.set == "x").by().total().bytes == 4);
    CHECK(hand.profile.by().total().bytes == 31);  // unchanged
}

TEST_CASE("restrictions: a breakdown may be given by name", "[unit]") {
    ByHand const hand;
    CHECK(hand.bytes(trav::in("type", {"A", "C"})) == 19);
    CHECK(hand.bytes(trav::having("set", {"y"}), !trav::in("type", {"C"})) == 8);
    CHECK_THROWS_AS(hand.bytes(trav::in("typ", {"A"})), trav::NotProfiled);
}

TEST_CASE("bands: bands that look the same are one, unless their identities differ", "[unit]") {
    using trav::Band;
    CHECK(Band{"a"} == Band{"a"});
    CHECK(Band{"a", {}, {}, {1}} != Band{"a", {}, {}, {2}});
    CHECK(Band{"a", {}, {}, {0, {1}}} != Band{"a", {}, {}, {0, {2}}});
    CHECK(Band{"a", {}, {}, {.unreached = true}} != Band{"a"});
    // the text comes first: the order of reports does not depend on numbers
    CHECK(Band{"a", {}, {}, {2}} < Band{"b", {}, {}, {1}});
}

TEST_CASE("bands: a set has a text, and a text may follow a number", "[unit]") {
    CHECK(trav::set_text({}) == "");
    CHECK(trav::set_text({"a"}) == "a");
    CHECK(trav::set_text({"a", "b", "a"}) == "a,b,a");
    CHECK(trav::set_text({"", "b"}) == ",b");
    CHECK(trav::numbered(2, "SYSTEM") == "(2)SYSTEM");
}
