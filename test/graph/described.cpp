#include <trav/graph/described.hpp>

#include "catch.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Base {
    int id = 7;
};
struct Player : Base {
    int health = 3;
    Player* next = this;
    int twice() const { return 2 * health; }
};
class Private {
    friend struct trav::Described<Private>;
    int hidden_ = 5;
};
struct Nothing {};
struct Unknown;
struct Incomplete;

}  // namespace

template <>
struct trav::Described<Base> : trav::Members<&Base::id> {};
template <>
struct trav::Described<Player> : trav::Extends<Base, &Player::health, &Player::next, &Player::twice> {};
template <>
struct trav::Described<Private> : trav::Members<&Private::hidden_> {};
template <>
struct trav::Described<Nothing> : trav::Members<> {};

static_assert(trav::IsDescribed<Player> && trav::IsDescribed<Nothing>);
static_assert(!trav::IsDescribed<Unknown> && !trav::IsDescribed<Incomplete> && !trav::IsDescribed<int>);

namespace {

template <class T>
auto listed(T const& object) {
    std::vector<std::pair<std::string, std::string>> all;
    trav::Described<T>::members(object, [&](std::string_view name, auto const& value) {
        if constexpr (requires { std::to_string(value); }) all.emplace_back(name, std::to_string(value));
        else all.emplace_back(name, value == nullptr ? "null" : "pointer");
    });
    return all;
}

using Listed = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("Members lists members and the results of member functions, with their names", "[unit]") {
    CHECK(listed(Player{}) == Listed{{"id", "7"}, {"health", "3"}, {"next", "pointer"}, {"twice", "6"}});
    CHECK(listed(Private{}) == Listed{{"hidden_", "5"}});
    CHECK(listed(Nothing{}).empty());
}

TEST_CASE("a member is the member itself, not a copy", "[unit]") {
    Player const player;
    void const* seen = nullptr;
    trav::Described<Player>::members(player, [&](std::string_view name, auto const& value) {
        if (name == "next") seen = &value;
    });
    CHECK(seen == &player.next);
}
