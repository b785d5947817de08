// Deleters with members. What they own is in no other object.
#include <trav/graph/objects.hpp>
#include <trav/graph/owned_bytes.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Item {
    std::string name;
};
struct Log {
    std::vector<int> freed;
    Item* last = nullptr;
    template <class T>
    void operator()(T* p) const {
        delete p;
    }
};
struct Unknown {  // not described
    std::vector<int> freed;
    void operator()(Item* p) const { delete p; }
};
struct Plain {
    int count = 0;
    void operator()(Item* p) const { delete p; }
};
template <class T>
struct Holder {
    T value;
};

std::vector<std::string> unseen_in(auto const& object) {
    std::vector<std::string> lines;
    for (auto const& [line, amount] : trav::unseen(trav::Objects<>(), trav::roots(object)))
        lines.push_back(line.substr(line.find('.') + 1));
    return lines;
}
std::size_t count_children(auto const& object) {
    std::size_t count = 0;
    for ([[maybe_unused]] auto const& child : trav::Objects<>().children(trav::object(object))) ++count;
    return count;
}
using Lines = std::vector<std::string>;

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::name> {};
template <>
struct trav::Described<Log> : trav::Members<&Log::freed, &Log::last> {};
template <class T>
struct trav::Described<Holder<T>> : trav::Members<&Holder<T>::value> {};

TEST_CASE("the deleter of a unique_ptr is a part of it", "[unit]") {
    Item last;
    Holder<std::unique_ptr<Item, Log>> holder{{new Item, Log{std::vector<int>(500), &last}}};
    CHECK(trav::owned_bytes(holder) == 500 * sizeof(int));
    Lines edges;
    trav::Objects<>().edges(trav::object(holder),
                            [&](trav::NamedEdge const& edge) { edges.push_back(edge.label()); });
    CHECK(edges == Lines{"value", "value.deleter.last"});
    CHECK(count_children(holder) == 2);
    holder.value.reset();  // the deleter stays
    CHECK(trav::owned_bytes(holder) == 500 * sizeof(int));
    CHECK(count_children(holder) == 1);
    Holder<std::unique_ptr<int[], Log>> const array{{nullptr, Log{std::vector<int>(500), &last}}};
    CHECK(trav::owned_bytes(array) == 500 * sizeof(int));
    CHECK(count_children(array) == 1);
}

TEST_CASE("a deleter that is not looked into is unseen", "[unit]") {
    using Function = std::function<void(Item*)>;
    std::vector<int> const numbers(500);
    CHECK(unseen_in(Holder<std::unique_ptr<Item, Unknown>>{{new Item, {numbers}}}) ==
          Lines{"value.deleter: Unknown"});
    Holder<std::unique_ptr<Item, Function>> const function{{new Item, [numbers](Item* p) { delete p; }}};
    CHECK(unseen_in(function).size() == 1);
    CHECK(unseen_in(Holder<std::unique_ptr<Item, Plain>>{{new Item, {}}}) == Lines());
    CHECK(unseen_in(Holder<std::unique_ptr<Item, void (*)(Item*)>>{{new Item, [](Item* p) { delete p; }}}) ==
          Lines());
}

#ifdef __GLIBCXX__
TEST_CASE("the deleter of a shared_ptr is unseen if it leads to memory of no object", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Lines const line{"shared_ptr block: members of its deleter"};
    std::vector<int> const numbers(500);
    CHECK(unseen_in(Holder<std::shared_ptr<Item>>{{new Item, Log{numbers, nullptr}}}) == line);
    auto const other = std::make_shared<Item>();
    auto const owner = std::make_unique<Item>();
    Holder<std::shared_ptr<Item>> keeps{{new Item, [other](Item* p) { delete p; }}};
    CHECK(unseen_in(keeps) == line);
    Holder<std::vector<std::shared_ptr<Item>>> const with_other{{keeps.value, other}};
    CHECK(unseen_in(with_other) == Lines());
    CHECK(unseen_in(Holder<std::shared_ptr<Item>>{{new Item, Plain()}}) == Lines());
    CHECK(unseen_in(Holder<std::shared_ptr<Item>>{{new Item, [](Item* p) { delete p; }}}) == Lines());
    CHECK(unseen_in(Holder<std::shared_ptr<Item>>{{new Item, +[](Item* p) { delete p; }}}) == Lines());
    Holder<std::shared_ptr<char>> const text{{new char[5000], std::default_delete<char[]>()}};
    CHECK(unseen_in(text) == Lines{"value: char, in a larger block"});
}
#endif
