#include <trav/graph/described_by_hana.hpp>

#include "catch.hpp"

#include <trav/graph/objects.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Item {
    int price = 0;
    Item* related = nullptr;
};
struct Player {
    BOOST_HANA_DEFINE_STRUCT(Player, (std::string, name), (std::vector<std::unique_ptr<Item>>, bag),
                             (Player*, friend_));
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(Item, price, related);

static_assert(trav::IsDescribed<Item> && trav::IsDescribed<Player> && !trav::IsDescribed<int> &&
              !trav::IsDescribed<std::string> && !trav::IsDescribed<std::pair<int, int>>);

TEST_CASE("a struct described with Boost.Hana is described for Objects", "[unit]") {
    Player ann{}, bob{};
    ann.friend_ = &bob;
    ann.bag.push_back(std::make_unique<Item>());
    ann.bag.push_back(std::make_unique<Item>());
    ann.bag[1]->related = ann.bag[0].get();
    using Edges = std::vector<std::pair<std::string, trav::Object>>;
    auto const edges = [](auto const& x) {
        Edges all;
        trav::Objects<>().edges(trav::object(x),
                                [&](auto const& edge) { all.emplace_back(edge.label(), edge.to); });
        return all;
    };
    CHECK(edges(ann) == Edges{{"bag[0]", trav::object(*ann.bag[0])},
                              {"bag[1]", trav::object(*ann.bag[1])},
                              {"friend_", trav::object(bob)}});
    CHECK(edges(*ann.bag[1]) == Edges{{"related", trav::object(*ann.bag[0])}});
}
