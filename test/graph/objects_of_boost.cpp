// Members of Boost's types, which trav::Objects recognises by their members.
#include <trav/graph/objects.hpp>

#include "catch.hpp"
#include "support/counting.hpp"

#include <boost/container/deque.hpp>
#include <boost/container/flat_map.hpp>
#include <boost/container/list.hpp>
#include <boost/container/map.hpp>
#include <boost/container/set.hpp>
#include <boost/container/slist.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/container/stable_vector.hpp>
#include <boost/container/static_vector.hpp>
#include <boost/container/vector.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <boost/optional.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/make_shared.hpp>
#include <boost/smart_ptr/scoped_ptr.hpp>
#include <boost/smart_ptr/shared_ptr.hpp>
#include <boost/smart_ptr/weak_ptr.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bc = boost::container;
namespace bi = boost::intrusive;

using test::Counting;
using test::live;

namespace {

struct Item : bi::list_base_hook<>, bi::set_base_hook<> {
    int price = 0;
    bi::list_member_hook<> other_hook;
    unsigned owners = 0;
    friend bool operator<(Item const& a, Item const& b) { return a.price < b.price; }
    friend void intrusive_ptr_add_ref(Item* item) { ++item->owners; }
    friend void intrusive_ptr_release(Item* item) { --item->owners; }
};
using ByMember = bi::list<Item, bi::member_hook<Item, bi::list_member_hook<>, &Item::other_hook>>;

struct Shop {
    bi::list<Item> queue;
    ByMember sale;
    bi::set<Item> sorted;
    boost::container::vector<Item*> vector;
    boost::container::small_vector<Item*, 2> small;
    boost::container::static_vector<Item*, 4> fixed;
    boost::container::flat_map<std::string, Item*> map;
    boost::shared_ptr<Item> shared;
    boost::weak_ptr<Item> weak;
    boost::scoped_ptr<Item> scoped;
    boost::intrusive_ptr<Item> counted;
    boost::optional<Item*> maybe;
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::price, &Item::other_hook> {};
template <>
struct trav::Described<Shop>
    : trav::Members<&Shop::queue, &Shop::sale, &Shop::sorted, &Shop::vector, &Shop::small, &Shop::fixed,
                    &Shop::map, &Shop::shared, &Shop::weak, &Shop::scoped, &Shop::counted, &Shop::maybe> {};

namespace {

using trav::EdgeKind;
using trav::object;

struct Labelled {
    std::string label;
    trav::Object to;
    EdgeKind kind;
    bool operator==(Labelled const&) const = default;
};
std::vector<Labelled> edges(auto const& x) {
    std::vector<Labelled> all;
    trav::Objects<>().edges(
        object(x), [&](trav::NamedEdge const& edge) { all.push_back({edge.label(), edge.to, edge.kind}); });
    return all;
}

}  // namespace

TEST_CASE("Boost's containers and pointers are followed", "[unit]") {
    Item a, b;
    b.price = 1;
    Shop shop;
    CHECK(edges(shop).empty());
    shop.queue.push_back(a);
    shop.queue.push_back(b);
    shop.sale.push_back(b);
    shop.sorted.insert(b);
    shop.sorted.insert(a);
    shop.vector = {&a, nullptr, &b};
    shop.small = {&a, &b, &a};
    shop.fixed = {&b};
    shop.map["x"] = &a;
    shop.shared = boost::make_shared<Item>();
    shop.weak = shop.shared;
    shop.scoped.reset(new Item);
    shop.counted = &a;
    shop.maybe = &b;
    using enum EdgeKind;
    CHECK(edges(shop) == std::vector<Labelled>{{"queue[0]", object(a), refers},
                                               {"queue[1]", object(b), refers},
                                               {"sale[0]", object(b), refers},
                                               {"sorted[0]", object(a), refers},
                                               {"sorted[1]", object(b), refers},
                                               {"vector[0]", object(a), refers},
                                               {"vector[2]", object(b), refers},
                                               {"small[0]", object(a), refers},
                                               {"small[1]", object(b), refers},
                                               {"small[2]", object(a), refers},
                                               {"fixed[0]", object(b), refers},
                                               {"map[\"x\"]", object(a), refers},
                                               {"shared", object(*shop.shared), owns},
                                               {"weak", object(*shop.shared), weak},
                                               {"scoped", object(*shop.scoped), owns},
                                               {"counted", object(a), owns},
                                               {"maybe", object(b), refers}});
    CHECK(edges(a).empty());  // hooks have no edges
    shop.queue.clear(), shop.sale.clear(), shop.sorted.clear();
}

TEST_CASE("buffers of Boost's containers count if they are outside the object", "[unit]") {
    boost::container::vector<int> vector(10);
    CHECK(trav::owned_bytes(vector) == vector.capacity() * sizeof(int));
    boost::container::small_vector<int, 4> small{1, 2, 3};
    CHECK(trav::owned_bytes(small) == 0);
    small.resize(100);
    CHECK(trav::owned_bytes(small) == small.capacity() * sizeof(int));
    boost::container::flat_map<int, int> map{{1, 2}, {3, 4}};
    map.reserve(10);
    CHECK(trav::owned_bytes(map) == map.capacity() * sizeof(std::pair<int, int>));
    boost::container::static_vector<int, 4> const fixed{1, 2, 3};
    CHECK(trav::owned_bytes(fixed) == 0);
}

TEST_CASE("the nodes of Boost's containers count", "[unit]") {
    auto const counts = []<class C>(C container) {
        std::size_t const before = live;
        for (long i = 0; i != 10; ++i) {
            if constexpr (requires { typename C::mapped_type; }) container.emplace(i, i);
            else container.insert(container.end(), i);
        }
        return std::pair{trav::owned_bytes(container), live - before};
    };
    using Key = Counting<long>;
    using Pair = Counting<std::pair<long const, long>>;
    auto const exact = [&](auto container) {
        auto const [told, taken] = counts(std::move(container));
        CHECK(told == taken);
    };
    exact(bc::list<long, Key>());
    exact(bc::slist<long, Key>());
    exact(bc::set<long, std::less<long>, Key>());
    exact(bc::map<long, long, std::less<long>, Pair>());
    exact(bc::multimap<long, long, std::less<long>, Pair>());

    auto const [deque, deque_taken] = counts(bc::deque<long, Key>());
    // one block, without the map of blocks; its size depends on Boost's version
    CHECK(deque == bc::deque<long, Key>::get_block_size() * sizeof(long));
    CHECK(deque < deque_taken);
    CHECK(trav::owned_bytes(bc::deque<long>()) == 0);
    auto const [stable, stable_taken] = counts(bc::stable_vector<long, Key>());
    // nodes of a pointer and a long of the same size, and pointers to the nodes, without spare ones
    CHECK(stable == 10 * 3 * sizeof(void*));
    CHECK(stable < stable_taken);
}
