#include "catch.hpp"

#include <trav/detail/owned.hpp>

#include <utility>
#include <vector>

namespace {

struct Base {
    virtual ~Base() = default;
    virtual int number() const { return 1; }
};
struct Derived : Base {
    explicit Derived(int& count) : alive(count) { ++alive; }
    Derived(Derived const&) = delete;
    ~Derived() override { --alive; }
    int number() const override { return 2; }
    int& alive;
};

}  // namespace

TEST_CASE("owned: the object dies with its owner, once", "[unit]") {
    int alive = 0;
    {
        trav::detail::Owned<Base> owned(new Derived(alive));
        CHECK(alive == 1);
        CHECK(owned->number() == 2);
        CHECK((*owned).number() == 2);
    }
    CHECK(alive == 0);
}

TEST_CASE("owned: who is moved from owns nothing any more", "[unit]") {
    int alive = 0;
    {
        trav::detail::Owned<Derived> first(new Derived(alive));
        trav::detail::Owned<Base> second(std::move(first));
        CHECK(second->number() == 2);
        trav::detail::Owned<Base> third(std::move(second));
        CHECK(third->number() == 2);
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE("owned: what is assigned to loses what it had", "[unit]") {
    int alive = 0;
    std::vector<trav::detail::Owned<Base>> list;
    for (int i = 0; i != 5; ++i) list.push_back(trav::detail::Owned<Base>(new Derived(alive)));
    CHECK(alive == 5);
    list[0] = std::move(list[1]);
    CHECK(alive == 4);
    list.clear();
    CHECK(alive == 0);
}

TEST_CASE("owned: what is released is its new owner's", "[unit]") {
    int alive = 0;
    Base* base = nullptr;
    {
        trav::detail::Owned<Base> owned(new Derived(alive));
        base = owned.release();
    }
    CHECK(alive == 1);
    delete base;
    CHECK(alive == 0);
}

TEST_CASE("owned: who owns nothing says so", "[unit]") {
    int alive = 0;
    trav::detail::Owned<Base> owned;
    CHECK_FALSE(owned);
    owned = trav::detail::Owned<Base>(new Derived(alive));
    CHECK(owned);
    owned = {};
    CHECK_FALSE(owned);
    CHECK(alive == 0);
}
