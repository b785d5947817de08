// More ways to describe a class: a function, Boost.Hana, and the private members of a class that you may not
// edit.
#include <trav/graph/described_by_hana.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

#include <boost/hana/define_struct.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>

// [function]
struct Leaf {
    std::string text;
};
struct Tree {
    Leaf* leaf = nullptr;     // owned
    std::uintptr_t left = 0;  // a Tree*, with a flag in its lowest bit
};
template <>
struct trav::Described<Leaf> : trav::Members<&Leaf::text> {};
template <>
struct trav::Described<Tree> {
    static void members(Tree const& tree, auto&& member) {
        member("leaf", tree.leaf, trav::EdgeKind::owns);
        member("left", reinterpret_cast<Tree const*>(tree.left & ~std::uintptr_t{1}));
    }
};
// [function]

// [hana]
struct Item {
    BOOST_HANA_DEFINE_STRUCT(Item, (std::string, name), (std::shared_ptr<std::string>, icon));
};
// [hana]

namespace vendor {
class Cache {
  public:
    void put(std::string key, std::size_t bytes) {
        entries_[std::move(key)] = std::make_unique<char[]>(bytes);
    }

  private:
    std::map<std::string, std::unique_ptr<char[]>> entries_;
};
}  // namespace vendor

// [door]
template <class Name, auto Member>
struct Door {
    friend auto member_of(Name) { return Member; }
};

struct CacheEntries {
    friend auto member_of(CacheEntries);
};
template struct Door<CacheEntries, &vendor::Cache::entries_>;  // the language allows a private member here

template <>
struct trav::Described<vendor::Cache> {
    static void members(vendor::Cache const& cache, auto&& member) {
        member("entries", cache.*member_of(CacheEntries{}));
    }
};
// [door]

int main() {
    auto const leaf = std::make_unique<Leaf>(Leaf{std::string(50, 'x')});
    Tree left, tree{leaf.get(), reinterpret_cast<std::uintptr_t>(&left) | 1};
    Item const item{"a sword", std::make_shared<std::string>(5000, '#')};
    vendor::Cache cache;
    cache.put("a key", 1000);

    trav::Objects<> const heap;
    auto type = trav::by_type();
    trav::Profiler profiler{heap, type};
    profiler.sample(trav::roots(tree, item, cache));
    auto const table = profiler.profile().by(type);
    trav::print(std::cout, table);
    return table.at("Tree").objects == 2 && table.at("Leaf").bytes == sizeof(Leaf) + 51 &&
                   table.at("char[]").bytes == 1000 && table.at("std::string").objects == 1
               ? 0
               : 1;
}
